"""Photographs of real tables: the camera, the table seen from above, and its bases, each with its error."""
