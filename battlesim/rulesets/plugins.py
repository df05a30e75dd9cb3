"""Plug-ins: objects loaded by name, either built in or provided by an installed package's entry point."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Any


class PluginError(LookupError):
    """Raised if a plug-in is unknown or broken; the message gives its name and the reason."""


class Plugins:
    """The plug-ins of an entry point group and the built-in objects, each given as "module:NAME"."""

    def __init__(self, word: str, group: str, built_in: Mapping[str, str]) -> None:
        self.word, self.group, self.built_in = word, group, dict(built_in)

    def object_paths(self) -> dict[str, str]:
        """Return the object path ("module:NAME") of each plug-in by name; built-in names take precedence."""
        folders = tuple((folder, _changed(folder)) for folder in sys.path)
        return _installed(self.group, folders) | self.built_in

    def names(self) -> list[str]:
        """Return the names of all plug-ins, sorted."""
        return sorted(self.object_paths())

    def load(self, name: str) -> Any:
        """Return the object with this name. Raises PluginError if it is unknown or cannot be loaded."""
        return load_object(self.object_path(name), f"{self.word} {name}")

    def object_path(self, name: str) -> str:
        """Return the object path ("module:NAME") of a plug-in. Raises PluginError if the name is unknown."""
        places = self.built_in if name in self.built_in else self.object_paths()
        if name not in places:
            near = difflib.get_close_matches(name, places, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(places))}"
            raise PluginError(f"no {self.word} is called {name!r}: {hint}")
        return places[name]

    def load_errors(self) -> dict[str, str]:
        """Return the error message of each plug-in that cannot be loaded, by name."""
        found: dict[str, str] = {}
        for name in self.names():
            try:
                self.load(name)
            except PluginError as error:
                found[name] = str(error)
        return found


@lru_cache(maxsize=8)
def _installed(group: str, folders: tuple[tuple[str, int], ...]) -> dict[str, str]:
    """Return the entry points of a group by name; `folders` is a cache key that changes with `sys.path`."""
    from importlib.metadata import entry_points

    return {found.name: found.value for found in entry_points(group=group)}


def _changed(folder: str) -> int:
    """Return the modification time of a folder in nanoseconds, or 0 if it cannot be read."""
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:
        return 0


def load_object(object_path: str, word: str) -> Any:
    """Import and return the object "module:NAME". Raises PluginError if that fails."""
    module, colon, name = object_path.partition(":")
    if not (module and colon and name):
        raise PluginError(f"{word}: {object_path!r} must have the form package.module:Name")
    try:
        return getattr(importlib.import_module(module), name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plug-in may fail in any way, and must not affect the others
        raise PluginError(f"{word} ({object_path}) cannot be loaded: {error_text(error)}") from error


def error_text(error: BaseException) -> str:
    """Return the type and message of an exception as text that can be written in any encoding."""
    try:
        words = f"{type(error).__name__}: {error}"
    except KeyboardInterrupt:
        raise
    except BaseException:  # the error's own text may fail too
        words = type.__getattribute__(type(error), "__name__")
    return words.encode(errors="backslashreplace").decode()
