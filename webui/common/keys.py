"""The one table of keyboard shortcuts. The sheet, the badges and the script's handlers are made from it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """What one key does. `presses` are the keys that do it; two-step keys are written `g c`.

    `does` names a handler in `app.js`; `route` is a URL name for keys that go somewhere.
    """

    name: str
    presses: tuple[str, ...]
    label: str
    does: str
    route: str = ""


KEYS: tuple[Key, ...] = (
    Key("next", ("j",), "Next row or message", "next"),
    Key("previous", ("k",), "Previous row or message", "previous"),
    Key("next-violation", ("n",), "Next violation", "nextViolation"),
    Key("previous-violation", ("p",), "Previous violation", "previousViolation"),
    Key("open", ("Enter", "o"), "Open", "open"),
    Key("toggle", ("e",), "Open or fold this message", "toggle"),
    Key("toggle-all", ("E",), "Open or fold all on this page", "toggleAll"),
    Key("previous-page", ("[",), "Previous page", "previousPage"),
    Key("next-page", ("]",), "Next page", "nextPage"),
    Key("raw", (".",), "Raw JSON of this message, and back", "raw"),
    Key("copy-link", ("y",), "Copy the link to this place", "copyLink"),
    Key("up", ("u",), "Up to the list", "up"),
    Key("search", ("/",), "Search; in a transcript, find", "search"),
    Key("go-captures", ("g c",), "Go to captures", "go", "transcripts:captures"),
    Key("go-transcripts", ("g t",), "Go to transcripts", "go", "transcripts:list"),
    Key("go-runs", ("g r",), "Go to runs", "go", "runs:list"),
    Key("go-rules", ("g l",), "Go to rules", "go", "transcripts:rules"),
    Key("go-upload", ("g u",), "Go to upload", "go", "transcripts:new"),
    Key("sheet", ("?",), "This sheet", "sheet"),
    Key("close", ("Escape",), "Close", "close"),
)

BY_NAME = {key.name: key for key in KEYS}
