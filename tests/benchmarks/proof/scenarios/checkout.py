"""A checkout page that shows the wrong total on slow phones."""

from tests.benchmarks.proof.scenario import Scenario

SCENARIO = Scenario(
    name="checkout",
    openings=(
        "On slow phones our checkout flashes an old total before it shows the right one. People complain. Please find the cause and repair it.",
        "Support gets screenshots of a checkout where total and line items disagree for a second. I would like that gone.",
    ),
    folders=("src/checkout", "src/cart/state", "src/ui/summary", "e2e/checkout", "packages/price"),
    words=("total", "basket", "voucher", "shipping", "hydrate", "useCart", "stepper", "address", "toast", "currency"),
    ending="tsx",
    tools=(("open", "file"), ("npm", "script"), ("search", "query"), ("browser", "action")),
    requests=(
        "Does it also happen with the {word} step?",
        "Try it with the network throttled.",
        "What does {path} do, roughly?",
        "Fine, carry on.",
        "I reloaded and it looks the same to me.",
        "And on the tablet layout?",
    ),
    steps=(
        "I am opening {path} to see who renders the total.",
        "Starting the dev server and the throttled profile, {n} kB/s.",
        "The {word} component rerenders a lot; looking at its props.",
        "Let me see which tests cover the {word}.",
        "Checking {path} for the same pattern.",
    ),
    outputs=(
        "> vite build\n\ntransformed {n} modules.\ndist/assets/{word}-index.js  {n} kB\ndist/assets/{word}.css  {n} kB\nbuilt in {ms}s",
        "import {{ useMemo }} from 'react'\nimport {{ {word} }} from './{word}'\n\nexport function View(props) {{\n  const shown = useMemo(() => {word}(props), [props])\n  return <Row value={{shown}} />\n}}",
        "PASS {path}\n  renders the {word} ({n} ms)\n  keeps the {word} on reload ({n} ms)\nTests: {n} passed",
        "{path}:{n}:  const [{word}, set] = useState()\n{path}:{n}:  useEffect(() => set(read()), [])",
        "page loaded, no console output",
    ),
    endings=(
        "The {word} step behaves on both layouts.",
        "I could not reproduce it there.",
        "That component only formats, it does not compute; nothing to do.",
        "Build and lint pass after the change to {path}.",
    ),
    asides=(
        (
            "Do you know whether Safari still has that scrolling quirk?",
            "Yes, with the toolbar showing; the page here does not depend on it though.",
        ),
        ("Our designer wants a confetti animation. No comment.", "I will wait for the ticket."),
        (
            "What is the difference between memo and useMemo again?",
            "The first remembers a rendered component, the second a computed value.",
        ),
    ),
    says={
        "path": (
            ("step", "The stale number is read back from {v}, which nobody else uses."),
            ("user", "Somebody told me to look at {v}, I do not know why."),
            ("end", "New file: {v}. It holds the one place where totals are added up."),
            ("result", "  create {v}"),
        ),
        "location": (
            ("end", "Found it: the first paint takes the cached value ({v})."),
            ("result", "    at render ({v})"),
            ("step", "There is a second subscriber at {v} which I had overlooked."),
            ("user", "The profiler points to {v} here."),
        ),
        "error": (
            ("user", "My console says: {v}"),
            ("result", "{v}"),
            ("end", "Under throttling React complains with `{v}`."),
        ),
        "setting": (
            ("user", "{k} is {v} for us, in case it matters."),
            ("result", '  "{k}": "{v}",'),
            ("end", "Setting {k} to {v} makes the flash reproducible."),
            ("step", "The config of the preview build says {k} = {v}."),
        ),
        "identifier": (
            ("user", "Support collected the screenshots under {v}, that is the {k}."),
            ("end", "The {k} for this is {v}."),
            ("step", "Events carry the {k} {v}, so they can be told apart."),
        ),
        "number": (
            ("user", "We have {v} {k}."),
            ("end", "Measured on the slow profile: {v} {k}."),
            ("result", "{k} {v}"),
            ("step", "It comes to {v} {k}, higher than I thought."),
        ),
    },
    errors=(
        'Warning: Text content did not match. Server: "{big}" Client: "{mid}"',
        "TypeError: Cannot read properties of undefined (reading '{word}{n}')",
        "Uncaught (in promise) ChunkLoadError: Loading chunk {n} failed",
        "ResizeObserver loop limit exceeded in {word}{n}",
    ),
    settings=(
        ("cart.staleTime", ("7500", "42000", "1250")),
        ("VITE_PRICE_API", ("v4-edge", "v5-canary")),
        ("hydration.mode", ("lazy-visible", "eager-idle")),
        ("priceRounding", ("half-even", "half-up-ch")),
        ("swr.dedupe", ("333ms", "810ms")),
        ("locale.fallback", ("de-LI", "fr-CH", "it-SM")),
    ),
    identifiers=(
        ("feature flag", "ff_{word}_{n}"),
        ("support tag", "SUP-{n}"),
        ("trace name", "{word}-paint-{n}"),
        ("branch", "feat/{word}-{n}"),
    ),
    numbers=(
        ("complaints since the release", "{mid}"),
        ("milliseconds until the right total is there", "{big}"),
        ("renders of the summary on one keystroke", "{mid}"),
        ("kilobytes after compression", "{dec}"),
        ("percent of sessions on slow phones", "{pct}"),
    ),
    corrections=(
        (("user", "Put {k} at {old} for the moment."), ("user", "Hm, make {k} {v} instead, the other felt sluggish.")),
        (
            ("end", "{k} was {old} when the bug appeared."),
            ("end", "Correction from the deployment history: at that time {k} had already been {v}."),
        ),
        (
            ("step", "I take {k} to be {old}."),
            ("user", "No. {k} is {v} since the spring, that page of the wiki is stale."),
        ),
    ),
    rules=(
        (
            ("user", "No new dependencies in this package, please, it is at the size limit."),
            ("No new dependencies", "without new dependencies", "not add dependencies"),
        ),
        (
            ("user", "The words on the buttons come from legal. Leave them alone."),
            ("words on the buttons", "button texts", "button labels", "button wording"),
        ),
        (
            ("user", "Every visual change goes behind a flag until Thursday's review."),
            ("visual change goes behind a flag", "visual changes behind a flag", "behind a feature flag"),
        ),
        (
            ("user", "I only merge things that I can roll back by flipping one switch."),
            ("roll back by flipping one switch", "one-switch rollback", "rolled back with one switch"),
        ),
        (
            ("user", "From now on answer me with a screenshot when it is about looks."),
            ("answer me with a screenshot", "screenshot for visual", "with screenshots"),
        ),
    ),
    decisions=(
        (
            ("end", "Then we drop the cached total and render a placeholder until prices are in."),
            ("drop the cached total", "placeholder until prices", "placeholder instead of the cached total"),
        ),
        (
            ("user", "Yes, do the sums on the server only. The client displays."),
            ("sums on the server", "server-side sums", "totals on the server"),
        ),
        (("user", "Let's go with the second variant, the skeleton rows."), ("skeleton rows",)),
        (
            ("end", "As discussed, vouchers are validated on submit and not while typing."),
            ("vouchers are validated on submit", "validate vouchers on submit", "voucher validation on submit"),
        ),
        (
            ("user", "I thought about it overnight: one store for cart and checkout."),
            (
                "one store for cart and checkout",
                "single store for cart and checkout",
                "shared store for cart and checkout",
            ),
        ),
    ),
)
