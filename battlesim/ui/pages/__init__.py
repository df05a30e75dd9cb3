"""Screens of controls in the window, and the loop that shows one page after another."""
