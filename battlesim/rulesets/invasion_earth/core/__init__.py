"""State, marks, profiles and parameters of the ruleset."""
