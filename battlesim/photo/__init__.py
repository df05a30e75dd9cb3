"""Photographs of real tables: the camera, the table from above and the bases on it, each with its error."""
