"""The tables of the ruleset: what stands in TOML beside this file."""

from __future__ import annotations

from battlesim.mechanics.tables import Files

FILES = Files(__package__)
