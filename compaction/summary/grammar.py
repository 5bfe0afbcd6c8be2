"""XML bytes -> Summary, or the reason of refusal.

The text is judged token by token, and the first problem from the left decides. A parser that reads the whole document
first reports another problem, or none, so lxml sees only what was accepted.

Source: summary-validation 6.
"""

from dataclasses import dataclass, field

from lxml import etree

from compaction.errors import InvalidSummary
from compaction.summary import patterns
from compaction.summary.lexer import Kind, Token, read_token
from compaction.summary.model import Summary
from compaction.summary.sections import ROOT, SECTION_NAMES, SECTIONS

CDATA = "<![CDATA["
PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=True, collect_ids=False
)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a summary is refused, and where: an offset in characters, and the section it belongs to."""

    reason: str
    offset: int
    section: str | None = None


def read(xml: bytes) -> Summary:
    """Give the summary with its sections.

    Raises: InvalidSummary with the reason and the place of the first problem from the left. Lines end at LF. `section`
    is the section that is open; else the one that stands out of turn; else the one that was expected there.

    Source: summary-validation 6.
    """
    if not _is_plain(xml):
        _check(xml)
    sections = _read_sections(xml)
    text = xml.decode()
    for section in SECTIONS:
        if section.required and _is_blank(sections[section.name]):
            raise _refuse(text, Fault("xml_content", text.index(f"<{section.name}"), section.name))
    return Summary(text=text, sections=sections)


def _is_plain(xml: bytes) -> bool:
    """Tell at a glance that a summary keeps the grammar. False says nothing."""
    return patterns.PLAIN_SUMMARY.fullmatch(xml) is not None and _is_utf8(xml)


def _is_utf8(xml: bytes) -> bool:
    try:
        xml.decode()
    except UnicodeDecodeError:
        return False
    return True


def _check(xml: bytes) -> None:
    """Raise what is wrong. A frame of its own, so that the decoded text goes before lxml makes its tree."""
    text = xml.decode("utf-8", "surrogateescape")
    fault = _find_marker(text) or Reading(text).find_fault()
    if fault is not None:
        raise _refuse(text, fault)


def _read_sections(xml: bytes) -> dict[str, str]:
    root = etree.fromstring(_replace_surrogates(xml), PARSER)
    return {name: section.text or "" for name, section in zip(SECTION_NAMES, root, strict=True)}


def _replace_surrogates(xml: bytes) -> bytes:
    """Write U+FFFD for each reference to a surrogate: libxml2 refuses what the contract reads so."""
    if b"&#" not in xml:
        return xml
    return patterns.SURROGATE_REFERENCE.sub("&#xFFFD;", xml.decode("latin-1")).encode("latin-1")


def _is_blank(words: str) -> bool:
    # Where the contract's list of blanks and Python's differ, the characters are not allowed in XML.
    return not words or words.isspace()


def _refuse(text: str, fault: Fault) -> InvalidSummary:
    line = text.count("\n", 0, fault.offset) + 1
    column = fault.offset - text.rfind("\n", 0, fault.offset)
    return InvalidSummary(fault.reason, fault.section, line, column)


def _find_marker(text: str) -> Fault | None:
    """Find a CDATA marker anywhere, before anything is read."""
    at = text.find(CDATA)
    if at < 0:
        return None
    before = Reading(text[:at]).find_fault()
    section = before.section if before and before.offset == at else None
    return Fault("xml_structure", at, section)


@dataclass(slots=True)
class Reading:
    """The state of one reading: the names that are open, and how many sections were begun."""

    text: str
    open: list[str] = field(default_factory=list)
    root_seen: bool = False
    sections: int = 0

    def find_fault(self) -> Fault | None:
        """Read to the first fault, or to the end."""
        at = 0
        while at < len(self.text):
            token = read_token(self.text, at)
            fault = self._judge(token)
            if fault is not None:
                return fault
            at = token.end
        return self._finish()

    def _judge(self, token: Token) -> Fault | None:
        match token.kind:
            case Kind.TEXT:
                return self._judge_text(token)
            case Kind.START:
                return self._judge_start(token)
            case Kind.END:
                return self._judge_end(token)
            case Kind.ASIDE:
                return Fault("xml_structure", token.start, self._section())
            case _:
                return Fault("xml_syntax", token.start, self._section())

    def _section(self) -> str | None:
        return self.open[1] if len(self.open) == 2 else None

    def _judge_text(self, token: Token) -> Fault | None:
        if not self.open:
            return Fault("xml_structure", token.start)
        if len(self.open) == 2:
            return None
        blanks = patterns.BLANKS.match(self.text, token.start, token.end)
        end = blanks.end() if blanks else token.start
        return Fault("xml_structure", end) if end < token.end else None

    def _judge_start(self, token: Token) -> Fault | None:
        fault = self._judge_section(token) if self.root_seen else self._judge_root(token)
        if fault is not None:
            return fault
        self.root_seen = True
        self.open.append(token.name)
        return self._close(token) if token.self_closed else None

    def _judge_root(self, token: Token) -> Fault | None:
        prefix, local = _split(token.name)
        if local != ROOT:
            return Fault("xml_root", token.start)
        if prefix:
            return Fault("xml_structure", token.start)
        return None if token.attribute is None else Fault("xml_structure", token.attribute)

    def _judge_section(self, token: Token) -> Fault | None:
        if len(self.open) != 1:
            return Fault("xml_structure", token.start, self._section())
        prefix, local = _split(token.name)
        expected = self._expected()
        if local != expected or prefix:
            return Fault("xml_structure", token.start, local if local in SECTION_NAMES else expected)
        if token.attribute is not None:
            return Fault("xml_structure", token.attribute, local)
        self.sections += 1
        return None

    def _expected(self) -> str | None:
        return SECTION_NAMES[self.sections] if self.sections < len(SECTION_NAMES) else None

    def _judge_end(self, token: Token) -> Fault | None:
        if not self.open or self.open[-1] != token.name:
            return Fault("xml_syntax", token.start, self._section())
        return self._close(token)

    def _close(self, token: Token) -> Fault | None:
        self.open.pop()
        expected = self._expected()
        if not self.open and expected:
            return Fault("xml_structure", token.start, expected)
        return None

    def _finish(self) -> Fault | None:
        if self.open:
            return Fault("xml_syntax", len(self.text), self._section())
        return None if self.root_seen else Fault("xml_root", 0)


def _split(name: str) -> tuple[str, str]:
    """Give prefix and local name. A colon at either end does not split."""
    prefix, _, local = name.partition(":")
    return (prefix, local) if prefix and local else ("", name)
