"""Every shared case, by id.

Each `case_<name>.py` beside this file runs one case file: `<name>.json`, or the folder `<name>/`. It gives

* `check(case)`, which asserts what one case expects, and
* optionally `load(path)`, which yields pairs of id and case; without it, the file is a list of objects with an `id`.

The folder is the one that the environment variable CASES names, or the product's own copy. A case file that is not in
it is skipped. Test ids are `<name>-<case id>`.
"""

import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).resolve().parent
OWN_COPY = HERE.parent / "cases"


def folder() -> Path:
    return Path(os.environ.get("CASES") or OWN_COPY).resolve()


def checker(path: Path) -> ModuleType:
    """Load one checker by its path: tests are no packages."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_list(path: Path) -> Iterator[tuple[str, object]]:
    for case in json.loads(path.read_text(encoding="utf-8")):
        yield case["id"], case


def cases() -> Iterator[object]:
    for path in sorted(HERE.glob("case_*.py")):
        name = path.stem.removeprefix("case_")
        source = next((place for place in (folder() / f"{name}.json", folder() / name) if place.exists()), None)
        if source is None:
            yield pytest.param(None, None, id=name, marks=pytest.mark.skip(f"{name}: not in the folder of case files"))
            continue
        module = checker(path)
        for case_id, case in getattr(module, "load", load_list)(source):
            yield pytest.param(module.check, case, id=f"{name}-{case_id}")


@pytest.mark.parametrize(("check", "case"), list(cases()))
def test_case(check: Callable[[object], None], case: object) -> None:
    check(case)
