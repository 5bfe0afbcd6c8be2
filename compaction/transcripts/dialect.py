"""The closed list of rule families."""

from enum import StrEnum


class Dialect(StrEnum):
    """Whose message rules apply. Values are the ids of interfaces 1.1."""

    ANTHROPIC = "anthropic"
    OPENAI_CHAT = "openai-chat"
    OPENAI_RESPONSES = "openai-responses"
    GEMINI = "gemini"
    BEDROCK_CONVERSE = "bedrock-converse"
