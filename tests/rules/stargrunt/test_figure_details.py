"""Which figures of a unit act, ride, lead and move, in detail."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.mechanics.counters import HIDDEN
from battlesim.rulesets.stargrunt.core import lookups
from battlesim.rulesets.stargrunt.core.marks import (
    DESTROYED,
    DISABLED,
    LEFT_BEHIND,
    STABILISED,
    SUIT_OUT,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.vehicles import (
    carrier_of,
    crew_of,
    is_vehicle,
    passengers_of,
    riding_figures,
    riding_units,
    vehicle_of,
)
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Aboard, Off

from .field import CENTRE, ENEMY, OWN, A, battle, foes, row, squad, unit
from .hidden_field import counter
from .vehicle_field import aboard, vehicle


@pytest.mark.rule("SG-MOV-09", "SG-MOV-04", "SG-MOV-07")
@pytest.mark.parametrize(
    ("kinds", "burdened", "base", "die"),
    [
        (("rifleman",), False, 6.0, 6),
        (("rifleman",), True, 4.0, 4),
        (("power_trooper", "rifleman"), False, 6.0, 6),
        (("power_trooper",), True, 10.0, 10),
        (("swarmer",), True, 6.0, 6),
    ],
)
def test_the_mobility_of_a_unit_is_that_of_its_slowest(kinds, burdened, base, die) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", *row(0, 0, 3), kinds=kinds))
    found = lookups.unit_mobility(state, A, burdened)
    assert (found.base, found.die, found.rule == "SG-MOV-09") == (base, die, burdened)


@pytest.mark.rule("SG-MOV-09", "SG-WPN-17")
@pytest.mark.parametrize(
    ("packs", "others", "lacks"), [(1, 0, True), (1, 1, False), (2, 1, True), (0, 0, False)]
)
def test_a_pack_needs_a_figure_with_its_hands_free(packs: int, others: int, lacks: bool) -> None:
    figures = max(1, packs + others)
    armed = {f"a{k + 1}": ("grenade_launcher",) for k in range(packs)}
    kinds = ("rifleman",) if packs + others else ("gunner",)
    state = battle(squad("a", *row(0, 0, figures), kinds=kinds), armed=armed)
    assert lookups.lacks_hands(state, A) == lacks
    assert lookups.unit_mobility(state, A).base == (4.0 if lacks else 6.0)


@pytest.mark.rule("SG-GAP-104", "SG-MOV-09", "SG-ARM-02")
def test_a_figure_without_its_suit_is_a_figure_on_foot() -> None:
    state = battle(squad("a", (0, 0), (2, 0), kinds=("power_trooper",), figure_marks={2: SUIT_OUT}))
    suited, bare = (lookups.figure_profile(piece) for piece in state.table.pieces_of_unit(A))
    assert (suited.armour, suited.mobility, suited.tags) == ("power_light", "fast_power", ("power_armour",))
    assert (bare.armour, bare.mobility, bare.tags) == ("partial", "foot", ())


@pytest.mark.rule("SG-GAP-87", "SG-GAP-83", "SG-GAP-114", "SG-CLA-05", "SG-GAP-112")
@pytest.mark.parametrize(
    ("rules", "kinds", "terror", "fears"),
    [
        ({}, ("rifleman",), False, True),
        ({"terror": True}, ("rifleman",), True, False),
        ({}, ("swarmer",), True, False),
        ({"automated": True}, ("rifleman",), False, False),
    ],
)
def test_who_causes_terror_and_who_fears_it(rules, kinds, terror, fears) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), kinds=kinds, **rules))
    assert (lookups.has_terror(state, A), lookups.fears_terror(state, A)) == (terror, fears)


@pytest.mark.rule("SG-GAP-16", "SG-GAP-103", "SG-MED-01", "SG-INF-04", "SG-ACT-01")
@pytest.mark.parametrize(
    ("mark", "acts", "belongs"),
    [("", True, True), (WOUNDED, False, True), (STABILISED, False, True), (LEFT_BEHIND, True, False)],
)
def test_which_figures_of_a_unit_act(mark: str, acts: bool, belongs: bool) -> None:
    marks = {2: mark} if mark else {}
    state = battle(squad("a", (0, 0), (2, 0), figure_marks=marks))
    figure = state.table.piece("a2")
    assert lookups.is_ok(figure) == lookups.is_fit(figure) == acts
    assert (figure in lookups.figures_of(state, A)) == belongs
    assert (figure in lookups.ok_figures(state, A)) == (acts and belongs)
    gone = msgspec.structs.replace(figure, place=Off("lost"))
    assert not lookups.is_ok(gone)


@pytest.mark.rule(
    "SG-GAP-101", "SG-GAP-88", "SG-TPT-01", "SG-GAP-100", "SG-SAV-05", "SG-GAP-47", "SG-SUP-02", "SG-GAP-73"
)
def test_who_is_aboard_a_vehicle() -> None:
    riders = aboard(squad("a", (0, 0), (0, 0), figure_marks={2: WOUNDED}), "v1")
    state = battle(vehicle("v", 0, 0), riders, squad("c", (9, 0)), foes("b", (0, 20)))
    carrier = state.table.piece("v1")
    assert [piece.id for piece in crew_of(state, carrier)] == ["v_crew1", "v_crew2", "v_crew3"]
    assert [piece.id for piece in passengers_of(state, carrier)] == ["a1", "a2"]
    assert [piece.id for piece in riding_figures(state, A)] == ["a1"]
    assert riding_figures(state, unit(state, "v").id) == []
    assert [each.id for each in riding_units(state, OWN)] == ["a"] and riding_units(state, ENEMY) == []
    assert carrier_of(state, A) == carrier and carrier_of(state, unit(state, "c").id) is None
    assert is_vehicle(carrier) and not is_vehicle(state.table.piece("a1"))


@pytest.mark.rule("SG-GAP-100", "SG-GAP-101", "SG-NPH-06", "SG-GAP-27", "SG-GAP-17", "SG-GAP-47", "SG-FIR-01")
@pytest.mark.parametrize(("marks", "drives"), [((), True), ((DISABLED,), False), ((DESTROYED,), False)])
def test_a_lost_vehicle_is_driven_by_nobody(marks: tuple[str, ...], drives: bool) -> None:
    state = battle(vehicle("v", 0, 0, piece_marks=marks), squad("a", (9, 0)))
    assert (vehicle_of(state, unit(state, "v").id) is not None) == drives
    assert vehicle_of(state, A) is None
    assert lookups.is_lost_vehicle(state.table.piece("v1")) == (not drives)


@pytest.mark.rule("SG-ACT-01", "SG-FIR-01", "SG-GAP-34")
def test_the_leader_of_a_unit_is_its_first_figure_once_it_is_lost() -> None:
    state = battle(squad("a", (0, 0), (2, 0), (4, 0)), squad("c", (0, 9), (2, 9), figure_marks={1: WOUNDED}))
    second = unit(state, "c").id
    assert (lookups.leader_of(state, A).id, lookups.leader_of(state, second).id) == ("a1", "c2")
    assert lookups.unit_centre(state, A) == (CENTRE + 2, CENTRE)
    assert [each.id for each in lookups.active_units(state, SideKey(OWN))] == ["a", "c"]
    assert lookups.enemy_units(state, SideKey(OWN)) == []


@pytest.mark.rule("SG-GAP-43", "SG-SAV-01", "SG-GAP-165", "SG-FIR-01", "SG-GAP-17")
def test_which_figures_of_a_unit_are_able() -> None:
    """Those on the table, aboard and in store count, those lost and the wounded do not."""
    state = battle(squad("a", *row(0, 0, 5), figure_marks={2: WOUNDED}), vehicle("v", 0, 9), counter(1, 9, 9))
    table = state.table.with_place("a3", Off("lost")).with_place("a4", HIDDEN).with_place("a5", Aboard("v1"))
    state = state.with_table(table)
    assert [piece.id for piece in lookups.able_pieces(state, A)] == ["a1", "a4", "a5"]
    crew = ["v_crew1", "v_crew2", "v_crew3"]
    driven = unit(state, "v").id
    assert [piece.id for piece in lookups.able_pieces(state, driven)] == ["v1", *crew]
    assert [piece.id for piece in lookups.people_of(state, driven)] == crew
    assert lookups.able_pieces(state, UnitId("under-1")) == []


@pytest.mark.rule("SG-GAP-17", "SG-CLA-13", "SG-INF-08", "SG-GAP-15", "SG-GAP-100")
@pytest.mark.parametrize("mark", [DISABLED, DESTROYED])
def test_a_lost_vehicle_is_no_figure_of_its_unit(mark: str) -> None:
    state = battle(vehicle("v", 0, 0, piece_marks=(mark,)), vehicle("w", 9, 0), squad("a", (0, 9)))
    assert lookups.figures_of(state, unit(state, "v").id) == []
    assert [piece.id for piece in lookups.figures_of(state, unit(state, "w").id)] == ["w1"]
