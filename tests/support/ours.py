"""What is ours among rulesets and files: whatever else is installed is no matter of this suite."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

from battlesim import data_folders
from battlesim.engine.ruleset import AnyRuleset
from battlesim.rulesets import registry
from tests.support.tiny import put_on_path

put_on_path()
TINY = distribution("battlesim_tiny").entry_points.select(group="battlesim.rulesets").names
RULESETS: list[AnyRuleset] = [
    registry.load_ruleset(key) for key in sorted((*registry.BUILT_IN_RULESETS, *TINY))
]


def _files(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


SCENARIOS = _files(data_folders.maps_folder() / "scenarios")
MAPS = _files(data_folders.maps_folder())
SITUATIONS = _files(data_folders.maps_folder() / "situations")
