"""Every optional protocol that one complete game has, the others have too, or it is said why not."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import battlesim.engine
from battlesim.engine.ruleset import SupportsThreats
from battlesim.rulesets.registry import load_ruleset

GAMES = ("mobile_infantry", "troice_station", "invasion_earth", "stargrunt", "alien_invasion")
WITHOUT = {
    ("mobile_infantry", "SupportsCampaign"): "its source has no campaign",
    ("mobile_infantry", "SupportsMuster"): "its forces are given by scenarios, without points",
    ("mobile_infantry", "SupportsRelations"): "its only bonds, captives, are drawn aboard their bug",
    ("troice_station", "SupportsCampaign"): "its source has no campaign",
    ("troice_station", "SupportsMuster"): "its forces are given by scenarios, without points",
    ("troice_station", "SupportsThreats"): "its threat ranges are not drawn yet",
    ("stargrunt", "SupportsCampaign"): "its source has no campaign",
    ("stargrunt", "SupportsMuster"): "its forces are given by scenarios, without points",
    ("alien_invasion", "SupportsCampaign"): "its source has no campaign",
    ("alien_invasion", "SupportsMuster"): "its forces are given by scenarios, without points",
    ("alien_invasion", "SupportsRangeRings"): "its weapons have no ranges",
    **dict.fromkeys(
        ((game, "SupportsScenarioWarnings") for game in GAMES[:4]),
        "what is wrong with its scenarios is refused, and nothing else is said against them",
    ),
    **dict.fromkeys(
        ((game, "SupportsTableSight") for game in GAMES[:4]),
        "its rules of sight need no pieces",
    ),
    **dict.fromkeys(
        ((game, "SupportsCompanionFiles") for game in GAMES[:4]), "its kinds are those of its source"
    ),
    **dict.fromkeys(
        ((game, "SupportsSecretDecisions") for game in GAMES[:4]),
        "its secrets are there from the start or come by dice",
    ),
    **dict.fromkeys(((game, "SupportsAlliances") for game in GAMES[:4]), "all other sides are its enemies"),
    **dict.fromkeys(
        ((game, "SupportsRangeRings") for game in GAMES[:3]), "its bands belong to weapons, not to troops"
    ),
    **dict.fromkeys(
        ((game, "SupportsUnitRules") for game in GAMES[:3]), "its values belong to figures, not to units"
    ),
}
"""What a game does without, and why."""


def protocols() -> dict[str, type]:
    """The optional protocols of the engine by name."""
    found = {}
    for info in pkgutil.iter_modules(battlesim.engine.__path__):
        module = importlib.import_module(f"battlesim.engine.{info.name}")
        for name, kind in inspect.getmembers(module, inspect.isclass):
            if name.startswith("Supports") and kind.__module__ == module.__name__:
                found[name] = kind
    return found


@pytest.mark.parametrize("protocol", sorted(protocols()))
@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_optional_protocols_that_another_has(game: str, protocol: str) -> None:
    kind = protocols()[protocol]
    if any(isinstance(load_ruleset(key), kind) for key in GAMES):
        assert isinstance(load_ruleset(game), kind) or (game, protocol) in WITHOUT


def test_nothing_is_excused_that_is_there() -> None:
    known = protocols()
    assert [pair for pair in WITHOUT if isinstance(load_ruleset(pair[0]), known[pair[1]])] == []


def test_a_ruleset_without_arcs_has_threats_by_one_method() -> None:
    assert isinstance(load_ruleset("toy"), SupportsThreats)
