"""Tools for testing rulesets: small tables, scripted answers and dice, and checks for every ruleset.

This package is for tests only and is imported by no other part of battlesim.
"""
