"""The user's choices: settings, keys and units of length."""
