"""The loader of the ruleset's TOML files, which are in this package."""

from __future__ import annotations

from battlesim.mechanics.ruleset_files import PackageFiles

DATA_FILES = PackageFiles(__package__)
