"""The cards of strike runs and of Reactions, row by row."""

from __future__ import annotations

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.engine.ruleset import Preview
from battlesim.mechanics.activation import Activation
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core.state import MI, Battle
from tests.rules.mobile_infantry.arachnids import swarm_of
from tests.rules.mobile_infantry.field import field, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import led, trigger

RUN = "mi_strike_runs"
ON_ALERT = ["alert"]


def rows(found: Preview | None) -> list[tuple[str, str, str]]:
    """Name, value and rule of every row."""
    assert found is not None
    return [(str(row.label), str(row.value), row.rule) for row in found.rows]


def munition(state: Battle, answer: str) -> Preview | None:
    """What is said of a munition before a run."""
    options = tuple(Option(key, key) for key in ("napalm", "heat_missile", "no"))
    return answer_preview(state, ChooseOne(side=MI, what="strike", prompt="", options=options), answer)


def flown(state: Battle) -> Preview:
    """What is said of the line along y = 24 before it is flown."""
    asked = ChoosePoint(side=MI, what="line", prompt="", begin=(0.0, 24.0))
    found = answer_preview(state, asked, (72.0, 24.0))
    assert found is not None
    return found


@pytest.mark.rule("MI-AIR-08", "MI-AIR-06", "MI-AIR-10", "MI-BTRT-02", "MI-GAP-23", "MI-GAP-24")
def test_the_card_of_napalm_says_its_dice_its_blasts_and_how_many_hoppers_wait_for_it() -> None:
    bugs = [piece("hopper", "H", 40, 30, marks=ON_ALERT), piece("hopper", "I", 40, 33)]
    state = field(*bugs, warrior("W", 30, 30, marks=ON_ALERT), phase=RUN)
    assert rows(munition(state, "napalm")) == [
        ("Dice on each model", "1x D6+2", "MI-AIR-08"),
        ("Hits", "3 in about the target", "MI-GAP-24"),
        ("Blasts a release", "2", "MI-GAP-23"),
        ("Releases left", "2", "MI-AIR-10"),
        ("Flame", "no cover counts", "MI-BTRT-02"),
        ("Hoppers on Alert", "1", "MI-AIR-06"),
    ]


@pytest.mark.rule("MI-AIR-09", "MI-AIR-08", "MI-AIR-06", "MI-AIR-10", "MI-TRT-09", "MI-GAP-24")
def test_the_card_of_a_missile_says_that_it_hits_one_model_and_pierces() -> None:
    state = field(warrior("W", 30, 30, marks=ON_ALERT), phase=RUN)
    assert rows(munition(state, "heat_missile")) == [
        ("Dice on each model", "2x D10+3", "MI-AIR-09"),
        ("Hits", "one model", "MI-GAP-24"),
        ("Blasts a release", "1", "MI-GAP-23"),
        ("Releases left", "2", "MI-AIR-10"),
        ("Piercing, on the Save", "-3", "MI-TRT-09"),
        ("Hoppers on Alert", "0", "MI-AIR-06"),
    ]


@pytest.mark.rule("MI-AIR-08", "MI-AIR-10", "MI-GAP-24")
@pytest.mark.parametrize(("used", "left"), [(0, "2"), (1, "1")])
def test_the_card_of_a_munition_says_how_many_releases_are_left_in_the_game(used: int, left: str) -> None:
    state = field(phase=RUN, options={"bomb_load": "per_game"}, tally={"napalm_used": used})
    assert ("Releases left", left, "MI-AIR-10") in rows(munition(state, "napalm"))


@pytest.mark.rule("MI-AIR-08")
def test_no_run_has_no_card() -> None:
    assert munition(field(phase=RUN), "no") is None


