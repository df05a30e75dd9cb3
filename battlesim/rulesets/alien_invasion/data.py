"""The TOML files of the ruleset."""

from __future__ import annotations

from battlesim.mechanics.ruleset_files import PackageFiles

DATA_FILES = PackageFiles(__package__)
