"""Checks one case of the QA summarizer: a scenario, a row of the budget table, a chain, or a pair of measured texts.

Source: qa-summarizer, and the case file's own description.
"""

import json
import runpy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compaction.errors import ClientError
from compaction.llm import Reply, Scripted, Usage
from compaction.qa import Context, Message, Outcome, PriorSummary, QaConfig, run, run_chain
from compaction.qa.budget import per_mille, summary_budget
from compaction.qa.counting import HEURISTIC, characters
from compaction.qa.messages import Media, Part, Text, Thinking, ToolCall, ToolResult, compact

Case = dict[str, Any]

SHED = {"unknown": "unknown", "missing": "missing", "shed": "cap"}
SPENT = ("metric", "loopctl.compaction.summarizer.tokens")
RENAMED = {"unsupported-identifier": "ungrounded-fact"}


def load(path: Path) -> Iterator[tuple[str, Case]]:
    given = json.loads(path.read_text(encoding="utf-8"))
    for row in given["budget_table"]:
        words = (row[key] for key in ("summary_budget_pct", "max_summary_tokens", "target_tokens"))
        yield "budget-" + "-".join(map(str, words)), {"check": check_budget, **row}
    for name, checker in (
        ("scenarios", check_scenario),
        ("chain_scenarios", check_chain),
        ("measure_cases", runpy.run_path(str(path_of_measures()))["check"]),
    ):
        for case in given[name]:
            yield case["id"], {"check": checker, **case}


def path_of_measures() -> Path:
    """Measures have a checker of their own; tests are no packages."""
    return Path(__file__).with_name("measure_case.py")


def check(case: Case) -> None:
    case["check"](case)


# Budget rows


def check_budget(row: Case) -> None:
    config = QaConfig(summary_budget_pct=float(row["summary_budget_pct"]), max_summary_tokens=row["max_summary_tokens"])
    assert config.summary_budget_pct == row["effective_pct"]
    assert per_mille(config.summary_budget_pct) == row["per_mille"]
    assert summary_budget(config, row["target_tokens"]) == row["budget"]


# Scenarios


@dataclass(frozen=True)
class PerMessage:
    tokens: int

    def count(self, messages: Sequence[Message]) -> int:
        return self.tokens * len(messages)


@dataclass(frozen=True)
class Chars:
    num: int = 1
    den: int = 1

    def count(self, messages: Sequence[Message]) -> int:
        return sum(map(characters, messages)) * self.num // self.den


@dataclass(frozen=True)
class Explicit:
    """Tokens by the message as it stands in the case; the new summary has none."""

    default: int

    def count(self, messages: Sequence[Message]) -> int:
        return sum(self._tokens(message.ref) for message in messages)

    def _tokens(self, ref: Any) -> int:
        return ref.get("tokens", self.default) if ref else self.default


def counter(given: Case) -> Any:
    options = {key: value for key, value in given.items() if key != "kind"}
    kinds = {"per_message": PerMessage, "chars": Chars, "explicit": Explicit}
    return HEURISTIC if given["kind"] == "heuristic" else kinds[given["kind"]](**options)


def message(given: Case) -> Message:
    parts = given.get("parts") or [{"type": "text", "text": given["text"]}]
    return Message(given["role"], tuple(map(part, parts)), given)


def part(given: Case) -> Part:
    match given["type"]:
        case "text":
            return Text(given["text"])
        case "thinking":
            return Thinking(given["text"])
        case "image":
            return Media("image")
        case "tool_call":
            return ToolCall(given["id"], given["name"], compact(given["input"]))
    return ToolResult(
        given["call_id"], given["name"], given["output"], given.get("is_error", False), given.get("retention")
    )


def written(part: Part) -> Case:
    match part:
        case Text(text):
            return {"type": "text", "text": text}
        case ToolCall(call_id, name, arguments):
            return {"type": "tool_call", "id": call_id, "name": name, "input": json.loads(arguments)}
        case ToolResult(call_id, name, output, _, retention):
            kept = {"retention": retention} if retention else {}
            return {"type": "tool_result", "call_id": call_id, "name": name, "output": output, **kept}
    raise AssertionError(part)


def reply(given: Any) -> str | Reply | ClientError:
    if isinstance(given, str):
        return given
    if "error" in given:
        return ClientError(given["error"], retryable=False)
    return Reply(given["text"], Usage(**given["usage"]) if "usage" in given else None)


