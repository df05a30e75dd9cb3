"""Golden playthroughs: one battle of every ruleset as readable text. `python -m tests.golden.update`."""
