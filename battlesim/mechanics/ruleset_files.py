"""Functions that load the TOML files of a ruleset into typed objects and turn options into rule parameters.

Users: Mobile Infantry, Troice Station, Invasion Earth, Stargrunt, Alien Invasion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

OptionValues = dict[str, dict[str, dict[str, Any]]]
"""Options by key, each with its values and the parameters they set; the first value is the default."""


def package_text(package: str, name: str) -> str:
    """Return the text of a data file in a Python package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def load_package_toml(package: str, name: str, kind: type[T]) -> T:
    """Load a TOML file of a Python package as an object of type `kind`.

    Raises msgspec.DecodeError if the file is invalid.
    """
    return msgspec.toml.decode(package_text(package, name), type=kind)


class PackageFiles:
    """The data files of a Python package."""

    def __init__(self, package: str) -> None:
        self.package = package

    def read_text(self, name: str) -> str:
        """Return the text of a data file in the package."""
        return package_text(self.package, name)

    def toml_loader(self, name: str, kind: type[T]) -> Callable[[], T]:
        """Return a cached function that loads a TOML file of the package as an object of type `kind`."""
        return cache(partial(load_package_toml, self.package, name, kind))


def option_parameters(options: OptionValues, chosen_values: Mapping[str, str], kind: type[T]) -> T:
    """Return the rule parameters for the chosen options. Raises KeyError if a key or value is unknown."""
    for key, value in chosen_values.items():
        if value not in options[key]:
            raise KeyError(f"{key} = {value}")
    fields: dict[str, Any] = {}
    for key, values in options.items():
        fields |= values[chosen_values.get(key, next(iter(values)))]
    return msgspec.convert(fields, type=kind)
