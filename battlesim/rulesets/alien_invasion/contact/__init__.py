"""Contact: who is locked with whom, and who defends what."""
