"""The lab: a table that the user edits freely, and tools that judge it by the rules of every ruleset."""

from battlesim.ui.lab.lab_screen import confirm_leaving_lab, create_lab_window
from battlesim.ui.lab.lab_table import (
    LabTable,
    lab_table_for_photo,
    lab_table_of_battle,
    load_lab_table,
    new_lab_table,
)

__all__ = [
    "LabTable",
    "confirm_leaving_lab",
    "create_lab_window",
    "lab_table_for_photo",
    "lab_table_of_battle",
    "load_lab_table",
    "new_lab_table",
]
