"""What a language model is asked and answers; who asks it stands outside the library."""

from compaction.llm.client import Client
from compaction.llm.messages import Exchange, Reply, Request, Step, Usage
from compaction.llm.scripted import Scripted

__all__ = ["Client", "Exchange", "Reply", "Request", "Scripted", "Step", "Usage"]
