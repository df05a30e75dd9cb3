"""The lab: a window in which the user edits a table freely and sees how every ruleset judges it."""

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
