"""The state of the table: pieces, units, terrain and markers, and the events that change it."""