@pytest.mark.rule("MI-AIR-02", "MI-AIR-04", "MI-AIR-06")
@pytest.mark.parametrize(
    ("count", "about", "under"),
    [(0, "", "nobody"), (1, "W0", "1 piece"), (2, "2 models", "2 pieces"), (8, "8 models", "8 pieces")],
)
def test_a_line_names_the_first_six_under_it_and_says_how_many_there_are(
    count: int, about: str, under: str
) -> None:
    found = flown(field(*(warrior(f"W{k}", 10 + 5 * k, 24) for k in range(count)), phase=RUN))
    along = [(f"W{k}", f"{10 + 5 * k}.0 in along", "MI-AIR-04") for k in range(min(count, 6))]
    assert (found.about, rows(found)) == (
        about,
        [
            ("Length of the run", "72.0 in", "MI-AIR-02"),
            *along,
            ("Under the line", under, "MI-AIR-04"),
            ("May intercept", "nobody", "MI-AIR-06"),
        ],
    )


def two_squads(activation: Activation | None, **more: dict[str, str]) -> Battle:
    """Two squads on Alert, Warrior V 3 in and Warrior W more than 6 in from the nearest of them."""
    mi = [rifles("P", 10, 10, marks=ON_ALERT), rifles("Q", 10, 12, marks=ON_ALERT)]
    bugs = [warrior("W", 17, 11), warrior("V", 14, 10)]
    return field(*mi, *bugs, phase="bugs_activations", activation=activation, **more)


def reacting(state: Battle, answer: str, *took_part: str) -> Preview | None:
    """What is said of a Reaction."""
    return answer_preview(state, trigger(state, *took_part, until="react").asked[-1], answer)


@pytest.mark.rule("MI-FIRE-01", "MI-FIRE-02", "MI-FIRE-05", "MI-SHOT-03")
def test_the_card_of_fire_at_will_names_the_nearest_trigger_and_the_pool() -> None:
    found = reacting(two_squads(swarm_of("V", "W")), "fire", "W", "V")
    assert found is not None
    assert (found.title, found.about, rows(found)[:5]) == (
        "Fire at Will",
        "2 models at V",
        [
            ("Trigger: V", "3.0 of 10 in", "MI-FIRE-01"),
            ("Dice in the pool", "8", "MI-SHOT-03"),
            ("Assault Rifle", "2x", "MI-SHOT-02"),
            ("Out of Ammo", "77 %, 1.3 on average", "MI-FIRE-05"),
            ("Dice on it", "4x D6", "MI-SHOT-03"),
        ],
    )


@pytest.mark.rule("MI-FEET-01", "MI-FEET-02", "MI-FEET-03", "MI-FIRE-02")
def test_the_card_of_beat_feet_names_whom_it_runs_from_and_what_it_costs() -> None:
    assert rows(reacting(two_squads(swarm_of("V", "W")), "feet:P", "W", "V")) == [
        ("Trigger: V", "3.0 of 10 in", "MI-FEET-01"),
        ("Move", "4 in", "MI-FEET-01"),
        ("To end from V", "at least 5.0 in", "MI-FEET-02"),
        ("Alert", "is given up", "MI-FEET-03"),
    ]


@pytest.mark.rule("MI-FIRE-01", "MI-FIRE-02", "MI-SCRE-01", "MI-GAP-17")
@pytest.mark.parametrize(
    ("activation", "options", "row"),
    [
        (swarm_of("V", "W"), {}, "Trigger: V"),
        (swarm_of("V", "W"), {"reaction_trigger": "each_model"}, "Trigger: W"),
        (swarm_of("V"), {}, "Trigger: W"),
        (None, {}, "Trigger: W"),
    ],
    ids=["a unit", "each model", "no member", "no activation"],
)
def test_what_sets_a_reaction_off_is_the_unit_that_acts_or_the_model_that_is_named(
    activation: Activation | None, options: dict[str, str], row: str
) -> None:
    found = reacting(two_squads(activation, options=options), "feet:P", "W")
    assert rows(found)[0][0] == row


def launcher_and_rifles() -> Battle:
    """A team whose launcher alone bears on W, and a squad, each as near to its enemy as the other."""
    mi = [piece("missile_team", "M", 10, 10, marks=ON_ALERT), rifles("P", 35, 10, marks=ON_ALERT)]
    bugs = [warrior("X", 15, 10), warrior("W", 40, 10)]
    return field(*mi, *bugs, phase="bugs_activations", activation=swarm_of("W", "X"))


