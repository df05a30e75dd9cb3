"""Victory points, the length and the end of the battle."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.mechanics.turns import PhaseBegan
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.attack import attack_resolution
from battlesim.rulesets.mobile_infantry.battle import turn_sequence
from battlesim.rulesets.mobile_infantry.battle.game_facts import game_facts
from battlesim.rulesets.mobile_infantry.battle.victory import battle_outcome, scores
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, Game, Rectangle, Scoring, Site
from battlesim.rulesets.mobile_infantry.losses import hit_points
from battlesim.table.pieces import Inside, Off
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior

OUTPOST = Rectangle(46, 16, 62, 32)


def squads(count: int, last: int) -> list:  # type: ignore[type-arg]
    """Rifle Squads of 4, and one with `last` hit points."""
    full = [rifles(f"r{n}", 2 + 2 * n, 10) for n in range(count)]
    return [*full, rifles("last", 2 + 2 * count, 10, hits=last)] if last else full


@pytest.mark.rule("MI-OBJ-01", "MI-GAP-31")
@pytest.mark.parametrize(("people", "points"), [(43, 8), (45, 9)])
def test_one_point_for_every_five_humans_alive(people: int, points: int) -> None:
    state = field(*squads(people // 4, people % 4))
    assert scores(state)[MI] == points


def told(state, side: str) -> list[tuple[str, str, str]]:  # type: ignore[no-untyped-def]
    return [(row.label, row.value, row.rule) for row in game_facts(state).points[side]]


@pytest.mark.rule("MI-OBJ-01", "MI-OBJ-04", "MI-BOBJ-01", "MI-BOBJ-04", "MI-BOBJ-05")
def test_the_parts_of_a_score_say_what_pays_and_how_much_there_is() -> None:
    tally = {"dead_humans": 23, "dead_plasma": 1, "captives_delivered": 1}
    state = field(*squads(3, 1), tally=tally, points={MI: 0.0, BUGS: 4.0})
    assert told(state, MI) == [
        ("1 VP for every 5 humans alive", "13 in all: 2 VP", "MI-OBJ-01"),
        ("1 VP for every 2 survivors at the outpost", "0 in all: 0 VP", "MI-OBJ-04"),
    ]
    assert told(state, BUGS) == [
        ("1 VP for every 10 dead humans", "23 in all: 2 VP", "MI-BOBJ-01"),
        ("1 VP for each destroyed mech", "0 in all: 0 VP", "MI-BOBJ-01"),
        ("-1 VP for each dead Plasma bug", "1 in all: -1 VP", "MI-BOBJ-05"),
        ("4 VP for the first captive at a tunnel, then 2", "1 in all: 4 VP", "MI-BOBJ-04"),
    ]
    assert game_facts(state).scores == {MI: 2, BUGS: 5}


@pytest.mark.rule("MI-GAP-70", "MI-BOBJ-04")
def test_what_does_not_pay_in_a_scenario_is_not_told() -> None:
    scoring = Scoring(1, False, 1, 2, 0, 0, 4, 0, 5, True)
    state = field(*squads(2, 0), site=Site(scoring=scoring))
    assert [label for label, _, _ in told(state, MI)] == [
        "1 VP for each human alive",
        "5 VP for a destroyed Tunnel Entrance",
    ]
    assert [label for label, _, _ in told(state, BUGS)] == [
        "2 VP for each dead human",
        "4 VP for the first captive at a tunnel",
    ]


@pytest.mark.rule("MI-OBJ-01")
def test_evacuated_people_count_and_captives_do_not() -> None:
    captive = piece("command_team", "ct", 40, 40, hits=0, marks=("captive",))
    state = field(*squads(10, 3), captive, tally={"evacuated_humans": 2})
    assert scores(state)[MI] == 9


@pytest.mark.rule("MI-GAP-32", "MI-BOBJ-03")
def test_a_captive_alone_does_not_keep_the_battle_going() -> None:
    captive = piece("command_team", "ct", 40, 40, hits=0, marks=("captive",))
    ended, alone = (
        battle_outcome(field(captive, warrior("W", 20, 20))),
        battle_outcome(field(warrior("W", 20, 20))),
    )
    assert ended is not None and ended.reason == "nobody of the company is left on the table but captives"
    assert alone is not None and alone.reason == "nobody of the company is left on the table"
    assert battle_outcome(field(captive, rifles("R", 10, 10), warrior("W", 20, 20))) is None


@pytest.mark.rule("MI-GAP-31")
def test_dead_survivors_are_booked_apart_from_dead_soldiers() -> None:
    state = field(piece("survivors", "S", 10, 10), rifles("R", 12, 10))
    game: Play = Play(state, "mobile_infantry")  # type: ignore[type-arg]
    hit_points.remove_hits(game, "S", 2, "MI-BMEL-03")
    hit_points.remove_hits(game, "R", 1, "MI-BMEL-04")
    assert game.state.game.tally == {"dead_survivors": 2, "dead_humans": 1}


@pytest.mark.rule("MI-GAP-31", "MI-OBJ-01")
def test_only_those_in_the_outpost_or_gone_count_with_the_option() -> None:
    inside, outside = rifles("in", 50, 20), rifles("out", 10, 20)
    hidden = rifles("house", place=Inside("O1"))
    state = field(
        inside,
        outside,
        hidden,
        block("building", "O1", 56, 27, 60, 31),
        options={"human_vp_zone": "outpost_or_evacuated"},
        site=Site(outpost=OUTPOST),
        tally={"evacuated_humans": 2},
    )
    assert scores(state)[MI] == (4 + 4 + 2) // 5


@pytest.mark.rule("MI-BOBJ-01")
def test_the_bugs_score_tens_of_dead_and_every_mech() -> None:
    state = field(tally={"dead_humans": 37, "dead_robots": 2})
    assert scores(state)[BUGS] == 3 + 2


@pytest.mark.rule("MI-BOBJ-01", "MI-BOBJ-05")
def test_deaths_are_counted_as_they_happen() -> None:
    mech = piece("light_mech", "mech", 10, 10)
    state = field(mech, piece("plasma_bug", "p", 40, 40), rifles("r", 20, 20, hits=2))

    def kill(game: Play) -> object:  # type: ignore[type-arg]
        for name in ("mech", "p"):
            attack_resolution.remove_model(game, name, "MI-SHOT-12")
        return
        yield

    done = perform(state, kill)
    assert done.state.game.tally["dead_robots"] == 1
    assert scores(done.state)[BUGS] == 1 - 1


@pytest.mark.rule("MI-BOBJ-05")
def test_each_plasma_bug_lost_costs_a_point_and_totals_may_be_negative() -> None:
    state = field(points={MI: 0.0, BUGS: 5.0}, tally={"dead_plasma": 2})
    assert scores(state)[BUGS] == 3
    assert scores(field(tally={"dead_plasma": 2}))[BUGS] == -2


@pytest.mark.rule("MI-GAP-30")
@pytest.mark.parametrize(("value", "points"), [("half", 2), ("1_each", 5)])
def test_survivors_in_the_outpost_score(value: str, points: int) -> None:
    safe = [piece("survivors", "s1", 50, 20), piece("survivors", "s2", 52, 20, hits=1)]
    village = piece("survivors", "s3", 30, 10)
    state = field(*safe, village, options={"survivor_vp": value}, site=Site(outpost=OUTPOST))
    assert scores(state)[MI] == points


@pytest.mark.rule("MI-GAP-30")
def test_survivors_are_worth_what_was_rolled_with_the_option() -> None:
    safe = piece("survivors", "s1", 50, 20, marks={"worth": 3})
    state = field(safe, options={"survivor_vp": "d3_per_stand"}, site=Site(outpost=OUTPOST))
    assert scores(state)[MI] == 3


@pytest.mark.rule("MI-GAP-63")
def test_more_points_win_and_equal_points_are_a_draw() -> None:
    state = field(*squads(5, 0), warrior("w", 40, 40), turn=11, points={MI: 0.0, BUGS: 3.0})
    ended = battle_outcome(state)
    assert ended is not None and ended.winners == (MI,) and ended.scores == {MI: 4.0, BUGS: 3.0}
    drawn = battle_outcome(state.with_game(points={MI: 0.0, BUGS: 4.0}))
    assert drawn is not None and drawn.winners == ()


@pytest.mark.rule("MI-GAP-32")
@pytest.mark.parametrize(("value", "last"), [("8", 8), ("10", 10), ("12", 12)])
def test_the_game_ends_after_the_last_turn(value: str, last: int) -> None:
    pieces = [rifles("r", 10, 10), warrior("w", 40, 40)]
    assert battle_outcome(field(*pieces, turn=last, options={"turns": value})) is None
    ended = battle_outcome(field(*pieces, turn=last + 1, options={"turns": value}))
    assert ended is not None and ended.reason == f"turn {last} is over"


@pytest.mark.rule("MI-GAP-32", "MI-GAP-09")
@pytest.mark.parametrize(("first", "second"), [("mi", "bugs"), ("arachnid", "mi")])
def test_both_sides_have_their_last_turn_whoever_goes_first(first: str, second: str) -> None:
    state = field(rifles("r", 10, 10), warrior("w", 60, 40), turn=10, options={"first_side": first})
    start = state.with_game(phase=state.game.phases[0])
    done = perform(start, play_out)
    phases = [e.phase for e in done.events_of(PhaseBegan)]
    assert f"{second}_activations" in phases
    assert done.events_of(PhaseBegan)[-1].turn == 11


def play_out(game: Play[Game]) -> Script[None]:
    """All steps to the end of the battle."""
    while isinstance(step := turn_sequence.next_step(game.state), Step):
        yield from RULESET.script(game, step)


@pytest.mark.rule("MI-GAP-32")
def test_the_game_ends_at_once_when_nobody_is_left() -> None:
    ship = piece("viking", "v", 20, 20, unit="V")
    gone = rifles("r", place=Off("left"))
    assert battle_outcome(field(ship, gone, warrior("w", 40, 40))) is not None
    assert battle_outcome(field(ship, piece("survivors", "s", 30, 30), warrior("w", 40, 40))) is None


FIRST_CONTACT = Site(
    ends_without_bugs=True,
    scoring=Scoring(
        humans_per_point=1,
        survivors_score=False,
        survivors_are_humans=True,
        dead_per_point=1,
        point_for_dead=2,
        robot=0,
        plasma=0,
        more_captives=0,
        entrance_destroyed=2,
    ),
)


@pytest.mark.rule("MI-GAP-70")
def test_first_contact_counts_every_human_and_the_entrance() -> None:
    state = field(
        rifles("r", 10, 10),
        piece("survivors", "s", 20, 20, hits=2),
        warrior("w", 40, 40),
        site=FIRST_CONTACT,
        tally={"dead_humans": 3, "dead_survivors": 1, "entrances_destroyed": 1},
    )
    assert scores(state) == {MI: 4 + 2 + 2, BUGS: 2 * 4}


@pytest.mark.rule("MI-GAP-70")
def test_first_contact_ends_without_soldiers_or_without_bugs() -> None:
    survivors = piece("survivors", "s", 20, 20)
    lost = warrior("w2", place=Off("lost"))
    assert battle_outcome(field(survivors, warrior("w", 40, 40), site=FIRST_CONTACT)) is not None
    assert battle_outcome(field(rifles("r", 10, 10), lost, site=FIRST_CONTACT)) is not None
    waiting = warrior("w3", place=Off("reserve"))
    assert battle_outcome(field(rifles("r", 10, 10), lost, waiting, site=FIRST_CONTACT)) is None


def test_scores_of_a_scenario_are_plain_numbers() -> None:
    assert msgspec.json.encode(scores(field())) == b'{"mi":0.0,"bugs":0.0}'


def test_the_window_is_told_what_ends_a_battle_of_soldiers_and_bugs() -> None:
    ends = game_facts(field(rifles("r", 10, 10), site=FIRST_CONTACT)).ends
    assert [row.label for row in ends] == ["After turn 10", "No soldier, or no bug, is left"]
