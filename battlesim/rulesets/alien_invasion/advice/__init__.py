"""The automated factions."""
