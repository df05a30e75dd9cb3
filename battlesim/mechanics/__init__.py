"""Mechanisms shared by several rulesets; a mechanism used by one ruleset only stays in that ruleset."""
