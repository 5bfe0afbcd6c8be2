"""Hostile summaries end fast and small. Time is that of the process, so that a busy machine does not matter much.

Memory is what a reading adds to the process at its peak, libxml2's own included, so each runs in a process of its own.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SECONDS = 1.0
MEGABYTES = 100

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs the memory figures of Linux"),
]

# Reads the text that the expression gives, and prints the verdict, the seconds of the process and the added MB.
PROGRAM = """
import sys, time
from pathlib import Path
from compaction.errors import InvalidSummary
from compaction.summary import outline, read

def megabytes(key):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key)) / 1024

def fill(piece, size=10_000_000):
    return piece * (size // len(piece))

ROOT = b"<conversation_summary>"
OPEN = ROOT + b"<goal>"
CLOSE = b"</goal><constraints/><decisions/><state>x</state><open_items/></conversation_summary>"
EMOJI = "\\U0001f680".encode()
read(OPEN + b"x" + CLOSE)
xml = eval(sys.argv[1])
before = megabytes("VmRSS")
started = time.process_time()
try:
    verdict = "ok" if read(xml) else ""
except InvalidSummary as refusal:
    verdict = refusal.reason
outline(xml)
seconds = time.process_time() - started
print(verdict, seconds, megabytes("VmHWM") - before)
"""

HOSTILE = {
    "nested-elements": ("b'<a>' * 100_000 + b'</a>' * 100_000", "xml_root"),
    "nested-in-a-section": ("OPEN + b'<a>' * 100_000", "xml_structure"),
    "billion-laughs": (
        """b'<!DOCTYPE l [<!ENTITY a0 "lol">' + b''.join(
            b'<!ENTITY a%d "%s">' % (n, b'&a%d;' % (n - 1) * 10) for n in range(1, 10)
        ) + b']>' + OPEN + b'&a9;' + CLOSE""",
        "xml_structure",
    ),
    "quadratic-blow-up": (
        """b'<!DOCTYPE l [<!ENTITY a "' + fill(b'x', 5_000_000) + b'">]>' + OPEN + fill(b'&a;', 5_000_000) + CLOSE""",
        "xml_structure",
    ),
    "external-entity": (
        """b'<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/hostname">]>' + OPEN + b'&a;' + CLOSE""",
        "xml_structure",
    ),
    "undeclared-entities": ("OPEN + fill(b'&a;') + CLOSE", "xml_syntax"),
    "huge-attribute": ("""b'<conversation_summary a="' + fill(b'x') + b'">'""", "xml_structure"),
    "many-attributes": ("""b'<conversation_summary ' + fill(b'a=""') + b'>'""", "xml_structure"),
    "many-attributes-then-a-fault": ("""b'<conversation_summary ' + fill(b'a="" ') + b'<'""", "xml_syntax"),
    "huge-name": ("b'<' + fill(b'a') + b'>'", "xml_root"),
    "many-colons": ("b'<' + fill(b':') + b'>'", "xml_syntax"),
    "unclosed-comment": ("b'<!--' + fill(b'- ')", "xml_syntax"),
    "unclosed-comments": ("fill(b'<!--')", "xml_syntax"),
    "unclosed-directive": ("b'<!x ' + fill(b'<')", "xml_syntax"),
    "directive-of-brackets": ("b'<!x ' + fill(b'<<>>')", "xml_syntax"),
    "directive-of-quotes": ("b'<!x ' + fill(b'\\'\\'')", "xml_syntax"),
    "directive-of-comments": ("b'<!x ' + fill(b'<!---->') + b'>'", "xml_structure"),
    "declaration-without-values": ("b'<?xml ' + fill(b'version=') + b'?>'", "xml_structure"),
    "many-less-than": ("fill(b'<')", "xml_syntax"),
    "many-ampersands": ("fill(b'&')", "xml_syntax"),
    "many-ampersands-inside": ("OPEN + fill(b'&')", "xml_syntax"),
    "many-references": ("OPEN + fill(b'&amp;') + CLOSE", "ok"),
    "many-blank-references": ("OPEN + fill(b'&#9;') + CLOSE", "xml_content"),
    "many-surrogate-references": ("OPEN + fill(b'&#xD800;') + CLOSE", "ok"),
    "blank-references-between": ("ROOT + fill(b'&#160; ') + b'<'", "xml_syntax"),
    "many-zeros": ("OPEN + b'&#' + fill(b'0') + b'65;' + CLOSE", "ok"),
    "many-brackets": ("OPEN + fill(b']]') + CLOSE", "ok"),
    "not-utf8": ("OPEN + fill(b'\\xff')", "xml_syntax"),
    "wide-characters": ("OPEN + fill(b'word ') + EMOJI + CLOSE", "ok"),
    "wide-characters-refused": ("OPEN + fill(b'word ') + EMOJI + b'<![CDATA['", "xml_structure"),
    "many-sections": ("ROOT + fill(b'<goal>')", "xml_structure"),
}


def run(expression: str) -> tuple[str, float, float]:
    program = [sys.executable, "-c", PROGRAM, expression]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    verdict, seconds, megabytes = done.stdout.split()
    return verdict, float(seconds), float(megabytes)


@pytest.mark.parametrize(("expression", "expected"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_summary_ends_fast_and_small(expression: str, expected: str) -> None:
    verdict, seconds, megabytes = run(expression)
    assert verdict == expected
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


@pytest.mark.parametrize(
    "expression",
    [
        "b'<!x ' + fill(b'<>', {})",
        "b'<conversation_summary ' + fill(b'a=\"\"', {})",
        "OPEN + fill(b'&#9;', {}) + CLOSE",
    ],
)
def test_four_times_the_size_takes_no_more_than_eight_times_as_long(expression: str) -> None:
    _, short, _ = run(expression.format(1_000_000))
    _, long, _ = run(expression.format(4_000_000))
    assert long < 8 * short
