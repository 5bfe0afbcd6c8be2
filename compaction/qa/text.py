"""White space and lines as the reference reads replies: Unicode white space, and line feeds alone.

Python's own `strip` also takes the separators U+001C to U+001F, its `splitlines` many more ends of lines.

Source: qa-summarizer 1.11.
"""

WHITE_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" + (
    "\u2028\u2029\u202f\u205f\u3000"
)


def trim(text: str) -> str:
    """Return the text without white space at its ends."""
    return text.strip(WHITE_SPACE)


def is_blank(text: str) -> bool:
    """Return whether a text holds nothing but white space."""
    return not trim(text)


def lines(text: str) -> list[str]:
    """Return the lines, each trimmed; a blank text has one blank line."""
    return [trim(line) for line in text.split("\n")]
