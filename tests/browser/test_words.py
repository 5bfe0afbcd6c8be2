"""Words that are chosen on a page lead to a comment on just them: by mouse, by key, and in what is drawn as tokens."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.looks import LOOKS, dress, look, picture

OFFER = "[data-on-words]"
CHOOSE = """([place, from, to]) => {
  const text = document.querySelector(place);
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  const at = (words, end) => {
    const node = nodes.find((one) => one.data.includes(words));
    return [node, node.data.indexOf(words) + (end ? words.length : 0)];
  };
  getSelection().setBaseAndExtent(...at(from, false), ...at(to, true));
}"""


def choose(tab: Page, place: str, first: str, last: str = "") -> None:
    tab.evaluate(CHOOSE, [place, first, last or first])
    expect(tab.locator(OFFER)).to_be_visible()


def quoted(tab: Page) -> str:
    return tab.locator("#reply blockquote").inner_text()


@pytest.fixture
def talked(world: Any) -> str:
    """A transcript with a case, as its address."""
    from tests.review_rows import case
    from webui.review.models import Case
    from webui.transcripts.models import Transcript

    Case.objects.filter(team=world.team).delete()
    for number, name, at in ((1, "long", 128), (2, "hostile", 4)):
        transcript = Transcript.objects.get(pk=world.pages[name].rpartition("/")[2])
        place = {"transcript": transcript.pk, "position": at, "block": 0, "pointer": f"/messages/{at}/content/0"}
        case(world.team, number, None, transcript=transcript, capture=transcript.capture, place=place)
    return str(world.pages["long"])


def test_chosen_words_are_commented_on_by_key_and_marked_in_their_place(
    tab: Page, live_server: LiveServer, talked: str
) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(f"{live_server.url}{talked}?open=all")
    expect(tab.locator(OFFER)).to_be_hidden()
    choose(tab, "[id='m-3.0'] [data-from]", "read the next file")
    expect(tab.locator(OFFER)).to_contain_text("Comment on these words")

    tab.keyboard.press("c")

    tab.wait_for_url("**/cases/1?**")
    expect(tab.locator("#comment")).to_be_focused()
    assert quoted(tab) == "read the next file"
    tab.keyboard.insert_text("Which file?")
    tab.get_by_role("button", name="Comment").click()
    tab.get_by_role("link", name="words in 3.0").click()
    expect(tab.locator("mark.now")).to_have_text("read the next file")
    assert not [url for url in asked if "next%20file" in url or "next+file" in url], "addresses say where, never what"
    assert "next file" not in tab.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")


def test_the_offer_is_the_next_stop_of_tab_and_goes_with_the_words(
    tab: Page, live_server: LiveServer, talked: str
) -> None:
    tab.goto(f"{live_server.url}{talked}?open=all")
    tab.locator("[id='m-3.0'] [data-from]").dblclick(position={"x": 20, "y": 14})
    tab.keyboard.press("Shift+ArrowRight")
    tab.keyboard.press("Shift+ArrowRight")
    expect(tab.locator(OFFER)).to_have_attribute("href", re.compile("&start=0&end=6#comment$"))
    tab.keyboard.press("Tab")
    expect(tab.locator(OFFER)).to_be_focused()
    tab.keyboard.press("Shift+Tab")
    tab.evaluate("getSelection().removeAllRanges()")
    expect(tab.locator(OFFER)).to_be_hidden()


def test_a_mouse_chooses_words_and_presses_the_offer(tab: Page, live_server: LiveServer, talked: str) -> None:
    tab.goto(f"{live_server.url}{talked}?open=all")
    tab.locator("[id='m-3.0'] [data-from]").dblclick(position={"x": 20, "y": 14})
    tab.locator(OFFER).click()
    tab.wait_for_url("**/cases/1?**")
    assert quoted(tab) == "Step"


def test_hidden_characters_and_numbered_lines_are_counted_as_what_they_are(
    tab: Page, live_server: LiveServer, world: Any, talked: str
) -> None:
    hostile = world.pages["hostile"]
    tab.goto(f"{live_server.url}{hostile}?open=1")
    choose(tab, "[id='m-1.0'] [data-from]", "zero", "width")
    tab.locator(OFFER).click()
    tab.wait_for_url("**/cases/2?**")
    assert quoted(tab) == "zeroZWSPwidth"

    long = world.pages["long"]
    tab.goto(f"{live_server.url}{long}/m/2?full=0")
    choose(tab, "[data-from] .l:nth-child(2)", "return")
    tab.locator(OFFER).click()
    tab.wait_for_url("**/cases/1?**")
    assert quoted(tab) == "return"


def test_what_is_drawn_otherwise_than_written_is_commented_on_as_a_whole(
    tab: Page, live_server: LiveServer, talked: str
) -> None:
    tab.goto(f"{live_server.url}{talked}?open=all")
    choose(tab, "[id='m-3.1'] pre", "billing")
    expect(tab.locator(OFFER)).to_contain_text("Comment on this block")
    tab.locator(OFFER).click()
    tab.wait_for_url("**/cases/1?**on=block**")
    assert "billing/part_1.py" in quoted(tab)


def test_words_of_a_section_are_commented_on(
    tab: Page, live_server: LiveServer, world: Any, runs: dict[str, str]
) -> None:
    from tests.review_rows import case
    from webui.review.models import Case
    from webui.runs.models import Run

    Case.objects.filter(team=world.team).delete()
    run = Run.objects.get(pk=runs["refused"].rpartition("/")[2])
    case(world.team, 1, None, run=run, kind="refused", about="reason", code="xml_content", place={"run": run.pk})
    tab.goto(f"{live_server.url}{runs['refused']}?tab=summary")
    words = str(tab.locator("[data-from]").first.inner_text()).split()[1]
    choose(tab, "[data-from]", words)
    tab.locator(OFFER).click()
    tab.wait_for_url("**/cases/1?**on=words**")
    assert quoted(tab) == words


def test_words_are_chosen_on_the_page_of_the_case_too(tab: Page, live_server: LiveServer, talked: str) -> None:
    tab.goto(f"{live_server.url}/t/local/cases/1?in=view%3Dopen")
    choose(tab, "[id='m-128.0'] [data-from]", "left over")
    tab.locator(OFFER).click()
    tab.wait_for_url("**/cases/1?in=view%3Dopen&transcript=**&on=words**")
    expect(tab.locator("#comment")).to_be_focused()
    assert quoted(tab) == "left over"


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_the_offer_looks_well(tab: Page, live_server: LiveServer, talked: str, theme: str, width: int) -> None:
    dress(tab, live_server.url, theme, width)
    tab.goto(f"{live_server.url}{talked}?open=all")
    choose(tab, "[id='m-3.0'] [data-from]", "read the next file")
    tab.locator("#m-3").scroll_into_view_if_needed()
    picture(tab, "on-words", whole=False)
    assert look(tab) == {}
