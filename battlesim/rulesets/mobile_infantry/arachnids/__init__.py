"""Actions of the Arachnids: moving, melee, shooting and screeching."""
