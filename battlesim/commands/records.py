"""Where the command line keeps the records of battles, and where it looks for them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlesim.ui.settings.settings import Settings


def new_record(stem: str, settings: Settings) -> Path:
    """A free name in the folder that battles are kept in. Raises InputError where none can be kept."""
    from battlesim.scenarios.keeping import free_name, why_not_in
    from battlesim.scenarios.reading import InputError
    from battlesim.ui.settings.settings import settings_file

    folder = settings.kept_in
    if why := why_not_in(folder):
        remedy = f"say with --record where to keep it, or name another folder as battles in {settings_file()}"
        raise InputError(folder, "", f"no battle can be kept there: {why}", remedy)
    return free_name(stem, folder)


def record_named(name: str) -> str:
    """What a person gave, or the record of that name among those that are kept when there is no such file."""
    from battlesim.commands.window import own_settings
    from battlesim.scenarios.keeping import record_at
    from battlesim.scenarios.sources import RECORD

    if not name.endswith(RECORD) or os.path.exists(name):
        return name
    return str(record_at(name, own_settings().kept_in))
