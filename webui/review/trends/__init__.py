"""Whether things get better: one module a chart in `charts`, each of which gathers rows and decides what they say."""
