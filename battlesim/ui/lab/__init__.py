"""The lab: a table in a person's hands, and who sees whom on it by every rule there is."""

from battlesim.ui.lab.lab import lab_window, left
from battlesim.ui.lab.tables import Tables, new_tables, tables_of, tables_of_photo, tables_with

__all__ = ["Tables", "lab_window", "left", "new_tables", "tables_of", "tables_of_photo", "tables_with"]
