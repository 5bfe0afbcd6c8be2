"""Formats that this version recognises and does not read yet.

Each leaves this module when it gets a reader of its own; its line in the registry then names the reader.
"""

from compaction.formats import marks
from compaction.formats.format import Format

MITMPROXY_FLOW = Format("mitmproxy-flow", "mitmproxy flow dump", ("flow",), marks.never)
