"""One message alone: read, raw, in slices, byte for byte."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.transcripts.models import Capture


def test_a_message_is_read_with_its_violation(at_ada: Client, address: str) -> None:
    page = at_ada.get(f"{address}/m/1").content.decode()

    assert "<h1>Message 1</h1>" in page
    assert "GRACE = 14" in page
    assert '<h2 id="v-0-t">Tool result without its call</h2>' in page
    assert f'href="{address}/m/0"' in page
    assert f'href="{address}/m/2"' in page


def test_raw_json_keeps_keys_digits_and_marks_the_fault(
    at_ada: Client, deliver: Callable[..., Capture], orphan: dict[str, Any]
) -> None:
    text = json.dumps(orphan).replace('"GRACE = 14"', '"GRACE = 14", "zeta": 1.50e10, "alpha": 1280.5000000000001')
    transcript = deliver(text.encode()).transcripts.get()

    page = at_ada.get(f"/t/acme/transcripts/{transcript.pk}/m/1?view=raw").content.decode()

    assert page.index("zeta") < page.index("alpha")
    assert '<span class="v">1.50e10</span>' in page
    assert '<span class="v">1280.5000000000001</span>' in page
    assert page.count('<span class="l bad"') == 7


def test_the_download_is_byte_for_byte(at_ada: Client, deliver: Callable[..., Capture]) -> None:
    native = b'{"role":  "user",\n "content": "\\u202e<b>", "x": 1.50}'
    transcript = deliver(b'{"model": "claude-x", "max_tokens": 1, "messages": [' + native + b"]}").transcripts.get()

    answer = at_ada.get(f"/t/acme/transcripts/{transcript.pk}/m/0.json")

    assert answer.content == native
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="{transcript.pk}-0.json"'
    assert answer["Cache-Control"] == "no-store"


def test_a_huge_text_comes_in_slices_that_join_to_the_whole(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    words = "".join(f"word{number} " for number in range(20_000))
    session["messages"][0]["content"] = words
    transcript = deliver(session).transcripts.get()
    address = f"/t/acme/transcripts/{transcript.pk}/m/0"

    pages = [at_ada.get(f"{address}?full=0&slice={number}").content.decode() for number in range(3)]
    shown = [page.split('<span class="l" data-n="1">')[1].split("</span>")[0] for page in pages]

    assert "Slice 1 of 3" in pages[0]
    assert "".join(shown) == words
    assert at_ada.get(f"{address}?full=0&slice=3").status_code == 404
    assert at_ada.get(f"{address}?view=raw&slice=1").status_code == 200
    assert at_ada.get(f"{address}?view=raw&slice=9").status_code == 404


def test_a_long_block_says_how_much_there_is(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    lines = "\n".join(f"line {number}" for number in range(1912))
    session["messages"][1]["content"][0]["text"] = lines
    transcript = deliver(session).transcripts.get()
    address = f"/t/acme/transcripts/{transcript.pk}"

    page = at_ada.get(f"{address}?open=1").content.decode()

    assert "line 39" in page
    assert "line 40" not in page
    assert "Show all 1,912 lines (18 kB)" in page
    assert "line 1911" in at_ada.get(f"{address}/m/1?full=0").content.decode()


@pytest.mark.parametrize("place", ["m/4", "m/99999", "m/1?full=7"])
def test_there_is_no_message_beyond_the_end(at_ada: Client, address: str, place: str) -> None:
    assert at_ada.get(f"{address}/{place}").status_code == 404


def test_the_system_prompt_has_a_page_of_its_own(at_ada: Client, address: str) -> None:
    page = at_ada.get(f"{address}/system").content.decode()

    assert "<h1>System prompt</h1>" in page
    assert "You fix bugs." in page


def test_no_system_prompt_no_page(at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]) -> None:
    del session["system"]
    transcript = deliver(session).transcripts.get()

    assert at_ada.get(f"/t/acme/transcripts/{transcript.pk}/system").status_code == 404


def test_media_are_chips_without_their_data(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    data = "iVBORw0KGgo" * 20
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    session["messages"][4]["content"] = [image]
    transcript = deliver(session).transcripts.get()

    page = at_ada.get(f"/t/acme/transcripts/{transcript.pk}/m/4").content.decode()

    assert "image/png · digest" in page
    assert data not in page


def test_hostile_content_is_text(at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]) -> None:
    session["messages"][0]["content"] = "<script>alert(1)</script>\u202e\x1b[31m\u200b{{ 7|add:7 }}"
    session["messages"][1]["content"][1]["name"] = "<b>rm</b>"
    transcript = deliver(session, name="<i>x</i>.json").transcripts.get()
    address = f"/t/acme/transcripts/{transcript.pk}"

    for place in ("", "?open=all", "/m/0", "/m/0?view=raw", "/m/1"):
        page = at_ada.get(address + place).content.decode()
        assert "<script>alert" not in page
        assert "<b>rm" not in page
        assert "<i>x" not in page
        assert "\u202e" not in page
        assert "\x1b" not in page
    opened = at_ada.get(f"{address}/m/0").content.decode()
    assert '<span class="ctl harm" title="Right-to-left override, U+202E">RLO</span>' in opened
    assert ">ESC[31m</span>" in opened
    assert ">ZWSP</span>" in opened
    assert "{{ 7|add:7 }}" in opened


def test_half_a_character_does_not_break_the_page(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    text = json.dumps(session).replace("Then fix it.", "half \\ud83d here")
    transcript = deliver(text.encode()).transcripts.get()

    page = at_ada.get(f"/t/acme/transcripts/{transcript.pk}/m/4").content.decode()

    assert ">U+D83D</span> here" in page


def test_values_sixty_deep_and_a_line_of_a_megabyte_keep_the_page_small(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    deep: dict[str, Any] = {"leaf": "GRACE = 14"}
    for level in range(60):
        deep = {f"level{level}": deep}
    session["messages"][1]["content"][1]["input"] = deep
    session["messages"][0]["content"] = "word " * 250_000
    address = f"/t/acme/transcripts/{deliver(session).transcripts.get().pk}"

    for place in ("", "?open=all", "/m/0", "/m/0?full=0", "/m/1"):
        answer = at_ada.get(address + place)
        assert answer.status_code == 200, place
        assert len(answer.content) < 300_000, place
    assert "Slice 1 of" in at_ada.get(f"{address}/m/0?full=0").content.decode()
    assert "GRACE = 14" in at_ada.get(f"{address}/m/1?full=1").content.decode()
