"""Pips, morale, cards: how a turn goes."""
