"""A ruleset's TOML files as typed records, and its options as the parameters that its rules read.

Users: Mobile Infantry, Troice Station.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

Options = dict[str, dict[str, dict[str, Any]]]
"""Options by key: their values, each with the parameters it sets; the first value is the default."""


def text(package: str, name: str) -> str:
    """A file of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def table(package: str, name: str, kind: type[T]) -> T:
    """A TOML file of a package. Raises msgspec.DecodeError for one that is not of the kind."""
    return msgspec.toml.decode(text(package, name), type=kind)


class Files:
    """The files of a package."""

    def __init__(self, package: str) -> None:
        self._package = package

    def text(self, name: str) -> str:
        """One as text."""
        return text(self._package, name)

    def table(self, name: str, kind: type[T]) -> Callable[[], T]:
        """One as typed records, read when it is first called for and kept."""
        return cache(partial(table, self._package, name, kind))


def parameters(options: Options, chosen: Mapping[str, str], kind: type[T]) -> T:
    """What the chosen values set, and the defaults of the rest. Raises KeyError for a value there is not."""
    for key, value in chosen.items():
        if value not in options[key]:
            raise KeyError(f"{key} = {value}")
    fields: dict[str, Any] = {}
    for key, values in options.items():
        fields |= values[chosen.get(key, next(iter(values)))]
    return msgspec.convert(fields, type=kind)
