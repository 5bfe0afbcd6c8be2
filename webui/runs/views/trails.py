"""Where one message of a run went, or came from; and which messages a section or sentence carries.

"Carried by" means: shares an identifier. Source: decisions 28.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compaction.boundary import Fate
from webui.common.words import number, plural
from webui.runs import carriers, store
from webui.runs.models import Run
from webui.runs.views.fates import CLASSES, MEANING, span
from webui.runs.views.faults import SECTION_TITLES

PLACES = 12
QUOTED = 160
"""Characters of a sentence that are quoted beside its link."""

Links = Sequence[tuple[str, str]]
"""Words and addresses within the run's page."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """A section that carries a message, and its sentences that do; `quote` is captured text."""

    title: str
    link: str
    sentences: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Trail:
    """Where one message went, or where a message or a text came from.

    `places` is what stands for it, or what it stands for. `carriers` and `rewritten` carry it: sections of the summary,
    and new or changed messages after. `nothing` says so where nothing does; `sharing` are messages before.
    `changed` is the position before of a message whose content changed.
    """

    question: str
    look: str
    sentence: str
    places: Links = ()
    carriers: Sequence[Carrier] = ()
    rewritten: Links = ()
    nothing: str = ""
    sharing: Links = ()
    more: int = 0
    changed: int | None = None


def goes(run: Run, position: int) -> Trail | None:
    """Return where a message before went; None where the run knows no such message."""
    if run.before is None or position >= run.before.messages or (run.carried is None and run.fates is None):
        return None
    found = store.goes_to(run, position)
    kept = found.fate in (Fate.KEPT, Fate.MOVED)
    carried = list(_carriers(run, found))
    others = _messages("after", found.after)
    return Trail(
        question="Where did this go?",
        look=CLASSES[found.fate] if found.fate else "",
        sentence=_meaning(found.fate),
        places=_ranges("after", found.places),
        carriers=carried,
        rewritten=others,
        nothing="" if kept or carried or others else _nothing(found),
        changed=position if found.fate is Fate.REWRITTEN else None,
    )


def comes(run: Run, position: int) -> Trail | None:
    """Return where a message after came from; None where the run knows no such message."""
    explained = store.explanation_of(run)
    if explained is None or store.fate_at(explained.fates.after, position) is None:
        return None
    found = store.comes_from(run, position)
    return Trail(
        question="Where did this come from?",
        look=CLASSES[found.fate] if found.fate else "",
        sentence=_origin(found),
        places=_ranges("before", found.places),
        sharing=_ranges("before", found.sharing),
        more=max(0, len(found.sharing) - PLACES),
        changed=found.places[0].start if found.fate is Fate.REWRITTEN else None,
    )


def carries(run: Run, name: str, sentence: int | None) -> Trail:
    """Return which messages before a section, or one sentence of it, carries."""
    found = store.section_from(run, name) if sentence is None else store.sentence_from(run, name, sentence)
    what = "sentence" if sentence is not None else "section" if name else "summary"
    count = sum(map(len, found.sharing))
    return Trail(
        question="Where did this come from?",
        look="",
        sentence=f"This {what} shares an identifier with {plural(count, 'message')} of those that it stands for."
        if count
        else f"This {what} shares no identifier with any message that it stands for.",
        sharing=_ranges("before", found.sharing),
        more=max(0, len(found.sharing) - PLACES),
    )


def section_anchor(name: str, repeat: int = 1) -> str:
    """Return the anchor of a section on the Summary tab."""
    return f"s-{slug(name)}-{repeat}" if name else "s-text"


def sentence_anchor(name: str, number_: int) -> str:
    """Return the anchor of a sentence on the Summary tab."""
    return f"t-{slug(name)}-{number_}"


def slug(name: str) -> str:
    """Return what addresses call a section; `text` is a summary that has none."""
    return name.replace("_", "-") or "text"


def brief(sharing: Sequence[range]) -> str:
    """Return ranges in a few words: `3`, `3–18`, `3, 7–9 and 4 more`."""
    shown = [span(one) for one in sharing[:2]]
    rest = len(sharing) - len(shown)
    return ", ".join(shown) + (f" and {number(rest)} more" if rest else "")


def _meaning(fate: Fate | None) -> str:
    if fate is None:
        return "It was given to the summarizer."
    return f"{fate.value.capitalize()}: {MEANING[fate]}."


def _origin(found: store.Source) -> str:
    if found.fate is Fate.INSERTED:
        return "Inserted: it was not there before" + ("; it stands where these stood." if found.places else ".")
    return f"{found.fate.value.capitalize()}: it comes from before." if found.fate else ""


def _nothing(found: store.Destination) -> str:
    if found.fate is Fate.REWRITTEN:
        return ""
    return "Nothing carries it: no text of the result shares an identifier with this message."


def _carriers(run: Run, found: store.Destination) -> Iterator[Carrier]:
    summary = store.summary_of(run)
    texts = carriers.sections_of(store.text_of(summary)) if summary else {}
    for name in found.sections:
        mine = [one for section, one in found.sentences if section == name]
        link = f"?tab=summary#{section_anchor(name)}"
        yield Carrier(SECTION_TITLES.get(name, "the summary"), link, list(_quoted(texts.get(name, ""), name, mine)))


def _quoted(text: str, name: str, mine: Sequence[int]) -> Iterator[tuple[str, str]]:
    spans = carriers.sentences(text)
    for one in mine[:PLACES]:
        if one < len(spans):
            start, stop = spans[one]
            yield text[start:stop][:QUOTED], f"?tab=summary#{sentence_anchor(name, one)}"


def _ranges(side: str, found: Sequence[range]) -> Links:
    return [(f"{side} {span(one)}", f"?tab={side}&at={one.start}#m-{one.start}") for one in found[:PLACES]]


def _messages(side: str, found: Sequence[int]) -> Links:
    return [(f"{side} {number(at)}", f"?tab={side}&at={at}#m-{at}") for at in found[:PLACES]]
