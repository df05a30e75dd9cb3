"""State, events, profiles, marks: what everything else speaks of."""
