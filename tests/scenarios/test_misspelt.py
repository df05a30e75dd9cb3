"""Every key and word of the program's own maps, scenarios and situations is refused when it is misspelt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.rulesets import registry
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.maps import load_map
from battlesim.scenarios.situations import load_situation
from battlesim.scenarios.toml_reading import InputError
from tests.support.ours import MAPS, SCENARIOS, SITUATIONS

KEY = re.compile(r"(?:^|[{,]\s*)\s*([A-Za-z_]\w*)\s*=", re.MULTILINE)
WORD = re.compile(r'([A-Za-z_]\w*)\s*=\s*"([^"\n]+)"')
FREE = {"name", "title", "briefing", "about", "why", "id", "key", "level"}
"""Keys whose words are the author's own."""


def misspelt(text: str) -> Iterator[tuple[str, str]]:
    """Each key and each word that is not free, once, and the text in which it ends on another letter."""
    spots = {f"key {m[1]}": m.end(1) for m in KEY.finditer(text)}
    spots |= {f"{m[1]} = {m[2]}": m.end(2) for m in WORD.finditer(text) if m[1] not in FREE}
    for what, end in spots.items():
        letter = "q" if text[end - 1] == "z" else "z"
        yield what, text[: end - 1] + letter + text[end:]


def begin(path: Path) -> None:
    """A scenario read and set up."""
    found = load_scenario(str(path))
    registry.load_ruleset(found.plan.ruleset).setup(found.plan, found.ground)


QUICK = {"arcs_and_templates", "walls", "hulls", "low_walls"}
"""Situations that hold all keys; the others are slow repeats."""


def _situation(path: Path) -> object:
    marks = [] if path.stem in QUICK else [pytest.mark.slow]
    return pytest.param(load_situation, path, marks=marks)


FILES = [
    *((begin, path) for path in SCENARIOS.values()),
    *((load_map, path) for path in MAPS.values()),
    *map(_situation, SITUATIONS.values()),
]


@pytest.mark.parametrize(
    ("load", "file"), FILES, ids=lambda it: it.stem if isinstance(it, Path) else it.__name__
)
def test_what_is_misspelt_is_refused(load: Callable[[Path], object], file: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for what, wrong in misspelt(file.read_text(encoding="utf-8")):
        path.write_text(wrong, encoding="utf-8")
        try:
            load(path)
        except (InputError, ScenarioError):
            continue
        pytest.fail(f"{what} is not missed")
