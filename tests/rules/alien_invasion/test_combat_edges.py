"""Hand-to-hand combats at their edges: when they are resolved, who is hit, and who stays or falls back."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.combat.resolution import (
    combat_numbered,
    conclude,
    conclude_decided,
    due_combats,
    resolve,
    settle_combats,
    still_alive,
)
from battlesim.rulesets.alien_invasion.combat.victims import VictimWorth, rated_victims
from battlesim.rulesets.alien_invasion.core.lookups import combat_of, figures_of
from battlesim.rulesets.alien_invasion.core.state import Alliance, Face, LockedCombat, Pacts
from battlesim.table.events import DiceRolled
from battlesim.testing.table import xy
from tests.rules.alien_invasion.field import (
    battle,
    block,
    daleks,
    group,
    left,
    mites,
    pair,
    perform,
    spugs,
    terrain,
)

TRUCE = Pacts(allied=(Alliance(("unit", "mib")),))


def fight(*groups, others=(), attackers=("a",), defends=(), number=1, **more):
    """A battle in which all these groups are locked in one combat."""
    combat = LockedCombat(number, tuple(unit.id for unit, _ in groups), attackers, defends)
    return battle(*groups, *others, combats=(combat,), **more)


def rolls(done):
    return [len(event.faces) for event in done.events_of(DiceRolled)]


@pytest.mark.rule("MT-HTH-03", "MT-HTH-04", "MT-HTH-05", "MT-GAP-32", "MT-ACT-07")
@pytest.mark.option("combat_trigger", "any_double_or_triple", "only_of_involved_factions")
@pytest.mark.parametrize(
    ("value", "card", "due"),
    [
        ("any_double_or_triple", Face("Single", "unit"), []),
        ("any_double_or_triple", Face("Special Event"), []),
        ("any_double_or_triple", Face("Double", "mib"), [3, 4]),
        ("any_double_or_triple", Face("Triple", "mib"), [3, 4]),
        ("only_of_involved_factions", Face("Single", "unit"), []),
        ("only_of_involved_factions", Face("Double", "mib"), []),
        ("only_of_involved_factions", Face("Double", "unit"), [3]),
        ("only_of_involved_factions", Face("Triple", "spug"), [4]),
        ("only_of_involved_factions", Face("Double", "dalek"), [3, 4]),
    ],
)
def test_which_combats_a_card_settles(value, card, due):
    combats = (LockedCombat(3, ("a", "b")), LockedCombat(4, ("s", "d")))
    state = battle(
        group("a", (10, 10)),
        daleks("b", (11.25, 10)),
        spugs("s", (40, 10)),
        daleks("d", (41.25, 10)),
        pair("m", (60, 40)),
        combats=combats,
        options={"combat_trigger": value},
    )
    assert due_combats(state, card) == due
    assert combat_numbered(state, 4) == combats[1] and combat_numbered(state, 2) is None


@pytest.mark.rule("MT-ACT-07", "MT-HTH-03")
def test_two_combats_are_settled_one_after_the_other():
    state = battle(
        group("a", (10, 10)),
        daleks("b", (11.25, 10)),
        group("c", (40, 10)),
        daleks("d", (41.25, 10)),
        combats=(LockedCombat(1, ("a", "b"), ("a",)), LockedCombat(2, ("c", "d"), ("c",))),
    )
    done = perform(state, lambda play: settle_combats(play, Face("Double", "unit")), {}, [1] * 14)
    assert rolls(done) == [1, 6, 1, 6] and not done.state.game.combats


@pytest.mark.rule("MT-HTH-03", "MT-ACT-07", "MT-GAP-52")
@pytest.mark.parametrize(("contested", "ended"), [(True, False), (False, True)])
def test_a_combat_ends_as_soon_as_one_side_is_left(contested, ended):
    foe = daleks("b", (11.25, 10)) if contested else (daleks("b", (11.25, 10))[0], ())
    state = battle(
        group("a", (10, 10)), foe, daleks("k", (60, 40)), combats=(LockedCombat(1, ("a", "b"), ("a",)),)
    )
    done = perform(state, lambda play: conclude_decided(play, []))
    assert (combat_of(done.state, "a") is None) is ended


FOUR = (
    group("a", (20, 20)),
    daleks("d", (21.25, 20)),
    spugs("s", (20, 21)),
    pair("m", (20, 19)),
)


def asked_victims(state, first="unit", dice=()):
    """Who was asked for a target, with the sides to choose from."""
    done = perform(state, lambda play: resolve(play, state.game.combats[0], first), {}, dice)
    return [(d.side, [option.to[0] for option in d.options]) for d in done.decisions_with_key("victim")]


ALL = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]


@pytest.mark.rule("MT-HTH-15", "MT-HTH-16", "MT-GAP-33", "MT-GAP-75")
@pytest.mark.parametrize(
    ("groups", "pacts", "dice", "asked"),
    [
        ((0, 1), Pacts(), 7, []),
        (
            (0, 1, 2),
            Pacts(),
            8,
            [("unit", ["dalek", "spug"]), ("dalek", ["unit", "spug"]), ("spug", ["unit", "dalek"])],
        ),
        ((0, 1, 3), TRUCE, 9, [("dalek", ["unit", "mib"])]),
        ((0, 1, 2, 3), TRUCE, 10, None),
    ],
)
def test_who_names_a_target(groups, pacts, dice, asked):
    state = fight(*(FOUR[k] for k in groups), pacts=pacts)
    found = asked_victims(state, dice=[1] * dice)
    if asked is None:
        assert [side for side, _ in found] == ["unit", "dalek", "mib", "spug"]
        assert dict(found)["unit"] == ["dalek", "spug"] and dict(found)["spug"] == ["unit", "dalek", "mib"]
    else:
        assert found == asked


@pytest.mark.rule("MT-HTH-15", "MT-HTH-16", "MT-HTH-14", "MT-HTH-11")
@pytest.mark.parametrize(("named", "gone"), [("d", (1, 0)), ("s", (0, 1))])
def test_the_even_dice_go_to_the_side_that_was_named(named, gone):
    """Four men roll 24 in even dice, which kills a Dalek, and 8 in odd dice, which kills nobody."""
    state = fight(group("a", *block(20, 20)), FOUR[1], spugs("s", (20, 19)))
    dice = [6, 6, 6, 6, 3, 3, 1, 1, *[1] * 6, 1]
    answers = {"victim": [named, "s", "d"], "casualties": ("a1",)}
    done = perform(state, lambda play: resolve(play, state.game.combats[0], "unit"), answers, dice)
    assert (1 - left(done, "d"), 1 - left(done, "s")) == gone


@pytest.mark.rule("MT-HTH-15", "MT-HTH-16", "MT-AUTO-09")
@pytest.mark.parametrize(
    ("creatures", "spugs_there", "men", "order"),
    [
        (1, 1, 1, [("unit", 1), ("spug", 1)]),
        (1, 1, 2, [("unit", 1), ("spug", 1)]),
        (1, 2, 1, [("spug", 1), ("unit", 1)]),
        (2, 2, 1, [("spug", 2), ("unit", 1)]),
        (2, 6, 4, [("unit", 3), ("spug", 2)]),
    ],
)
def test_creatures_spend_their_even_dice_where_they_kill_most(creatures, spugs_there, men, order):
    """Three dice of a creature have a mean of 10.5; ties go to the larger side, then to the seat."""
    own = group("h", *((20, 20 + 1.6 * k) for k in range(creatures)), side="hatchling")
    state = fight(own, group("a", *block(22, 20, men)), spugs("s", *block(17, 20, spugs_there)))
    for others in (("unit", "spug"), ("spug", "unit")):
        found = rated_victims(state, state.game.combats[0], "hatchling", others)
        assert found == [VictimWorth(*each) for each in order]


@pytest.mark.rule("MT-HTH-14", "MT-HTH-11", "MT-GAP-77")
@pytest.mark.parametrize(
    ("doomed", "left_over"),
    [
        ((), [("g1", 2), ("g2", 1)]),
        (("g1",), [("g1", 1), ("g2", 1)]),
        (("g1", "g1"), [("g2", 1)]),
        (("g2",), [("g1", 2)]),
    ],
)
def test_who_can_still_fall_after_others_were_hit(doomed, left_over):
    state = battle(group("g", (10, 10), (13, 10), kinds=["unit_hmg", "unit_rifleman"]))
    pieces = [state.table.piece(key) for key in doomed]
    assert [(p.id, p.hits) for p in still_alive(figures_of(state, "g"), pieces)] == left_over


@pytest.mark.rule("MT-HTH-11", "MT-HTH-14")
def test_two_sides_never_kill_the_same_figure_twice():
    state = fight(group("a", (20, 20), (20, 26)), FOUR[1], spugs("s", (20, 19)))
    dice = [1, 1, *[2] * 3, *[1] * 3, 6]
    answers = {"victim": ["d", "a", "a"], "casualties": ("a1",)}
    done = perform(state, lambda play: resolve(play, state.game.combats[0], "unit"), answers, dice)
    assert left(done, "a") == 0 and len(done.decisions_with_key("casualties")) == 1


def concluded(state, fallen=()):
    pieces = [state.table.pieces[key] for key in fallen]
    return perform(state, lambda play: conclude(play, state.game.combats[0], pieces), {"occupy": False})


@pytest.mark.rule("MT-SPUG-11", "MT-HTH-17", "MT-GAP-85", "MT-SPUG-10")
@pytest.mark.option("mites_fight_on", "true", "false")
@pytest.mark.parametrize(
    ("value", "own", "goes_on"),
    [
        ("true", [spugs("s", (21, 20))], True),
        ("false", [spugs("s", (21, 20))], True),
        ("true", [mites("s", (21, 20))], True),
        ("false", [mites("s", (21, 20))], False),
        ("false", [mites("s", (21, 20)), spugs("t", (20, 21))], True),
        ("false", [group("s", (21.75, 20), side="spug", kinds=["burrower"])], False),
        ("true", [group("s", (21.75, 20), side="spug", kinds=["burrower"])], True),
        ("true", [daleks("s", (21.25, 20))], False),
        ("false", [daleks("s", (21.25, 20))], False),
    ],
)
def test_which_fights_go_on(value, own, goes_on):
    state = fight(group("a", (20, 20)), *own, options={"mites_fight_on": value})
    done = concluded(state)
    assert bool(done.state.game.combats) is goes_on
    assert (xy(done.state, "a1") == (20, 20)) is goes_on


@pytest.mark.rule("MT-HTH-17", "MT-SPUG-11", "MT-GAP-41")
def test_nobody_falls_back_where_one_side_is_left():
    state = battle(group("a", (20, 20)), daleks("k", (60, 40)), combats=(LockedCombat(1, ("a",)),))
    done = concluded(state)
    assert not done.state.game.combats and xy(done.state, "a1") == (20, 20)


@pytest.mark.rule("MT-HTH-17", "MT-SPUG-11", "MT-GAP-72")
def test_allies_alone_have_no_fight():
    state = fight(group("a", (20, 20)), pair("m", (21, 20)), others=(daleks("k", (60, 40)),), pacts=TRUCE)
    done = concluded(state)
    assert not done.state.game.combats
    assert (xy(done.state, "a1"), xy(done.state, "m1")) == ((20, 20), (21, 20))


@pytest.mark.rule("MT-HTH-15", "MT-HTH-16", "MT-AUTO-09")
@pytest.mark.parametrize(("men", "spugs_there", "gone"), [(2, 6, (0, 1)), (6, 2, (1, 0))])
def test_creatures_name_no_target_and_hit_where_they_kill_most(men, spugs_there, gone):
    """Six dice show 6 and 4 and four 1s: 10 for the side that is hit, 4 for the other."""
    own = group("h", (20, 20), side="hatchling")
    state = fight(
        own, group("a", *block(22, 20, men), kinds=["unit_rifleman"]), spugs("s", *block(17, 20, spugs_there))
    )
    dice = [*[1] * men, *[1] * spugs_there, 6, 4, 1, 1, 1, 1]
    answers = {"victim": ["s", "a"], "casualties": lambda d, s: d.default(s)}
    done = perform(state, lambda play: resolve(play, state.game.combats[0], "unit"), answers, dice)
    assert [decision.side for decision in done.decisions_with_key("victim")] == ["unit", "spug"]
    assert (men - left(done, "a"), spugs_there - left(done, "s")) == gone


@pytest.mark.rule("MT-HTH-15", "MT-HTH-16", "MT-HTH-11", "MT-GAP-72")
def test_a_side_among_allies_alone_rolls_no_dice_at_them():
    """The men in black have made a truce with both of those who fight."""
    both = Pacts(allied=(Alliance(("unit", "mib")), Alliance(("dalek", "mib"))))
    state = fight(group("a", (20, 20)), daleks("d", (21.25, 20)), pair("m", (20, 19)), pacts=both)
    done = perform(state, lambda play: resolve(play, state.game.combats[0], "unit"), {}, [2, *[1] * 6])
    assert rolls(done) == [1, 6] and left(done, "m") == 1


@pytest.mark.rule("MT-HTH-17", "MT-SPUG-11", "MT-HTH-19")
@pytest.mark.parametrize(("side", "asked"), [("unit", 1), ("hatchling", 0)])
def test_only_victors_with_a_player_occupy_ground(side, asked):
    combat = LockedCombat(1, ("a",), ("a",), (("dalek", "building"),))
    house = terrain("building", 8, 8, 14, 14)
    state = battle(group("a", (16, 10), side=side), daleks("k", (60, 40)), combats=(combat,), ground=[house])
    done = perform(state, lambda play: conclude(play, combat, []))
    assert len(done.decisions_with_key("occupy")) == asked
