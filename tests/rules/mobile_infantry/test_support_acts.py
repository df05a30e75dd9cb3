"""Support acts: medics, searches and what they find, survivors, the radio."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.battle import victory
from battlesim.rulesets.mobile_infantry.core.state import Battle, HiddenEntrance, Rectangle, SearchFind, Site
from battlesim.rulesets.mobile_infantry.troopers import support_acts
from battlesim.table.events import DiceRolled, HitsChanged, MessageLogged
from battlesim.table.phrases import Inches
from battlesim.table.pieces import Inside, Off, OnTable, Piece
from tests.rules.mobile_infantry.acts import carry_out, leg
from tests.rules.mobile_infantry.field import (
    ScriptResult,
    block,
    captain,
    field,
    lieutenant,
    perform,
    piece,
    rifles,
    warrior,
)
from tests.rules.mobile_infantry.soldiers import act, led, offered

HOUSE = block("building", "V1", 28, 6, 32, 12)


def acts(state: Battle, *ids: str) -> set[str]:
    """The support acts open to models."""
    return {
        option.key
        for option in support_acts.support_options(state, [state.table.piece(i) for i in ids])
        if not option.shut
    }


def do(state: Battle, *keys: str, dice: tuple[int, ...] = (), **answers: list[object]) -> ScriptResult:
    """Support acts one after the other."""
    return perform(state, lambda game: _all(game, keys), answers, dice)


def _all(game, keys):  # type: ignore[no-untyped-def]
    for key in keys:
        yield from carry_out(game, key)


@pytest.mark.rule("MI-TRT-03", "MI-GAP-59")
def test_a_medic_gives_a_stand_in_contact_one_point_back_once_a_turn() -> None:
    state = field(
        piece("field_medics", "M", 10, 10, hits=1),
        piece("field_medics", "N", 12, 10),
        rifles("R", 11, 10, hits=2),
        rifles("Q", 10, 11, hits=3),
        rifles("apart", 10, 8.9, hits=1),
        rifles("full", 9, 10),
        piece("light_mech", "K", 8.75, 10.5, hits=1),
        tally={"dead_humans": 5},
    )
    assert acts(state, "M") == {"heal:M:R", "heal:M:Q"}
    done = do(state, "heal:M:R")
    assert done.piece("R").hits == 3
    assert done.state.game.count("dead_humans") == 4
    assert acts(done.state, "M", "N") == {"heal:M:Q"}


@pytest.mark.rule("MI-GAP-59")
def test_survivors_are_helped_up_to_what_they_started_with() -> None:
    hurt = piece("survivors", "S", 11, 10, hits=1)
    state = field(piece("field_medics", "M", 10, 10), hurt, tally={"dead_survivors": 3})
    done = do(state, "heal:M:S")
    assert (done.piece("S").hits, done.state.game.count("dead_survivors")) == (2, 2)
    house = Site(finds={"V1": SearchFind("survivors", 6)})
    found = _survivors(perform(field(rifles("R", 26.5, 9), HOUSE, site=house), _search_v1))
    assert [(p.hits, p.hits_full) for p in found] == [(4, 4), (2, 2)]
    command = lieutenant("L", 10, 11, hits=2)
    assert acts(field(piece("field_medics", "M", 10, 10), command), "M") == set()


@pytest.mark.rule("MI-SRCH-01", "MI-OBJ-05")
@pytest.mark.parametrize(
    ("kind", "x", "able"),
    [("rifle_squad", 26.5, True), ("rifle_squad", 26.4, False), ("light_mech", 27.25, False)],
)
def test_infantry_within_an_inch_may_search(kind: str, x: float, able: bool) -> None:
    state = field(piece(kind, "R", x, 9), HOUSE)
    assert acts(state, "R") - {"ready:R"} == ({"search:R:V1"} if able else set())
    assert acts(field(rifles("I", place=Inside("V1")), HOUSE), "I") == {"search:I:V1"}


@pytest.mark.rule("MI-OBJ-05")
def test_a_search_costs_one_action() -> None:
    state = field(lieutenant("L", 24, 9), rifles("R", 26.5, 9), HOUSE, activation=led("L", "R"))
    first = act(state, {"action": ["support"], "support": ["search:R:V1"]}, [2])
    assert first.state.game.activation is not None and first.state.game.activation.actions_left == 1
    second = act(first.state, {"action": ["move"], "move": [(leg("R", (26.5, 9), (24, 11)),)]})
    assert second.piece("R").xy == (24, 11)


@pytest.mark.rule("MI-GAP-29", "MI-OBJ-05")
@pytest.mark.parametrize(
    ("option", "who"),
    [
        ("rifle_stands", {"rifle_squad", "command_team", "missile_team", "field_medics"}),
        ("rifle_squads", {"rifle_squad"}),
        ("any_infantry", {"rifle_squad", "command_team", "missile_team", "field_medics", "machine_gun"}),
    ],
)
def test_who_may_search(option: str, who: set[str]) -> None:
    kinds = [
        "rifle_squad",
        "command_team",
        "missile_team",
        "field_medics",
        "machine_gun",
        "survivors",
        "heavy_mech",
    ]
    stands = [piece(kind, kind, place=Inside("V1")) for kind in kinds]
    state = field(*stands, HOUSE, options={"search_by": option})
    searches = {key for key in acts(state, *kinds) if key.startswith("search")}
    assert searches == {f"search:{kind}:V1" for kind in who}


@pytest.mark.rule("MI-SRCH-02", "MI-GAP-30")
def test_the_scenario_says_what_a_search_finds_and_only_once() -> None:
    state = field(rifles("R", 26.5, 9), HOUSE, site=Site(finds={"V1": SearchFind("survivors", 4)}))
    done = do(state, "search:R:V1")
    assert done.events_of(DiceRolled) == []
    found = _survivors(done)
    assert [(p.hits, p.unit, p.marks) for p in found] == [(4, "A", ())]
    assert acts(done.state, "R") == set()


def _search_v1(game):  # type: ignore[no-untyped-def]
    return carry_out(game, "search:R:V1")


def _survivors(done: ScriptResult) -> list[Piece]:
    return [p for p in done.state.table.pieces.values() if p.kind == "survivors"]


@pytest.mark.rule("MI-GAP-30")
def test_survivors_come_out_in_stands_of_four_touching_the_finder() -> None:
    state = field(rifles("R", 26.5, 9), HOUSE, site=Site(finds={"V1": SearchFind("survivors", 6)}))
    done = do(
        state,
        "search:R:V1",
        find_place=[
            lambda d, s: d.placements_around(s, (26.5, 12)),
            lambda d, s: d.placements_around(s, (24, 9)),
        ],
    )
    found = _survivors(done)
    assert [p.hits for p in found] == [4, 2]
    for stand in found:
        x, y = stand.xy
        assert ((x - 26.5) ** 2 + (y - 9) ** 2) ** 0.5 == pytest.approx(1.0, abs=0.005)

    inside = field(
        rifles("I", place=Inside("V1")), HOUSE, site=Site(finds={"V1": SearchFind("survivors", 9)})
    )
    held = _survivors(do(inside, "search:I:V1"))
    assert [isinstance(p.place, Inside) for p in held] == [True, True, False]  # room for 12 HP
    assert isinstance(held[2].place, OnTable) and [p.hits for p in held] == [4, 4, 1]


@pytest.mark.rule("MI-GAP-30")
def test_survivors_move_with_the_unit_from_its_next_activation() -> None:
    state = field(
        lieutenant("L", 24, 9),
        rifles("R", 26.5, 9),
        HOUSE,
        site=Site(finds={"V1": SearchFind("survivors", 3)}),
        activation=led("L", "R"),
    )
    done = act(state, {"action": ["support"], "support": ["search:R:V1"]})
    (stand,) = _survivors(done)
    assert done.state.game.activation is not None
    assert stand.id not in done.state.game.activation.members
    assert acts(done.state, stand.id) == set()


@pytest.mark.rule("MI-OBJ-04", "MI-GAP-30")
@pytest.mark.parametrize(("option", "points"), [("half", 2), ("1_each", 5), ("d3_per_stand", 5)])
def test_survivors_in_the_outpost_score(option: str, points: int) -> None:
    site = Site(outpost=Rectangle(46, 16, 62, 32), finds={"V1": SearchFind("survivors", 5)})
    house = block("building", "V1", 50, 20, 54, 24)
    state = field(rifles("R", 49, 22), house, site=site, options={"survivor_vp": option}, turn=1)
    rolled = option == "d3_per_stand"
    done = do(state, "search:R:V1", dice=(3, 2) if rolled else ())
    assert victory.SURVIVOR_PAYMENTS[done.state.game.parameters.survivor_points][1](done.state) == points

    village = Site(outpost=Rectangle(46, 16, 62, 32), finds={"V1": SearchFind("survivors", 5)})
    away = field(rifles("R", 26.5, 9), HOUSE, site=village, options={"survivor_vp": option}, turn=1)
    out = do(away, "search:R:V1", dice=(3, 2) if rolled else ())
    assert victory.SURVIVOR_PAYMENTS[out.state.game.parameters.survivor_points][1](out.state) == 0


@pytest.mark.rule("MI-GAP-29")
@pytest.mark.parametrize(("dice", "survivors"), [((2,), 0), ((4, 3), 3), ((5, 6), 6), ((6, 6), 8)])
def test_the_table_of_finds(dice: tuple[int, ...], survivors: int) -> None:
    done = do(field(rifles("R", 26.5, 9), HOUSE), "search:R:V1", dice=dice)
    assert sum(p.hits for p in _survivors(done)) == survivors


@pytest.mark.rule("MI-GAP-29")
def test_medical_stores_give_two_points_back() -> None:
    done = do(field(rifles("R", 26.5, 9, hits=1), HOUSE), "search:R:V1", dice=(3,))
    assert [(e.piece, e.old, e.new) for e in done.events_of(HitsChanged)] == [("R", 1, 3)]


@pytest.mark.rule("MI-GAP-29")
def test_an_ambush_comes_out_beside_the_searcher_and_strikes_at_once() -> None:
    reserve = [warrior(f"W{n}", place=Off("reserve")) for n in range(2)]
    state = field(rifles("R", 26.5, 9), HOUSE, *reserve)
    done = perform(state, lambda game: carry_out(game, "search:R:V1"), {}, _ambush_dice())
    out = [done.piece("W0"), done.piece("W1")]
    for bug in out:
        x, y = bug.xy
        dx, dy = max(28 - x, 0, x - 32), max(6 - y, 0, y - 12)
        assert (dx * dx + dy * dy) ** 0.5 == pytest.approx(0.5, abs=0.006)
        assert not bug.has_mark("alert")
    assert any(e.rule == "MI-BMEL-08" for e in done.events_of(DiceRolled))


@pytest.mark.rule("MI-GAP-29")
def test_an_ambush_is_no_larger_than_its_die() -> None:
    reserve = [warrior(f"W{n}", place=Off("reserve")) for n in range(3)]
    done = do(field(rifles("R", 26.5, 9), HOUSE, *reserve), "search:R:V1", dice=(1, 1, 1, 1))
    assert [done.piece(f"W{n}").in_play for n in range(3)] == [True, False, False]


@pytest.mark.rule("MI-GAP-29")
def test_the_log_says_that_nobody_is_left_for_an_ambush() -> None:
    done = do(field(rifles("R", 26.5, 9), HOUSE), "search:R:V1", dice=(1, 3))
    assert any("No Warrior is left for an ambush" in str(e.text) for e in done.events_of(MessageLogged))


def _ambush_dice() -> tuple[int, ...]:
    return (1, 6, *AMBUSH_MELEE)


AMBUSH_MELEE = (1, 1, 1, 1)


@pytest.mark.rule("MI-GAP-29", "MI-SRCH-01")
def test_a_search_reveals_the_hidden_entrance() -> None:
    hidden = HiddenEntrance("H1", "V1", 30, 13.5)
    state = field(
        rifles("R", 26.5, 9),
        HOUSE,
        site=Site(finds={"V1": SearchFind("entrance", entrance="H1")}),
        hidden=(hidden,),
    )
    done = do(state, "search:R:V1")
    assert done.piece("H1").xy == (30, 13.5)
    assert done.state.game.hidden == ()
    assert done.events_of(DiceRolled) == []


@pytest.mark.rule("MI-GAP-29", "MI-GAP-39")
@pytest.mark.parametrize(("find", "people"), [(SearchFind("survivors", 6), 6), (SearchFind("table"), 0)])
def test_a_drawn_entrance_takes_nothing_from_those_who_called_for_help(find: SearchFind, people: int) -> None:
    state = field(
        rifles("R", 26.5, 9),
        HOUSE,
        site=Site(finds={"V1": find}),
        hidden=(HiddenEntrance("H1", "V1", 30, 13.5),),
        options={"hidden_entrances": "random"},
    )
    done = do(state, "search:R:V1")
    assert done.piece("H1").xy == (30, 13.5)
    assert sum(p.hits for p in _survivors(done)) == people


@pytest.mark.rule("MI-GAP-70")
def test_the_house_of_the_first_scenario_hides_two_survivors() -> None:
    b1 = block("building", "B1", 22, 22, 26, 26)
    done = do(
        field(rifles("R", 21, 24), b1, site=Site(finds={"B1": SearchFind("survivors", 2)})), "search:R:B1"
    )
    assert ([p.hits for p in _survivors(done)], done.events_of(DiceRolled)) == ([2], [])


O1 = block("building", "O1", 50, 20, 54, 24)


def post(*things: Piece, **more: object) -> Battle:
    """Models about the transmitter in O1."""
    return field(*things, O1, site=Site(transmitter="O1"), **more)  # type: ignore[arg-type]


@pytest.mark.rule("MI-OBJ-06", "MI-GAP-26")
def test_a_command_team_adds_one_to_the_radio() -> None:
    team = lieutenant("L", 48.5, 22)
    done = do(post(team, turn=3), "radio:L", dice=(3,))
    assert (done.state.game.count("runs_granted"), done.state.game.count("contact_turn")) == (1, 3)
    later = do(post(team, turn=5, tally={"contact_turn": 3, "runs_granted": 1}), "radio:L", dice=(3,))
    assert (later.state.game.count("runs_granted"), later.state.game.count("contact_turn")) == (2, 3)
    failed = do(post(rifles("R", 48.5, 22), turn=3), "radio:R", dice=(3,))
    assert failed.state.game.count("runs_granted") == 0
    assert acts(failed.state, "R") & {"radio:R"} == set()  # one try in each MI turn


@pytest.mark.rule("MI-GAP-26")
def test_who_may_work_the_transmitter() -> None:
    mech = piece("light_mech", "K", 49.25, 22)
    state = post(rifles("R", 48.5, 22), rifles("far", 48.4, 20), rifles("in", place=Inside("O1")), mech)
    assert {a for a in acts(state, "R", "far", "in", "K") if a.startswith("radio")} == {
        "radio:R",
        "radio:in",
        "radio:K",
    }
    apart = post(piece("light_mech", "K", 49.2, 22))
    assert acts(apart, "K") == {"ready:K"}
    ruin = block("ruin", "O1", 50, 20, 54, 24)
    assert acts(field(rifles("R", 48.5, 22), ruin, site=Site(transmitter="O1")), "R") == set()
    granted = post(rifles("R", 48.5, 22), tally={"runs_granted": 4})
    assert "radio:R" not in acts(granted, "R")


@pytest.mark.rule("MI-GAP-26")
def test_the_radio_may_be_certain_or_silent() -> None:
    sure = do(post(rifles("R", 48.5, 22), options={"radio": "automatic"}), "radio:R")
    assert sure.state.game.count("runs_granted") == 1
    assert "radio:R" not in acts(post(rifles("R", 48.5, 22), options={"radio": "none"}), "R")


@pytest.mark.rule("MI-OBJ-06")
def test_without_anybody_at_the_radio_there_is_no_run() -> None:
    state = post(rifles("R", 20, 22), phase="mi_strike_runs")
    from battlesim.rulesets.mobile_infantry.air import strike_run

    assert strike_run.next_step(state) is None


@pytest.mark.rule("MI-GAP-12")
def test_every_support_act_is_offered_beside_the_main_act() -> None:
    state = field(
        lieutenant("L", 24, 9),
        rifles("R", 26.5, 9),
        HOUSE,
        piece("field_medics", "M", 25.5, 9, hits=1),
        activation=led("L", "R", "M"),
    )
    hurt = state.with_table(state.table.with_pieces(rifles("R", 26.5, 9, hits=2)))
    asked = act(hurt, {"action": ["move"]}, until="support")
    assert offered(asked, "support") == {"search:R:V1", "heal:M:R", "done"}


@pytest.mark.rule("MI-GAP-12", "MI-GAP-08", "MI-REDY-01")
def test_a_gun_that_did_not_move_may_take_ready_and_turn_while_the_others_shoot() -> None:
    state = field(
        lieutenant("L", 10, 10),
        piece("machine_gun", "G", 12, 10, facing=0.0),
        warrior("W", 4, 10),
        activation=led("L", "G"),
    )
    answers = {
        "action": ["shoot"],
        "support": ["ready:G"],
        "facing": [180.0],
        "target": ["W"],
        "weapons": [("assault_rifle",)],
    }
    done = act(state, answers, [1, 1])
    assert done.piece("G").place == OnTable(12, 10, 180.0)
    assert done.piece("G").has_mark("ready")


def shut(state: Battle, *ids: str) -> dict[str, tuple[str, str]]:
    """The acts that these models cannot do although they are near, with reason and rule."""
    found = [
        one for one in support_acts.support_options(state, [state.table.piece(i) for i in ids]) if one.shut
    ]
    return {one.key: (str(one.shut), one.rule) for one in found}


@pytest.mark.rule("MI-OBJ-06", "MI-GAP-26")
def test_a_radio_just_out_of_reach_is_shown_with_the_reason() -> None:
    near = post(rifles("R", 48.4, 22))
    assert shut(near, "R")["radio:R"] == (
        "1.1 in from Building O1, but must be within 1 in of it",
        "MI-OBJ-06",
    )
    assert "radio:R" not in shut(post(rifles("R", 40, 22)), "R")
    for x in (48.5, 48.4):
        tried = post(rifles("R", x, 22), tally={"radio_tried": 1})
        assert shut(tried, "R")["radio:R"] == ("the radio has been tried in this turn", "MI-GAP-26")
    assert "radio:R" not in shut(post(rifles("R", 48.5, 22)), "R")


@pytest.mark.rule("MI-OBJ-06", "MI-UNIT-01")
def test_why_no_support_act_is_open_keeps_its_lengths() -> None:
    state = post(rifles("R", 48.4, 22)).with_game(activation=led("R"))
    asked = act(state, until="action").first_decision("action")
    (one,) = (one for one in asked.closed_options if one.key == "support")
    assert [part.digits for part in one.shut.parts if isinstance(part, Inches)] == [1, -1]


@pytest.mark.rule("MI-SRCH-01")
def test_a_building_just_out_of_reach_is_shown_with_the_reason_where_acts_are_asked() -> None:
    three = lieutenant("L", 21, 10), rifles("R", 26.4, 9), piece("machine_gun", "G", 25, 11)
    asked = act(field(*three, HOUSE, activation=led("L", "R", "G")), {"action": ["support"]}, until="support")
    assert {b.key for b in asked.first_decision("support").closed_options} == {"search:R:V1", "done"}
    done = field(rifles("R", 26.5, 9), HOUSE, searched=("V1",))
    assert shut(done, "R") == {"search:R:V1": ("it has been searched", "MI-SRCH-01")}


@pytest.mark.rule("MI-SRCH-01")
def test_a_building_that_was_not_searched_is_shown_to_the_nearest_team_however_far_it_is() -> None:
    far, near = rifles("F", 10, 9, unit="A"), rifles("R", 18, 9, unit="A")
    state = field(far, near, HOUSE)
    shut = {o.key: str(o.shut) for o in support_acts.support_options(state, [far, near]) if o.act == "search"}
    assert list(shut) == ["search:R:V1"] and "from" in shut["search:R:V1"]
    searched = state.with_game(searched=("V1",))
    assert not any(o.act == "search" for o in support_acts.support_options(searched, [far, near]))


@pytest.mark.rule("MI-TRT-03")
def test_the_wounded_just_out_of_contact_or_helped_already_are_shown_with_the_reason() -> None:
    near, helped = rifles("R", 12, 10, hits=2), rifles("Q", 10, 11, hits=3, marks=["healed"])
    whole, far = rifles("whole", 10, 12.5), rifles("far", 16, 10, hits=1)
    state = field(piece("field_medics", "M", 10, 10), near, helped, whole, far)
    assert shut(state, "M") == {
        "heal:M:R": ("1.0 in away, must touch", "MI-TRT-03"),
        "heal:M:Q": ("has been helped in this turn", "MI-TRT-03"),
    }
    assert shut(state, "R") == {}


@pytest.mark.rule("MI-TRT-06")
def test_a_squad_just_too_far_from_a_captain_is_shown_with_the_reason() -> None:
    squads = rifles("in", 19, 10), rifles("out", 21, 10), rifles("far", 24, 10)
    state = field(captain("C", 10, 10), lieutenant("L", 10, 14), *squads)
    assert shut(state, "C", "L") == {"promote:C:out": ("10.0 in away, but must be within 9 in", "MI-TRT-06")}
    assert acts(state, "C") == {"promote:C:in"}
