"""A nightly export of invoices that stops halfway."""

from tests.benchmarks.proof.scenario import Scenario

SCENARIO = Scenario(
    name="billing",
    openings=(
        "Since Tuesday the nightly invoice export stops somewhere in the middle and finance gets half a file. Can you find out why?",
        "The invoice export that runs at night has become unreliable. I want it to finish, or to say clearly that it did not.",
    ),
    folders=("services/export", "billing/ledger", "billing/jobs", "tests/export", "common/money"),
    words=("runner", "rounding", "statement", "chunker", "ledger", "uploader", "lockfile", "tariff", "vat", "dunning"),
    ending="py",
    tools=(("read_file", "path"), ("run_tests", "target"), ("grep", "pattern"), ("shell", "cmd")),
    requests=(
        "And what about {path}? It was touched in the same week.",
        "Could you run the tests of that part once more?",
        "Go on with the next one.",
        "Hm. Does the {word} code play any role here?",
        "Looks fine so far. What is left?",
        "I was in a meeting; where are we?",
    ),
    steps=(
        "Let me open {path} and follow the calls from there.",
        "I will check whether {word} is imported anywhere else.",
        "Running the {word} tests, which took about {n} ms last time.",
        "Reading on; the part around the {word} looks harmless.",
        "One moment, I am comparing this with {path}.",
    ),
    outputs=(
        "{path}:{n}: def {word}_total(rows):\n{path}:{n}:     return sum(row.amount for row in rows)\n{path}:{n}: def {word}_page(rows, size):\n{path}:{n}:     yield from batched(rows, size)",
        "collected {n} items\n\n{path} ....................  [ 41%]\n{path} ............  [100%]\n\n{n} passed in {ms}s",
        "total {n}\n-rw-r--r-- 1 app app {n} {word}.py\n-rw-r--r-- 1 app app {n} __init__.py\n-rw-r--r-- 1 app app {n} conftest.py",
        "import logging\nfrom decimal import Decimal\n\nlog = logging.getLogger(__name__)\n\nclass {word}Reader:\n    def __init__(self, rows):\n        self.rows = rows",
        "no matches",
    ),
    endings=(
        "Nothing unusual in the {word} part, so I move on.",
        "That file is only a thin wrapper; I left it alone.",
        "The {word} tests pass as before.",
        "So far there is no sign that {path} takes part in this.",
    ),
    asides=(
        (
            "By the way, is there a nicer way to read these logs than less?",
            "You could pipe them through a viewer that folds fields; for a one-off, less with -S is enough.",
        ),
        (
            "My coffee machine has better uptime than this job.",
            "I would not bet against it. Shall I go on with the trace?",
        ),
        (
            "What does idempotent mean again, in one line?",
            "That doing it twice leaves the world as doing it once would have.",
        ),
    ),
    says={
        "path": (
            ("end", "What actually assembles the file is {v}, contrary to what the name of the job suggests."),
            ("user", "Our accountant's corrections land in {v} by the way."),
            ("step", "The half-written output sits in {v} until the upload is through."),
            ("end", "I put the regression test into {v}."),
            ("result", "wrote snapshot to {v}"),
        ),
        "location": (
            ("end", "The commit happens too early, at {v}, before the last chunk is flushed."),
            ("step", "Interesting: {v} swallows the exception and carries on."),
            ("result", "  {v}: in flush -> self._send(chunk)"),
            ("user", "A colleague suspects {v}, for what it is worth."),
        ),
        "error": (
            ("result", "{v}"),
            ("step", "The log of last night ends with `{v}` and nothing after it."),
            ("user", "This is what I see on my side: {v}"),
        ),
        "setting": (
            ("step", "In production {k} is set to {v}, which differs from the default."),
            ("result", "{k}={v}"),
            ("user", "We run it with {k} at {v}, has been so for a year."),
            ("end", "I changed {k} to {v} in the deployment values."),
        ),
        "identifier": (
            ("user", "The {k} is {v}."),
            ("end", "All of this is on the {k} {v} now."),
            ("step", "According to the scheduler the {k} would be {v}."),
        ),
        "number": (
            ("end", "Counting again gives {v} {k}."),
            ("step", "There are {v} {k} in the table this month."),
            ("user", "Finance says they are missing {v} {k}."),
            ("result", "{k}: {v}"),
        ),
    },
    errors=(
        'psycopg.errors.LockNotAvailable: could not obtain lock on row in relation "ledger_{n}"',
        "decimal.InvalidOperation: quantize result has too many digits for {word} {n}",
        "TimeoutError: upload of chunk {n} exceeded the deadline",
        "AssertionError: expected {n} lines, file has fewer",
    ),
    settings=(
        ("EXPORT_CHUNK_ROWS", ("2500", "7500", "12500", "640")),
        ("lock_timeout", ("45s", "900ms", "12s")),
        ("export.compression", ("zstd", "gzip-9", "lz4")),
        ("UPLOAD_RETRIES", ("11", "17", "23")),
        ("ledger.isolation", ("serializable", "repeatable-read")),
        ("EXPORT_TZ", ("Europe/Lisbon", "America/Bogota")),
    ),
    identifiers=(
        ("ticket", "FIN-{n}"),
        ("branch", "fix/{word}-{n}"),
        ("schema", "ledger_v{n}"),
        ("job name", "nightly-{word}-{n}"),
        ("bucket", "inv-{word}-{n}"),
    ),
    numbers=(
        ("invoices without a tax code", "{big}"),
        ("rows per customer at most", "{mid}"),
        ("percent of runs that stop early", "{pct}"),
        ("seconds until the lock is taken", "{dec}"),
        ("duplicate statement lines", "{mid}"),
    ),
    corrections=(
        (
            ("step", "I read {k} as {old} in the values file."),
            ("end", "I misread that earlier: {k} is {v}, the other line was commented out."),
        ),
        (("user", "Let us try {k} with {old} first."), ("user", "That was too much. Put {k} back to {v}.")),
        (
            ("end", "With {k} = {old} the run gets through."),
            ("step", "On the real data that does not hold, so {k} becomes {v}."),
        ),
    ),
    rules=(
        (
            ("user", "Never touch the ledger tables by hand; go through the job."),
            ("touch the ledger tables by hand", "ledger tables directly", "ledger tables manually"),
        ),
        (
            ("user", "Amounts are to be Decimal all the way, I do not want to see a float in there."),
            ("want to see a float", "no float", "Decimal all the way", "Decimal only"),
        ),
        (
            (
                "user",
                "One thing before you go on: finance reads the changelog, so every change of a rounding gets a line there.",
            ),
            ("every change of a rounding gets a line", "rounding change gets a changelog", "changelog line"),
        ),
        (
            ("user", "Please keep the public signature of the exporter as it is."),
            ("public signature of the exporter", "exporter's public signature"),
        ),
        (
            ("user", "Anything that sends mail to customers stays switched off while we test."),
            ("sends mail to customers", "customer mail", "mails to customers", "customer emails"),
        ),
        (
            ("user", "Ask me first if a migration becomes necessary."),
            ("if a migration becomes necessary", "before any migration", "before a migration"),
        ),
    ),
    decisions=(
        (
            ("end", "We settled on writing to a temporary file and renaming it at the end."),
            ("temporary file and renaming", "temporary file, then rename", "temp file and rename"),
        ),
        (
            ("user", "Agreed, the job may fail loudly rather than deliver half a file."),
            ("fail loudly", "deliver half a file"),
        ),
        (("user", "OK then, the old CSV layout dies with this release."), ("old CSV layout", "legacy CSV layout")),
        (
            ("end", "So the retry moves from the uploader into the runner, as you preferred."),
            ("retry moves from the uploader", "retry into the runner", "retry in the runner"),
        ),
        (
            ("user", "After talking to finance: credit notes get a file of their own."),
            ("credit notes get a file", "separate file for credit notes", "credit notes in their own file"),
        ),
        (
            ("end", "To sum up the discussion: one transaction a customer, not one for the whole run."),
            ("one transaction a customer", "one transaction per customer", "per-customer transaction"),
        ),
    ),
)
