"""What a person was about to say of a case, kept when it could not be said."""

from collections.abc import Mapping

from django.utils import timezone

from webui.review.models import Case, Draft


def keep(case: Case, user: int, given: Mapping[str, object]) -> Draft:
    """Keep what a person had written; it takes the place of what was kept before."""
    draft, _ = Draft.objects.update_or_create(
        case=case, user_id=user, defaults={"given": dict(given), "saved": timezone.now()}
    )
    return draft


def draft_of(case: Case, user: int) -> Draft | None:
    """Return what a person had written."""
    return Draft.objects.filter(case=case, user=user).first()


def drop(case: Case, user: int) -> None:
    """Forget it: it was said, or is not wanted any more."""
    Draft.objects.filter(case=case, user=user).delete()
