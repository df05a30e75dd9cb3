"""The battle as a whole: forces, set-up, turn sequence, victory, and each side's view."""
