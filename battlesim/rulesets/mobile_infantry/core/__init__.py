"""State, events, profiles, marks and look-ups used by all other modules of the rules."""
