"""Moves as they are carried out, with the reactions of waiting enemies."""
