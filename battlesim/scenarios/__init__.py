"""Maps, scenarios and situations: reading, checking and building."""
