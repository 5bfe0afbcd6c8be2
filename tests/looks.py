"""How pages are looked at."""

LOOKS = (("light", 1280), ("dark", 320))
"""Theme and width: colours hang on the one, layout on the other, so each of the four is seen once."""
