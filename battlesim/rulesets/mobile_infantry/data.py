"""The tables of the ruleset, as text: what stands in TOML beside this file."""

from __future__ import annotations

from importlib.resources import files


def text(name: str) -> str:
    """A table by the name of its file."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
