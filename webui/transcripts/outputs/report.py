"""What every output is written from: files, and what is said of each. No captured text but names stands in it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from compaction.findings import Severity
from webui.common.words import listed, plural

SEVERITIES = tuple(Severity)
"""The worst first."""


@dataclass(frozen=True, slots=True)
class Told:
    """One violation, or one failed check, in words.

    `path` is the exact place, `line` that of the file from 1, 0 where it is not known; `link` leads to the place on a
    page. `title` says what its rule or check asks for. `waiver` is the sentence of the waiver that covers it, or empty.
    """

    rule: str
    severity: Severity
    what: str
    where: str
    path: str
    why: str
    fix: str
    signature: str
    title: str = ""
    confidence: str = ""
    line: int = 0
    link: str = ""
    waiver: str = ""

    @property
    def sentence(self) -> str:
        """What is wrong and who says so."""
        return f"{self.what}. {self.why}"

    def under(self, waivers: Mapping[str, str]) -> "Told":
        """Return it with the waiver of its signature, if there is one."""
        return replace(self, waiver=waivers.get(self.signature, ""))


@dataclass(frozen=True, slots=True)
class Checked:
    """A check that did not fail: passed, or not reached for the reason in `why`."""

    id: str
    title: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """One file, transcript or run: the answer of its page, and what stands below it.

    `code` is that of a file that cannot be read; `sentence` then says why. `unchecked` says that not all of it was
    checked, so nothing found is no pass. `more` counts violations that are not told.
    """

    name: str
    sentence: str
    told: tuple[Told, ...] = ()
    checked: tuple[Checked, ...] = ()
    code: str = ""
    unchecked: bool = False
    more: int = 0
    link: str = ""

    @property
    def refused(self) -> bool:
        """Whether something of it is an error."""
        return any(one.severity == Severity.ERROR for one in self.told)

    def under(self, waivers: Mapping[str, str]) -> "File":
        """Return the file with the waiver of each signature said where it covers something."""
        return replace(self, told=tuple(one.under(waivers) for one in self.told)) if waivers else self


@dataclass(frozen=True, slots=True)
class Report:
    """Files that were checked together. `scope` says by what; `rules` is the address before the ids of rule pages.

    A violation fails where it is at or above `fail_on` and no waiver covers it.
    """

    files: tuple[File, ...]
    scope: str
    link: str = ""
    rules: str = ""
    fail_on: Severity = Severity.ERROR

    def fails(self, told: Told) -> bool:
        """Whether this one is bad enough to fail."""
        return not told.waiver and SEVERITIES.index(told.severity) <= SEVERITIES.index(self.fail_on)

    @property
    def counts(self) -> str:
        """The violations in words: `2 errors and 1 warning, 1 of them waived`; empty where there are none."""
        found = Counter(one.severity for file in self.files for one in file.told)
        parts = [plural(found[severity], severity.value) for severity in SEVERITIES if found[severity]]
        waived = sum(bool(one.waiver) for file in self.files for one in file.told)
        return listed(parts) + (f", {waived:,} of them waived" if waived else "")

    @property
    def answer(self) -> str:
        """The result in one sentence."""
        if len(self.files) == 1:
            return self.files[0].sentence
        refused = sum(file.refused for file in self.files)
        total = plural(len(self.files), "file")
        counted = f": {self.counts}" if self.counts else ""
        if refused:
            return f"{refused:,} of {total} would be refused{counted}.{self._open}"
        return f"Of {total}, nothing that was checked would be refused{counted}.{self._open}"

    @property
    def _open(self) -> str:
        """Of which files nothing can be said."""
        unread = sum(bool(file.code) for file in self.files)
        unchecked = sum(file.unchecked for file in self.files)
        said = f" {unread:,} of them cannot be read." if unread else ""
        return said + (f" {unchecked:,} of them {'is' if unchecked == 1 else 'are'} not checked." if unchecked else "")

    def worst_first(self) -> Iterator[tuple[File, Told]]:
        """Yield what is told, errors before warnings before notes, what is waived last, otherwise in order."""
        every = [(file, one) for file in self.files for one in file.told]
        yield from sorted(every, key=lambda pair: (bool(pair[1].waiver), SEVERITIES.index(pair[1].severity)))
