"""Pictures, sheets and series of battles, made without a window."""
