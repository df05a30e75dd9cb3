"""The creatures' program against a second, slow reading of its rows, on random tables."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.run import start_run
from battlesim.players.match import Match
from battlesim.players.random_player import RandomPlayer
from battlesim.players.recruit import Recruit
from battlesim.rulesets.troice_station.core.lookups import active_marines
from battlesim.rulesets.troice_station.core.marks import FOUGHT, LEFT
from battlesim.rulesets.troice_station.core.state import MARINES, Battle
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.creatures.creature_actions import spit_options
from battlesim.rulesets.troice_station.creatures.program import activation_order, programmed_action
from battlesim.rulesets.troice_station.creatures.target_choice import chosen_prey
from battlesim.rulesets.troice_station.ground.creature_placement import placement_area as standing_room
from battlesim.rulesets.troice_station.melee.melee_attacks import default_tail_target, tail_targets
from battlesim.rulings.piece_placement import PiecePlacement, placement_problem
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from .played import wanted as wanted_positions
from .slow_reading import GRID, Reading
from .things import battle, block, creature, marine, room

SIZE = 26.0


def ground(rng: random.Random) -> list[Terrain]:
    """A hut with a door and a window, walls and growth."""
    x, y = rng.uniform(6, 12), rng.uniform(6, 12)
    at = y + rng.uniform(0.5, 5)
    is_open = rng.random() < 0.4
    hut = room(
        "hut", x, y, x + 8, y + 8,
        ("door", (x, at), (x, at + 1.5), is_open),
        ("window", (x + 8, y + 3), (x + 8, y + 4.5), True),
        ("slit", (x + 3, y), (x + 4.5, y), True),
    )  # fmt: skip
    kinds = rng.sample(["low_wall", "medium_wall", "high_wall", "drift", "rubble", "dense_growth"], 2)
    spots = [(2.0, rng.uniform(2, 20)), (rng.uniform(3, 16), 22.5)]
    return [
        hut,
        *(
            block(kind, f"{kind}1", a, b, a + rng.uniform(1, 6), b + rng.choice([0.5, 2.0]))
            for kind, (a, b) in zip(kinds, spots, strict=True)
        ),
    ]


def figures(rng: random.Random, state: Battle) -> Battle:
    """Marines, two Aliens, a Face Hugger and a marker where there is room."""
    beasts = {"a": "alien", "b": "alien", "f": "face_hugger", "m": "marker"}
    for id, kind in ({f"1A-{n}": "trooper" for n in range(1, 5)} | beasts).items():
        for _ in range(100):
            x, y = round(rng.uniform(1, SIZE - 1), 2), round(rng.uniform(1, SIZE - 1), 2)
            piece = marine(kind, id, x, y) if kind == "trooper" else creature(kind, id, x, y)
            free = standing_room(state)
            if not placement_problem(state.table, free, {id: piece}, [PiecePlacement(id, x, y)]):
                state = state.with_table(state.table.with_pieces(piece))
                break
    return state


def agree(state: Battle, id: str) -> None:
    """The prey is the same unless two ways are nearly as long; so is the act, unless one is near a limit."""
    own = state.table.piece(id)
    slow, goal = Reading(state, id), chosen_prey(state, own)
    ranked = slow.prey()
    assert goal is not None
    costs = {name: cost for cost, name in ranked}
    exact, best = costs[goal.target], ranked[0][0]
    assert exact <= best * (1 + GRID) + 0.5 or exact == best, f"{id} goes for {goal}, but see {ranked}"
    if goal.route.arrives and exact < float("inf"):
        assert goal.route.cost <= exact + 0.5, "no way is longer than that on the grid, as far as it matters"
        assert exact <= goal.route.cost * (1 + GRID) + 0.6, "and the grid finds one that is hardly longer"
    aims = any(not option.shut for option in spit_options(state, own))
    row = programmed_action(state, own)
    assert (row.act if row else "end") in slow.acts(goal.target, aims) or not goal.route.arrives


def play_out(seed: int) -> None:
    rng = random.Random(seed)
    state = figures(rng, battle(terrain=ground(rng), size=SIZE))
    for id in ("a", "b", "f", "m"):
        own: Piece = state.table.piece(id).with_mark(LEFT, rng.randint(1, 3))
        marked = own.with_mark(FOUGHT, rng.randint(0, 1)) if own.kind == "alien" else own
        agree(state.with_table(state.table.with_pieces(marked)), id)


def in_order(state: Battle) -> None:
    """Creatures before markers, and each as near as the next one, but for what a grid cannot tell."""
    for number in (1, 2, 3, 4):
        order = [state.table.piece(id) for id in activation_order(state, number)]
        read = [Reading(state, piece.id) for piece in order] if len(order) > 1 else []
        costs = [min(slow.contact(marine)[0] for marine in active_marines(state)) for slow in read]
        for (a, b), (near, far) in zip(pairwise(order), pairwise(costs), strict=True):
            assert (a.kind == "marker") <= (b.kind == "marker")
            assert (
                (a.kind == "marker") != (b.kind == "marker") or near <= far * (1 + GRID) + 0.5 or near == far
            )


@pytest.mark.slow
@pytest.mark.rule("TS-GAP-84")
@pytest.mark.parametrize("seed", range(3))
def test_the_order_on_a_card_is_that_of_the_rows(seed: int) -> None:
    rng = random.Random(seed)
    in_order(figures(rng, battle(terrain=ground(rng), size=SIZE)))


@pytest.mark.rule("TS-GAP-87", "TS-GAP-65", "TS-ALN-11")
def test_tails_go_where_the_rows_say() -> None:
    rng, went = random.Random(5), Counter[str]()
    for _ in range(60):
        x, y = rng.uniform(5, 7), rng.uniform(10, 14)
        wall = room(
            "hut", x + 1.5, 4, x + 8, 20, ("door", (x + 1.5, 12), (x + 1.5, 13.5), rng.random() < 0.5)
        )
        men = [marine("trooper", f"1A-{n}", rng.uniform(3, 11), rng.uniform(8, 16)) for n in range(2, 7)]
        clawed = marine("trooper", "1A-1", x, y + 1.125, marks=["down"] if rng.random() < 0.8 else [])
        state = battle(creature("alien", "a", x, y), clawed, *men, terrain=[wall])
        own = state.table.piece("a")
        to = default_tail_target(state, own, clawed, tail_targets(state, own, clawed))
        assert to == Reading(state, "a", ways=False).tail(clawed)
        went[to] += 1
    assert len(went) > 4


@pytest.mark.rule("TS-GAP-85", "TS-GAP-86", "TS-GAP-88", "TS-GAP-89")
@pytest.mark.parametrize("seed", [1])
def test_the_program_reads_as_the_rows_do(seed: int) -> None:
    play_out(seed)


@pytest.mark.slow
@pytest.mark.rule("TS-GAP-85", "TS-GAP-86", "TS-GAP-88", "TS-GAP-89")
@pytest.mark.parametrize("seed", range(100, 104))
def test_the_program_reads_as_the_rows_do_on_many_tables(seed: int) -> None:
    play_out(seed)


def met_in_a_battle(seed: int, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Battle, str]]:
    """The positions of a battle at which a creature or a marker comes to choose its next act."""
    met: list[tuple[Battle, str]] = []
    known = program.programmed_action

    def noted(state: Battle, piece: Piece) -> program.ProgrammedAction | None:
        if piece.table_position is not None and active_marines(state):
            met.append((state, piece.id))
        return known(state, piece)

    monkeypatch.setattr(program, "programmed_action", noted)
    options = {"marker_contents": "swarm", "marker_behaviour": "hunt"}
    loaded = load_scenario("troice_first", options if seed % 2 else {})
    run = start_run(loaded.ruleset, loaded.initial_state())
    Match(run, {MARINES: RandomPlayer() if seed % 3 else Recruit()}, SeededDice(seed), seed=seed).play()
    monkeypatch.undo()
    return met


@pytest.mark.slow
@pytest.mark.rule("TS-GAP-84", "TS-GAP-85", "TS-GAP-86", "TS-GAP-88", "TS-GAP-89")
def test_the_program_reads_as_the_rows_do_in_played_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    """BATTLESIM_POSITIONS says how many positions, 10 without it, at most 40 of a battle."""
    left, seed = wanted_positions(10), 1
    while left:
        met = met_in_a_battle(seed, monkeypatch)
        for number, (state, id) in enumerate(random.Random(seed).sample(met, min(left, 40, len(met)))):
            agree(state, id)
            if number % 20 == 9:
                in_order(state)
            left -= 1
        seed += 1