@pytest.mark.rule("MI-FIRE-02", "MI-FIRE-03", "MI-FIRE-01")
def test_a_weapon_without_react_is_not_counted_in_the_card_of_fire_at_will() -> None:
    found = reacting(launcher_and_rifles(), "fire", "W", "X")
    assert found is not None
    assert (found.about, rows(found)[0][0]) == ("P at W", "Trigger: W")


def screech(answer: str, *bugs: tuple[str, str, float]) -> Preview | None:
    """What is said of a Screech at squads P and Q, which are 28 in and 30 in along."""
    on_alert = [piece(kind, id, x, 20, marks=ON_ALERT) for kind, id, x in bugs]
    squads = [rifles("P", 28, 20), rifles("Q", 30, 20)]
    state = field(*on_alert, *squads, phase="mi_activations", activation=led("P", "Q"))
    return reacting(state, answer, "P", "Q")


@pytest.mark.rule("MI-SCRE-01", "MI-SCRE-02", "MI-SCRE-04", "MI-SCRE-05", "MI-GAP-50")
def test_the_card_of_a_screech_of_hoppers_says_who_comes_along_how_far_and_to_whom() -> None:
    found = screech("screech:H", ("hopper", "H", 20), ("hopper", "I", 25))
    assert rows(found) == [
        ("Trigger: P", "7.0 of 10 in", "MI-SCRE-01"),
        ("Come along", "1, within 6 in on Alert", "MI-SCRE-02"),
        ("Move", "8 in", "MI-SCRE-02"),
        ("or in flight", "12 in", "MI-GAP-50"),
        ("The nearest enemy", "2.0 in away", "MI-SCRE-04"),
        ("Alert", "is given up", "MI-SCRE-05"),
    ]


@pytest.mark.rule("MI-SCRE-01", "MI-SCRE-02", "MI-SCRE-04", "MI-SCRE-05")
def test_the_card_of_a_screech_of_warriors_knows_no_flight() -> None:
    found = screech("screech:V", ("warrior", "V", 20))
    assert rows(found) == [
        ("Trigger: P", "7.0 of 10 in", "MI-SCRE-01"),
        ("Come along", "0, within 6 in on Alert", "MI-SCRE-02"),
        ("Move", "6 in", "MI-SCRE-02"),
        ("The nearest enemy", "7.0 in away", "MI-SCRE-04"),
        ("Alert", "is given up", "MI-SCRE-05"),
    ]


@pytest.mark.rule("MI-SCRE-01")
def test_no_screech_has_no_card() -> None:
    assert screech("done", ("warrior", "V", 20)) is None


@pytest.mark.rule("MI-FIRE-01", "MI-FEET-01")
def test_no_reaction_has_no_card() -> None:
    assert reacting(two_squads(swarm_of("V", "W")), "done", "W", "V") is None


@pytest.mark.rule("MI-FIRE-01", "MI-GAP-73")
@pytest.mark.parametrize("act", ["fire", "feet"])
def test_a_reaction_to_a_bug_that_is_gone_has_no_card(act: str) -> None:
    state = field(rifles("P", 20, 20, marks=ON_ALERT), warrior("V", 28, 20))
    option = Option(act, act, by=("P",), act=act)
    asked = ChooseOne(side="mi", what="react", prompt="", about="V", options=(option,))
    assert answer_preview(state.with_table(state.table.without_pieces("V")), asked, act) is None


@pytest.mark.rule("MI-SCRE-01", "MI-FIRE-02", "MI-GAP-73")
def test_a_reaction_to_somebody_who_is_gone_has_no_card() -> None:
    state = field(warrior("V", 20, 20, marks=ON_ALERT), rifles("P", 28, 20))
    asked = ChooseOne(
        side="bugs",
        what="react",
        prompt="",
        about="P",
        options=(Option("screech:V", "V", by=("V",), act="screech"),),
    )
    assert answer_preview(state.with_table(state.table.without_pieces("P")), asked, "screech:V") is None
