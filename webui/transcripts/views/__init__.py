"""Pages of captures, transcripts, messages and rules; and how rows become what a page shows."""
