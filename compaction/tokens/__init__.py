"""How many tokens a text takes: exact with a vocabulary, else estimated and said so."""

from compaction.tokens.bpe import Bpe, Encoding
from compaction.tokens.counter import Counter
from compaction.tokens.estimate import Estimate

__all__ = ["Bpe", "Counter", "Encoding", "Estimate"]
