"""The battle as a whole: set-up, turns, arrivals, views and victory."""
