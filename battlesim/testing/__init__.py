"""Tools for testing rulesets, which only tests use: small tables, scripted answers and dice, and checks."""
