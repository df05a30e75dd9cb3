"""Melee: rounds, the hug of a Face Hugger, and breaking off from melee."""
