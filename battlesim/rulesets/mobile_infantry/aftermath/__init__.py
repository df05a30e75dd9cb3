"""What losses set off: explosions, ruins, collapses; and the cards of attacks."""
