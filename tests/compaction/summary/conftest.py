"""The naive reader, the inputs of the case file, and how to change them at random."""

import base64
import importlib.util
import json
import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).resolve().parent
CASES = HERE.parents[1] / "cases" / "summary_xml.json"

FRAGMENTS = [
    *(bytes([byte]) for byte in b"<>/&;#x=:'\"!?-[] \t\r\n\0\x0b\xff\x80"),
    *(char.encode() for char in "é·Ƞ𐐀\xa0\u3000\u200b\ufffd\ufffe\ufeff🚀\u0300\x85"),
    *b"]]> <!-- --> <!DOCTYPE <!x <? ?> <?xml <![ <![CDATA[ xmlns a:b a='1' a=\"&lt;\" :a version='1.0'".split(),
    *b"version=\"2\" encoding='utf-8' encoding='x' &lt; &amp; &quot; &nbsp; &#xD800; &#0; &#65534; &#x10FFFF;".split(),
    *b"&#1114112; &#160; &#x3000; &#13; &#x200b; &#xd7ff; &#9; <goal> </goal> <goal/> <b> </b> <state>".split(),
    *b"</state> <constraints/> <decisions/> <open_items> </open_items> <conversation_summary>".split(),
    b"</conversation_summary>",
    b"<conversation_summary><goal>a</goal><constraints/><decisions/><state>b</state><open_items/>",
    b"\xed\xa0\x80",
    b"\xe2\x82",
    b"\xf0\x9f",
]


@pytest.fixture(scope="session")
def naive() -> ModuleType:
    """The second reader; loaded by its path, since tests are no packages."""
    spec = importlib.util.spec_from_file_location("naive_reader", HERE / "naive_reader.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def inputs() -> list[bytes]:
    """Every input of the case file."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    return [base64.b64decode(case["xml_b64"]) if "xml_b64" in case else case["xml"].encode() for case in cases]


@pytest.fixture(scope="session")
def mutate() -> Callable[[random.Random, list[bytes]], bytes]:
    """Take one input and change it in one to four places."""

    def change(chance: random.Random, inputs: list[bytes]) -> bytes:
        data = chance.choice(inputs)
        for _ in range(chance.randint(1, 4)):
            at = chance.randint(0, len(data))
            end = min(len(data), at + chance.choice((0, 0, 1, 1, 2, 7, 40)))
            match chance.randint(0, 5):
                case 0:
                    data = data[:at] + data[end:]
                case 1:
                    data = data[:at] + data[at:end] + data[at:]
                case 2:
                    other = chance.choice(inputs)
                    data = data[:at] + other[chance.randint(0, len(other)) :]
                case _:
                    data = data[:at] + chance.choice(FRAGMENTS) + data[end:]
        return data

    return change
