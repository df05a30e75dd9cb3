"""Support from off the table."""
