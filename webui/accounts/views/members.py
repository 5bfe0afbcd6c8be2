"""The members of a team: roles, removal, invitations by a link that is shown once, and what each role may do."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from webui.accounts import entry, members
from webui.accounts.access import may, require
from webui.accounts.actors import actor_of
from webui.accounts.models import Member, Team
from webui.accounts.powers import SENTENCES, Power, reaches
from webui.common.htmx import page, private
from webui.common.words import plural

NO_ADMIN = "A team keeps at least one admin. Nothing was changed; make somebody else an admin first."


class MemberForm(forms.Form):
    """Who is to be invited, and as what. Nothing is said of accounts: an invitation goes to a person."""

    name = forms.CharField(max_length=60, error_messages={"required": "Say who it is for."})
    role = forms.ChoiceField(choices=Member.Role.choices, initial=Member.Role.REVIEWER)


@require_safe
@require()
@private
def listing(request: HttpRequest, team: Team) -> HttpResponse:
    """List the members and what each role may do."""
    return _page(request, team, MemberForm())


@require_POST
@require(Power.MEMBERS)
@private
def add(request: HttpRequest, team: Team) -> HttpResponse:
    """Invite somebody and show the link by which they join once."""
    form = MemberForm(request.POST)
    if not form.is_valid():
        return _page(request, team, form, status=422)
    name, role = form.cleaned_data["name"], form.cleaned_data["role"]
    token = members.add(team, name, role, actor_of(request))
    return _page(request, team, MemberForm(), name=name, token=token, joins=True)


@require_POST
@require(Power.MEMBERS)
def roles(request: HttpRequest, team: Team) -> HttpResponse:
    """Save the roles of the table."""
    known = set(Member.Role.values)
    given = {pk: request.POST.get(f"role-{pk}", "") for pk in members.members_of(team).values_list("user", flat=True)}
    wanted = {pk: role for pk, role in given.items() if role in known}
    try:
        changes = members.set_roles(team, wanted, actor_of(request))
    except members.LastAdmin:
        messages.error(request, NO_ADMIN)
    else:
        messages.success(request, f"{plural(len(changes), 'role')} changed." if changes else "No role was changed.")
    return redirect("accounts:home" if _is_out(request, team) else "accounts:members", *_slug(request, team))


@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.MEMBERS)
@private
def remove(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Ask whether to remove a member, and remove them. What they said and decided stays, with their name."""
    row = _member(team, pk)
    if request.method != "POST":
        return page(request, "settings/member_remove.html", {"team": team, "row": row})
    try:
        name = members.remove(team, pk, actor_of(request))
    except members.LastAdmin:
        messages.error(request, NO_ADMIN)
    else:
        messages.success(request, f"{name} is no member any more, and finds nothing of the team from now on.")
    return redirect("accounts:home" if _is_out(request, team) else "accounts:members", *_slug(request, team))


@require_POST
@require(Power.MEMBERS)
@private
def link(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Show a new link for a member who lost the password or the first one."""
    row = _member(team, pk)
    token = members.invite_again(row, actor_of(request))
    if token is None:
        messages.error(
            request, f"{row.user.username} belongs to other teams too: only an operator makes a link for them."
        )
        return redirect("accounts:members", team.slug)
    return _page(request, team, MemberForm(), name=row.user.username, token=token)


@require_POST
@require(Power.MEMBERS)
def revoke(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Void an invitation."""
    try:
        name = members.revoke(team, pk, actor_of(request)) if pk < 2**63 else None
    except members.LastAdmin:
        messages.error(request, NO_ADMIN)
        return redirect("accounts:members", team.slug)
    if name is None:
        raise Http404
    messages.success(request, f"The link of {name} does not work any more.")
    return redirect("accounts:members", team.slug)


def _member(team: Team, pk: int) -> Member:
    row = members.members_of(team).filter(user=pk).first() if pk < 2**63 else None
    if row is None:
        raise Http404
    return row


def _is_out(request: HttpRequest, team: Team) -> bool:
    return not may(request.user, team, Power.READ)


def _slug(request: HttpRequest, team: Team) -> list[str]:
    return [] if _is_out(request, team) else [team.slug]


def _page(
    request: HttpRequest,
    team: Team,
    form: MemberForm,
    *,
    name: str = "",
    token: str = "",
    joins: bool = False,
    status: int = 200,
) -> HttpResponse:
    admin = may(request.user, team, Power.MEMBERS)
    rows, after = members.page_of(team, request.GET.get("after", ""))
    total, admins = members.counts_of(team)
    context = {
        "team": team,
        "admin": admin,
        "form": form,
        "rows": rows,
        "total": total,
        "after": after,
        "lone_admin": admins == 1,
        "pending": members.pending_of(team) if admin else [],
        "roles": Member.Role.choices,
        "chosen": form.data.get("role") or Member.Role.REVIEWER,
        "powers": [(words, [reaches(role, power) for role in Member.Role]) for power, words in SENTENCES.items()],
        "name": name,
        "joins": joins,
        "link": entry.address(settings.BASE_URL, token) if token else "",
        "faults": [(f"id_{field}", field.capitalize(), words[0]) for field, words in form.errors.items()],
    }
    return page(request, "settings/members.html", context, status=status)
