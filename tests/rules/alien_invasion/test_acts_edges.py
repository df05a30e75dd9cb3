"""Special acts of a scenario: who helps, where and by whom they can be done, and what they bring about."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.alien_invasion.core.objectives import SpecialAct
from battlesim.rulesets.alien_invasion.core.state import LUCKY_PREFIX, LockedCombat
from battlesim.rulesets.alien_invasion.objectives.items import carried_ids
from battlesim.rulesets.alien_invasion.objectives.special_acts import (
    action_roll,
    do_special_act,
    helpers,
    is_anything_hidden,
    is_open_to,
    places_of,
    why_cannot_do,
)
from battlesim.table.pieces import Marker, Off
from tests.rules.alien_invasion.field import carrying, daleks, group, perform, spugs, terrain, vehicle
from tests.rules.alien_invasion.test_special import FOE, egg, field

ROLLS = pytest.mark.rule("MT-SPC-02")
ACTS = pytest.mark.rule("MT-SPC-01", "MT-SPC-03", "MT-GAP-30")
OPEN = pytest.mark.rule("MT-SPC-01", "MT-GAP-79")
FIGHT = LockedCombat(1, ("d", "b"))


def act(effect="flag", at=(), **more):
    """A special act that can be done anywhere, unless a place is given."""
    return SpecialAct("act", "Do it", tuple(at), effect, **({"makes": "done"} | more))


def ran(state, rules):
    """The state after rules, and what they return."""
    ends = []

    def keep(play):
        ends.append((yield from rules(play)))

    return ends, keep


def rolled(state, dice):
    """Whether an Action roll of group a succeeds, and the state after it."""
    ends, rules = ran(state, lambda play: action_roll(play, "a", "why"))
    return perform(state, rules, dice=dice).state, ends[0]


def did(state, own, dice=()):
    """Whether group a succeeds in an act, and the result."""
    ends, rules = ran(state, lambda play: do_special_act(play, "a", own))
    return perform(state, rules, dice=dice), ends[0]


def doctor(x, y):
    return group("d", (x, y), kinds=["unit_doctor"])


@ROLLS
@pytest.mark.parametrize(
    ("x", "combats", "helps"),
    [(16.0, (), True), (16.01, (), False), (40.0, (), False), (16.0, (FIGHT,), False)],
)
def test_one_who_helps_rolls_within_an_inch_of_any_figure(x, combats, helps):
    men = group("a", (10, 10), (14, 10))
    state = field(men, doctor(x, 10), daleks("b", (50, 10)), combats=combats)
    assert [figure.id for figure in helpers(state, "a")] == ["a1", "a2", *["d1"] * helps]


@ROLLS
def test_no_other_figure_beside_a_group_rolls_and_he_rolls_once_for_himself():
    state = field(group("a", (10, 10)), group("c", (11, 10)), doctor(9, 10), spugs("s", (10, 9)))
    assert [figure.id for figure in helpers(state, "a")] == ["a1", "d1"]
    assert [figure.id for figure in helpers(state, "d")] == ["d1"]


@ROLLS
@pytest.mark.parametrize(
    ("luck", "dice", "succeeds"),
    [
        (0, [5, 5], False),
        (0, [6, 1], True),
        (0, [1, 6], True),
        (1, [4, 4], False),
        (1, [5, 1], True),
    ],
)
def test_any_six_succeeds_and_with_luck_any_five_once(luck, dice, succeeds):
    state = field(group("a", (10, 10), (12, 10)), FOE, tally={LUCKY_PREFIX + "unit": luck})
    done, success = rolled(state, dice)
    assert success is succeeds
    assert done.game.count(LUCKY_PREFIX + "unit") == 0
    assert rolled(done, [5, 5])[1] is False


@ROLLS
def test_the_luck_of_others_does_not_help():
    state = field(group("a", (10, 10)), FOE, tally={LUCKY_PREFIX + "dalek": 1})
    assert rolled(state, [5])[1] is False


HOUSE = terrain("building", 9, 9, 15, 15, "h1")
SITE = Marker("site", "site", 30, 10, radius=1.0)


@ACTS
@pytest.mark.parametrize(
    ("points", "found"),
    [
        (((10, 10), (20, 10)), ["h1"]),
        (((8, 10), (20, 10)), []),
        (((28.5, 10), (20, 10)), ["site"]),
        (((28.49, 10), (20, 10)), []),
        (((20, 10), (38.25, 20)), ["car"]),
        (((20, 10), (38.24, 20)), []),
        (((10, 10), (31.5, 10)), ["h1", "site"]),
    ],
)
def test_one_figure_in_a_house_or_touching_a_site_or_a_vehicle_is_at_it(points, found):
    state = field(group("a", *points), FOE, vehicle("car", 40, 20, 90.0), ground=[HOUSE])
    state = state.with_table(state.table.with_marker(SITE))
    assert places_of(state, "a", act(at=("h1", "site", "car"))) == found


@ACTS
def test_nobody_is_at_what_is_not_on_the_table():
    state = field(group("a", (40, 20)), FOE, vehicle("car", 40, 20))
    state = state.with_table(state.table.with_place("car", Off("reserve")))
    assert places_of(state, "a", act(at=("car",))) == []


@ACTS
def test_what_has_no_place_is_done_anywhere():
    assert places_of(field(group("a", (40, 20)), FOE), "a", act()) == [""]


@ACTS
@pytest.mark.parametrize(("effect", "places"), [("find", ["h2"]), ("flag", ["h1", "h2"])])
def test_a_place_is_searched_once(effect, places):
    houses = [HOUSE, terrain("building", 16, 9, 20, 15, "h2")]
    state = field(group("a", (10, 10), (17, 10)), FOE, ground=houses)
    known = msgspec.structs.replace(state.game.objectives, searched=("h1",))
    state = state.with_game(objectives=known)
    assert places_of(state, "a", act(effect, at=("h1", "h2"), makes="")) == places


def known(**changes):
    """A group with what stands against an act: nothing, unless changed."""
    more = {"held": (), "flags": (), "combats": (), "points": ((10, 10), (12, 10))} | changes
    own = carrying(group("a", *more["points"]), *more["held"])
    kept = [egg("e0"), egg("e1"), Marker("coin", "coin", 0, 0)]
    return field(own, daleks("b", (60, 40)), flags=more["flags"], combats=more["combats"], kept=kept)


LOCKED = LockedCombat(1, ("a", "b"))


@ACTS
@pytest.mark.parametrize(
    ("own", "state", "why"),
    [
        (act(), known(), ""),
        (act(), known(combats=(LOCKED,)), "it is locked in a fight"),
        (act(after="open"), known(), "something else must be done first"),
        (act(after="open"), known(flags=("open",)), ""),
        (act(after="open"), known(flags=("other",)), "something else must be done first"),
        (act(needs="egg"), known(), "it carries no egg"),
        (act(needs="egg"), known(held=("coin",)), "it carries no egg"),
        (act(needs="egg"), known(held=("coin", "e0")), ""),
        (act("take", makes="e1"), known(), ""),
        (act("take", makes="e1"), known(held=("e0",)), ""),
        (act("take", makes="e1"), known(held=("e0", "coin")), "it carries as much as it can"),
        (act(), known(held=("e0", "coin")), ""),
        (act(at=("h1",)), known(), "it is not at the place"),
    ],
)
def test_why_an_act_cannot_be_done(own, state, why):
    ground = msgspec.structs.replace(state.table.ground, terrain=(terrain("building", 30, 9, 36, 15, "h1"),))
    state = state.with_table(msgspec.structs.replace(state.table, ground=ground))
    assert str(why_cannot_do(state, "a", own)) == why


@OPEN
@pytest.mark.parametrize(
    ("own", "flags", "able"),
    [
        (act(), (), True),
        (act(), ("done",), False),
        (act(), ("other",), True),
        (act(by=("unit",)), (), True),
        (act(by=("dalek", "unit")), (), True),
        (act(by=("dalek",)), (), False),
        (act(by=("unit",)), ("done",), False),
    ],
)
def test_who_may_ever_do_an_act(own, flags, able):
    assert is_open_to(known(flags=flags), "a", own) is able


@OPEN
@pytest.mark.parametrize(
    ("held", "lying", "makes", "able"),
    [((), (), "e0", True), (("e0",), (), "e0", False), ((), ("e0",), "e0", False), (("e1",), (), "e0", True)],
)
def test_a_thing_is_taken_from_its_place_once(held, lying, makes, able):
    own = carrying(group("a", (10, 10), (12, 10)), *held)
    state = field(own, FOE, kept=[egg("e0"), egg("e1")])
    for key in lying:
        state = state.with_table(state.table.with_marker(egg(key, 30, 10)))
    assert is_open_to(state, "a", act("take", makes=makes)) is able
    assert is_open_to(state, "a", act("flag", makes=makes)) is True


@pytest.mark.rule("MT-SPC-02", "MT-SPC-01", "MT-GAP-30", "MT-SPC-03")
@pytest.mark.parametrize(
    ("finds", "hidden"), [(("egg", "empty"), True), (("empty", "empty"), False), ((), False)]
)
def test_whether_anything_is_still_hidden(finds, hidden):
    state = field(group("a", (10, 10)), FOE, kept=[egg()]).with_game(finds=Deck(tuple(sorted(finds))))
    assert is_anything_hidden(state) is hidden
    assert is_anything_hidden(field(group("a", (10, 10)), FOE)) is False


@ACTS
@pytest.mark.parametrize(
    ("own", "dice", "succeeds"),
    [(act(roll=True), [5, 1], False), (act(roll=True), [1, 6], True), (act(), [], True)],
)
def test_a_flag_is_raised_if_the_roll_succeeds_or_none_is_needed(own, dice, succeeds):
    done, success = did(known(), own, dice)
    assert (success, done.state.game.objectives.flags) == (succeeds, ("done",) if succeeds else ())
    texts = [str(event.text) for event in done.events if hasattr(event, "text")]
    assert ("a tries: Do it" in texts) == (not own.roll)


@ACTS
def test_what_is_needed_is_used_up_and_nothing_else():
    done, _ = did(known(held=("coin", "e0")), act(needs="egg"))
    assert [carried_ids(done.state, figure) for figure in done.state.table.pieces_of_unit("a")] == [
        ["coin"],
        [],
    ]
    kept, _ = did(known(held=("coin", "e0")), act())
    assert carried_ids(kept.state, kept.piece("a2")) == ["e0"]


@ACTS
def test_of_two_things_of_one_figure_the_needed_one_is_used_up():
    unit, (first, second) = carrying(group("a", (10, 10), (12, 10)), "coin")
    both = (unit, (first.with_mark("carries:e1"), second))
    state = field(both, FOE, kept=[egg("e0"), egg("e1"), Marker("coin", "coin", 0, 0)])
    done, _ = did(state, act(needs="coin"))
    assert carried_ids(done.state, done.piece("a1")) == ["e1"]
    other, _ = did(state, act(needs="egg"))
    assert carried_ids(other.state, other.piece("a1")) == ["coin"]


@ACTS
def test_what_is_taken_is_carried_by_the_first_figure():
    done, _ = did(known(), act("take", makes="e1"))
    assert [carried_ids(done.state, figure) for figure in done.state.table.pieces_of_unit("a")] == [
        ["e1"],
        [],
    ]
    assert done.state.game.objectives.flags == ()


@ACTS
@pytest.mark.parametrize(("card", "lying"), [("e0", [("e0", 10, 10)]), ("empty", [])])
def test_a_search_leaves_what_it_finds_beside_the_first_figure(card, lying):
    house = terrain("building", 9, 9, 15, 15, "h1")
    state = field(
        group("a", (10, 10), (12, 10)), FOE, kept=[egg("e0")], ground=[house], finds=("e0", "empty")
    )
    done, success = did(state, act("find", at=("h1",), makes=""), [card])
    assert success is True
    assert [(m.id, m.x, m.y) for m in done.state.table.markers.values()] == lying
    assert done.state.game.objectives.searched == ("h1",)
    assert why_cannot_do(done.state, "a", act("find", at=("h1",), makes="")) == "it is not at the place"


@pytest.mark.rule("MT-SPC-01", "MT-GAP-79")
def test_a_blast_only_succeeds():
    done, success = did(known(), act("blast", makes=""))
    assert (success, done.state.game.objectives.flags) == (True, ())
