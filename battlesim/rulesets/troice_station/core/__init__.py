"""The state, events, profiles and options that the rest of the ruleset builds on."""
