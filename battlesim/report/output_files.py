"""Output files named by the user, which are checked before work begins and written at the end."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from battlesim.file_writing import write_atomically, write_new
from battlesim.scenarios.battle_files import folder_problem
from battlesim.scenarios.sources import RECORD_SUFFIX
from battlesim.scenarios.toml_reading import InputError


class FileKind(NamedTuple):
    """A kind of output file: its label in messages, its suffix and the bytes with which a file begins."""

    label: str
    suffix: str
    start: bytes


RECORD_KIND: Final = FileKind("a record", RECORD_SUFFIX, b'{"type":"header"')
PICTURE_KIND: Final = FileKind("a picture", ".png", b"\x89PNG\r\n\x1a\n")
HTML_KIND: Final = FileKind("a page", ".html", b"<!doctype html>")
PDF_KIND: Final = FileKind("a PDF", ".pdf", b"%PDF-")
SHEET_KINDS: Final = (PICTURE_KIND, HTML_KIND, PDF_KIND)
"""The kinds of file that a sheet can be written as."""
CSV_KIND: Final = FileKind("a table of battles", ".csv", b"seed,winner,")
MAP_KIND: Final = FileKind("an imported map", ".toml", b"# Map of ")
MODELS_KIND: Final = FileKind("the models of a photograph", ".toml", b"# Models of ")
EXPORT_KINDS: Final = (
    *(
        FileKind("a drawing", suffix, b'{"format":0.3,"resolution"')
        for suffix in (".uvtt", ".dd2vtt", ".df2vtt")
    ),
    FileKind("a drawing", ".geojson", b'{\n "type": "FeatureCollection"'),
    FileKind("a drawing", ".svg", b'<svg xmlns="http://'),
)
"""The kinds of file that a map can be exported as."""
INPUT_SUFFIXES: Final = (".toml",)
"""The suffixes of input files, which output of other kinds must not overwrite."""


class OutputFile(NamedTuple):
    """A file to be written, with its kind and command line option; `force` allows it to be overwritten."""

    path: Path
    kind: FileKind
    flag: str = ""
    force: bool = False

    def check(self) -> OutputFile:
        """Check that the file can be written, and return `self`. Create the folder of a picture or sheet.

        Raises InputError if the suffix is wrong, the file must not be overwritten or the folder cannot be
        used.
        """
        kinds = (RECORD_KIND, *SHEET_KINDS, CSV_KIND)
        others = {*INPUT_SUFFIXES, *(kind.suffix for kind in kinds)} - {self.kind.suffix}
        suffix = self.path.suffix.lower()
        if suffix in others or (
            self.kind in (PICTURE_KIND, MAP_KIND, MODELS_KIND) and suffix != self.kind.suffix
        ):
            raise self._fault(f"the name of {self.kind.label} must end in {self.kind.suffix}")
        self._check_overwrite()
        folder = self.path.absolute().parent
        usable = self.kind in SHEET_KINDS or os.path.isdir(folder)
        if why := folder_problem(folder) if usable else "there is no such folder":
            raise self._fault(f"the file cannot be written: {why}")
        return self

    def write(self, raw: bytes) -> None:
        """Write the bytes to the file, completely or not at all. Raises InputError if writing fails."""
        try:
            (write_atomically if self.force else write_new)(self.path, raw)
        except FileExistsError:
            raise self._there() from None
        except OSError as error:
            raise self._fault(f"the file cannot be written: {error.strerror}") from None

    def _check_overwrite(self) -> None:
        """Raise InputError if the path exists and must not be overwritten."""
        try:
            mode = self.path.lstat().st_mode
            if not stat.S_ISREG(mode):
                raise self._fault(f"is {_NAMES.get(stat.S_IFMT(mode), 'no file')}", "name another file")
            start = _start(self.path, len(self.kind.start))
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._fault(f"the file cannot be written: {error.strerror}") from None
        if start and start != self.kind.start:
            raise self._fault(f"the file already exists and is not {self.kind.label}", "name another file")
        if not self.force:
            raise self._there()

    def _there(self) -> InputError:
        return self._fault("the file already exists", "name another one, or overwrite it with --force")

    def _fault(self, message: str, remedy: str = "") -> InputError:
        return InputError(self.path, self.flag, message, remedy)


def write_together(files: Sequence[tuple[OutputFile, bytes]]) -> None:
    """Write several files. If a file cannot be written, remove the new files again and raise InputError.

    Files that were overwritten are not restored.
    """
    existed = [os.path.lexists(output.path) for output, _ in files]
    for number, (output, raw) in enumerate(files):
        try:
            output.write(raw)
        except InputError:
            for (written, _), old in zip(files[:number], existed, strict=False):
                if not old:
                    written.path.unlink(missing_ok=True)
            raise


def sheet_output(path: Path, flag: str, force: bool) -> OutputFile:
    """Return the output file for a printable sheet. Raises InputError if its path or suffix is not usable."""
    for kind in SHEET_KINDS:
        if path.suffix.lower() == kind.suffix:
            return OutputFile(path, kind, flag, force).check()
    raise InputError(path, flag, "the name of a sheet must end in .png, .html or .pdf")


_NAMES: Final = {stat.S_IFLNK: "a symbolic link", stat.S_IFDIR: "a folder"}


def _start(path: Path, size: int) -> bytes:
    with path.open("rb") as file:
        return file.read(size)
