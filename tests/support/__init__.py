"""Helpers for tests of the program; what tests of rulesets are written with is `battlesim.testing`."""
