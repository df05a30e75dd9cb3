"""The rulesets of the simulator, and the registry that finds them."""
