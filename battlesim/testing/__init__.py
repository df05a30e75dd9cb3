"""Tools for the tests of a ruleset: small tables, scripted answers and dice, checks for every ruleset.

For tests only: nothing else in battlesim imports it.
"""
