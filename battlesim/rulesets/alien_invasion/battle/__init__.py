"""The battle as a whole: forces, cards, the end, and what the window shows."""
