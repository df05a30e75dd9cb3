"""Assaults: which enemies a model can reach, and the opposed dice."""