def check_scenario(case: Case) -> None:
    client = Scripted(map(reply, case["replies"]))
    messages = tuple(map(message, case["messages"]))
    context = case.get("context", {})
    prior = PriorSummary(case["prior"]["text"], case["prior"]["pass"]) if case["prior"] else None
    outcome = run(
        messages,
        config=QaConfig(**case["config"]),
        context=Context(
            case["target_tokens"],
            counter(case["counter"]),
            counter(case["summary_counter"]) if "summary_counter" in case else None,
            context.get("instructions"),
            tuple(context.get("additional_context", ())),
            tuple(map(message, context.get("pinned", ()))),
        ),
        prior=prior,
        client=client,
    )
    assert client.left == []
    compare(case["expect"], facts_of(outcome, client, messages))


def facts_of(outcome: Outcome, client: Scripted, messages: Sequence[Message]) -> Case:
    """Everything that a scenario may expect, under its names."""
    told = outcome.calls and outcome.calls[0].user
    return {
        "outcome": outcome.kind,
        "calls": len(client.requests),
        "messages_unchanged": outcome.messages == messages,
        "evicted": [next(i for i, m in enumerate(messages) if m is each) for each in outcome.evicted],
        "pulled": [next(i for i, m in enumerate(messages) if m is each) for each in outcome.pulled],
        "out_roles": [each.role for each in outcome.messages],
        "out": [{"role": each.role, "parts": list(map(written, each.parts))} for each in outcome.messages],
        "questions": [question.text for question in outcome.questions],
        "facts": [f"{each.text}: {each.answer}" for each in outcome.questions if each.folded],
        "dropped_answers": [
            {"n": each.number, "reason": SHED[each.status]} for each in outcome.questions if not each.folded
        ],
        "prior_after": outcome.prior and {"text": outcome.prior.text, "pass": outcome.prior.number},
        "events": sum(event.fields[0] == SPENT for event in outcome.events),
        "spend": {
            "in": outcome.spend.input_tokens,
            "out": outcome.spend.output_tokens,
            "estimated": outcome.spend.estimated,
        },
        "transcript": told and told.split("<conversation>\n")[1].split("\n</conversation>")[0],
        "flags": {flag.id for flag in outcome.flags},
        "prompts": [request.user for request in client.requests],
        **{
            name: getattr(outcome, name)
            for name in ("budget", "split_index", "summary", "tokens_before", "tokens_after", "tokens_saved")
        },
        **{name: getattr(outcome, name) for name in ("step", "reason", "error")},
    }


def compare(expect: Case, found: Case) -> None:
    for name, value in expect.items():
        match name:
            case "spend":
                assert value.items() <= found["spend"].items()
            case "prior_after" if value and value["text"] == "=summary":
                assert found[name] == {"text": found["summary"], "pass": value["pass"]}
            case "error_contains" | "summary_contains":
                assert all(words in found[name.removesuffix("_contains")] for words in value)
            case "summary_not_contains":
                assert not any(words in found["summary"] for words in value)
            case "prompt_contains":
                assert all(words in found["prompts"][int(n) - 1] for n, some in value.items() for words in some)
            case "prompt_not_contains":
                assert not any(words in found["prompts"][int(n) - 1] for n, some in value.items() for words in some)
            case "flags":
                assert {RENAMED.get(flag, flag) for flag in (each.replace("_", "-") for each in value)} <= found[name]
            case _:
                assert (name, found[name]) == (name, value)


# Chains


@dataclass(frozen=True)
class Given:
    """A stage whose outcome the case gives."""

    name: str
    result: Case

    def run(self, messages: Sequence[Message]) -> Outcome:
        before = Landing(0).count(messages)
        if "fail" in self.result:
            return Outcome("failed", tuple(messages), before, before, error=self.result["fail"])
        landed = (Message("assistant", (), self.result["landing"]),)
        return Outcome("compacted", landed, before, self.result["landing"])


@dataclass(frozen=True)
class Landing:
    """Tokens by the number that a message carries."""

    unused: int

    def count(self, messages: Sequence[Message]) -> int:
        return sum(int(str(each.ref)) for each in messages)


def check_chain(case: Case) -> None:
    original = (Message("user", (Text("go on"),), case["tokens_before"]),)
    chain = run_chain(
        original,
        stages=[Given(stage["name"], stage["result"]) for stage in case["stages"]],
        context=Context(case["target_tokens"], Landing(0)),
    )
    for name, value in case["expect"].items():
        match name:
            case "degradation_events":
                assert [dict(each) for each in chain.degradations] == value
            case "pass_events":
                assert [dict(each) for each in chain.passes] == value
            case _:
                assert (name, getattr(chain, name)) == (name, value)
    assert chain.outcome.trail == case["expect"]["trail"]
    assert chain.success or chain.outcome.messages == original
