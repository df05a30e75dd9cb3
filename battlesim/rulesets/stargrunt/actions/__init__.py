"""The actions of a unit in its activation."""
