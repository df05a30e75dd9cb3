"""Tiny rulesets: a package of its own, found by its entry points, that no wheel of battlesim holds."""
