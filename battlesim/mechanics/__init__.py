"""Mechanisms that several rulesets share, one module each; one that a single ruleset uses stays with it."""
