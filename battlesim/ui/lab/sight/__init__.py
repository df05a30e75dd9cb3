"""The sight mode of the lab: who sees whom on the table, by every ruleset."""
