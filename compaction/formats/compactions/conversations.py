"""Which request goes on from which: a log interleaves the main thread, side tasks, branches and retries.

Source: wire-formats 6.2.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from compaction.formats.compactions.prints import SYSTEM, Print, lines_of
from compaction.formats.records import MessageList

CHAINS = 32
"""Conversations that are remembered, the latest."""

ALIKE = 0.5
"""Lines that two system prompts share at least: some change in every request, by a date or a hash."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One list as far as it is compared: without the system messages that open it, and without silent messages.

    `number` is that of the list in its capture, `count` its messages, `lead` those that open it as system messages.
    `places` are the positions of `prints`.
    """

    number: int
    count: int
    lead: int
    system: frozenset[bytes] = field(repr=False)
    prints: tuple[Print, ...] = field(repr=False)
    keys: tuple[bytes, ...] = field(repr=False)
    places: tuple[int, ...] = field(repr=False)

    @property
    def settled(self) -> int:
        """How many of its messages the next request holds as well: the last one, if a user's, may be edited."""
        return len(self.keys) - (bool(self.prints) and self.prints[-1].role == "user")

    def starts_like(self, other: "Listed") -> bool:
        """Say whether both begin with the same message."""
        return self.keys[:1] == other.keys[:1]


def listed(number: int, found: MessageList, prints: Sequence[Print]) -> Listed:
    """Return a list ready to be compared; `prints` are those of all its messages."""
    lead = next((at for at, one in enumerate(prints) if one.role not in SYSTEM), len(prints))
    places = tuple([at for at in range(lead, len(prints)) if not prints[at].silent])
    compared = tuple([prints[at] for at in places])
    system = lines_of([*found.system, *[block for message in found.messages[:lead] for block in message.blocks]])
    return Listed(number, found.count, lead, system, compared, tuple([one.key for one in compared]), places)


@dataclass(slots=True)
class Chain:
    """A conversation: its last list, and what is known of it.

    `system` is that of its last request that did not ask for a summary; `summary` is the one that it opens with, where
    a compaction was found; `asks` says that the last request asked for a summary, and `answer` what came. `aside` says
    that it holds nothing but such a request.
    """

    last: Listed
    system: frozenset[bytes]
    summary: str | None = None
    asks: bool = False
    aside: bool = False
    answer: str = ""

    @property
    def replaced(self) -> int:
        """How many messages a compaction of the last list replaces or keeps: all but what asked for the summary."""
        return self.last.count - self.asks

    def grows_into(self, later: Listed) -> bool:
        """Say whether a list begins as this conversation stands, its last message aside if that is a user's."""
        keys, settled = self.last.keys, self.last.settled
        if later.keys[: len(keys)] == keys:
            return True
        return settled > 0 and later.keys[:settled] == keys[:settled]

    def is_akin(self, later: Listed) -> bool:
        """Say whether the system prompts are the same, but for some lines."""
        shared = len(self.system & later.system)
        return shared >= ALIKE * max(len(self.system), len(later.system))

    def go_on(self, later: Listed, *, asks: bool) -> None:
        """Take the next list."""
        self.last, self.asks, self.answer = later, asks, ""
        if not asks:
            self.system, self.aside = later.system, False


@dataclass(slots=True)
class Conversations:
    """The conversations of a capture, the latest last."""

    chains: list[Chain] = field(default_factory=list)

    def continued(self, later: Listed) -> Chain | None:
        """Return the conversation that a list continues: the longest, and of those the latest."""
        found = [chain for chain in self.chains if chain.grows_into(later)]
        return max(reversed(found), key=lambda chain: len(chain.last.keys), default=None)

    def candidates(self, later: Listed) -> list[Chain]:
        """Return the conversations that a list may be the compacted end of, the latest first.

        Those that begin like it are that conversation; without one, any with its system prompt may be.
        """
        akin = [chain for chain in reversed(self.chains) if chain.is_akin(later) and not chain.aside]
        return [chain for chain in akin if chain.last.starts_like(later)] or akin

    def begin(self, chain: Chain) -> None:
        """Remember a new conversation."""
        self.chains = [*self.chains, chain][-CHAINS:]

    def touch(self, chain: Chain) -> None:
        """Say that a conversation is the latest."""
        self.chains.remove(chain)
        self.chains.append(chain)

    def of(self, number: int) -> Chain | None:
        """Return the conversation whose last list has this number."""
        return next((chain for chain in reversed(self.chains) if chain.last.number == number), None)
