"""Consequences of losses (explosions, ruins, collapses), and the previews of attacks."""
