"""Where something stands: from a JSON Pointer to words, an exact path, and an address on a page.

Anchors depend on the pointer alone, so that a violation, a provider's error and a block agree without reading a body.
"""

from dataclasses import dataclass

LISTS = ("content", "parts")
CALLS = "tool_calls"
SYSTEM = ("system", "instructions", "systemInstruction", "system_instruction")
LOG = "lines"
OUTSIDE = (("system", SYSTEM), ("log", (LOG,)))
"""What places outside the list are called, by how their paths begin."""

SHORT = {"system": "sys", "log": "log"}


@dataclass(frozen=True, slots=True)
class Place:
    """One place in an uploaded list. `block` is `4` for a content part, `call-0` for a call beside it, or empty."""

    position: int | None
    block: str
    path: str
    part: str = ""

    @property
    def label(self) -> str:
        """`128.4`, `733, call 1` for the first of its calls, `system`."""
        if self.position is None:
            return next((word for word, starts in OUTSIDE if self.path.startswith(starts)), "request")
        if self.block.startswith("call-"):
            return f"{self.position}, {_call(self.block)}"
        return f"{self.position}.{self.block}" if self.block else str(self.position)

    @property
    def short(self) -> str:
        """The label where there is little room: `128.4`, `733`, `sys`."""
        if self.position is None:
            return SHORT.get(self.label, "all")
        return self.label.partition(",")[0]

    @property
    def anchor(self) -> str:
        """`m-128.4`, `m-733.call-0`, `m-system`."""
        if self.position is None:
            return "m-system"
        return f"m-{self.position}" + (f".{self.block}" if self.block else "")

    @property
    def query(self) -> str:
        """The address within a transcript's page: `?at=128#m-128.4`."""
        return f"?at={self.position or 0}#{self.anchor}"


def place(pointer: str) -> Place:
    """Return the place that a pointer names. A pointer to the request itself has no position."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    at = next((number for number, step in enumerate(steps) if step.isdigit()), None)
    if at is None or steps[0] in (*SYSTEM, LOG):
        return Place(None, "", path(steps))
    block, part = _below(steps[at + 1 :])
    return Place(int(steps[at]), block, path(steps), part)


def _below(steps: list[str]) -> tuple[str, str]:
    if len(steps) >= 2 and steps[1].isdigit():
        if steps[0] in LISTS:
            inner = steps[3] if len(steps) >= 4 and steps[2] in LISTS and steps[3].isdigit() else ""
            return steps[1], inner
        if steps[0] == CALLS:
            return f"call-{steps[1]}", ""
    return "", ""


def path(steps: list[str]) -> str:
    """Return the path as a program writes it: `messages[128].content[4]`."""
    text = ""
    for step in steps:
        text += f"[{step}]" if step.isdigit() else f".{step}" if text else step
    return text


def _call(block: str) -> str:
    return f"call {int(block.removeprefix('call-')) + 1}"


def block_label(block: str) -> str:
    """Return what a block is called within its message: `.4`, `call 2`."""
    return _call(block) if block.startswith("call-") else f".{block}"


def block_of(origin: str) -> str:
    """Return the block part of the anchor for a block's own origin; a text that is the whole content is block 0."""
    return place(origin).block or "0"
