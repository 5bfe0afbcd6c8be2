"""A message that came through with other content: what changed in it, by place."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.runs.models import Run
from webui.runs.views import value_rows

KNOWN: Any = {"known": lambda *texts: "", "read": lambda marks: frozenset()}
LONG = "The file was read. Its retry limit is 3. Nothing else was found in it."


def call(number: int, path: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "read", "input": {"path": path, **more}}


def result(number: int, text: str) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": text}


def plain(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def run(upload: Callable[..., Run], work_off: Callable[[], int]) -> Run:
    """A compaction that cut a tool's input and a result, and kept the rest."""
    before = [
        {"role": "user", "content": "Find the limit."},
        {"role": "assistant", "content": [call(1, "a.py", limit=40), call(2, "b.py")]},
        {"role": "user", "content": [result(1, LONG), result(2, "nothing")]},
        {"role": "assistant", "content": "It is 3."},
        {"role": "user", "content": "Thanks."},
    ]
    after = [
        before[0],
        {"content": [call(1, "a.py", limit=20), call(2, "b.py")], "role": "assistant"},
        {
            "role": "user",
            "content": [result(2, "nothing"), result(1, LONG.replace(" Nothing else was found in it.", ""))],
        },
        *before[3:],
    ]
    made = upload("pair", {"pair": {"model": "claude-sonnet-4-5", "before": before, "after": after}})
    work_off()
    made.refresh_from_db()
    return made


@pytest.fixture
def see(at_ada: Client, run: Run) -> Callable[..., str]:
    def see(position: int, query: str = "") -> str:
        answer = at_ada.get(f"/t/acme/runs/{run.pk}/rewritten/{position}{query}")
        assert answer.status_code == 200
        return answer.content.decode()

    return see


def test_the_input_of_a_call_is_compared_by_path(see: Callable[..., str]) -> None:
    page = see(1)

    assert "What changed in message 1" in plain(page)
    assert re.findall(r'<h2 id="d-0-t"[^>]*>(.*?)</h2>', page) == ["content[0].input.limit"]
    assert '<del><span class="vh">removed: </span>40</del> <ins><span class="vh">inserted: </span>20</ins>' in page
    assert "1 changed" in plain(page) and "b.py" not in page, "what is the same is not told"


def test_blocks_are_known_by_their_ids_and_text_by_its_words(see: Callable[..., str]) -> None:
    page = plain(see(2))

    assert "1 removed, 1 moved" in page
    assert "moved: stands here now, before at content[0]" in page
    assert "content[1].content" in page
    assert "removed: Nothing else was found in it." in page
    assert "Change 1 of 2" in page and "Change 2 of 2" in page


def test_the_order_of_names_is_told_on_demand(see: Callable[..., str]) -> None:
    assert "role, content" not in plain(see(1))

    page = plain(see(1, "?raw=1"))
    assert "The whole message the same but for the order of names" in page
    assert "removed: role, content inserted: content, role" in page
    assert "Without order of keys" in page


def test_a_message_that_was_kept_has_nothing_to_tell(see: Callable[..., str]) -> None:
    assert "Nothing differs" in see(3)


def test_one_goes_from_one_rewritten_message_to_the_next(see: Callable[..., str], run: Run) -> None:
    home = f"/t/acme/runs/{run.pk}/rewritten"

    assert f'<a class="btn small" href="{home}/2" data-next-page' in see(1)
    assert f'<a class="btn small" href="{home}/1" data-previous-page' in see(2)
    assert f'href="{home}/2" data-previous-page' in see(3)
    assert "data-next-page" not in see(2)


def test_the_pages_of_the_run_lead_there(at_ada: Client, run: Run) -> None:
    home = f"/t/acme/runs/{run.pk}"

    for page in ("?tab=overview", "/aligned", "/before/1", "/after/1"):
        assert f'href="{home}/rewritten/1"' in at_ada.get(home + page).content.decode(), page
    assert "rewritten/" not in at_ada.get(f"{home}/before/3").content.decode()


def test_what_changed_is_ticked_as_read(see: Callable[..., str], at_ada: Client, run: Run) -> None:
    sent = re.findall(r'name="read" value="([^"]+)"', see(1))
    at_ada.post("/t/acme/read", {"read": sent[0], "next": f"/t/acme/runs/{run.pk}/rewritten/1"})

    assert "All read" in plain(see(1))
    assert "2 of 2 changes unread" in plain(see(2))


@pytest.mark.parametrize("position", [5, 999_999_999])
def test_where_no_message_stands_there_is_no_page(at_ada: Client, run: Run, position: int) -> None:
    assert at_ada.get(f"/t/acme/runs/{run.pk}/rewritten/{position}").status_code == 404


def test_a_message_that_was_summarised_has_no_page(at_ada: Client, pair: Run) -> None:
    assert at_ada.get(f"/t/acme/runs/{pair.pk}/rewritten/1").status_code == 404


def test_hostile_values_stay_text(run: Run) -> None:
    drawn = value_rows.draw('{"<b>": "<script>1"}', '{"<b>": 2}', raw=False, **KNOWN)

    assert drawn is not None
    assert [section.title for section in drawn.sections] == ['["<b>"]']
    assert [bit.text for bit in drawn.sections[0].rows[0].both] == ['"<script>1"', " ", "2"]


def test_long_values_are_cut_and_long_texts_are_not_compared() -> None:
    drawn = value_rows.draw('{"a": 1}', '{"a": 1, "b": ["' + "x" * 3_000 + '"]}', raw=False, **KNOWN)
    assert drawn is not None
    (row,) = drawn.sections[0].rows
    assert row.both[0].text.endswith("x… (3,004 characters in all)")
    assert len(row.both[0].text) < 2_100

    drawn = value_rows.draw('"' + "a " * 150_000 + '"', '"' + "b " * 150_000 + '"', raw=False, **KNOWN)
    assert drawn is not None
    assert (drawn.limit, drawn.sections[0].limit) == ("Not compared: too long.",) * 2
    assert value_rows.draw("1", '"' + "b" * 2_000_001 + '"', raw=False, **KNOWN) is None
    assert value_rows.draw("1", "{", raw=False, **KNOWN) is None


def test_the_page_keeps_to_its_queries(at_ada: Client, run: Run, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(12):
        at_ada.get(f"/t/acme/runs/{run.pk}/rewritten/1")


def test_the_api_tells_the_same(at_ada: Client, run: Run) -> None:
    call = f"/api/v1/runs/{run.pk}/rewritten/1"
    assert call in at_ada.get(f"/t/acme/runs/{run.pk}/rewritten/1").content.decode()

    told = at_ada.get(call).json()

    assert (told["before"], told["after"], told["fate"]) == (1, 1, "rewritten")
    (change,) = told["changes"]
    assert (change["kind"], change["path"]) == ("replace", "content[0].input.limit")
    assert (change["old"], change["new"], change["text"], change["note"]) == ("40", "20", False, False)
    assert len(at_ada.get(f"{call}?raw=true").json()["changes"]) == 2
    assert at_ada.get(f"/api/v1/runs/{run.pk}/rewritten/99").status_code == 404


def test_another_team_finds_nothing(at_rob: Client, run: Run) -> None:
    assert at_rob.get(f"/t/acme/runs/{run.pk}/rewritten/1").status_code == 404
    assert at_rob.get(f"/t/rivals/runs/{run.pk}/rewritten/1").status_code == 404
    assert at_rob.get(f"/api/v1/runs/{run.pk}/rewritten/1").status_code == 404
