"""Tools for testing rulesets: small tables, prepared answers and dice, and checks for every ruleset."""
