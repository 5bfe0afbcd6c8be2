"""Markdown, for a comment of CI: one paragraph, at most five violations, and the link."""

import re
from urllib.parse import quote

from webui.transcripts.outputs.report import File, Report, Told

MARK = "<!-- compaction-review -->"
"""Not shown; a script finds its own comment by it and edits it, so that there is one."""

SHOWN = 5
SPECIAL = re.compile(r"([\\`*_{}\[\]#|~@<>&])")
NAME_CHARACTERS = 120


def write(report: Report) -> str:
    """Return the report as a short text. The last line is the address of its page, where it has one."""
    every = list(report.worst_first())
    lines = [MARK, f"**Compaction Review.** {_lead(report)}", ""]
    lines += [_item(file, one, many=len(report.files) > 1) for file, one in every[:SHOWN]]
    lines += [f"- {code(file.name)}: {escape(file.sentence)}" for file in report.files if file.code][:SHOWN]
    more = max(0, len(every) - SHOWN) + sum(file.more for file in report.files)
    if more > 0:
        lines += ["", f"And {more:,} more."]
    if report.link:
        lines += ["", "All of it:", address(report.link)]
    return "\n".join(lines).rstrip() + "\n"


def _lead(report: Report) -> str:
    name = f"{code(report.files[0].name)}: " if len(report.files) == 1 else ""
    return f"{name}{escape(report.answer)} {escape(report.scope)}".strip()


def _item(file: File, told: Told, *, many: bool) -> str:
    name = f"{code(file.name)} " if many else ""
    place = code(told.path) if told.path else escape(told.where)
    place = f"[{place}]({address(told.link)})" if told.link else place
    waived = f" _{escape(told.waiver)}_" if told.waiver else ""
    return f"- **{told.severity}** {code(told.rule)} {name}{place}: {escape(told.sentence)}{waived}"


def escape(text: str) -> str:
    """Return text that means nothing to Markdown or HTML."""
    return SPECIAL.sub(r"\\\1", _one_line(text))


def code(text: str) -> str:
    """Return text as a code span that nothing in it can end."""
    plain = _one_line(text)
    plain = plain if len(plain) <= NAME_CHARACTERS else f"{plain[:NAME_CHARACTERS]}…"
    fence = "`" * (max((len(run) for run in re.findall("`+", plain)), default=0) + 1)
    pad = " " if plain.startswith("`") or plain.endswith("`") or not plain.strip() else ""
    return f"{fence}{pad}{plain or ' '}{pad}{fence}"


def address(link: str) -> str:
    """Return an address that cannot end its own brackets."""
    return quote(_one_line(link), safe=":/?#&=%~+,;@!$'*[]-._")


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
