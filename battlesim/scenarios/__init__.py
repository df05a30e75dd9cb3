"""Maps, scenarios and situations: reading, checking, laying out."""
