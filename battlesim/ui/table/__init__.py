"""The table in the window: what is in view, what lies over it, what is measured on it."""
