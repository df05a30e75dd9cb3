"""The actions that a unit can take when it is activated."""
