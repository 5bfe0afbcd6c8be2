"""Compactions that no record of a capture names: found by comparing its lists, and by blocks and items within them."""

from compaction.formats.compactions.watch import watched

__all__ = ["watched"]
