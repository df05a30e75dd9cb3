"""State, events, profiles, marks and look-ups that all other rules modules use."""
