"""An outage in a cluster, told while it happens. Held out."""

from tests.benchmarks.proof.scenario import Scenario

SCENARIO = Scenario(
    name="incident",
    openings=(
        "We are paged: the booking service drops one request in twenty since the rollout at noon. Help me to stabilise it, then to understand it.",
        "Pods of the booking service restart every few minutes. The board wants a written cause by tomorrow.",
    ),
    folders=("deploy/booking", "charts/gateway", "runbooks/network", "terraform/zones", "ops/alerts"),
    words=("ingress", "sidecar", "quota", "dns", "pool", "probe", "drain", "cache", "node", "autoscale"),
    ending="yaml",
    tools=(("kubectl", "args"), ("metrics", "expr"), ("cat", "file"), ("helm", "args")),
    requests=(
        "Status?",
        "What does the {word} panel say?",
        "Have a look at {path} as well.",
        "Somebody in the channel blames the {word}.",
        "Thanks, go ahead.",
        "I am back. Summary of the last ten minutes?",
    ),
    steps=(
        "Fetching events for the {word} pods.",
        "Graphing {word} latency over {n} minutes.",
        "Diffing {path} against the previous release.",
        "Tailing one of the {word} containers.",
        "Asking the API server for its view of the {word}.",
    ),
    outputs=(
        "NAME READY STATUS RESTARTS AGE\n{word}-6c9f 2/2 Running {n} 5h\n{word}-8d1a 2/2 Running 0 5h\n{word}-77b0 1/2 Running {n} 12m",
        "time value\n12:00 0.{n}\n12:05 0.{n}\n12:10 0.{n}\n12:15 0.{n}",
        "kind: Deployment\nmetadata:\n  name: {word}\nspec:\n  replicas: {n}\n  selector:\n    matchLabels:\n      app: {word}",
        "release {word} upgraded, revision {n}",
        "Events: <none>",
    ),
    endings=(
        "The {word} panel is flat, so that is a dead end.",
        "Identical to the last release apart from whitespace ({path}).",
        "Restarts continue at the same pace.",
        "The {word} looks healthy to me.",
    ),
    asides=(
        ("Why is it always Friday?", "It is Wednesday, to be fair."),
        ("Remind me what a pod disruption budget does.", "It limits how many pods may be away at once on purpose."),
        ("Pizza is here, one minute.", "Enjoy. I keep an eye on the graphs."),
    ),
    says={
        "path": (
            ("user", "Someone edited {v} this morning without a review."),
            ("end", "The culprit's manifest is {v}."),
            ("step", "The timeline goes into {v} as we speak."),
            ("result", "configured from {v}"),
        ),
        "location": (
            ("result", "goroutine 1: {v}"),
            ("end", "The probe handler blocks ({v}), and kubelet loses patience."),
            ("user", "Could {v} have something to do with it?"),
            ("step", "Worth noting that {v} holds a lock during the lookup."),
        ),
        "error": (
            ("result", "{v}"),
            ("user", "Customers get to read this: {v}"),
            ("end", "Repeated every few seconds: `{v}`"),
        ),
        "setting": (
            ("result", "  {k}: {v}"),
            ("end", "{k} went to {v} at noon, that is the change."),
            ("user", "The vendor recommends {v} as {k}."),
            ("step", "{k} shows as {v} on the live object."),
        ),
        "identifier": (
            ("step", "The affected one is {v}, a {k} in the second zone."),
            ("user", "Please file everything under {v} ({k})."),
            ("end", "Rolled back to {v}, which is the {k} of last week."),
        ),
        "number": (
            ("end", "Impact so far: {v} {k}."),
            ("step", "{k} is up at {v}."),
            ("user", "Sales claims {v} {k}, can that be?"),
            ("result", "{k} {v}"),
        ),
    },
    errors=(
        "upstream connect error or disconnect/reset before headers, reset reason {word}-{n}",
        "Liveness probe failed: HTTP probe on port {big} gave statuscode 503",
        "OOMKilled: container {word} used {big}Mi",
        "x509: certificate for {word}{n}.internal has expired",
    ),
    settings=(
        ("timeoutSeconds", ("9", "14")),
        ("maxSurge", ("35%", "15%")),
        ("pool.max_idle", ("73", "118")),
        ("terminationGracePeriod", ("95s", "140s")),
        ("ndots", ("7", "13")),
        ("memory.limit", ("1536Mi", "2816Mi")),
    ),
    identifiers=(
        ("incident", "INC-{n}"),
        ("node", "ip-10-{n}-{word}"),
        ("revision", "{word}-rev{n}"),
        ("image", "booking:{n}-{word}"),
    ),
    numbers=(
        ("failed bookings", "{big}"),
        ("percent of requests lost", "{pct}"),
        ("restarts since noon", "{mid}"),
        ("milliseconds at the 99th percentile", "{big}"),
        ("connections waiting", "{mid}"),
    ),
    corrections=(
        (("user", "Scale it so that {k} equals {old}."), ("user", "Still choking. {k} up to {v} please.")),
        (("end", "{k} reads {old} in the chart."), ("end", "The live object disagrees with the chart: {k} reads {v}.")),
        (("step", "Trying {old} for {k}."), ("end", "{old} made it worse; {k} is back at {v}, where it holds.")),
    ),
    rules=(
        (
            ("user", "Production belongs to me tonight: you propose, I press enter."),
            ("you propose, I press enter", "user runs production commands", "propose only"),
        ),
        (
            ("user", "No names of customers in the write-up."),
            ("No names of customers", "no customer names", "without customer names"),
        ),
        (("user", "Treat the payments namespace as if it were made of glass."), ("payments namespace",)),
        (
            ("user", "Times in UTC, the board sits on three continents."),
            ("Times in UTC", "timestamps in UTC", "UTC times"),
        ),
        (
            ("user", "If we lose more than two zones, wake Ingrid before anything else."),
            ("wake Ingrid", "call Ingrid", "contact Ingrid"),
        ),
    ),
    decisions=(
        (("user", "Roll back now, learn later."), ("Roll back now", "roll back first")),
        (("end", "Good: the new probe waits for the next maintenance window."), ("next maintenance window",)),
        (
            ("user", "The autoscaler is out of the picture until Monday, I turned it off on purpose."),
            (
                "out of the picture until Monday",
                "autoscaler is off until Monday",
                "autoscaler off until Monday",
                "autoscaler disabled until Monday",
            ),
        ),
        (
            ("end", "With your nod the cache moves to its own node group."),
            ("cache moves to its own node group", "own node group", "dedicated node group"),
        ),
        (("user", "We tell customers the plain truth, including the part about the review."), ("plain truth",)),
    ),
)
