"""Assaults: who can be reached, and the opposed dice."""
