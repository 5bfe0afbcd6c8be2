"""Tokens for machines in front of an API. Held out."""

from tests.benchmarks.proof.scenario import Scenario

SCENARIO = Scenario(
    name="gateway",
    openings=(
        "Partners' machines have to log in with short tokens instead of the passwords of today. Design it with me and build it into the gateway.",
        "I want to get rid of shared secrets between our gateway and partners. Let's do it step by step.",
    ),
    folders=("internal/token", "internal/gateway", "cmd/issuer", "pkg/keyring", "test/partners"),
    words=(
        "issuer",
        "verifier",
        "scope",
        "rotation",
        "claims",
        "middleware",
        "replay",
        "partner",
        "audience",
        "cachekey",
    ),
    ending="go",
    tools=(("view", "path"), ("go", "args"), ("find", "name"), ("curl", "url")),
    requests=(
        "How would the {word} learn about that?",
        "Show me what {path} has at the moment.",
        "I see. And then?",
        "Run the checks, would you?",
        "What do others do about the {word}?",
        "Very good.",
    ),
    steps=(
        "Reading {path} to see what the {word} expects.",
        "Writing a table test for the {word}.",
        "The race detector needs about {n} s here.",
        "Looking for callers of the {word}.",
        "Sketching the {word} in {path} first.",
    ),
    outputs=(
        "ok  \tgateway/{word}\t{ms}s\nok  \tgateway/{word}/store\t{ms}s\n?   \tgateway/cmd\t[no test files]",
        "func New{word}(k Keys) *{word} {{\n\treturn &{word}{{keys: k, now: time.Now}}\n}}\n\nfunc (s *{word}) Close() error {{",
        "{path}\n{path}\n{path}",
        'HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: {n}\n\n{{"ok":true}}',
        "nothing found",
    ),
    endings=(
        "The {word} compiles and its tests pass.",
        "Nobody else calls it, so the change is local to {path}.",
        "That leaves the {word} for later.",
        "Race detector silent.",
    ),
    asides=(
        ("Is JWT pronounced jot?", "The document says so. I type it and stay out of it."),
        ("Half the team is ill this week.", "Then small steps it is."),
        ("Who came up with the word middleware?", "It is older than the web; a report of the sixties has it already."),
    ),
    says={
        "path": (
            ("step", "Keys are read from {v} at start."),
            ("user", "The contract with the first partner is filed as {v}."),
            ("end", "Everything about expiry is gathered in {v} by now."),
            ("result", "formatted {v}"),
        ),
        "location": (
            ("user", "Our auditor put a red mark at {v}."),
            ("end", "A nil map was written to in {v}; repaired."),
            ("result", "panic at {v}"),
            ("step", "Compare {v}, where the same trick is used."),
        ),
        "error": (
            ("user", "The partner's engineer pasted {v}"),
            ("result", "{v}"),
            ("step", "What comes back is `{v}`, though the clock is right."),
        ),
        "setting": (
            ("end", "As it stands, {k} equals {v}."),
            ("user", "Legal signed off on {v} for {k}."),
            ("result", "{k}={v}"),
            ("step", "I find {k} with the value {v} in the deployment."),
        ),
        "identifier": (
            ("user", "Use {v} as the {k}."),
            ("step", "{v} turns up in the header, so that is the {k}."),
            ("end", "The {k} is called {v}."),
        ),
        "number": (
            ("user", "Expect {v} {k}."),
            ("end", "Benchmark: {v} {k}."),
            ("result", "{v} {k}"),
            ("step", "At the moment there are {v} {k}."),
        ),
    },
    errors=(
        "token rejected: aud mismatch for {word}-{n}",
        "invalid_grant: assertion is {big} seconds in the future",
        "crypto/rsa: verification error (kid {word}{n})",
        "429 from issuer, retry after {mid}",
    ),
    settings=(
        ("token.ttl", ("420s", "780s", "150s")),
        ("CLOCK_LEEWAY", ("8s", "22s")),
        ("keyring.algorithm", ("ES384", "PS512")),
        ("max_partners", ("340", "560")),
        ("replay.window", ("95s", "185s")),
        ("ISSUER_MODE", ("dual-stack", "shadow-only")),
    ),
    identifiers=(
        ("key id", "kid-{word}-{n}"),
        ("client", "mach_{n}_{word}"),
        ("scope", "{word}:read{n}"),
        ("change request", "CR-{n}"),
    ),
    numbers=(
        ("tokens a minute", "{big}"),
        ("partners in the first wave", "{mid}"),
        ("microseconds for one check", "{dec}"),
        ("keys in use", "{mid}"),
        ("requests with a stale key", "{big}"),
    ),
    corrections=(
        (("user", "My first thought for {k}: {old}."), ("user", "Slept on it, {k} will be {v}.")),
        (
            ("end", "{k} stands at {old} in the draft."),
            ("user", "The partners cannot live with that. Write {v} for {k}."),
        ),
        (
            ("step", "Putting {old} under {k} in the sample."),
            ("step", "The sample is out of date already, {k} reads {v} now."),
        ),
    ),
    rules=(
        (
            ("user", "Secrets are not to show up in logs, and I count hashes of secrets as secrets."),
            ("count hashes of secrets", "hashes of secrets", "secrets in logs"),
        ),
        (
            ("user", "The old login keeps working until the last partner has moved. No exceptions."),
            ("until the last partner has moved", "until all partners have moved", "until every partner has moved"),
        ),
        (
            ("user", "Standard library only, for anything that touches keys."),
            ("Standard library only", "only the standard library", "stdlib only"),
        ),
        (
            ("user", "Each commit gets a test that would have failed without it."),
            ("would have failed without it", "failing test", "test that fails without"),
        ),
        (
            ("user", "I hate abbreviations in exported names; spell them out."),
            ("abbreviations in exported names", "no abbreviations", "spell out exported names"),
        ),
    ),
    decisions=(
        (("user", "Asymmetric keys it is."), ("Asymmetric keys",)),
        (
            ("end", "That makes the gateway a verifier and nothing more; issuing lives elsewhere."),
            ("verifier and nothing more", "gateway only verifies", "verify-only gateway"),
        ),
        (
            ("user", "Revocation by short lifetime, then, without a list."),
            ("Revocation by short lifetime", "no revocation list", "short lifetimes instead of a revocation list"),
        ),
        (("end", "Noted: partners fetch keys, we do not push them."), ("partners fetch keys", "partners pull keys")),
        (
            ("user", "Two keys at any time, old and next. I am convinced."),
            ("Two keys at any time", "two active keys", "two keys at a time"),
        ),
    ),
)
