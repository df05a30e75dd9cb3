"""Pictures, sheets and series of battles, which are made without a window."""
