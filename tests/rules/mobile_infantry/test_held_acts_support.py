"""Support acts: which are open and which shut, the radio, what a Search brings to light, helping stands."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.core.state import Battle, HiddenEntrance, SearchFind, Site
from battlesim.rulesets.mobile_infantry.ground import movement
from battlesim.rulesets.mobile_infantry.losses import hit_points
from battlesim.rulesets.mobile_infantry.troopers import support_acts
from battlesim.table.events import DiceRolled, HitsChanged
from battlesim.table.pieces import Aboard, Inside
from tests.rules.mobile_infantry.acts import carry_out, support_act
from tests.rules.mobile_infantry.field import (
    ScriptResult,
    block,
    captain,
    field,
    lieutenant,
    perform,
    piece,
    rifles,
)
from tests.rules.mobile_infantry.soldiers import act, led

HOUSE = block("building", "V1", 28, 6, 32, 12)
POST = block("building", "O1", 50, 20, 54, 24)


def acts(state: Battle, *ids: str) -> dict[str, str]:
    """The support acts open to models, each with its note."""
    return {
        option.key: option.note
        for option in support_acts.support_options(state, [state.table.piece(i) for i in ids])
        if not option.shut
    }


def shut(state: Battle, *ids: str) -> set[str]:
    """The support acts that are shown to be shut."""
    return {
        one.key
        for one in support_acts.support_options(state, [state.table.piece(i) for i in ids])
        if one.shut
    }


def search(state: Battle, dice: tuple[int, ...] = (), structure: str = "V1") -> ScriptResult:
    """R searches a house."""
    return perform(state, lambda game: carry_out(game, f"search:R:{structure}"), {}, dice)


@pytest.mark.rule("MI-GAP-21", "MI-REDY-01", "MI-TRT-07")
@pytest.mark.parametrize(
    ("kind", "marks", "by_trait", "by_action"),
    [
        ("rifle_squad", ["moved"], False, False),
        ("rifle_squad", [], False, False),
        ("machine_gun", ["moved"], True, True),
        ("machine_gun", ["moved", "ready"], True, True),
        ("machine_gun", [], False, True),
        ("machine_gun", ["ready"], False, False),
    ],
)
def test_which_gun_is_weakened_until_it_is_ready(
    kind: str, marks: list[str], by_trait: bool, by_action: bool
) -> None:
    for option, weak in (("trait_first", by_trait), ("action_text", by_action)):
        gun = piece(kind, "G", 10, 10, marks=marks)
        state = field(gun, options={"ready_reading": option})
        assert support_acts.needs_ready(state, gun) is weak


@pytest.mark.rule("MI-OBJ-06", "MI-GAP-26")
@pytest.mark.parametrize(
    ("who", "option", "note"),
    [
        (rifles("P", 48.5, 22), "roll_4", "4+ on a D6"),
        (lieutenant("P", 48.5, 22), "roll_4", "4+ on a D6, +1"),
        (lieutenant("P", 48.5, 22), "automatic", "contact is certain"),
        (rifles("P", 48.4, 22), "roll_4", None),
        (piece("light_mech", "P", 49.25, 22), "roll_4", "4+ on a D6"),
        (piece("light_mech", "P", 49.2, 22), "roll_4", None),
        (piece("survivors", "P", 49.5, 22), "roll_4", None),
        (piece("viking", "P", 48, 22), "roll_4", None),
    ],
    ids=["squad", "Command Team", "certain", "too far", "mech", "mech too far", "survivors", "dropship"],
)
def test_what_the_radio_needs_of_whom(who, option: str, note: str | None) -> None:  # type: ignore[no-untyped-def]
    state = field(who, POST, site=Site(transmitter="O1"), options={"radio": option})
    assert acts(state, "P").get("radio:P") == note


@pytest.mark.rule("MI-OBJ-06")
def test_without_a_transmitter_nobody_works_the_radio() -> None:
    assert acts(field(rifles("P", 48.5, 22), POST), "P") == {"search:P:O1": ""}


@pytest.mark.rule("MI-OBJ-06", "MI-GAP-26")
def test_a_call_is_one_try_of_this_turn() -> None:
    state = field(rifles("R", 48.5, 22), POST, site=Site(transmitter="O1"))
    done = perform(state, lambda game: carry_out(game, "radio:R"), {}, (3,))
    assert done.state.game.count("radio_tried") == 1


@pytest.mark.rule("MI-TRT-06", "MI-GAP-14")
def test_no_squad_aboard_a_dropship_is_promoted() -> None:
    ship = piece("viking", "V", 14, 10, unit="V")
    state = field(captain("C", 10, 10), ship, rifles("R", place=Aboard("V")))
    assert acts(state, "C") == {}


@pytest.mark.rule("MI-TRT-06", "MI-GAP-12")
@pytest.mark.parametrize(("away", "shown"), [(9.0, False), (9.1, True), (12.0, True), (12.1, False)])
def test_what_is_up_to_three_inches_out_of_reach_is_shown(away: float, shown: bool) -> None:
    state = field(captain("C", 10, 10), rifles("R", 11 + away, 10))
    assert shut(state, "C") == ({"promote:C:R"} if shown else set())


@pytest.mark.rule("MI-GAP-12", "MI-SRCH-01", "MI-OBJ-06")
def test_what_is_open_is_not_shown_as_shut() -> None:
    state = field(rifles("R", 48.5, 22), POST, site=Site(transmitter="O1"))
    assert set(acts(state, "R")) == {"search:R:O1", "radio:R"}
    assert shut(state, "R") == set()


@pytest.mark.rule("MI-GAP-12", "MI-SRCH-01")
def test_where_support_acts_are_asked_those_just_out_of_reach_are_shown() -> None:
    three = lieutenant("L", 21, 10), rifles("R", 26.4, 9), piece("machine_gun", "G", 25, 11)
    for action, closed in (("support", {"search:R:V1", "done"}), ("move", {"search:R:V1"})):
        state = field(*three, HOUSE, activation=led("L", "R", "G"))
        asked = act(state, {"action": [action]}, until="support").first_decision("support")
        assert {one.key for one in asked.closed_options} == closed  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-12", "MI-SRCH-01")
def test_a_house_may_be_called_anything() -> None:
    house = block("building", "V:1", 28, 6, 32, 12)
    assert search(field(rifles("R", 26.5, 9), house), (2,), "V:1").state.game.searched == ("V:1",)


@pytest.mark.rule("MI-SRCH-01")
@pytest.mark.parametrize(
    ("kind", "able"),
    [("building", True), ("ruin", False), ("rocks", False), ("wall", False), ("crater", False)],
)
def test_only_a_house_that_stands_is_searched(kind: str, able: bool) -> None:
    state = field(rifles("R", 26.5, 9), block(kind, "V1", 28, 6, 32, 12))
    assert acts(state, "R") == ({"search:R:V1": ""} if able else {})


@pytest.mark.rule("MI-HIDE-03", "MI-SRCH-01")
def test_a_search_reveals_what_is_hidden_in_this_house_and_nothing_else() -> None:
    hidden = HiddenEntrance("H1", "V1", 30, 13.5), HiddenEntrance("H2", "V2", 50, 13.5)
    done = search(field(rifles("R", 26.5, 9), HOUSE, hidden=hidden))
    assert [one.id for one in done.state.game.hidden] == ["H2"]
    assert done.events_of(DiceRolled) == []


@pytest.mark.rule("MI-HIDE-03", "MI-HIDE-04", "MI-SRCH-02")
def test_who_stands_where_a_search_reveals_an_entrance_makes_no_save() -> None:
    hidden = (HiddenEntrance("H1", "V1", 26, 9),)
    done = search(field(rifles("R", 26.5, 9), HOUSE, hidden=hidden))
    assert (done.piece("R").hits, done.events_of(DiceRolled)) == (4, [])


@pytest.mark.rule("MI-SRCH-02", "MI-HIDE-03", "MI-GAP-39")
@pytest.mark.parametrize(
    ("find", "option", "rolled"),
    [
        (SearchFind("table"), "v6_and_o3", 1),
        (SearchFind("nothing"), "v6_and_o3", 0),
        (SearchFind("nothing"), "random", 0),
        (SearchFind("survivors", 2), "random", 0),
        (SearchFind("entrance", entrance="H1"), "v6_and_o3", 0),
        (SearchFind("entrance", entrance="H1"), "random", 1),
        (SearchFind("entrance", entrance="H1"), "none", 1),
    ],
)
def test_when_the_table_of_finds_is_used(find: SearchFind, option: str, rolled: int) -> None:
    """Where the entrances are fixed there is nothing else; drawn or left out, it is a house like others."""
    state = field(
        rifles("R", 26.5, 9), HOUSE, site=Site(finds={"V1": find}), options={"hidden_entrances": option}
    )
    done = search(state, (2,) * rolled)
    assert len(done.events_of(DiceRolled)) == rolled


@pytest.mark.rule("MI-GAP-29")
def test_an_ambush_is_of_one_d6() -> None:
    done = search(field(rifles("R", 26.5, 9), HOUSE), (1, 3))
    assert [event.sides for event in done.events_of(DiceRolled)] == [(6,), (6,)]


@pytest.mark.rule("MI-GAP-30")
@pytest.mark.parametrize(
    ("there", "before", "names"),
    [
        ((), 0, ["survivors-1", "survivors-2"]),
        ((), 3, ["survivors-4", "survivors-5"]),
        (("survivors-1",), 0, ["survivors-2", "survivors-3"]),
    ],
    ids=["the first", "after others", "the name is taken"],
)
def test_stands_that_are_found_are_numbered(there: tuple[str, ...], before: int, names: list[str]) -> None:
    others = [piece("survivors", id, 60, 40) for id in there]
    site = Site(finds={"V1": SearchFind("survivors", 6)})
    state = field(rifles("R", place=Inside("V1")), HOUSE, *others, site=site, tally={"serial": before})
    assert sorted(set(search(state).state.table.pieces) - {"R", *there}) == names


@pytest.mark.rule("MI-TRT-03")
def test_being_helped_is_noted_once() -> None:
    state = field(piece("field_medics", "M", 10, 10), rifles("R", 11, 10, hits=2))
    done = perform(state, lambda game: carry_out(game, "heal:M:R"))
    assert (done.piece("R").hits, done.piece("R").mark_count("healed")) == (3, 1)


@pytest.mark.rule("MI-GAP-59")
@pytest.mark.parametrize(("hits", "after"), [(4, []), (3, [4]), (2, [4]), (1, [3])])
def test_stores_give_back_what_is_missing_and_nothing_to_the_unhurt(hits: int, after: list[int]) -> None:
    def script(game):  # type: ignore[no-untyped-def]
        hit_points.restore_hits(game, "R", 2, "MI-GAP-29")
        return
        yield

    done = perform(field(rifles("R", 10, 10, hits=hits)), script)
    assert [event.new for event in done.events_of(HitsChanged)] == after


@pytest.mark.rule("MI-GAP-27", "MI-VIK-01")
def test_who_boards_a_dropship() -> None:
    ship = piece("viking", "V", 20, 20, unit="V")
    stands = {
        "squad": rifles("P", 17, 20),
        "mech": piece("light_mech", "P", 17, 20),
        "dropship": piece("viking", "P", 14, 20),
        "captive": piece("command_team", "P", 17, 20, marks=["captive"]),
        "marker": piece("tunneling_marker", "P", 17, 20),
    }
    able = {name for name, one in stands.items() if movement.dropship_entries(field(ship, one), one)}
    assert able == {"squad", "mech"}


@pytest.mark.rule("MI-GAP-12")
@pytest.mark.parametrize(
    ("key", "worth"), [("radio:R", 5.0), ("search:R:V1", 4.0), ("heal:M:R", 3.0), ("ready:G", 1.0)]
)
def test_what_a_support_act_is_worth_to_an_automated_player(key: str, worth: float) -> None:
    weak = piece("machine_gun", "G", 10, 10, marks=["moved"])
    state = field(rifles("R", 20, 20), piece("field_medics", "M", 21, 20), weak)
    chosen = support_act(key)
    wish = support_acts.SUPPORT_ACTS[chosen.act].score(state, chosen)
    assert wish is not None and wish.worth == worth


@pytest.mark.rule("MI-GAP-12")
def test_who_has_no_need_of_ready_does_not_wish_for_it() -> None:
    state = field(piece("machine_gun", "G", 10, 10, marks=["ready"]))
    chosen = support_act("ready:G")
    assert support_acts.SUPPORT_ACTS["ready"].score(state, chosen) is None
