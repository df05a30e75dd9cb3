"""Factions, the state, its events, and lookups in them."""
