"""Caps, each with its reason.

Source: wire-formats 8, decisions 24.
"""

MAX_BODY_BYTES = 128 * 1024 * 1024
"""One request body, and one line of a line format; the largest seen is 32 MB."""

MAX_BLOCK_BYTES = 10 * 1024 * 1024
"""One block of text; the largest seen is 1 MB. Beyond it a capture is `too-large`."""

MAX_MESSAGES = 100_000
"""Messages in one list; the largest seen is 5,000."""

MAX_DEPTH = 200
"""Nesting of JSON; the deepest seen is 60, in tool schemas."""

MAX_CAPTURE_BYTES = 1024 * 1024 * 1024
"""One capture of a line format: exchange logs reach 1 GB."""

FOUND_CHARACTERS = 80
FOUND_ITEMS = 10
"""What an error may quote back to the uploader."""

HEAD_BYTES = 64 * 1024
"""How much of a capture the byte tests look at."""

MAX_NOTES = 1000
"""Notes of one code from one capture; more are only counted, so that a broken 1 GB log does not fill a page."""

MAX_VIOLATIONS_A_RULE = 1000
"""Violations of one rule in one request, in the provider layer; nobody reads more, and a page must open."""
