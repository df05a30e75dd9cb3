"""Rulesets, and how they are found."""
