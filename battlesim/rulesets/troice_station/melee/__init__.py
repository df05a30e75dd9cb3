"""Melee: rounds of combat, the hug of a Face Hugger, and breaking off."""
