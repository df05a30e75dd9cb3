"""The lab: a table in a person's hands, and who sees whom on it by every rule there is."""

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
