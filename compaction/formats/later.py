"""Formats that this version recognises and does not read yet.

Each leaves this module when it gets a reader of its own; its line in the registry then names the reader.
"""

from compaction.formats import marks
from compaction.formats.format import Format

INSPECT_LOG = Format("inspect-log", "Inspect eval log", ("json", "eval"), marks.document(marks.is_inspect))
SWE_AGENT_TRAJ = Format("swe-agent-traj", "SWE-agent trajectory", ("traj",), marks.document(marks.is_swe_agent))
MITMPROXY_FLOW = Format("mitmproxy-flow", "mitmproxy flow dump", ("flow",), marks.never)
