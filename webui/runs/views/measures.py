"""Every measure with its formula, unit, worked example and source."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from compaction.measures import MEASURES
from webui.accounts.access import signed_in
from webui.common.htmx import page
from webui.runs.views.losses import CLASSES, amount


@require_safe
@signed_in
def measures(request: HttpRequest) -> HttpResponse:
    """List the measures in the order in which runs show them."""
    rows = [(one, "" if one.example.value is None else amount(one, one.example.value)) for one in MEASURES]
    return page(request, "runs/measures.html", {"rows": rows, "classes": CLASSES.values()})
