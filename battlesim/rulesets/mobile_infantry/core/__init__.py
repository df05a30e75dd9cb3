"""The state, events, profiles, marks and lookups on which all rules are based."""
