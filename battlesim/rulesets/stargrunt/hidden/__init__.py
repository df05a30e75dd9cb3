"""Hidden units: counters with a unit or nothing under them, observation, and recon by fire."""
