"""Hiding and sighting: who is hidden, and whom a model has sighted."""
