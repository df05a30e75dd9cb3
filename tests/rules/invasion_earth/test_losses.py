"""The losses of a preview are those of the rules when every face of every die is rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from battlesim.engine.dice import DiceError
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment, PathMoment
from battlesim.engine.ruleset import LossOdds
from battlesim.rulesets.invasion_earth.attack.building_shots import building_decision, perform_building_shot
from battlesim.rulesets.invasion_earth.attack.cover_suppression import CoverShot, resolve_cover_shot
from battlesim.rulesets.invasion_earth.attack.losses import shot_losses
from battlesim.rulesets.invasion_earth.attack.shooting import ShotAct, resolve_shot, shot_at
from battlesim.rulesets.invasion_earth.battle.decision_previews import answer_preview
from battlesim.rulesets.invasion_earth.battle.previews import cover_preview, shot_preview
from battlesim.rulesets.invasion_earth.core.lookups import piece_weapons
from battlesim.rulesets.invasion_earth.core.profiles import profiles, weapons
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.waiting.reactions import shoot_out_of_waiting
from battlesim.testing.script import ScriptResult
from tests.rules.invasion_earth.field import CENTRE, LMG, OWN, SLR, battle, enemy, model, perform, wall
from tests.rules.invasion_earth.test_buildings import besieged

BAZOOKA, MORTAR, CANNON = "unit_bazooka_team", "unit_mortar_team", "special_weapons_dalek"
FIRERS = {weapon: kind for kind, profile in reversed(profiles().items()) for weapon in profile.weapons}
"""A kind of model for each weapon."""


def every_end(
    state: Battle,
    rules: Callable[[Any], Any],
    answers: dict[str, Any] | None = None,
    dice: tuple[int, ...] = (),
) -> Iterator[tuple[float, ScriptResult]]:
    """Each way in which the dice of some rules can fall, with its chance."""
    try:
        yield 6.0 ** -len(dice), perform(state, rules, answers, list(dice))
    except DiceError:
        for face in range(1, 7):
            yield from every_end(state, rules, answers, (*dice, face))


def rolled_losses(
    state: Battle, rules: Callable[[Any], Any], answers: dict[str, Any] | None = None
) -> dict[str, list[float]]:
    """How often each model lost 0, 1, 2 ... HITS when every face was rolled, of those that lost any."""
    found = {p.id: [0.0] * (p.hits + 1) for p in state.table.standing_pieces()}
    for chance, done in every_end(state, rules, answers):
        for key, lost in found.items():
            piece, before = done.piece(key), state.table.piece(key)
            lost[before.hits - piece.hits if piece.in_play else before.hits] += chance
    return {key: lost for key, lost in found.items() if lost[0] < 1.0 - 1e-9}


def told(losses: tuple[LossOdds, ...]) -> dict[str, Any]:
    """The losses of a preview, of the models that can lose any."""
    return {odds.target: pytest.approx(odds.lost) for odds in losses if odds.lost[0] < 1.0 - 1e-9}


SHOTS = [
    (weapon, scatters, suppresses)
    for weapon, arm in weapons().items()
    for scatters in (("no_effect", "scatter") if arm.blast else ("no_effect",))
    for suppresses in ((False, True) if not arm.no_suppression else (False,))
    if weapon in FIRERS
]


@pytest.mark.rule("IE-GAP-18", "IE-GAP-24", "IE-GAP-52", "IE-GAP-53", "IE-SUP-07", "IE-GAP-28")
@pytest.mark.parametrize(("weapon", "scatters", "suppresses"), SHOTS)
def test_the_losses_of_every_weapon_are_as_frequent_as_they_are_rolled(
    weapon: str, scatters: str, suppresses: bool
) -> None:
    arm = weapons()[weapon]
    far = max(arm.least, arm.bands[0]) + 1.0
    state = battle(
        model(FIRERS[weapon], "a", 0, -2),
        enemy("cyberman", "t", 0, far),
        enemy(SLR, "n", 1.2, far + 0.4),
        options={"blast_miss": scatters},
    )
    shot = shot_at(state, "a", ShotAct(weapon, suppresses), "t")
    assert rolled_losses(state, lambda p: resolve_shot(p, shot)) == told(shot_losses(state, shot))


@pytest.mark.rule("IE-GAP-30", "IE-GAP-28", "IE-GAP-18")
@pytest.mark.parametrize(
    ("option", "target", "friend"), [("no_effect", 3 / 6, 0.0), ("scatter", 4 / 6, 1 / 36 + 1 / 36 + 1 / 36)]
)
def test_a_blast_that_scatters_may_strike_by_a_miss(option: str, target: float, friend: float) -> None:
    """A bazooka needs a 4. A 3 lands 1 in off, in any direction still over the target; 2 in straight beyond
    it stands a friend, whom a 3, a 2 or a 1 strike if it falls that way."""
    state = battle(
        model(BAZOOKA, "a", 0, 0),
        enemy(SLR, "t", 0, 12),
        model(SLR, "f", 0, 14.2),
        options={"blast_miss": option},
    )
    card = shot_preview(state, shot_at(state, "a", ShotAct("bazooka"), "t"))
    lost = {odds.target: odds.destroyed_chance for odds in card.losses}
    assert card.chance == pytest.approx(target) == lost["t"] and lost.get("f", 0.0) == pytest.approx(friend)


@pytest.mark.rule("IE-GAP-29", "IE-GAP-24", "IE-GAP-28", "IE-GAP-18")
def test_the_target_is_told_first_and_friends_are_told_apart() -> None:
    state = battle(model(BAZOOKA, "a", 0, 0), enemy(SLR, "t", 0, 12), model(SLR, "f", 0, 13.2))
    card = shot_preview(state, shot_at(state, "a", ShotAct("bazooka"), "t"))
    assert [odds.target for odds in card.losses] == ["t", "f"]
    rows = [(row.label, row.value) for row in card.rows if row.rule == "IE-GAP-29"]
    assert rows == [("t", "lost 50 %, 0.5 HITS"), ("Your own f", "lost 50 %, 0.5 HITS")]
    (area,) = card.areas
    assert area.sure and set(area.caught) == {"t", "f"}


@pytest.mark.rule("IE-GAP-28", "IE-GAP-30")
def test_where_a_blast_may_scatter_is_drawn_beside_where_it_is_aimed() -> None:
    state = battle(
        model(MORTAR, "a", 0, 0),
        enemy(SLR, "t", 0, 12),
        enemy(SLR, "n", 4.2, 12),
        options={"blast_miss": "scatter"},
    )
    possible, aimed = shot_preview(state, shot_at(state, "a", ShotAct("mortar"), "t")).areas
    assert (possible.sure, aimed.sure) == (False, True)
    assert set(possible.caught) == {"t", "n"} and aimed.caught == ("t",)


@pytest.mark.rule("IE-SCV-03", "IE-GAP-18", "IE-GAP-24", "IE-GAP-25")
@pytest.mark.parametrize("kind", [SLR, LMG])
def test_the_losses_behind_cover_are_as_frequent_as_they_are_rolled(kind: str) -> None:
    state = battle(
        model(kind, "a", 0, 0),
        enemy("cyberman", "t", 0, 9),
        terrain=[wall("w", -6, 8, 6, 8.25, 1.0, "high_wall")],
    )
    a, t = state.table.piece("a"), state.table.piece("t")
    (weapon,) = (arm for key, arm in piece_weapons(a).items() if key in ("slr", "lmg"))
    shot = CoverShot(a, weapon, "w", t)
    found = rolled_losses(state, lambda p: resolve_cover_shot(p, shot))
    assert found == told(cover_preview(state, shot).losses)


@pytest.mark.rule("IE-GAP-31", "IE-GAP-29", "IE-BLD-07")
def test_a_lucky_strike_on_a_model_indoors_is_among_the_losses() -> None:
    state = besieged(model(CANNON, "a", 3, -12), enemy(SLR, "t", 3, -1), enemy("cyberman", "i", 3, 1.5))
    shot = shot_at(state, "a", ShotAct("cannon"), "t")
    assert set(told(shot_losses(state, shot))) == {"t", "i"}
    assert rolled_losses(state, lambda p: resolve_shot(p, shot)) == told(shot_losses(state, shot))


@pytest.mark.rule("IE-LIW-11", "IE-LIW-14")
@pytest.mark.parametrize(("y", "lost"), [(12.0, 2 / 6), (7.5, 3 / 6)])
def test_a_reaction_has_the_odds_of_the_moment_at_which_it_is_taken(y: float, lost: float) -> None:
    """The rifle needs a 4 at 11 in and a 3 at 6.5 in; a waiting model has 1 less on its die."""
    state = battle(model(SLR, "w", 0, 0, waits_to_fire=1), enemy(SLR, "e", 0, 14))
    stop = PathMoment((CENTRE, CENTRE + y), 14.0 - y, "", "w")
    asked = ChooseMoment(side=OWN, what="reaction", prompt="", stops=(stop,), mover="e")
    card = answer_preview(state, asked, 0)
    assert card is not None and card.chance == pytest.approx(lost)
    there = battle(model(SLR, "w", 0, 0, waits_to_fire=1), enemy(SLR, "e", 0, y))
    assert rolled_losses(there, lambda p: shoot_out_of_waiting(p, "w", "e")) == told(card.losses)
    assert answer_preview(state, asked, LET_PASS) is None


@pytest.mark.rule("IE-GAP-31", "IE-GAP-29", "IE-GAP-24")
def test_a_shot_at_a_building_has_the_odds_of_its_lucky_strikes() -> None:
    state = besieged(model(CANNON, "a", 3, -9), enemy("cyberman", "i", 3, 2))
    card = answer_preview(state, building_decision(state, state.table.piece("a")), "cannon:house")
    assert card is not None and card.chance_of == "the wall is struck"
    answers = {"building": "cannon:house"}
    assert rolled_losses(state, lambda p: perform_building_shot(p, "a"), answers) == told(card.losses) != {}
