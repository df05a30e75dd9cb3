"""The state, events, profiles and options on which the rest of the ruleset is based."""
