"""Turn structure: leaders and pips, morale, and the deck of cards."""
