"""What a scenario of Mobile Infantry may say, and the key that is named when it says something else."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from battlesim.engine.ruleset import Outcome, Step
from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit, ScenarioError
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.core.state import Battle
from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.table.pieces import Off, OnTable
from tests.rules.mobile_infantry.field import perform

LATE = """
[[zone]]
id = "north"
side = "mi"
rect = [30, 40, 40, 46]
[[unit]]
id = "late"
side = "mi"
zone = "north"
arrives = 2
piece = [{ profile = "command_team", id = "L" }, { profile = "rifle_squad", id = "S" }]
[rules]
"""


def said(folder: Path, scenario: str, old: str, new: str) -> Battle:
    """The first state of a scenario with something in its file replaced."""
    text = scenario_files()[scenario].read_text(encoding="utf-8")
    assert old in text
    path = folder / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = load_scenario(str(path))
    return RULESET.setup(found.plan, found.ground)


OUTPOST = [
    ('transmitter = "O1"', 'transmitter = "O9"', "rules.transmitter: 'O9' is no building"),
    ('structure = "V6"', 'structure = "V66"', "rules.hidden[0].structure: 'V66' is no building"),
    (
        'structure = "V6"',
        'structure = "W5"',
        "rules.hidden[0].structure: 'W5' is a wall, which nobody can search (name",
    ),
    ("x = 40.5", "x = 400", "rules.hidden[0]: (400, 19.5) lies off the table"),
    ('id = "H1"', 'id = "E1"', "rules.hidden[0].id: 'E1' is taken already"),
    ("O2 = {", "O22 = {", "rules.finds.O22: 'O22' is no building of the map (did you mean O2?)"),
    ('what = "survivors"', 'what = "people"', "rules.finds.O2.what: 'people' is no find"),
    ("amount = 6", "amont = 6", "rules.finds.O2.amont: unknown key (did you mean amount?)"),
    (", amount = 6", "", "rules.finds.O2.amount: 0 of survivors"),
    ('entrance = "H2"', 'entrance = "H9"', "rules.finds.O3.entrance: 'H9' is no hidden entrance"),
    ('entrance = "H2"', 'entrance = "H1"', "rules.finds.O3.entrance: 'H1' belongs to 'V6' (write struc"),
    ("deploy = [0, 0, 24", "deploy = [0, 0, 240", "rules.deploy: reaches off the 72 x 48 in table"),
    ("outpost = [46", "outpost = [66", "rules.outpost: is empty"),
    (
        "landing = [53, 23.5, 3]",
        "landing = [53, 23.5, 0]",
        "rules.landing: a radius of 0 in does not make a zone",
    ),
    ("landing = [53", "landing = [71", "rules.landing: reaches off"),
    ('kind = "bugs"', 'kind = "bug"', "unit[0].kind: 'bug' is not a kind of unit of bugs"),
]

CONTACT = [
    ("tunnelling_from = 2", "tunneling_from = 2", "rules.tunneling_from: unknown key (did you mean tunn"),
    (
        "most_groups = 2",
        "most_groups = -2",
        "rules.most_groups: expected a whole number of at least 0, got -2",
    ),
    ("hopper = { by_turn", "hoper = { by_turn", "rules.schedule.hoper: 'hoper' is no kind of Arachnid"),
    ("by_turn = [0, 0, 6]", "by_turn = []", "rules.schedule.hopper.by_turn: counts no arrivals"),
    ("robot = 0", "robt = 0", "rules.scoring.robt: unknown key (did you mean robot?)"),
    (
        "humans_per_point = 1",
        "humans_per_point = 0",
        "rules.scoring.humans_per_point: expected a whole number of at least 1",
    ),
    (
        'profile = "rifle_squad"',
        'profile = "warrior"',
        "unit[0].piece[1].profile: 'warrior' is not a profile of mi (put it in a unit of bugs)",
    ),
    ("at = [33, 36]", 'inside = "B1"', "unit[1].piece[0].inside: E1 cannot be inside B1 (infantry and surv"),
    ('below = "M1"', 'below = "wa1"', "unit[2].piece[1].below: wt1 cannot be below wa1"),
    ("at = [19, 22.5], facing = 90", 'aboard = "M1"', "unit[0].piece[3].aboard: MG cannot be aboard M1"),
    ("at = [19, 22.5], facing = 90", "facing = 90", "unit[0].piece: 1 of its 5 pieces have no position"),
    ('kind = "platoon"', "arrives = 2", "unit[0].arrives: arrives in turn 2, but its pieces are placed on"),
    ('kind = "bugs"', "arrives = 2", "unit[1].arrives: units of bugs do not use `arrives`"),
    ("at = [20.5, 20.5], facing = 90", 'count = 4, inside = "B1"', "unit.piece.inside: B1 has room for 12"),
]


@pytest.mark.rule("MI-GAP-07", "MI-GAP-35", "MI-GAP-33")
@pytest.mark.parametrize(
    ("scenario", "old", "new", "expected"),
    [("outpost_evac", *row) for row in OUTPOST] + [("first_contact", *row) for row in CONTACT],
)
def test_each_fault_is_named_with_its_key(
    tmp_path: Path, scenario: str, old: str, new: str, expected: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        said(tmp_path, scenario, old, new)
    assert str(caught.value).startswith(expected)


ARACHNIDS = ["warrior", "hopper", "tanker", "plasma_bug", "burrower", "tunnel_entrance", "tunneling_marker"]


def takes(side: str, profile: str) -> bool:
    """Whether a side may list a model of a profile."""
    found = load_scenario("first_contact")
    unit = PlannedUnit("U", side, (PlannedPiece("P", profile, place=OnTable(5.0, 5.0)),))
    try:
        RULESET.setup(msgspec.structs.replace(found.plan, units=(unit,)), found.ground)
    except ScenarioError:
        return False
    return True


@pytest.mark.parametrize("profile", RULESET.piece_kinds())
def test_a_model_of_each_profile_is_for_one_side_alone(profile: str) -> None:
    own = "bugs" if profile in ARACHNIDS else "mi"
    assert [side for side in ("mi", "bugs") if takes(side, profile)] == [own]


def until(state: Battle, turn: int, phase: str) -> Battle:
    """The battle played with legal defaults up to a phase."""
    while (state.game.turn, state.game.phase) != (turn, phase):
        following = RULESET.next_step(state)
        assert isinstance(following, Step)
        state = perform(state, lambda game, step=following: RULESET.script(game, step)).state  # type: ignore[misc]
    return state


@pytest.mark.rule("MI-GAP-36", "MI-GAP-09")
def test_a_unit_that_comes_later_is_deployed_in_its_zone_at_the_start_of_that_turn(tmp_path: Path) -> None:
    begun = said(tmp_path, "first_contact", "[rules]\n", LATE)
    assert until(begun, 1, "mi_alert").table.piece("L").place == Off("reserve")
    here = until(begun, 2, "mi_activations").table
    assert all(30 <= here.piece(p).xy[0] <= 40 and 40 <= here.piece(p).xy[1] <= 46 for p in ("L", "S"))


@pytest.mark.rule("MI-GAP-36")
def test_whoever_finds_no_room_in_the_zone_is_placed_beside_it(tmp_path: Path) -> None:
    narrow = LATE.replace("[30, 40, 40, 46]", "[30, 40, 30.2, 40.2]").replace("arrives = 2\n", "")
    here = until(said(tmp_path, "first_contact", "[rules]\n", narrow), 1, "mi_activations").table
    assert {type(here.piece(p).place) for p in ("L", "S")} == {OnTable}


@pytest.mark.rule("MI-GAP-32")
def test_nobody_has_lost_while_a_unit_is_still_to_come(tmp_path: Path) -> None:
    begun = until(said(tmp_path, "first_contact", "[rules]\n", LATE), 1, "mi_activations")
    gone = {
        p.id: msgspec.structs.replace(p, place=Off("lost"), hits=0)
        for p in begun.table.pieces_of_unit("platoon")
    }
    alone = begun.with_table(begun.table.with_pieces(*gone.values()))
    assert not isinstance(RULESET.next_step(alone), Outcome)
