"""JUnit XML, for what CI servers show of tests: one suite a file, one test case a violation or check."""

import re
from xml.etree import ElementTree as Tree

from webui.transcripts.outputs.report import Checked, File, Report, Told

ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, even as a reference."""


def write(report: Report) -> str:
    """Return the report as XML."""
    suites = [_suite(file, report) for file in report.files]
    root = Tree.Element("testsuites", {"name": "Compaction Review", **_counts(*suites)})
    root.extend(suites)
    Tree.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Tree.tostring(root, encoding="unicode") + "\n"


def _suite(file: File, report: Report) -> Tree.Element:
    suite = Tree.Element("testsuite", {"name": legal(file.name)})
    properties = Tree.SubElement(suite, "properties")
    for name, value in (("scope", report.scope), ("link", file.link)):
        if value:
            Tree.SubElement(properties, "property", {"name": name, "value": legal(value)})
    if file.code:
        error = Tree.SubElement(_case(suite, file, "read"), "error", {"type": file.code, "message": file.sentence})
        error.text = file.sentence
    for one in file.checked:
        _add_checked(suite, file, one)
    for told in file.told:
        _add_told(suite, file, told, fails=report.fails(told))
    if file.unchecked:
        Tree.SubElement(_case(suite, file, "checked"), "skipped", {"message": legal(file.sentence)})
    elif not suite.findall("testcase"):
        _say(_case(suite, file, "shape"), file.sentence)
    if file.more:
        _say(_case(suite, file, "not told"), f"{file.more:,} more violations are not told here.")
    for name, value in _counts(suite).items():
        suite.set(name, value)
    return suite


def _add_checked(suite: Tree.Element, file: File, checked: Checked) -> None:
    case = _case(suite, file, f"{checked.id}: {checked.title}")
    if checked.why:
        Tree.SubElement(case, "skipped", {"message": legal(checked.why)})


def _add_told(suite: Tree.Element, file: File, told: Told, *, fails: bool) -> None:
    case = _case(suite, file, f"{told.rule} at {told.path}")
    lines = [f"{told.severity}: {told.sentence}", f"Where: {told.where}, {told.path}", f"Fix: {told.fix}", told.link]
    text = legal("\n".join(line for line in lines if line))
    if told.waiver:
        Tree.SubElement(case, "skipped", {"message": legal(told.waiver)})
    if fails:
        Tree.SubElement(case, "failure", {"type": told.rule, "message": legal(told.what)}).text = text
    else:
        _say(case, text)


def _case(suite: Tree.Element, file: File, name: str) -> Tree.Element:
    return Tree.SubElement(suite, "testcase", {"classname": legal(file.name), "name": legal(name), "time": "0"})


def _say(case: Tree.Element, text: str) -> None:
    Tree.SubElement(case, "system-out").text = legal(text)


def _counts(*suites: Tree.Element) -> dict[str, str]:
    def count(tag: str) -> str:
        return str(sum(len(suite.findall(tag)) for suite in suites))

    return {
        "tests": count("testcase"),
        "failures": count("testcase/failure"),
        "errors": count("testcase/error"),
        "skipped": count("testcase/skipped"),
    }


def legal(text: str) -> str:
    """Return text that an XML document can hold."""
    return ILLEGAL.sub("\ufffd", text)
