"""Game mechanisms shared by several rulesets. A mechanism of a single ruleset is part of that ruleset."""
