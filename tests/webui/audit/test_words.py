"""Every action of the product has a sentence."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from webui.accounts.models import Team
from webui.audit.models import Event
from webui.audit.trail import SUBJECTS, Actor, record
from webui.audit.words import WORDS, sentence, words_for

WEBUI = Path(__file__).parents[3] / "webui"


def recorded() -> Iterator[tuple[str, str, str]]:
    """Yield place, subject and action of every call of `record` whose words stand in the call."""
    for path in sorted(WEBUI.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if not any(
            isinstance(one, ast.ImportFrom) and (one.module or "").startswith("webui.audit") for one in tree.body
        ):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "record":
                named = {one.arg: one.value for one in node.keywords}
                given = dict(zip(("team_id", "actor", "action", "subject"), node.args, strict=False)) | named
                for action in literals(given.get("action")):
                    for subject in literals(given.get("subject")):
                        yield f"{path.name}:{node.lineno}", subject, action


def literals(node: ast.expr | None) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp():
            return literals(node.body) + literals(node.orelse)
    return []


def test_every_action_that_the_product_records_has_words() -> None:
    found = list(recorded())
    assert [one for one in found if words_for(one[1], one[2]) is None] == []


def test_an_action_without_words_makes_a_test_fail(team: Team, ada: Actor) -> None:
    with pytest.warns(UserWarning, match="no words for case juggled"):
        record(team.pk, ada, "juggled", "case", "1")
    assert sentence(Event.objects.get()) == "ada juggled case 1."


def test_words_speak_of_known_subjects_and_end_without_a_stop() -> None:
    for (subject, _), words in WORDS.items():
        assert subject in SUBJECTS
        for text in [words] if isinstance(words, str) else words.values():
            assert text == text.strip().rstrip(".")
            assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(text))
        assert isinstance(words, str) or "" in words


@pytest.mark.parametrize(
    "action, subject, given, said",
    [
        (
            "decided", "case",
            {"was": "in_review", "now": "rejected", "reason": "fact-lost", "more": {"facts": [7, 9], "kind": "loss"}},
            "ada rejected the run of case 12: fact-lost (f-7, f-9). Was in review.",
        ),
        (
            "decided", "case",
            {"was": "in_review", "now": "accepted", "reason": "clean", "more": {"kind": "broken"}},
            "ada accepted the transcript of case 12: clean. Was in review.",
        ),
        (
            "decided", "case",
            {"now": "rejected", "reason": "contract", "more": {"detail": "xml_root", "rules": ["xml_root", "a-rule"]}},
            "ada rejected case 12: contract (xml_root, a-rule).",
        ),
        ("uploaded", "capture", {}, "ada uploaded capture 12."),
        ("role-changed", "member", {"was": "viewer", "now": "admin", "more": {"name": "rob"}},
         "ada made rob admin. Was viewer."),
        ("retention-changed", "setting", {"was": "keep all", "now": "runs 30 days"},
         "ada changed retention from keep all to runs 30 days."),
        ("decided", "fact", {"now": "confirmed", "more": {"facts": [3], "run": "r1"}},
         "ada confirmed fact f-3 of run r1."),
        ("decided", "fact", {"now": "", "more": {"facts": [1, 2, 3, 4], "run": "r1"}},
         "ada took back the decision on 4 facts of run r1."),
        ("assigned", "case", {"now": "rob"}, "ada made rob the owner of case 12."),
        ("assigned", "case", {"was": "rob"}, "ada took the owner of case 12 away. Was rob."),
        ("created", "key", {}, "ada created the key ?."),
    ],
)  # fmt: skip
def test_an_event_is_one_sentence(
    team: Team, ada: Actor, action: str, subject: str, given: dict[str, object], said: str
) -> None:
    assert sentence(record(team.pk, ada, action, subject, "12", **given)) == said


def test_a_name_with_braces_is_only_a_name(team: Team) -> None:
    event = record(team.pk, Actor("key", 1, "{x.__class__}"), "created", "key", "1", more={"name": "{id!r}"})
    assert sentence(event) == "{x.__class__} created the key {id!r}."
