"""What the readers of session logs share: rebuilt lists, summaries, and the branches of a log."""
