"""Hiding, sighting and reports in detail: every condition, and what each option changes."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.actions.move_actions import perform_move
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.sighting import hiding, observers, sightings
from battlesim.rulings.movement import Leg
from battlesim.table.pieces import OnTable, Piece
from tests.rules.invasion_earth.field import (
    DALEK,
    OWN,
    SLR,
    at,
    battle,
    enemy,
    model,
    on_table,
    perform,
    wall,
)
from tests.rules.invasion_earth.test_buildings import besieged

RADIO, MORTAR = "unit_radio_operator", "unit_mortar_team"
HIGH = wall("high", -14, 4, 6, 4.25, 1.5, "high_wall")
LOW = wall("low", -3, 4, 3, 4.25)
NEAR = wall("near", -3, 0.7, 3, 0.95)


def raised(piece: Piece, height: float) -> Piece:
    assert isinstance(piece.place, OnTable)
    return msgspec.structs.replace(piece, place=msgspec.structs.replace(piece.place, z=height))


@pytest.mark.rule("IE-GAP-23", "IE-OBS-10", "IE-SIG-07", "IE-SIG-03", "IE-GAP-78", "IE-GAP-79")
@pytest.mark.parametrize(
    ("marks", "terrain", "clear", "seen"),
    [
        ({}, [], True, True),
        ({"camouflage": 1}, [], True, True),
        ({"hidden": 1}, [], True, True),
        ({"hidden": 1, "camouflage": 1}, [], False, False),
        ({}, [LOW], False, True),
        ({"hidden": 1}, [LOW], False, False),
        ({}, [HIGH], False, False),
    ],
)
def test_who_is_in_a_clear_view_and_who_is_seen(marks, terrain, clear, seen) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 5, **marks), terrain=terrain)
    a, t = state.table.piece("a"), state.table.piece("t")
    assert hiding.is_unobscured(state, a, t) == clear and hiding.has_line_of_sight(state, a, t) == seen


@pytest.mark.rule("IE-GAP-10", "IE-GAP-11", "IE-GAP-78", "IE-HID-01")
@pytest.mark.parametrize(
    ("kind", "y", "height", "place"),
    [
        ("low_wall", 1.0, 0.6, True),
        ("low_wall", 1.0, 0.59, False),
        ("low_wall", 1.01, 0.6, False),
        ("woods", 0.45, 0.2, True),
        ("woods", 0.55, 3.0, False),
        ("crate", 1.0, 1.0, True),
    ],
)
def test_what_a_model_hides_behind(kind: str, y: float, height: float, place: bool) -> None:
    """A trooper is 1.2 in tall and its base 0.5 in about its centre."""
    state = battle(model(SLR, "a", 0, 0), terrain=[wall("it", -3, y, 3, y + 2, height, kind)])
    assert hiding.is_hiding_place(state, state.table.piece("a")) == place


@pytest.mark.rule("IE-GAP-10", "IE-GAP-11", "IE-GAP-78", "IE-HID-01")
@pytest.mark.parametrize(
    ("kind", "z", "able"),
    [(SLR, 0.0, True), (DALEK, 0.0, False), ("dalek_hoverbout", 4.0, False), (SLR, 4.0, False)],
)
def test_whose_profile_lets_it_hide(kind: str, z: float, able: bool) -> None:
    own = raised(model(kind, "a", 0, 0), z)
    assert hiding.can_hide(battle(own), own) == able


@pytest.mark.rule("IE-HID-01", "IE-GAP-10", "IE-GAP-79", "IE-EXP-09", "IE-GAP-11", "IE-GAP-78")
@pytest.mark.parametrize(
    ("marks", "x", "terrain", "without", "options", "why"),
    [
        ({}, 0, [LOW], (), {}, "e sees it"),
        ({}, 0, [LOW], ("hiding",), {}, ""),
        ({}, 6, [LOW], ("hiding",), {}, "there is nothing to hide behind"),
        ({}, 0, [LOW, HIGH], (), {}, ""),
        ({"hidden": 1}, 0, [LOW, HIGH], (), {}, "it is hidden already"),
        ({"camouflage": 1}, 16, [], (), {}, "e sees it"),
        ({"camouflage": 1}, 16, [], (), {"camouflage_los": "ignores_los"}, ""),
        ({"camouflage": 1}, 16, [], ("hiding",), {}, "e sees all of it"),
    ],
)
def test_why_a_model_cannot_hide(marks, x, terrain, without, options, why) -> None:  # type: ignore[no-untyped-def]
    state = battle(
        model(SLR, "a", x, 3.5, **marks),
        enemy(SLR, "e", 0, 12),
        terrain=terrain,
        without=without,
        options=options,
    )
    assert str(hiding.why_cannot_hide(state, state.table.piece("a"))) == why


@pytest.mark.rule("IE-GAP-11", "IE-GAP-79", "IE-GAP-10", "IE-GAP-78")
@pytest.mark.parametrize(
    ("marks", "y", "terrain", "without", "found"),
    [
        ({"hidden": 1}, 9.0, [], (), True),
        ({"hidden": 1}, 5.0, [NEAR], (), False),
        ({"hidden": 1}, 5.0, [NEAR], ("hiding",), True),
        ({"hidden": 1}, 5.1, [NEAR], ("hiding",), False),
        ({"hidden": 1, "camouflage": 1}, 5.0, [], (), True),
        ({"hidden": 1, "camouflage": 1}, 5.1, [], (), False),
        ({"hidden": 1, "camouflage": 1}, 5.0, [HIGH], (), False),
    ],
)
def test_who_is_found(marks, y, terrain, without, found) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(SLR, "a", 0, 0, **marks), enemy(SLR, "e", 0, y), terrain=terrain, without=without)
    assert perform(state, hiding.find_hidden_models).piece("a").has_mark("hidden") != found


@pytest.mark.rule("IE-GAP-11")
def test_only_hidden_models_are_found() -> None:
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 3, 0, hidden=1), enemy(SLR, "e", 0, 9))
    assert perform(state, hiding.find_hidden_models).events
    assert (
        perform(battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 9)), hiding.find_hidden_models).events == []
    )


@pytest.mark.rule("IE-GAP-11", "IE-GAP-09")
@pytest.mark.parametrize(
    ("marks", "gait", "hidden"),
    [
        ({"hidden": 1}, "sneak", False),
        ({"hidden": 1}, "move", False),
        ({"hidden": 1, "camouflage": 1}, "sneak", True),
        ({"hidden": 1, "camouflage": 1}, "move", False),
        ({}, "sneak", False),
    ],
)
def test_hiding_ends_where_a_sneaking_model_comes_into_view(marks, gait, hidden) -> None:  # type: ignore[no-untyped-def]
    """It sneaks 2 in sideways from behind a wall; an enemy stands 14 in off."""
    block = wall("block", -6, 3, 0.6, 3.25, 1.5, "high_wall")
    state = battle(model(SLR, "a", 0, 0, 0.0, **marks), enemy(SLR, "e", 0, 14), terrain=[block])
    leg = (Leg("a", on_table(((0, 0), (2, 0)))),)
    done = perform(state, lambda p: perform_move(gait, p, "a"), {"move": leg})
    assert done.piece("a").has_mark("hidden") == hidden and at(done, "a") == (2, 0)


@pytest.mark.rule("IE-OBS-06", "IE-OBS-09", "IE-OBS-08")
@pytest.mark.parametrize(
    ("kind", "marks", "has"), [(RADIO, {}, True), (SLR, {"radio": 1}, True), (SLR, {}, False)]
)
def test_who_has_a_radio(kind: str, marks: dict[str, int], has: bool) -> None:
    assert observers.has_radio(model(kind, "a", 0, 0, **marks)) == has


def net(**more) -> Battle:  # type: ignore[no-untyped-def]
    """Two operators 20 in apart; `t` stands beside the second one."""
    options = more.pop("options", {})
    pieces = (
        model(RADIO, "o1", -10, 0),
        model(RADIO, "o2", 10, 0),
        model(SLR, "t", 12, 0),
        enemy(SLR, "e", 0, 9),
    )
    return battle(*pieces, without=(), options=options, **more)


@pytest.mark.rule("IE-OBS-22", "IE-GAP-66", "IE-OBS-02", "IE-GAP-67")
@pytest.mark.parametrize(
    ("seen", "sighted", "options", "informed"),
    [
        ({"o1": ("e",)}, {}, {}, {"o2": ("e",), "t": ("e",)}),
        ({"o2": ("e",)}, {}, {}, {"o1": ("e",)}),
        (
            {"o2": ("e",)},
            {},
            {"observer_own_view": "own_view_counts"},
            {"o1": ("e",), "o2": ("e",), "t": ("e",)},
        ),
        ({}, {"o1": ("e",)}, {}, {}),
        ({}, {"o1": ("e",)}, {"observer_needs": "los_or_sighted"}, {"o2": ("e",), "t": ("e",)}),
        ({"t": ("e",)}, {}, {}, {}),
    ],
)
def test_who_is_informed(seen, sighted, options, informed) -> None:  # type: ignore[no-untyped-def]
    state = net(options=options).with_game(seen=seen, sightings=sighted)
    assert observers.informed_models(state, OWN) == informed


@pytest.mark.rule("IE-SIG-09", "IE-OBS-12")
@pytest.mark.parametrize(
    ("sightings_", "without", "new"),
    [
        ({}, (), {"o2": ("e",), "t": ("e",)}),
        ({"o2": ("e",)}, (), {"t": ("e",)}),
        ({"o2": ("e",), "t": ("e",)}, (), {}),
        ({}, ("sighting",), {}),
    ],
)
def test_only_what_is_new_is_reported(sightings_, without, new) -> None:  # type: ignore[no-untyped-def]
    pieces = (
        model(RADIO, "o1", -10, 0),
        model(RADIO, "o2", 10, 0),
        model(SLR, "t", 12, 0),
        enemy(SLR, "e", 0, 9),
    )
    state = battle(*pieces, without=without).with_game(seen={"o1": ("e",)}, sightings=sightings_)
    assert observers.new_reports(state) == new


@pytest.mark.rule("IE-OBS-20", "IE-OBS-15", "IE-OBS-23", "IE-GAP-65", "IE-OBS-10", "IE-OBS-11", "IE-OBS-19")
@pytest.mark.parametrize(
    ("o1", "o2", "sighted", "options", "pair"),
    [
        (14, 0, {}, {}, ("o1", "o2")),
        (0, 14, {}, {}, ("o2", "o1")),
        (14, -12, {}, {}, None),
        (-1, 1, {}, {}, None),
        (-1, 1, {"o1": ("e",)}, {}, ("o1", "o2")),
        (-1, 1, {"o1": ("e",)}, {"observer_needs": "los_only"}, None),
        (-12, 4, {"o2": ("e",)}, {}, None),
        (-12, 4, {"o2": ("e",)}, {"observer_own_view": "own_view_counts"}, ("o2", "o2")),
    ],
)
def test_which_two_observers_direct_a_mortar(o1, o2, sighted, options, pair) -> None:  # type: ignore[no-untyped-def]
    pieces = (
        model(RADIO, "o1", o1, 2),
        model(RADIO, "o2", o2, -2),
        model(MORTAR, "m", 0, 0),
        enemy(SLR, "e", 0, 12),
    )
    state = battle(*pieces, terrain=[HIGH], without=(), options=options).with_game(sightings=sighted)
    assert observers.observation_for(state, state.table.piece("m"), state.table.piece("e")) == pair


@pytest.mark.rule("IE-OBS-11", "IE-OBS-19", "IE-OBS-20", "IE-OBS-23")
def test_a_mortar_whose_crew_has_a_radio_relays_to_itself() -> None:
    pieces = model(RADIO, "o1", 14, 0), model(MORTAR, "m", 0, 0, radio=1), enemy(SLR, "e", 0, 12)
    state = battle(*pieces, terrain=[HIGH], without=())
    assert observers.observation_for(state, state.table.piece("m"), state.table.piece("e")) == ("o1", "m")


@pytest.mark.rule("IE-SIG-09", "IE-OBS-08", "IE-OBS-12", "IE-OBS-13", "IE-OBS-16", "IE-GAP-64")
@pytest.mark.parametrize(
    ("marks", "action", "why"),
    [
        ({"directs": 1}, "fire", "it directs fire in this turn"),
        ({"directs": 1}, "move_fast", "it directs fire in this turn"),
        ({"directs": 1}, "move", ""),
        ({}, "fire", ""),
    ],
)
def test_what_directing_fire_bars(marks: dict[str, int], action: str, why: str) -> None:
    state = battle(model(RADIO, "o", 0, 0, **marks))
    assert observers.why_barred_by_observing(state, state.table.piece("o"), action) == why


@pytest.mark.rule("IE-GAP-64", "IE-OBS-16")
@pytest.mark.option("observer_ban", "all_observers", "radio_only")
@pytest.mark.parametrize(("option", "bound"), [("all_observers", [1, 1]), ("radio_only", [0, 1])])
def test_which_of_two_directing_observers_are_bound(option: str, bound: list[int]) -> None:
    state = battle(model(DALEK, "d", 0, 0), model(RADIO, "o", 3, 0), options={"observer_ban": option})
    done = perform(state, lambda p: observers.direct_fire(p, observers.Observation("d", "o")))
    assert [done.piece(key).mark_count("directs") for key in ("d", "o")] == bound


@pytest.mark.rule("IE-SIG-13", "IE-EXP-14", "IE-SIG-12")
@pytest.mark.parametrize(
    ("kind", "marks", "changes"),
    [
        (SLR, {}, []),
        ("unit_captain", {}, [(1, "IE-SIG-13")]),
        (SLR, {"battles_survived": 2}, [(2, "IE-EXP-14")]),
        ("unit_captain", {"battles_survived": 1}, [(1, "IE-SIG-13"), (1, "IE-EXP-14")]),
    ],
)
def test_what_changes_the_die_of_perception(
    kind: str, marks: dict[str, int], changes: list[tuple[int, str]]
) -> None:
    roll = sightings.perception_roll(model(kind, "a", 0, 0, **marks))
    assert [(change.value, change.rule) for change in roll.changes] == changes
    assert roll.thresholds[0].least == 6


@pytest.mark.rule("IE-SIG-10", "IE-SIG-11", "IE-SIG-12", "IE-SIG-03", "IE-SIG-08", "IE-GAP-74")
@pytest.mark.parametrize(
    ("y", "marks", "sighted", "shut"),
    [
        (8.0, {}, (), [""]),
        (9.1, {}, (), ["8.1 in away, 0.1 in too far"]),
        (8.0, {"perceived:e": 1}, (), ["tried in this turn"]),
        (8.0, {"perceived:f": 1}, (), [""]),
        (8.0, {}, ("e",), []),
    ],
)
def test_which_enemies_are_left_to_perceive(y, marks, sighted, shut) -> None:  # type: ignore[no-untyped-def]
    own = model(SLR, "a", 0, 0)
    for name, count in marks.items():
        own = own.with_mark(name, count)
    state = battle(own, enemy(SLR, "e", 0, y), terrain=[HIGH], without=())
    state = state.with_game(sightings={"a": sighted} if sighted else {})
    assert [str(option.shut) for option in sightings.perception_options(state, own)] == shut
    assert sightings.has_unsighted_enemy(state, own) == bool(shut)


@pytest.mark.rule("IE-SIG-10", "IE-SIG-11", "IE-BLD-02", "IE-SIG-12")
def test_nobody_is_perceived_through_walls() -> None:
    state = besieged(model(SLR, "a", 3, -3), enemy(SLR, "t", 3, 4), without=())
    (option,) = sightings.perception_options(state, state.table.piece("a"))
    assert option.shut


@pytest.mark.rule("IE-GAP-74", "IE-SIG-12")
@pytest.mark.parametrize(
    ("option", "marks", "why"),
    [
        ("once_per_model", {"perceived": 1}, "it has tried in this turn"),
        ("once_per_target", {"perceived": 1, "perceived:e": 1}, ""),
    ],
)
def test_the_marks_of_a_try(option: str, marks: dict[str, int], why: str) -> None:
    pieces = model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 8), enemy(SLR, "f", 2, 8)
    state = battle(*pieces, terrain=[HIGH], without=(), options={"perception_tries": option})
    done = perform(state, lambda p: sightings.perceive(p, "a"), {"perceive": "e"}, dice=[1])
    assert {mark.name: mark.count for mark in done.piece("a").marks} == marks
    assert sightings.why_cannot_perceive(done.state, done.piece("a")) == why


@pytest.mark.rule("IE-SIG-03", "IE-SIG-12", "IE-GAP-74")
def test_one_enemy_near_enough_is_enough_and_none_is_left_when_all_are_sighted() -> None:
    pieces = model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 19), enemy(SLR, "f", 2, 8)
    state = battle(*pieces, terrain=[HIGH], without=())
    assert sightings.why_cannot_perceive(state, pieces[0]) == ""
    known = state.with_game(sightings={"a": ("e", "f")})
    assert sightings.why_cannot_perceive(known, pieces[0]) == "it has sighted every enemy"
