"""Functions that read, check and build maps, scenarios and situations."""
