"""A function that creates the new files named on the command line."""

from __future__ import annotations

from pathlib import Path


def write_new_text(path: Path, text: str) -> None:
    """Write text to a new file. Raises InputError if the file already exists or cannot be written."""
    from battlesim.file_writing import write_new
    from battlesim.scenarios.toml_reading import InputError

    try:
        write_new(path, text.encode())
    except FileExistsError:
        raise InputError(path, "", "already exists", "name another file") from None
    except OSError as error:
        raise InputError(path, "", f"cannot be written: {error.strerror}", "name another file") from None
