"""Maps, scenarios and situations: reading, checking, building."""
