"""The user's settings, key bindings and units of length."""
