"""What tests of a ruleset are written with: small tables, given answers and dice, checks for all.

For tests alone: nothing else in battlesim imports it.
"""
