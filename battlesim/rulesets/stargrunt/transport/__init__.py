"""Squads that ride in vehicles: boarding, riding along, and getting out."""
