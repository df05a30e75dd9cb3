"""The toy with a defect, as a plug-in: it fails once, in the part that `BRITTLE` in the environment names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from battlesim.engine.decisions import Decision
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Preview, Step
from battlesim.rulesets import toy
from battlesim.rulesets.rulebook import load_rulebook
from battlesim.rulesets.toy.state import Game, Skirmish

PART: Final = "BRITTLE"
"""Names the part that fails, odds or rules, and after a colon the file that says that it has."""


def fail_once(part: str) -> None:
    """Raises ZeroDivisionError the first time that the part is used."""
    named, _, done = os.environ[PART].partition(":")
    if named == part and not Path(done).exists():
        Path(done).touch()
        raise ZeroDivisionError(f"a defect in the {part}")


class Brittle(toy.Toy):
    """The toy, which fails."""

    key = "brittle"
    rulebook = load_rulebook(toy.__package__)

    def preview(self, view: Skirmish, decision: Decision[Any], answer: Any) -> Preview | None:
        """The odds, worked out aside while somebody moves."""
        if decision.what == "move":
            fail_once("odds")
        return super().preview(view, decision, answer)

    def script(self, game: Play[Game], step: Step) -> Script[None]:
        """The rules, from the second turn on."""
        if game.state.game.turn > 1:
            fail_once("rules")
        return super().script(game, step)


RULESET = Brittle()


def install(folder: Path) -> Path:
    """Have a folder on the path bring the plug-in along; a scenario of it."""
    info = folder / "brittle-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brittle\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[battlesim.rulesets]\nbrittle = brittle:RULESET\n")
    scenario = folder / "brittle.toml"
    text = (Path(__file__).parents[2] / "maps/scenarios/toy.toml").read_text()
    scenario.write_text(text.replace('ruleset = "toy"', 'ruleset = "brittle"'))
    return scenario
