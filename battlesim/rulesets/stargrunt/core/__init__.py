"""State, marks, values and parameters of the ruleset."""
