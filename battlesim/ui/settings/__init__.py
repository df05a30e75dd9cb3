"""What a person has chosen: settings, keys, units of length."""
