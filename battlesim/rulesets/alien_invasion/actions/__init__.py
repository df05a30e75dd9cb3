"""What a group does with an action of a card."""
