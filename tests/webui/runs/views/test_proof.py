"""The page that shows what the benchmark measured."""

from django.test import Client

from webui.runs.views.proof import measured


def test_the_page_shows_the_table_with_command_and_day(at_ada: Client) -> None:
    results = measured()
    page = at_ada.get("/proof").content.decode()

    assert results["command"] in page
    assert results["date"] in page
    for row in results["rows"]:
        assert row["title"] in page
        assert f"{row['all']['fact_recall']:.1%}" in page


def test_the_page_and_the_measures_lead_to_each_other(at_ada: Client) -> None:
    assert 'href="/measures"' in at_ada.get("/proof").content.decode()
    assert 'href="/proof"' in at_ada.get("/measures").content.decode()


def test_nobody_reads_it_without_signing_in(client: Client) -> None:
    assert client.get("/proof").status_code == 302
