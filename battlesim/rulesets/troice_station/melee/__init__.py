"""Hand to hand: rounds, the hug, breaking off."""
