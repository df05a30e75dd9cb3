"""The actions that a model can take in its own turn."""
