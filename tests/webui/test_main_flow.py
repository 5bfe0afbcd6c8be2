"""The main job in one go: enter, load the sample, send a file, read what would be refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from webui.accounts import entry
from webui.transcripts.models import Capture, Transcript

REQUEST = {
    "model": "claude-sonnet-4-5",
    "system": "You fix bugs.",
    "tools": [{"name": "read_file", "input_schema": {"type": "object"}}],
    "messages": [
        {"role": "user", "content": "Summary: the fee is charged early."},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "GRACE = 14"}]},
    ],
}


@pytest.fixture
def owner(client: Client, db: None, data_dir: Path) -> Client:
    """The first person, entered by the address that the first start prints."""
    path = entry.first_address("http://testserver").removeprefix("http://testserver")
    assert client.get(path).status_code == 200
    assert client.post(path).status_code == 302
    assert client.get("/", follow=True).redirect_chain[-1] == ("/t/local/", 302)
    return client


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_from_the_first_address_to_a_violation_at_its_block(owner: Client, work_off: Callable[[], int]) -> None:
    owner.post("/t/local/sample")
    sent = owner.post("/t/local/captures/new", {"files": SimpleUploadedFile("mine.json", json.dumps(REQUEST).encode())})
    mine = Capture.objects.get(name="mine.json")
    assert sent["Location"] == f"/t/local/captures/{mine.pk}"
    assert work_off() == 8  # four captures, and the four runs of the sample

    listed = page(owner, "/t/local/captures")
    assert listed.count("billing-session-") >= 3 and "mine.json" in listed
    transcript = mine.transcripts.get()
    assert f"/t/local/transcripts/{transcript.pk}" in page(owner, f"/t/local/captures/{mine.pk}")
    read = page(owner, f"/t/local/transcripts/{transcript.pk}?at=1")
    assert "Would be refused" in read
    assert "Tool result without its call" in read
    assert 'id="m-1.0"' in read
    assert "/rules/paired-tool-result" in read


def test_the_same_file_again_leads_to_the_earlier_capture(owner: Client, work_off: Callable[[], int]) -> None:
    addresses = []
    for name in ("one.json", "two.json"):
        file = SimpleUploadedFile(name, json.dumps(REQUEST).encode())
        addresses.append(owner.post("/t/local/captures/new", {"files": file})["Location"])

    assert addresses[0] == addresses[1]
    assert Capture.objects.count() == 1


def test_pages_cost_few_queries_whatever_they_hold(
    owner: Client, work_off: Callable[[], int], django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    owner.post("/t/local/sample")
    work_off()
    longest = Transcript.objects.order_by("-messages").first()
    assert longest is not None

    for address in (
        "/t/local/captures",
        "/t/local/transcripts",
        f"/t/local/transcripts/{longest.pk}",
        f"/t/local/transcripts/{longest.pk}?at=60",
        f"/t/local/transcripts/{longest.pk}/m/60",
        f"/t/local/captures/{longest.capture_id}",
    ):
        with django_assert_max_num_queries(12):
            page(owner, address)


def test_real_traffic_gives_what_is_expected_of_it(owner: Client, work_off: Callable[[], int], shared: Path) -> None:
    folder = shared / "traffic"
    for case in json.loads((folder / "expectations.json").read_text()):
        document = json.loads((folder / case["file"]).read_bytes())
        data = json.dumps(document[case["body"][1:]] if case["body"] else document).encode()
        sent = owner.post(f"/api/v1/captures?dialect={case['dialect']}", data, content_type="application/json")
        work_off()
        (found,) = owner.get(f"/api/v1/captures/{sent.json()['id']}").json()["transcripts"]
        violations = owner.get(f"/api/v1/transcripts/{found['id']}/violations").json()["violations"]

        assert found["messages"] == case["messages"], case["file"]
        told = [
            {key: one[key] for key in ("index", "rule", "pointer")} for one in violations if "core" in one["layers"]
        ]
        assert told == case["expect"], case["file"]
        assert all(one["severity"] != "error" for one in violations if "core" not in one["layers"]), case["file"]
