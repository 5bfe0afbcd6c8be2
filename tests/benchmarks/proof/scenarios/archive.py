"""Moving a magazine's archive to a new site. Held out."""

from tests.benchmarks.proof.scenario import Scenario

SCENARIO = Scenario(
    name="archive",
    openings=(
        "Thirty years of articles have to move from our old system to the new site, links and footnotes intact. You write the converter, I check samples.",
        "Please help us to migrate the archive of the magazine. It has grown wild over the years.",
    ),
    folders=("convert/articles", "content/issues", "templates/print", "audit/links", "legacy/dump"),
    words=("footnote", "byline", "gallery", "redirect", "slug", "caption", "teaser", "index", "quote", "archive"),
    ending="html",
    tools=(("read_page", "path"), ("convert", "issue"), ("check_links", "site"), ("list", "folder")),
    requests=(
        "Take the next year, please.",
        "What happens to the {word} there?",
        "I compared {path} by eye and it is fine.",
        "Hm, and in the print edition?",
        "Nice. Go on.",
        "Which {word} pages are open still?",
    ),
    steps=(
        "Converting another {n} pages.",
        "The {word} markup of that decade is different, having a look at {path}.",
        "Checking links below the {word} pages.",
        "Parsing the {word} by hand, the parser gives up on it.",
        "Sampling {n} articles at random.",
    ),
    outputs=(
        "converted {n}\nskipped {n}\nwarnings {n}\nelapsed {ms}s",
        '<article>\n  <h1>{word}</h1>\n  <p class="lead">From our reporter.</p>\n  <p>It was in the year of the long summer.</p>',
        "{path} ok\n{path} ok\n{path} redirected",
        "{word}-001.{n}.html\n{word}-002.{n}.html\n{word}-003.{n}.html",
        "0 broken",
    ),
    endings=(
        "That year is through.",
        "The {word} pages look as they did in print.",
        "Only white space differs in {path}.",
        "No {word} lost, according to the count.",
    ),
    asides=(
        ("Did you know that we once printed an issue upside down?", "I wondered about that scan."),
        ("Is there an English word for Bleiwüste?", "Not a good one. Wall of text comes near."),
        ("The intern wants to say hello.", "Hello! Good luck with the captions."),
    ),
    says={
        "path": (
            ("user", "Our oldest reader's letters are collected in {v}."),
            ("end", "Whatever could not be converted is listed in {v}."),
            ("step", "The mapping of old to new addresses is {v}."),
            ("result", "moved to {v}"),
        ),
        "location": (
            ("step", "{v} has a table inside a footnote."),
            ("end", "The loop ended too early, {v} shows it."),
            ("result", "unclosed element, {v}"),
            ("user", "Please look at {v}, the accent is wrong there."),
        ),
        "error": (
            ("result", "{v}"),
            ("end", "The old server answers `{v}` for the galleries."),
            ("user", "The hoster's message: {v}"),
        ),
        "setting": (
            ("user", "On the new site {k} is {v}."),
            ("end", "{k} has become {v}, see the sample."),
            ("step", "The theme comes with {v} for {k}."),
            ("result", "{k} = {v}"),
        ),
        "identifier": (
            ("user", "Officially this is {v} ({k})."),
            ("end", "The samples are tagged with the {k} {v}."),
            ("step", "It carries {v}, an old {k}."),
        ),
        "number": (
            ("end", "In all that makes {v} {k}."),
            ("user", "The catalogue of the library has {v} {k}."),
            ("step", "I count {v} {k} in the dump."),
            ("result", "{k}: {v}"),
        ),
    },
    errors=(
        "malformed entity &{word}{n}; in legacy page",
        "ERR_TOO_MANY_REDIRECTS for /{word}/{n}",
        "UnicodeDecodeError: byte 0x9{n} in {word}",
        "quota of {big} inodes reached",
    ),
    settings=(
        ("permalink", ("/:year/:issue/:slug", "/a/:id-:slug")),
        ("image.max_width", ("1480px", "1730px")),
        ("typography.locale", ("en-IE", "de-AT")),
        ("feed.items", ("35", "85")),
        ("footnotes.style", ("margin-right", "end-of-part")),
        ("redirect.status", ("308", "410")),
    ),
    identifiers=(
        ("ISSN suffix", "X{n}-{word}"),
        ("shelf mark", "Zs-{n}-{word}"),
        ("batch", "batch_{n}_{word}"),
        ("task", "MIG-{n}"),
    ),
    numbers=(
        ("articles without an author", "{mid}"),
        ("pictures that exist only in print", "{big}"),
        ("percent of links that lead nowhere", "{pct}"),
        ("footnotes over all years", "{big}"),
        ("letters to the editor", "{big}"),
    ),
    corrections=(
        (("user", "I told the hoster {old} for {k}."), ("user", "The hoster called back, {k} ends up as {v}.")),
        (("end", "For the sample {k} was {old}."), ("user", "Looks cramped. I prefer {v} as {k}.")),
        (
            ("step", "In the theme's file {k} says {old}."),
            ("end", "The site itself overrides it, in effect {k} is {v}."),
        ),
    ),
    rules=(
        (
            ("user", "The authors' spelling is theirs, mistakes included. We convert, we do not edit."),
            ("We convert, we do not edit", "authors' spelling", "not edit the texts"),
        ),
        (
            ("user", "An address that was ever printed has to work for ever."),
            ("ever printed has to work", "printed address", "printed URLs", "printed addresses"),
        ),
        (("user", "Photographs by Lindqvist are under dispute; leave them out everywhere."), ("Lindqvist",)),
        (
            ("user", "Show me three samples of each year before you do the whole year."),
            ("three samples of each year", "three samples per year", "three samples a year"),
        ),
        (
            ("user", "I am not a programmer, so explain without jargon."),
            ("without jargon", "no jargon", "avoid jargon"),
        ),
    ),
    decisions=(
        (
            ("user", "The galleries become plain pages, I am tired of the slider."),
            ("galleries become plain pages", "galleries as plain pages"),
        ),
        (
            ("end", "All right, years before the rebranding keep the old masthead."),
            ("keep the old masthead", "old masthead"),
        ),
        (("user", "Letters to the editor go into one page an issue."), ("one page an issue", "one page per issue")),
        (
            ("end", "Footnotes are numbered afresh in each article, then."),
            ("numbered afresh in each article", "numbered per article", "renumbered per article"),
        ),
        (
            ("user", "The board voted: no comments on the new site."),
            ("no comments on the new site", "without comments", "comments are dropped"),
        ),
    ),
)
