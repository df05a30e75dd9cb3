"""The game engine: the decisions of players, dice, the running of rules, and records of battles."""
