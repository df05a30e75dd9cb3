"""The squads: counters that hide what they are, dice of quality against dice of luck, nerve and flight."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from battlesim_tiny.squads.state import BROKEN, SHAKEN, SUPPRESSED, Game

from battlesim.engine.dice import SeededDice, derived_rng
from battlesim.engine.digest import state_digest
from battlesim.engine.run import start_run
from battlesim.engine.scenario_plan import ScenarioError
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.render.scene import piece_token
from battlesim.report.picture import looks_of
from battlesim.rulesets.registry import load_ruleset
from battlesim.rulings.movement import Leg
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import CardDrawn, DiceRolled, PiecesRemoved
from battlesim.table.pieces import Aboard, Marker, Off
from battlesim.table.state import AnyState, State
from battlesim.table.units import Unit
from battlesim.testing.script import RunScriptResult, begin_run, play_script
from battlesim.testing.table import block, make_sides, make_table, standing_piece, xy
from tests.support.tiny import SCENARIOS

RULES = load_ruleset("squads")
FARM = str(SCENARIOS / "hill_farm.toml")


def men(unit: str, side: str, *places: tuple[float, float]) -> list[Any]:
    """A squad: a1, its leader, a2, a3."""
    kinds = ["leader", *["rifle"] * (len(places) - 1)]
    return [
        standing_piece(f"{unit[0]}{k}", x, y, side=side, unit=unit, kind=kind)
        for k, (kind, (x, y)) in enumerate(zip(kinds, places, strict=True), 1)
    ]


def counter(name: str, x: float, y: float, side: str = "gold") -> Any:
    return standing_piece(name, x, y, side=side, unit=f"{side}-counters", kind="counter", radius=0.75)


ALPHA = ((10, 10), (11, 10), (10, 11))
DELTA = ((20, 10), (21, 10), (20, 11))


def battle(
    *more: Any, delta: Any = DELTA, marks: dict[str, str] | None = None, rules: Any = None, **game: Any
) -> AnyState:
    """Three of Alpha, blue, and three of Delta, gold, nine inches to the east of them; blue acts."""
    own = {"alpha": {"quality": 8, "leadership": 2}, "delta": {"quality": 8, "leadership": 2}}
    units = {
        name: Unit(name, name.title(), side, leader=f"{name[0]}1", rules=(rules or own).get(name, own[name]))
        for name, side in (("alpha", "blue"), ("delta", "gold"))
    }
    for name, mark in (marks or {}).items():
        units[name] = units[name].with_mark(mark)
    pieces = (*men("alpha", "blue", *ALPHA), *men("delta", "gold", *delta))
    field = make_table(*pieces, *more, width=48.0, height=36.0, table_sides=make_sides("blue", "gold"))
    known = {"turn": 1, "phase": "blue", "phases": ("blue", "gold"), "squads": {"blue": 1, "gold": 1}}
    return State(msgspec.structs.replace(field, units=units), Game(**(known | game)))


def act(state: AnyState, *acts: Any, dice: Any = ()) -> RunScriptResult:
    """Alpha is activated and does these."""
    return play_script(begin_run(RULES, state), [{"squad": "a1"}, *acts], dice)


def marks(state: AnyState, unit: str) -> list[str]:
    return [mark.name for mark in state.table.units[unit].marks]


def options(state: AnyState, *acts: Any, dice: Any = ()) -> dict[str, str]:
    """What Alpha can do next, with what each is shut for."""
    return {option.key: option.shut for option in act(state, *acts, dice=dice).run.pending.options}


AIM = {"act": "aim:a1:d1"}
PASS = {"act": "pass"}


@pytest.mark.rule("SQD-HIDE-01")
def test_squads_lie_under_counters_drawn_by_chance_and_one_is_left_over() -> None:
    drawn = [f"marker-{k}" for k in (3, 1, 2, 8, 7, 5)]
    played = play_script(begin_run(RULES, load_scenario(FARM).initial_state()), [], drawn)
    assert played.state.table.piece("alpha-1").place == Aboard("marker-3")
    assert not any(piece.place == Aboard("marker-4") for piece in played.state.table.pieces.values())
    assert [event.to for event in played.events_of(CardDrawn)] == ["blue"] * 3 + ["gold"] * 3


@pytest.mark.rule("SQD-HIDE-02")
def test_a_side_sees_the_counters_of_the_other_and_nothing_under_them() -> None:
    drawn = [f"marker-{k}" for k in (3, 1, 2, 8, 7, 5)]
    state = play_script(begin_run(RULES, load_scenario(FARM).initial_state()), [], drawn).state
    seen = RULES.view(state, "blue").table
    assert {piece.kind for piece in seen.pieces_of_side("gold")} == {"counter"}
    assert {"alpha", "bravo", "carol"} == seen.units.keys()
    guess = RULES.determinize(RULES.view(state, "blue"), derived_rng("guess", 1))
    assert sum(unit.side == "gold" for unit in guess.table.units.values()) == 3
    assert RULES.view(guess, "blue") == RULES.view(state, "blue")


def hidden(turn: int = 1) -> AnyState:
    """Delta under a counter, and a dummy beside it; gold acts."""
    state = battle(counter("c1", 20, 20), counter("c2", 30, 20), phase="gold", turn=turn)
    for man in state.table.pieces_of_unit("delta"):
        state = state.with_table(state.table.with_place(man.id, Aboard("c1")))
    return state


@pytest.mark.rule("SQD-HIDE-03")
def test_a_counter_that_is_turned_over_is_its_squad_which_has_acted() -> None:
    script = [{"squad": "c1"}, {"act": "reveal:c1"}, {"act": "pass"}]
    state = play_script(begin_run(RULES, hidden()), script).state
    assert xy(state, "d1") == (20, 20) and "c1" not in state.table.pieces
    assert {"d1", "d2", "d3"} <= set(state.game.acted)
    assert {"d1", "d2"} <= RULES.view(state, "blue").table.pieces.keys()


@pytest.mark.rule("SQD-HIDE-03")
def test_a_dummy_that_is_turned_over_is_gone() -> None:
    played = play_script(begin_run(RULES, hidden()), [{"squad": "c2"}, {"act": "reveal:c2"}])
    assert [piece.id for event in played.events_of(PiecesRemoved) for piece in event.pieces] == ["c2"]
    assert played.state.game.phase == "blue"


@pytest.mark.rule("SQD-SPOT-01")
@pytest.mark.parametrize(("faces", "found"), [([4, 3], True), ([3, 3], False)])
def test_a_close_look_turns_a_counter_over_where_quality_beats_luck(faces, found) -> None:
    played = act(battle(counter("c9", 10, 22)), {"act": "aim:a1:c9"}, dice=faces)
    assert ("c9" not in played.state.table.pieces) is found
    assert [tag.label for tag in played.events_of(DiceRolled)[0].tags] == ["Quality of a1", "Luck of c9"]


@pytest.mark.rule("SQD-TURN-01")
def test_the_sides_act_in_turn_each_squad_once() -> None:
    asked = play_script(begin_run(RULES, battle()), [{"squad": "a1"}, PASS]).run.pending
    assert (asked.side, [option.key for option in asked.open_options]) == ("gold", ["d1"])


@pytest.mark.rule("SQD-TURN-01")
def test_a_side_with_nobody_left_to_act_passes_and_the_broken_are_not_asked() -> None:
    more = counter("c9", 40, 30, "blue")
    asked = act(battle(more, marks={"delta": BROKEN}), PASS).run.pending
    assert (asked.side, [option.key for option in asked.open_options]) == ("blue", ["c9"])


@pytest.mark.rule("SQD-TURN-02")
def test_the_other_side_begins_the_next_turn() -> None:
    played = play_script(begin_run(RULES, battle()), [{"squad": "a1"}, PASS, {"squad": "d1"}, PASS])
    assert (played.state.game.turn, played.state.game.phase) == (2, "gold")


@pytest.mark.rule("SQD-ACT-01")
def test_a_squad_takes_two_actions_and_none_of_them_twice() -> None:
    assert options(battle()) == {"move:a1": "", "aim:a1:d1": "", "pass": ""}
    assert options(battle(), AIM, dice=[1, 6]) == {"move:a1": "", "pass": ""}
    after = act(battle(), AIM, {"act": "move:a1"}, {"move": ()}, dice=[1, 6])
    assert after.run.pending.side == "gold"


@pytest.mark.rule("SQD-MOVE-01")
def test_figures_go_6_in_and_stay_near_their_leader() -> None:
    ahead = [Leg(name, (at, (at[0], at[1] + 6))) for name, at in zip(("a1", "a2"), ALPHA, strict=False)]
    last = Leg("a3", ((10.0, 11.0), (10.0, 15.0)))
    moved = act(battle(), {"act": "move:a1"}, {"move": (*ahead, last)})
    assert (xy(moved.state, "a1"), xy(moved.state, "a3")) == ((10, 16), (10, 15))
    astray = Leg("a2", ((11.0, 10.0), (14.0, 8.0)))
    assert act(battle(), {"act": "move:a1"}).run.check((ahead[0], astray)) is not None


@pytest.mark.rule("SQD-MOVE-01")
def test_woods_are_gone_through_and_houses_are_not() -> None:
    way = tuple(
        Leg(name, (at, (at[0], at[1] - 6))) for name, at in zip(("a1", "a2", "a3"), ALPHA, strict=True)
    )
    for kind, traits, open_ in (("woods", ("area",), True), ("building", ("solid",), False)):
        wood = block("w", 6, 5, 14, 7, kind=kind, traits=traits)
        run = act(battle(wood), {"act": "move:a1"}).run
        assert (run.check(way) is None) is open_


@pytest.mark.rule("SQD-AIM-01")
@pytest.mark.parametrize(("x", "aimed"), [(36, True), (36.1, False)])
def test_a_squad_aims_at_what_it_sees_within_24_in(x, aimed) -> None:
    state = battle(delta=((x, 10),))  # the nearest of alpha stands at 11
    assert ("aim:a1:d1" in options(state)) is aimed


@pytest.mark.rule("SQD-AIM-01")
def test_nobody_aims_through_a_house() -> None:
    assert "aim:a1:d1" not in options(battle(block("h", 14, 4, 16, 18)))


@pytest.mark.rule("SQD-DICE-01", "SQD-DICE-02")
@pytest.mark.parametrize(
    ("delta", "rolled"),
    [
        (((20, 10),), (10, 6)),
        (((20.1, 10),), (8, 6)),
        (((28, 10),), (8, 6)),
        (((28.1, 10),), (8, 8)),
    ],
)
def test_range_shifts_the_dice(delta, rolled) -> None:
    assert act(battle(delta=delta), AIM, dice=[1, 6]).events_of(DiceRolled)[0].sides == rolled


@pytest.mark.rule("SQD-DICE-03")
@pytest.mark.parametrize(("where", "rolled"), [((25, 9), (8, 8)), ((25, 13), (8, 6))])
def test_cover_makes_luck_larger(where, rolled) -> None:
    woods = block("w", 24, 6, 30, 11, kind="woods", traits=("area",))
    assert act(battle(woods, delta=(where,)), AIM, dice=[1, 6]).events_of(DiceRolled)[0].sides == rolled


@pytest.mark.rule("SQD-DICE-03")
def test_one_sees_3_in_deep_into_woods() -> None:
    woods = block("w", 20, 0, 40, 20, kind="woods", traits=("area",))
    assert "aim:a1:d1" in options(battle(woods, delta=((22.9, 10),)))
    assert "aim:a1:d1" not in options(battle(woods, delta=((23.6, 10),)))


@pytest.mark.rule("SQD-FIRE-01", "SQD-FIRE-02", "SQD-FIRE-03")
@pytest.mark.parametrize(
    ("faces", "lost", "now"),
    [([4, 4], [], []), ([4, 3], [], [SUPPRESSED]), ([4, 2], ["d1"], [SUPPRESSED])],
)
def test_one_figure_is_lost_for_two_points_the_nearest_first(faces, lost, now) -> None:
    state = act(battle(delta=((24, 10), (25, 10), (25, 11))), AIM, dice=faces).state
    assert [piece.id for piece in state.table.pieces_off("lost")] == lost
    assert marks(state, "delta") == now


@pytest.mark.rule("SQD-FIRE-01")
def test_no_more_are_lost_than_are_seen() -> None:
    state = battle(block("h", 22, 11.2, 23, 20), delta=((24, 10), (25, 13), (26, 13)))
    assert [p.id for p in act(state, AIM, dice=[8, 1]).state.table.pieces_off("lost")] == ["d1"]


@pytest.mark.rule("SQD-FIRE-03")
def test_who_is_suppressed_can_only_rally() -> None:
    shut = options(battle(marks={"alpha": SUPPRESSED}))
    assert [key for key, why in shut.items() if not why] == ["rally:a1", "pass"]
    assert "suppressed" in shut["move:a1"] and "suppressed" in shut["aim:a1:d1"]


@pytest.mark.rule("SQD-NERVE-01")
@pytest.mark.parametrize(
    ("leadership", "before", "faces", "now"),
    [
        (2, None, [4, 1], [SUPPRESSED]),
        (2, None, [5, 1], [SHAKEN, SUPPRESSED]),
        (1, None, [5, 1], [SUPPRESSED]),
        (3, SHAKEN, [4, 1], [BROKEN, SUPPRESSED]),
        (2, SHAKEN, [3, 1], [SHAKEN, SUPPRESSED]),
        (2, BROKEN, [3, 1], [BROKEN, SUPPRESSED]),
    ],
)
def test_a_squad_that_is_badly_beaten_falters(leadership, before, faces, now) -> None:
    led = {"delta": {"quality": 8, "leadership": leadership}}
    state = battle(delta=((24, 10), (25, 10), (25, 11), (24, 11)), rules=led)
    if before:
        state = state.with_table(state.table.with_units(state.table.units["delta"].with_mark(before)))
    assert marks(act(state, AIM, dice=faces).state, "delta") == now


@pytest.mark.rule("SQD-NERVE-01")
def test_of_a_squad_that_is_lost_nobody_falters() -> None:
    state = act(battle(delta=((24, 10),)), AIM, dice=[8, 1]).state
    assert state.table.piece("d1").place == Off("lost") and SHAKEN not in marks(state, "delta")


@pytest.mark.rule("SQD-NERVE-02")
def test_the_quality_of_the_shaken_is_a_step_smaller() -> None:
    (rolled,) = act(battle(marks={"alpha": SHAKEN}, delta=((24, 10),)), AIM, dice=[1, 6]).events_of(
        DiceRolled
    )
    assert rolled.sides == (6, 6)
    assert [(str(shift.words), shift.value) for shift in rolled.tags[0].shifts] == [("shaken", -1)]


@pytest.mark.rule("SQD-NERVE-03")
def test_the_broken_flee_straight_away_and_off_the_table_at_its_edge() -> None:
    state = battle(delta=((24, 10), (47, 10)), marks={"delta": BROKEN})
    after = act(state, PASS).state
    assert xy(after, "d1") == (30, 10)
    assert after.table.piece("d2").place == Off("left")


@pytest.mark.rule("SQD-RALLY-01")
@pytest.mark.parametrize(("face", "now"), [(3, [SHAKEN, SUPPRESSED]), (4, [])])
def test_who_rallies_is_neither_suppressed_nor_shaken(face, now) -> None:
    state = battle(marks={"alpha": SUPPRESSED})
    state = state.with_table(state.table.with_units(state.table.units["alpha"].with_mark(SHAKEN)))
    assert marks(act(state, {"act": "rally:a1"}, dice=[face]).state, "alpha") == now


@pytest.mark.rule("SQD-FIRE-03")
def test_the_state_of_a_squad_is_seen_on_its_figures() -> None:
    state = battle(marks={"delta": BROKEN})
    looks = looks_of(RULES)
    badges = [piece_token(state.table, state.table.piece(name), looks).badge for name in ("d2", "a2")]
    assert badges == ["panic", ""]


@pytest.mark.rule("SQD-END-01")
def test_the_side_that_alone_is_left_wins_at_once() -> None:
    state = act(battle(delta=((24, 10),)), AIM, PASS, dice=[8, 1])
    assert state.run.outcome.winners == ("blue",)


@pytest.mark.rule("SQD-END-01", "SQD-END-02")
@pytest.mark.parametrize(
    ("x", "marked", "winners"), [(10, None, ("blue",)), (15.5, None, ()), (10, BROKEN, ())]
)
def test_after_the_last_turn_the_objective_counts(x, marked, winners) -> None:
    yard = Marker("yard", "objective", x, 10, radius=4)
    state = battle(yard, turn=7, marks={"alpha": marked} if marked else None)
    assert RULES.next_step(state).winners == winners


@pytest.mark.rule("SQD-END-02")
def test_a_figure_that_is_lost_or_has_fled_is_a_point() -> None:
    state = battle(Marker("yard", "objective", 10, 10, radius=4))
    for man, why in (("d2", "lost"), ("d3", "left")):
        state = state.with_table(state.table.with_place(man, Off(why)))
    assert RULES.facts(state).scores == {"blue": 5.0, "gold": 0.0}


@pytest.mark.rule("SQD-DATA-01")
@pytest.mark.parametrize(("kind", "base"), [("leader", 1.0), ("rifle", 1.0), ("counter", 1.5)])
def test_bases(kind, base) -> None:
    assert (RULES.profile(kind)["base"], RULES.profile(kind)["height"]) == (base, 1.2)


@pytest.mark.rule("SQD-DATA-02")
def test_a_scenario_gives_squads_their_quality_and_leadership() -> None:
    plan = load_scenario(FARM).plan
    units = load_scenario(FARM).initial_state().table.units
    assert units["alpha"].rules == {"quality": 10, "leadership": 1}
    for key, value, words in (
        ("alpha", {"quality": 7}, "rules.squads.alpha.*7"),
        ("alpa", {}, "did you mean alpha"),
    ):
        wrong = msgspec.structs.replace(plan, rules={"squads": {key: value}})
        with pytest.raises(ScenarioError, match=words):
            RULES.setup(wrong, load_scenario(FARM).initial_state().table.ground)


@pytest.mark.rule("SQD-FIRE-01", "SQD-NERVE-01")
def test_the_card_of_odds_is_worked_out_by_the_rule_itself() -> None:
    run = act(battle(delta=((24, 10), (25, 10), (25, 11), (24, 11)))).run
    card = RULES.preview(RULES.view(run.state, "blue"), run.pending, "aim:a1:d1")
    assert card.chance == pytest.approx(27 / 48), "D8 against D6, of which 27 of 48 throws are higher"
    assert dict(card.bars) == pytest.approx(
        {
            "nothing": 21 / 48,
            "suppressed": 6 / 48,
            "1 lost": 11 / 48,
            "2 lost, falters": 7 / 48,
            "3 lost, falters": 3 / 48,
        }
    )
    assert RULES.preview(run.state, run.pending, "move:a1") is None


def test_a_series_of_recruits_is_fought_out_without_a_fault_and_the_same_again() -> None:
    ends = [fought(seed) for seed in (1, 1, 2)]
    assert ends[0] == ends[1] != ends[2]


def fought(seed: int) -> str:
    """A battle of recruits against recruits to the end of the second turn; the digest of how it stands."""
    scenario = load_scenario(FARM)
    run = start_run(scenario.ruleset, scenario.initial_state())
    seats = {side: load_player("recruit") for side in ("blue", "gold")}
    result = Match(run, seats, SeededDice(seed), None, seed=seed).play(lambda run: run.state.game.turn == 3)
    assert result.faults == ()
    return state_digest(run.state)


def test_every_rule_of_the_rulebook_has_a_test() -> None:
    marked = set(re.findall(r'"(SQD-[A-Z]+-\d+)"', Path(__file__).read_text(encoding="utf-8")))
    assert sorted(RULES.rulebook.keys() - marked) == []
