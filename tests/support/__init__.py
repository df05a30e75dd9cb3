"""Helpers with which a test reads like the table: a few pieces, some dice, one act, plain assertions."""
