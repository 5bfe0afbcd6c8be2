"""A file synchroniser on the command line that copies too much."""

from tests.benchmarks.proof.scenario import Scenario

SCENARIO = Scenario(
    name="sync",
    openings=(
        "Our sync tool copies files again that have not changed, mostly on network drives. I need it to stop doing that without missing real changes.",
        "Please look into why a second sync right after the first is not a no-op.",
    ),
    folders=("crates/scan/src", "crates/plan/src", "crates/cli/src", "crates/store/tests", "fixtures/trees"),
    words=("walker", "digest", "mtime", "planner", "journal", "ignore", "chunk", "clock", "symlink", "rename"),
    ending="rs",
    tools=(("read", "path"), ("cargo", "args"), ("rg", "pattern"), ("bash", "command")),
    requests=(
        "Is {path} on the hot path?",
        "And with {word} switched off?",
        "Continue.",
        "Could the {word} be to blame?",
        "I only half understand; say it in other words?",
        "All right. Next?",
    ),
    steps=(
        "I will read {path} before guessing.",
        "Building with debug logs for the {word} module.",
        "Two runs in a row over the tree with {n} files.",
        "The {word} looks at metadata first; let me confirm that.",
        "Comparing what {path} writes with what it reads back.",
    ),
    outputs=(
        "   Compiling {word} v0.{n}.0\n    Finished dev profile in {ms}s\n     Running `target/debug/{word}`",
        "running {n} tests\ntest {word}::roundtrip ... ok\ntest {word}::empty ... ok\n\ntest result: ok. {n} passed; 0 failed; finished in {ms}s",
        "{path}:{n}:    let entry = {word}.next()?;\n{path}:{n}:    if entry.is_dir() {{ continue; }}",
        "pub struct {word}State {{\n    seen: HashSet<PathBuf>,\n    left: usize,\n}}\n\nimpl {word}State {{",
        "(no output)",
    ),
    endings=(
        "The {word} is innocent.",
        "It reads as one would expect; {path} can stay.",
        "Second run over the fixture: {n} files looked at.",
        "No difference on a local disk, as you said.",
    ),
    asides=(
        ("Would you have written this in Go?", "Perhaps, but the borrow checker has caught two things already."),
        ("Our office moved, the lights here flicker.", "Then let us be done before the power goes."),
        ("How do people pronounce mtime?", "Mostly em-time, in my experience."),
    ),
    says={
        "path": (
            ("end", "The journal that decides this lives in {v}."),
            ("step", "A minimal tree that shows it is checked in as {v} now."),
            ("user", "The customer's configuration is at {v} if you need it."),
            ("result", "copied again: {v}"),
        ),
        "location": (
            ("step", "{v} is where the comparison truncates to whole seconds."),
            ("end", "So the second copy is triggered by {v}."),
            ("result", "thread 'main' stopped at {v}"),
            ("user", "git blame on {v} leads to me, sorry."),
        ),
        "error": (
            ("result", "{v}"),
            ("user", "The customer sent this line: {v}"),
            ("step", "With the drive unplugged it prints `{v}` and exits."),
        ),
        "setting": (
            ("user", "Their {k} is {v}."),
            ("step", "{k} = {v} in the sample file, so I test with that."),
            ("end", "The default for {k} should be {v}, I changed the template."),
            ("result", "{k} = {v}"),
        ),
        "identifier": (
            ("end", "I named the {k} {v}."),
            ("user", "It is {v} on our side ({k})."),
            ("step", "The {k} {v} shows the same symptom."),
        ),
        "number": (
            ("step", "{v} {k}, of all things."),
            ("end", "After the change the second run does {v} {k}."),
            ("user", "Their tree has {v} {k}."),
            ("result", "summary: {v} {k}"),
        ),
    },
    errors=(
        'Error: Os {{ code: 5, kind: PermissionDenied, message: "share {word}{n}" }}',
        "thread '{word}-{n}' panicked: journal checksum mismatch",
        "warning: clock skew of {n} s on remote, falling back to digests",
        "fatal: cannot rename .{word}.{n}.tmp across devices",
    ),
    settings=(
        ("compare.granularity", ("1500ms", "2s", "350ms")),
        ("journal_limit", ("96000", "18000")),
        ("hash.algorithm", ("blake3-keyed", "xxh3-128")),
        ("follow_links", ("inside-root", "same-device")),
        ("SYNC_THREADS", ("13", "29")),
        ("retry.backoff", ("1.7", "2.3")),
    ),
    identifiers=(
        ("issue", "SYN-{n}"),
        ("test", "second_run_{word}_{n}"),
        ("customer build", "{word}-lts-{n}"),
        ("branch", "wip/{word}-{n}"),
    ),
    numbers=(
        ("files copied for nothing", "{big}"),
        ("system calls a file", "{mid}"),
        ("gigabytes over the wire each night", "{dec}"),
        ("links that point outside", "{mid}"),
        ("files in the deepest folder", "{big}"),
    ),
    corrections=(
        (("user", "Start with {k} = {old}."), ("user", "The customer objects; {k} shall be {v}.")),
        (
            ("step", "As far as I can see {k} ends up as {old}."),
            ("step", "The environment wins over the file: {k} ends up as {v}."),
        ),
        (("end", "I left {k} at {old}."), ("user", "Could you raise or lower {k} to {v}? The old one was arbitrary.")),
    ),
    rules=(
        (
            ("user", "Whatever you do, a sync may not delete anything on the remote."),
            ("delete anything on the remote", "delete on the remote", "deletions on the remote", "delete remote"),
        ),
        (
            ("user", "The journal format is frozen until the next major version."),
            ("journal format is frozen", "frozen journal format", "not change the journal format"),
        ),
        (
            ("user", "We support Windows shares with names in any script, keep that in mind in every test."),
            ("names in any script", "non-ASCII share names", "Unicode share names"),
        ),
        (
            ("user", "unsafe is not welcome in this workspace."),
            ("unsafe is not welcome", "no unsafe", "without unsafe"),
        ),
        (
            ("user", "Output on stdout is parsed by other people's scripts; new words go to stderr."),
            (
                "new words go to stderr",
                "parsed by other people's scripts",
                "new output goes to stderr",
                "new output to stderr",
            ),
        ),
    ),
    decisions=(
        (
            ("end", "We compare size first and digest second; times are only a hint from here on."),
            ("compare size first", "size first and digest second", "times are only a hint", "size, then digest"),
        ),
        (
            ("user", "Good, then the watcher becomes an experiment behind a subcommand."),
            ("watcher becomes an experiment", "experimental watcher", "watcher behind a subcommand"),
        ),
        (
            ("user", "I would rather pay for one extra hash than trust that clock. Do it that way."),
            ("one extra hash", "extra hash over", "extra hash instead"),
        ),
        (
            ("end", "Conclusion of the last half hour: the planner stays single-threaded, the walker does not."),
            ("planner stays single-threaded", "single-threaded planner"),
        ),
        (
            ("user", "The compatibility layer for 1.x goes out. Nobody answered the mail."),
            ("compatibility layer for 1.x", "1.x compatibility"),
        ),
    ),
)
