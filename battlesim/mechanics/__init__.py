"""Game mechanisms shared by several rulesets; a mechanism used by one ruleset stays in that ruleset."""
