"""A warehouse load whose daily numbers do not add up."""

from tests.benchmarks.proof.scenario import Scenario

SCENARIO = Scenario(
    name="warehouse",
    openings=(
        "The daily revenue in the dashboard and in the warehouse differ by a few percent. I need to know which one is right and why.",
        "Our loads finish green but Monday's numbers are too low. Please dig.",
    ),
    folders=("dags/revenue", "models/staging", "models/marts", "sql/checks", "seeds/regions"),
    words=("orders", "refunds", "sessions", "regions", "fx", "snapshot", "dedupe", "calendar", "merge", "audit"),
    ending="sql",
    tools=(("query", "sql"), ("read_model", "path"), ("trigger", "dag"), ("logs", "task")),
    requests=(
        "Same question for {word}.",
        "Does {path} filter anything out?",
        "What did last week look like?",
        "OK.",
        "Can you run that for one region only?",
        "My boss asks for an interim state, two sentences please.",
    ),
    steps=(
        "I start with {path} since everything passes through it.",
        "Comparing counts by day for {word}.",
        "Looking at the logs of the {word} task.",
        "The join against {word} could multiply rows, checking.",
        "This query touches {n} partitions, a moment.",
    ),
    outputs=(
        "day | rows | amount\nMon | {n} | {n}.10\nTue | {n} | {n}.35\nWed | {n} | {n}.00",
        "with base as (\n  select * from {{{{ ref('{word}') }}}}\n)\nselect day, sum(amount)\nfrom base\ngroup by 1",
        "[{n}] INFO - task {word}_load started\n[{n}] INFO - fetched batch\n[{n}] INFO - done in {ms}s",
        "1 row\n\ncount\n{n}",
        "triggered, state queued, state running, state success",
    ),
    endings=(
        "{word} matches on both sides.",
        "Nothing gets lost in {path}.",
        "The totals of last week are identical to the cent.",
        "So it is not the {word}.",
    ),
    asides=(
        ("Is it star or snowflake that has the extra joins?", "Snowflake; its dimensions are themselves split up."),
        ("I will be away from two to three.", "Noted, I go on meanwhile with what needs no answer."),
        ("Do you like dashboards?", "I like it when two of them agree."),
    ),
    says={
        "path": (
            ("end", "The filter that eats the rows is in {v}."),
            ("user", "Marketing uploads its sheet to {v} every morning."),
            ("step", "I keep the comparison queries in {v} so that they can be repeated."),
            ("result", "file {v} loaded"),
        ),
        "location": (
            ("end", "See {v}: an inner join where a left one was meant."),
            ("step", "The time zone is cut off at {v}."),
            ("result", '  File "{v}" in execute'),
            ("user", "Our old consultant left a comment near {v}."),
        ),
        "error": (
            ("result", "{v}"),
            ("step", "On Sunday the task logged `{v}` but was marked green."),
            ("user", "I found this in my inbox: {v}"),
        ),
        "setting": (
            ("step", "{k} has the value {v} in the scheduler."),
            ("user", "For the record, {k} is {v} here."),
            ("result", "{k}: {v}"),
            ("end", "I proposed {v} for {k} in the review."),
        ),
        "identifier": (
            ("end", "The run in question is {v} ({k})."),
            ("user", "{v} is the {k} that they use."),
            ("step", "Filtering by the {k} {v} isolates it."),
        ),
        "number": (
            ("result", "{k} = {v}"),
            ("end", "That leaves {v} {k} unexplained."),
            ("user", "The dashboard team counts {v} {k}."),
            ("step", "{v} {k} arrive late, always on weekends."),
        ),
    },
    errors=(
        "SQL compilation error: ambiguous column name '{word}_{n}'",
        "Task exited with return code {n} after heartbeat loss",
        "Duplicate row detected during DML action on key {big}",
        "Numeric value '{big},{mid}' is not recognized",
    ),
    settings=(
        ("max_active_runs", ("14", "19")),
        ("warehouse_size", ("x-medium-2", "large-4")),
        ("lookback_window", ("36h", "75h", "50h")),
        ("dbt_threads", ("21", "27")),
        ("session_timezone", ("Asia/Kolkata", "Pacific/Apia")),
        ("late_arrival_grace", ("5400s", "8100s")),
    ),
    identifiers=(
        ("run id", "manual__{word}_{n}"),
        ("warehouse", "WH_{word}_{n}"),
        ("ticket", "DATA-{n}"),
        ("snapshot", "snap_{n}_{word}"),
    ),
    numbers=(
        ("orders of the night shift", "{big}"),
        ("refunds booked twice", "{mid}"),
        ("percent of the difference", "{pct}"),
        ("euros of rounding", "{dec}"),
        ("sessions without a region", "{big}"),
    ),
    corrections=(
        (("user", "I think {k} was {old}."), ("user", "I looked it up, {k} is {v}.")),
        (
            ("end", "With {k} = {old} the numbers of Monday come out right."),
            ("end", "One day more changes the picture: {k} needs to be {v}."),
        ),
        (("step", "{k} defaults to {old}."), ("step", "There is an override for our account, {k} resolves to {v}.")),
    ),
    rules=(
        (
            ("user", "Queries that cost more than a coffee want my approval beforehand."),
            ("cost more than a coffee", "expensive queries", "costly queries"),
        ),
        (
            ("user", "Personal data stays in the restricted schema, also in samples that you show me."),
            ("stays in the restricted schema", "personal data in the restricted", "no personal data"),
        ),
        (
            ("user", "Backfills only at night."),
            ("Backfills only at night", "backfill only at night", "backfills at night"),
        ),
        (("user", "When you give me a figure, always say as of when."), ("say as of when", "as-of time", "as-of date")),
        (
            ("user", "I do not want any view renamed, half the company has bookmarks."),
            ("any view renamed", "rename views", "rename any view", "renaming views"),
        ),
    ),
    decisions=(
        (
            ("end", "Then the warehouse counts as right and the dashboard gets repaired."),
            ("warehouse counts as right", "warehouse is right", "warehouse as the source of truth"),
        ),
        (
            ("user", "Fine with me: late orders belong to the day on which they were placed."),
            ("day on which they were placed", "day they were placed", "order date"),
        ),
        (
            ("user", "We had a vote. Refunds are shown as their own bar."),
            ("shown as their own bar", "refunds as a separate bar", "own bar"),
        ),
        (
            ("end", "So we merge on order and line instead of order alone."),
            ("merge on order and line", "merge by order and line"),
        ),
        (
            ("user", "Keep the old mart alive until quarter's end, then it can go."),
            ("until quarter's end", "until the end of the quarter", "end of quarter"),
        ),
    ),
)
