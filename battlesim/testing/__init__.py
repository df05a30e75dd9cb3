"""Tools for testing rulesets, not used elsewhere: small tables, scripted answers and dice, and checks."""
