"""Damage to vehicles: penetration, what hits do to a vehicle, and its occupants."""
