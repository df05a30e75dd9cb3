"""Mechanisms shared by several rulesets; a mechanism with a single user stays in its ruleset."""
