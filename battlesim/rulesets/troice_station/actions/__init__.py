"""The actions that a squad can take in its activation."""
