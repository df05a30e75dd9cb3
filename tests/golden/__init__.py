"""Golden playthroughs: one battle of every ruleset as readable text."""
