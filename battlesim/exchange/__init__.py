"""Import and export of maps in the file formats of other programs."""
