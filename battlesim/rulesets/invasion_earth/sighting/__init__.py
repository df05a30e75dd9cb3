"""Hiding and sighting: which models are hidden, and which enemies a model has sighted."""
