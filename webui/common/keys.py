"""The one table of keyboard shortcuts. The sheet, the badges and the script's handlers are made from it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """What one key does. `presses` are the keys that do it; two-step keys are written `g c`.
    `step` ones act on what a page marks with `data-step` and their name: a button, a link, a summary or a field.

    `does` names a handler in `app.js`, `where` the pages on which it has something to do; `route` is a URL name for
    keys that go somewhere.
    """

    name: str
    presses: tuple[str, ...]
    label: str
    does: str
    where: str = "Everywhere"
    route: str = ""


LISTS = "In lists and transcripts"
READER = "In a transcript or a comparison"
DIFFS = "Where two texts are compared"
CASE = "On a case, and in its preview"

KEYS: tuple[Key, ...] = (
    Key("next", ("j",), "Next row or message", "next", LISTS),
    Key("previous", ("k",), "Previous row or message", "previous", LISTS),
    Key("next-violation", ("n",), "Next violation, or next change", "nextViolation", READER),
    Key("previous-violation", ("p",), "Previous violation, or previous change", "previousViolation", READER),
    Key("open", ("Enter", "o"), "Open", "open", LISTS),
    Key("select", ("x",), "Tick this row", "select", LISTS),
    Key("select-range", ("X",), "Tick from the last ticked row to this one", "selectRange", LISTS),
    Key("preview", ("Space",), "Preview of this case", "preview", LISTS),
    Key("toggle", ("e",), "Open or fold this message", "toggle", READER),
    Key("toggle-all", ("E",), "Open or fold all on this page", "toggleAll", READER),
    Key("previous-page", ("[",), "Previous page; on a case, the one before in its list", "previousPage", LISTS),
    Key("next-page", ("]",), "Next page, or next case", "nextPage", LISTS),
    Key("raw", (".",), "Raw, and back: a message, a summary, a comparison", "raw", READER),
    Key("layout", ("d",), "The next of the three views", "layout", DIFFS),
    Key("marks", ("m",), "Marks of facts, on or off", "marks", DIFFS),
    Key("accept", ("a",), "Accept: open the form", "step", CASE),
    Key("reject", ("r",), "Reject: open the form", "step", CASE),
    Key("needs-work", ("w",), "Send back: open the form", "step", CASE),
    Key("waive", ("v",), "Waive: open the form", "step", CASE),
    Key("claim", ("i",), "Claim, or release; in the inbox, this row or the ticked ones", "step", CASE),
    Key("comment", ("c",), "Comment", "step", CASE),
    Key("copy-link", ("y",), "Copy the link to this place", "copyLink"),
    Key("up", ("u",), "Up to the list", "up"),
    Key("search", ("/",), "Search; in a transcript, find", "search"),
    Key("send", ("Ctrl+Enter",), "Send the form that is being written", "send"),
    Key("go-inbox", ("g i",), "Go to the inbox", "go", route="review:inbox"),
    Key("go-captures", ("g c",), "Go to captures", "go", route="transcripts:captures"),
    Key("go-transcripts", ("g t",), "Go to transcripts", "go", route="transcripts:list"),
    Key("go-runs", ("g r",), "Go to runs", "go", route="runs:list"),
    Key("go-analytics", ("g a",), "Go to analytics", "go", route="review:analytics"),
    Key("go-rules", ("g l",), "Go to rules", "go", route="transcripts:rules"),
    Key("go-upload", ("g u",), "Go to upload", "go", route="transcripts:new"),
    Key("sheet", ("?",), "This sheet", "sheet"),
    Key("close", ("Escape",), "Close", "close"),
)

BY_NAME = {key.name: key for key in KEYS}

WHERE = tuple(dict.fromkeys(key.where for key in KEYS))
"""Kinds of pages, in the order of the sheet."""
