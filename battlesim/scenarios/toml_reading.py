"""Functions that read handwritten TOML files into typed structs, with a clear message for each error."""

from __future__ import annotations

import functools
import gc
import math
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from battlesim.engine import value_decoding
from battlesim.engine.value_decoding import BadValueError, shortened
from battlesim.plain_files import UnreadableError, read_plain

T = TypeVar("T")

MAX_TOML_BYTES = 600_000
"""Largest size of a TOML file in bytes; 2,000 terrain pieces with ten corners each take 400,000."""
MAX_TOML_VALUES = 160_000
"""Largest number of separators in a TOML text, an estimate of its number of values.

Commas, brackets, equals signs and points are counted; 2,000 terrain pieces with ten corners have 140,000.
"""
MAX_NESTING = 16
"""Largest depth of dotted keys and of nested tables and lists; reading time grows with its square."""
MAX_NUMBER = 10**18
LONG_DOTTED_KEY = re.compile(
    r"""(?<![\w"'.\-])"""
    r"""(?:(?:[\w\-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    f"{{{MAX_NESTING}}}"
)
ID_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]{0,39}\Z")
"""Pattern of a valid id."""


class InputError(Exception):
    """The error raised if a file or argument cannot be used.

    It holds the name of the file or argument, the key in the file, the problem and a remedy.
    """

    def __init__(self, where: str | Path, key: str, message: str, remedy: str = "") -> None:
        self.where, self.key, self.message, self.remedy = str(where), key, message, remedy
        place = shortened(self.where) + (f": {shortened(key)}" if key else "")
        super().__init__(f"{place}: {shortened(message)}" + (f" ({remedy})" if remedy else ""))


def read_text(path: Path, limit: int = MAX_TOML_BYTES) -> str:
    """Read a text file. Raises InputError if it cannot be read, is not text or exceeds `limit` bytes."""
    try:
        text = read_plain(path, limit).decode("utf-8-sig")
    except UnreadableError as error:
        raise InputError(path, "", str(error)) from error
    except UnicodeDecodeError as error:
        message = f"is not UTF-8 text (byte {error.start})"
        raise InputError(path, "", message, "save it as UTF-8") from None
    if "\0" in text:
        raise InputError(path, "", "is not a text file")
    return text


def parse_toml(text: str, where: str | Path) -> dict[str, Any]:
    """Parse TOML text into a dictionary.

    Raises InputError if the syntax is invalid, a number is infinite or too large, or the nesting is too deep.
    """
    raw = parse_toml_unchecked(text, where)
    _check_plain(raw, "", 0, where)
    return raw


def parse_toml_unchecked(text: str, where: str | Path) -> dict[str, Any]:
    """Parse TOML text into a dictionary without checking the values. Raises InputError for a syntax error."""
    if dotted := LONG_DOTTED_KEY.search(text):
        line = text.count("\n", 0, dotted.start()) + 1
        raise InputError(where, "", f"line {line}: a key has more than {MAX_NESTING} parts")
    if sum(map(text.count, ",=[{.")) > MAX_TOML_VALUES:
        raise InputError(where, "", f"holds more than {MAX_TOML_VALUES} values")
    try:
        return _values(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(where, "", f"is not valid TOML: {error}") from None
    except RecursionError:
        raise InputError(where, "", "is nested too deeply") from None
    except ValueError:  # raised by Python for a number with thousands of digits
        raise InputError(where, "", "is not valid TOML: a number has too many digits") from None


@functools.lru_cache(maxsize=1)
def _values(text: str) -> dict[str, Any]:
    """Return the values of a TOML text; the last result is cached, as a file's kind is read before its data.

    Garbage collection is disabled meanwhile: nothing can be freed, and the search takes most of the time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return tomllib.loads(text)
    finally:
        if was_enabled:
            gc.enable()


def _check_plain(value: Any, key: str, depth: int, where: str | Path) -> None:
    """Raise InputError if a value is invalid whatever its key means."""
    if depth > MAX_NESTING:
        raise InputError(where, key, "is nested too deeply", f"at most {MAX_NESTING} levels")
    if isinstance(value, dict):
        for name, inner in value.items():
            _check_plain(inner, f"{key}.{name}" if key else name, depth + 1, where)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            _check_plain(inner, f"{key}[{number}]", depth + 1, where)
    elif isinstance(value, float) and not math.isfinite(value):
        raise InputError(where, key, f"{value} is not a finite number")
    elif isinstance(value, int | float) and abs(value) > MAX_NUMBER:
        raise InputError(where, key, "is too large a number", f"at most {MAX_NUMBER:g}")
    elif isinstance(value, str) and "\0" in value:
        raise InputError(where, key, "contains a NUL character", "remove it")


def decode_typed(raw: Any, kind: type[T], where: str | Path) -> T:
    """Convert decoded values to a typed struct.

    Raises InputError if a value does not fit. The error names the key, the expected type and a suggestion.
    """
    try:
        return value_decoding.convert_values(raw, kind)
    except BadValueError as error:
        raise InputError(where, error.key, error.message, error.remedy) from None


def check_ids(where: str | Path, keys_and_ids: Iterable[tuple[str, str]]) -> None:
    """Raise InputError if an id in a file is invalid or used twice.

    An id starts with a letter and has at most 40 letters, digits, underscores, dots and hyphens.
    """
    seen: dict[str, str] = {}
    for key, name in keys_and_ids:
        if not ID_PATTERN.match(name):
            message = f"{name!r} cannot be an id"
            raise InputError(where, key, message, "a letter, then up to 39 letters, digits, _ . -")
        if name in seen:
            raise InputError(where, key, f"{name!r} is taken by {seen[name]} already")
        seen[name] = key
