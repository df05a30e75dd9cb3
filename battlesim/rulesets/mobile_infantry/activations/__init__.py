"""Units and groups act, one Action after the other."""
