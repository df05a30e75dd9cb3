"""Consequences of losses, such as explosions, ruins and collapses, and the previews of attacks."""
