"""Pages of accounts: signing in, and the settings of a team."""
