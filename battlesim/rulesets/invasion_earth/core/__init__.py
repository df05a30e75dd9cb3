"""The state, marks, profiles and parameters of the ruleset."""
