"""The pages of campaigns: the list, the roster with its skills, and the muster of a force."""
