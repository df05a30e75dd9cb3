"""The actions of a card at the edges: who can act, what is asked, and with what each action is paid."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.mechanics.turns import CounterChanged
from battlesim.rulesets.alien_invasion.actions.card import (
    able_groups,
    act,
    act_once,
    action_options,
    card_options,
    group_decision,
    is_unfinished,
    twin_of,
)
from battlesim.rulesets.alien_invasion.actions.hole_action import close_hole, holes_to_close
from battlesim.rulesets.alien_invasion.actions.regroup_action import (
    groups_to_join,
    join_groups,
    normal_size,
    why_cannot_join,
)
from battlesim.rulesets.alien_invasion.actions.shoot_action import target_decision, with_end_of_combats
from battlesim.rulesets.alien_invasion.actions.study_action import any_six, study
from battlesim.rulesets.alien_invasion.attack.losses import remove_figures
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.state import PASSED, SPENT, LockedCombat
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    clean_up,
    daleks,
    group,
    mites,
    pair,
    perform,
    spugs,
    vehicle,
)
from tests.rules.alien_invasion.test_burrowers import hole, sunk

CARDS = pytest.mark.rule(
    *(
        "MT-SET-04",
        "MT-DRAW-06",
        "MT-ACT-01",
        "MT-ACT-02",
        "MT-ACT-03",
        "MT-ACT-04",
        "MT-ACT-05",
        "MT-ACT-06",
    ),
    *("MT-MIB-15", "MT-EVT-03", "MT-SPC-04", "MT-SPC-05", "MT-MITE-08"),
)
A, C, FOE = group("a", *block(10, 10)), group("c", *block(10, 30)), daleks("b", (60, 40))


def ids(units):
    return [unit.id for unit in units]


@CARDS
@pytest.mark.parametrize(
    ("combats", "able"),
    [
        ((), ["a", "c"]),
        ((LockedCombat(1, ("c", "a", "b")),), ["c"]),
        ((LockedCombat(1, ("a", "b")),), ["a", "c"]),
    ],
)
def test_groups_that_are_merged_in_a_combat_act_as_one(combats, able):
    assert ids(able_groups(battle(A, C, daleks("b", (12.75, 10)), combats=combats), "unit")) == able


@CARDS
def test_only_groups_that_can_do_something_are_offered():
    state = battle(A, spugs("s", (30, 10)), mites("m", (40, 10), squad="gone"), FOE, card="spug single")
    assert ids(able_groups(state, "spug")) == ["s", "m"]
    locked = state.with_game(combats=(LockedCombat(1, ("m", "b")),))
    assert ids(able_groups(locked, "spug")) == ["s"]
    assert ids(able_groups(state, "dalek")) == ["b"]


@CARDS
def test_who_may_not_act_with_the_card_is_not_offered():
    """Without a Leader no group of Cybermen acts."""
    unit, pieces = group("y", *block(10, 10), side="cyber")
    led = unit, (pieces[0].with_mark("leader"), *pieces[1:])
    found = [able_groups(battle(own, FOE, card="cyber single"), "cyber") for own in ((unit, pieces), led)]
    assert [ids(units) for units in found] == [[], ["y"]]


@CARDS
@pytest.mark.parametrize(
    ("card", "spent", "text"),
    [
        ("unit single", 0, "Single, action 1 of 1: which group?"),
        ("unit triple", 0, "Triple, action 1 of 3: which group?"),
        ("unit triple", 1, "Triple, action 2 of 3: which group?"),
        ("unit triple", 2, "Triple, action 3 of 3: which group?"),
        ("unit double", 2, "Double is used up: a free act of which group?"),
    ],
)
def test_which_action_of_the_card_it_is(card, spent, text):
    assert str(group_decision(battle(A, FOE, card=card, tally={SPENT: spent})).prompt) == text


@CARDS
@pytest.mark.parametrize(
    ("card", "spent", "charges", "able", "passes"),
    [
        ("spug triple", 0, 0, ["t", "m", "n"], False),
        ("spug triple", 1, 0, ["t", "m", "n"], False),
        ("spug triple", 2, 0, ["m", "n"], False),
        ("spug triple", 2, 1, ["t", "m", "n"], True),
        ("spug double", 1, 0, ["t", "m", "n"], True),
    ],
)
def test_a_triple_gives_one_action_to_a_charge_of_wild_mites(card, spent, charges, able, passes):
    wild = mites("m", (20, 20), squad="gone"), mites("n", (25, 30), squad="gone")
    tally = {SPENT: spent, "wild charges": charges}
    asked = group_decision(battle(spugs("t", (60, 40)), *wild, A, card=card, tally=tally))
    assert [option.key for option in asked.open_options if option.key != "pass"] == able
    assert ("pass" in {option.key for option in asked.open_options}) is passes
    assert asked.least == ("pass" if passes else "")


@CARDS
def test_what_is_shown_of_a_group_that_can_act():
    merged = battle(A, C, daleks("b", (12.75, 10)), combats=(LockedCombat(1, ("a", "c", "b")),))
    (option, _) = group_decision(merged).options
    assert option.at == ("a1", "a2", "a3", "a4", "c1", "c2", "c3", "c4")
    below = sunk(battle(spugs("s", (5, 5)), A, card="spug single", markers=[hole(40, 30)]), "s")
    (option, _) = group_decision(below).options
    assert (option.key, option.at) == ("s", ("below:s",))


@CARDS
@pytest.mark.parametrize(
    ("tally", "figures", "unfinished"),
    [
        ({}, A, True),
        ({PASSED: 1}, A, False),
        ({SPENT: 1}, A, False),
        ({}, sunk, False),
    ],
)
def test_a_card_is_unfinished_while_its_side_can_act_and_has_not_passed(tally, figures, unfinished):
    state = battle(A, FOE, tally=tally)
    if figures is sunk:
        state = state.with_table(state.table.without_pieces("a1", "a2", "a3", "a4"))
    assert is_unfinished(state) is unfinished


@CARDS
@pytest.mark.parametrize(
    ("card", "rule"),
    [("unit single", "MT-ACT-01"), ("unit double", "MT-ACT-02"), ("unit triple", "MT-ACT-03")],
)
def test_an_action_is_paid_by_the_rule_of_its_card(card, rule):
    state = battle(group("a", (10, 10)), FOE, card=card)
    done = perform(state, act, {"group": "a", "action": "move", "move": (12, 10)})
    spent = [event for event in done.events_of(CounterChanged) if event.name == SPENT]
    assert [(event.rule, event.old, event.new) for event in spent] == [(rule, 0, 1)]


@CARDS
@pytest.mark.parametrize(("hole_at", "passed"), [((40, 30), 1), ((50, 30), 0)])
def test_a_pass_spends_the_whole_card_and_ends_what_is_free(hole_at, passed):
    """A Burrower beneath a hole could still come up for nothing."""
    worm = spugs("w", (5, 5), kinds=("burrower",))
    state = sunk(battle(worm, A, card="spug triple", markers=[hole(*hole_at)]), "w")
    done = perform(state, act, {"group": "pass"}).state
    assert (done.game.actions_left, done.game.count(PASSED)) == (0, passed)


@CARDS
def test_with_a_spent_card_only_free_actions_are_left():
    own = battle(
        spugs("w", (5, 5), kinds=("burrower",)),
        spugs("s", (9, 9)),
        A,
        card="spug single",
        markers=[hole(40, 30)],
    )
    state = sunk(own, "w").with_game(tally={SPENT: 1})
    shut = {option.key: str(option.shut) for option in card_options(state, "w")}
    assert (shut["surface"], shut["tunnel_along"]) == ("", "the card has no action left")
    assert str(card_options(state, "s")[0].shut) == "the card has no action left"
    fresh = {option.key: str(option.shut) for option in card_options(sunk(own, "w"), "w")}
    assert fresh["tunnel_along"] == ""


@CARDS
def test_actions_below_and_above_the_ground_are_apart():
    state = battle(spugs("w", (5, 5), kinds=("burrower",)), A, card="spug single", markers=[hole(40, 30)])
    assert "tunnel_down" in {option.key for option in action_options(state, "w")}
    below = {option.key for option in action_options(sunk(state, "w"), "w")}
    assert "tunnel_down" not in below and {"surface", "tunnel_along"} <= below


def team(own, name):
    unit, pieces = own
    return msgspec.structs.replace(unit, rules={"squad": name}), pieces


@CARDS
def test_the_other_section_of_a_team_acts_as_well():
    sections = (
        team(clean_up("c", 10, 10), "x"),
        team(clean_up("d", 20, 10), "x"),
        team(clean_up("e", 30, 10), "y"),
    )
    state = battle(*sections, pair("m", (40, 10)), spugs("b", (60, 40)), card="mib single")
    assert [twin_of(state, key) for key in "cdem"] == ["d", "c", "", ""]
    merged = state.with_game(combats=(LockedCombat(1, ("c", "d", "b")),))
    assert [twin_of(merged, key) for key in "cd"] == ["", ""]
    alone = state.with_table(state.table.without_pieces(*(f"d{n}" for n in range(1, 6))))
    assert twin_of(alone, "c") == ""


@CARDS
@pytest.mark.parametrize(("answer", "x"), [("a", 12), ("pass", 10)])
def test_an_action_at_once_needs_no_card(answer, x):
    state = battle(group("a", (10, 10)), FOE, card="dalek single")
    answers = {"group": answer, **({"action": "move", "move": (12, 10)} if answer == "a" else {})}
    done = perform(state, lambda play: act_once(play, "unit", ""), answers)
    assert done.piece("a1").xy == (x, 10) and done.state.game.actions_left == 1
    nobody = battle(A, FOE).with_table(battle(A, FOE).table.without_pieces("b1"))
    assert perform(nobody, lambda play: act_once(play, "dalek", "")).asked == []


HOLES = pytest.mark.rule("MT-SPUG-12", "MT-GAP-58", "MT-AUTO-03")


@HOLES
@pytest.mark.parametrize(
    ("x", "spug", "found"),
    [(22.5, 60, ["h"]), (22.51, 60, []), (22.5, 17.5, []), (22.5, 17.49, ["h"])],
)
def test_a_hole_is_closed_by_any_figure_within_an_inch_and_no_spug_near(x, spug, found):
    state = battle(group("a", (40, 5), (x, 20)), spugs("s", (60, 5), (spug, 20)), markers=[hole(20, 20)])
    assert [marker.id for marker in holes_to_close(state, "a")] == found


@HOLES
def test_which_hole_and_by_which_name():
    markers = [hole(20, 20), msgspec.structs.replace(hole(23, 20, "g"), name="the pit")]
    state = battle(group("a", (21.5, 21)), spugs("s", (60, 40)), markers=markers)
    done = perform(state, lambda play: close_hole(play, "a"), {"hole": "g"})
    assert set(done.state.table.markers) == {"h"}
    assert [str(option.label) for option in done.first_decision("hole").options] == ["h", "the pit"]
    assert texts(done) == ["a closes the pit"]
    other = perform(done.state, lambda play: close_hole(play, "a"))
    assert texts(other) == ["a closes a hole"] and not other.asked


def texts(done):
    return [str(event.text) for event in done.events if hasattr(event, "text")]


@HOLES
@pytest.mark.parametrize(
    ("id", "markers", "shown"), [("a", [hole(60, 5)], True), ("a", [], False), ("s", [hole(60, 5)], False)]
)
def test_who_is_shown_that_holes_can_be_closed(id, markers, shown):
    state = battle(A, spugs("s", (30, 30)), markers=markers)
    assert ("close_hole" in {option.key for option in action_options(state, id)}) is shown


REGROUPS = pytest.mark.rule("MT-GAP-42")


@REGROUPS
@pytest.mark.parametrize(
    ("own", "sizes", "size"),
    [
        (A, {"a": 9}, 4),
        (group("a", (10, 10), side="cyber"), {"a": 5}, 8),
        (spugs("a", (10, 10)), {"a": 6}, 6),
        (spugs("a", (10, 10)), {}, 0),
    ],
)
def test_the_normal_size_of_a_group(own, sizes, size):
    assert normal_size(battle(own, FOE, sizes=sizes), "a") == size


@REGROUPS
@pytest.mark.parametrize(
    ("others", "combats", "found"),
    [
        ((group("c", (12, 10), (14, 10)),), (), ["c"]),
        ((group("c", (12, 10), (14, 10), (16, 10)),), (), []),
        ((group("c", (12.02, 10)),), (), []),
        ((group("c", (30, 10), (12, 10)),), (), ["c"]),
        ((group("c", (12, 10)),), (LockedCombat(1, ("c", "b")),), []),
        ((group("c", (12, 10), kinds=("unit_guard",)),), (), []),
        ((group("c", (12, 10)), group("d", (9, 10))), (), ["c", "d"]),
    ],
)
def test_which_groups_a_group_takes_in(others, combats, found):
    """Two men of a section of four."""
    state = battle(group("a", (10, 10), (11, 10)), *others, FOE, combats=combats)
    assert groups_to_join(state, "a") == found
    assert (str(why_cannot_join(state, "a")) == "") is bool(found)


@REGROUPS
@pytest.mark.parametrize(("answer", "unit"), [("c", {"c1": "a", "d1": "d"}), ("d", {"c1": "c", "d1": "a"})])
def test_it_takes_in_the_group_that_is_chosen_and_only_the_living(answer, unit):
    state = battle(
        group("a", (10, 10), (11, 10)), group("c", (12, 10), (30, 5)), group("d", (9, 10), (30, 7)), FOE
    )
    for key in ("c2", "d2"):
        state = state.with_table(state.table.with_place(key, Off("lost")))
    done = perform(state, lambda play: join_groups(play, "a"), {"taken_in": answer})
    assert {key: done.piece(key).unit for key in unit} == unit
    assert (done.piece("c2").unit, done.piece("d2").unit) == ("c", "d")
    one = perform(done.state, lambda play: join_groups(play, "a"))
    assert not one.asked and {one.piece(key).unit for key in unit} == {"a"}


@pytest.mark.rule("MT-SHT-01")
def test_who_shoots_names_a_vehicle_by_itself_and_all_others_by_their_group():
    inside = vehicle("car", 30, 20, side="dalek"), aboard(daleks("k", (0, 0)), "car")
    state = battle(A, *inside, spugs("s", (30, 30)))
    to = {option.key: option.to for option in target_decision(state, "a").options}
    assert to == {"k": ("k",), "s": ("s",), "car crew": ("car",)}


FALLS = pytest.mark.rule(
    "MT-GAP-79", "MT-UNIT-10", "MT-DRAW-03", "MT-DECK-01", "MT-SHT-08", "MT-MITE-04", "MT-GAP-52"
)


@FALLS
def test_only_the_fallen_leave_ground_to_occupy():
    """The man who falls stands north of the Daleks, and another of his side nearer to the south."""
    fight = LockedCombat(1, ("a", "b"))
    state = battle(group("a", (20, 30)), daleks("b", (20, 20)), group("c", (20, 17)), combats=(fight,))

    def rules(play):
        def shot():
            remove_figures(play, [play.state.table.piece("a1")], "dalek")
            yield from ()

        yield from with_end_of_combats(play, shot())

    done = perform(state, rules, {"occupy": True})
    assert done.piece("b1").xy[1] > 20 and done.state.game.combats == ()


STUDIES = pytest.mark.rule("MT-MIB-06", "MT-MIB-16", "MT-GAP-46", "MT-SCN-11")


@STUDIES
@pytest.mark.parametrize(("species", "asked"), [(("spug",), False), (("spug", "mite"), True)])
def test_one_species_is_studied_without_a_question(species, asked):
    state = battle(pair("m", (10, 10)), pair("n", (20, 10)), A, specimens=species, card="mib single")
    done = perform(state, lambda play: study(play, "m"), {"species": species[-1]} if asked else {}, [1, 6])
    assert bool(done.decisions_with_key("species")) is asked
    assert done.first_decision("dice").dice == (6, 6)
    assert done.state.game.studied == (species[-1],)


@STUDIES
def test_a_pair_with_one_operative_among_others_studies():
    mixed = group("m", (10, 10), (11, 10), side="mib", kinds=("clean_up_trooper", "mib_operative"))
    state = battle(mixed, clean_up("c", 20, 10), A, specimens=("spug",), card="mib single")
    assert perform(state, lambda play: study(play, "m"), dice=[6]).state.game.studied == ("spug",)
    assert "study" in {option.key for option in action_options(state, "m")}
    assert "study" not in {option.key for option in action_options(state, "c")}
    assert "study" not in {option.key for option in action_options(state, "a")}


@STUDIES
def test_those_who_roll_for_their_dice_but_study_nothing_are_not_offered_a_study():
    other = dict(factions()) | {"mib": msgspec.structs.replace(factions()["mib"], studies=False)}
    state = battle(pair("m", (10, 10)), A, specimens=("spug",), card="mib single", custom=other)
    assert "study" not in {option.key for option in action_options(state, "m")}


@STUDIES
def test_a_six_is_a_hit():
    assert any_six().results([1, 6, 5]) == ("miss", "hit", "miss")
