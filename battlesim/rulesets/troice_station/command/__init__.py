"""The structure of a turn: leaders, pips (action points), morale, and the deck of cards."""
