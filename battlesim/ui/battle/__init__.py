"""The window: its life, its commands and hands; a battle in it."""
