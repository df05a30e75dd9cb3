"""Damage to vehicles: penetration, the effect of hits, and the fate of the occupants."""
