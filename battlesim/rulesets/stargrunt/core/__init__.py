"""The state, marks, values and parameters of the ruleset."""
