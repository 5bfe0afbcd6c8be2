"""Files of at most 300 lines, functions of a few."""

import ast
import statistics
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("compaction", "webui", "templates", "static")
ENDINGS = (".py", ".html", ".js", ".css")
LINES = 300
LONG = 35
LONGER = {"compaction/formats/decoding.py": 320, "static/app.css": 1100}
"""Files that may be longer: one for now, and the one style sheet, which says why it is one; none may be added."""


def product_files() -> list[Path]:
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in ENDINGS)
    return sorted(path for path in found if "migrations" not in path.parts)


def functions() -> list[tuple[str, int]]:
    """Name and lines of each function, decorators and docstring not counted."""
    found = []
    for path in product_files():
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
                    signature = node.body[0].lineno - node.lineno
                    lines = (node.end_lineno or first.lineno) - first.lineno + 1 + signature
                    found.append((f"{path.relative_to(ROOT)}:{node.name}", lines))
    return found


def test_no_file_has_more_than_300_lines() -> None:
    found = {path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in product_files()}
    assert {name: lines for name, lines in found.items() if lines > LONGER.get(name, LINES)} == {}


def test_functions_are_short() -> None:
    lengths = sorted(lines for _, lines in functions())
    assert statistics.median(lengths) <= 12
    assert lengths[len(lengths) * 9 // 10] <= LONG


def test_no_function_fills_a_page() -> None:
    assert [name for name, lines in functions() if lines > 2 * LONG] == []
