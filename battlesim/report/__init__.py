"""Pictures, sheets and series of battles, all made without a window."""
