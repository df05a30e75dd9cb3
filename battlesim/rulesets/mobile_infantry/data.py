"""The loader for the TOML files in this package."""

from __future__ import annotations

from battlesim.mechanics.ruleset_files import PackageFiles

DATA_FILES = PackageFiles(__package__)
