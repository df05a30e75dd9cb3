"""The tables of the ruleset: what stands in TOML beside this file."""

from __future__ import annotations

from battlesim.mechanics.ruleset_files import PackageFiles

DATA_FILES = PackageFiles(__package__)
