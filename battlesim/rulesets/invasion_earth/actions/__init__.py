"""The actions of a model in its own turn."""
