"""Mechanisms shared by several rulesets, one module each; one with a single user stays in its ruleset."""
