"""The measures of two texts, as `qa_summarizer.json` gives them."""

from compaction.measures import measure

LISTS = ("source_ids", "kept", "lost", "unsupported")


def check(case: dict) -> None:
    measures = measure(case["source"], case["summary"], prior=case.get("prior", ""), hook=case.get("hook", ""))
    found = {name: getattr(measures, name) for name in case["expect"]}
    assert {name: sorted(value) if name in LISTS else value for name, value in found.items()} == case["expect"]
