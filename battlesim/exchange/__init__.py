"""Import and export of maps in the formats of other programs, with one module per reader or writer."""
