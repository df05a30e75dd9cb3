"""The tables of the ruleset: what stands in TOML beside this file."""

from __future__ import annotations

from typing import TypeVar

from battlesim.mechanics import tables

T = TypeVar("T")


def text(name: str) -> str:
    """A file, as text."""
    return tables.text(__package__, name)


def table(name: str, kind: type[T]) -> T:
    """A file, as typed records."""
    return tables.table(__package__, name, kind)
