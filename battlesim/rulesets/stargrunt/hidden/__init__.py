"""Hidden units: counters with or without a unit under them, observation, and reconnaissance by fire."""
