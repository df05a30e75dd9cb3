"""Alarm Screech: who may, who comes along, what it leads to, several to one trigger."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.rulesets.mobile_infantry.arachnids import screech
from battlesim.rulesets.mobile_infantry.arachnids.bug_movement import can_fly
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core.state import Battle
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Aboard, Mark
from tests.rules.mobile_infantry.acts import leg, refusal
from tests.rules.mobile_infantry.field import ScriptResult, field, lieutenant, perform, piece, rifles, warrior


def alarm(
    state: Battle, *took_part: str, dice: tuple[int, ...] = (), until: str = "", **answers: Any
) -> ScriptResult:
    """The bugs' chance to react to an Action of these MI models."""
    return perform(state, lambda game: screech.offer_screech(game, took_part or ("R",)), answers, dice, until)


def on_alert(id: str, x: float, y: float, kind: str = "warrior") -> Any:
    """A bug on Alert."""
    return piece(kind, id, x, y, marks=["alert"])


@pytest.mark.rule("MI-SCRE-01")
def test_a_bug_on_alert_within_10_inches_of_a_finished_action_may_move() -> None:
    state = field(on_alert("W", 29, 20), rifles("R", 20, 20))
    done = alarm(state, react=["screech:W"], move=[(leg("W", (29, 20), (29, 26)),)])
    assert done.piece("W").xy == (29, 26)
    too_far = alarm(state, react=["screech:W"], until="move")
    assert "may move 6 in" in refusal(too_far, "move", (leg("W", (29, 20), (29, 26.2)),))
    assert alarm(field(on_alert("W", 29, 20), rifles("R", 17.9, 20))).asked == []
    assert alarm(field(warrior("W", 29, 20), rifles("R", 20, 20))).asked == []


@pytest.mark.rule("MI-SCRE-01")
def test_each_bug_that_may_screech_is_told_with_what_alarms_it() -> None:
    asked = alarm(field(on_alert("W", 29, 20), on_alert("V", 21, 20), rifles("R", 20, 20)), until="react")
    told = [(option.label, str(option.note)) for option in asked.asked[-1].open_options]  # type: ignore[attr-defined]
    assert told == [("W", "R is 8.0 in away"), ("V", "R touches it"), ("No more reactions", "")]


@pytest.mark.rule("MI-SCRE-01", "MI-GAP-73", "MI-BOBJ-03")
def test_a_captive_is_reacted_to_no_more() -> None:
    held = msgspec.structs.replace(lieutenant("L", 22, 20), place=Aboard("C"), marks=(Mark("captive", 1),))
    state = field(on_alert("W", 29, 20), warrior("C", 21, 20), held, rifles("R", 17, 20))
    assert alarm(state, "L", "R").asked == []


@pytest.mark.rule("MI-SCRE-02", "MI-SCRE-03", "MI-GAP-50")
def test_its_species_on_alert_within_6_inches_comes_along() -> None:
    hopper = on_alert("H", 29, 22, "hopper")
    group = [on_alert("W", 29, 20), on_alert("A", 29, 23), on_alert("B", 35, 20), warrior("C", 31, 18)]
    state = field(*group, hopper, rifles("R", 20, 20))
    asked = alarm(state, react=["screech:W"], until="move")
    assert [m.piece for m in asked.asked[-1].motions] == ["W", "A", "B"]  # type: ignore[attr-defined]
    lead, a, b = leg("W", (29, 20), (34, 21)), leg("A", (29, 23), (34, 23)), leg("B", (35, 20), (40.9, 21))
    assert refusal(asked, "move", (lead, a, b)) == ""
    assert "is not in the group that moves" in refusal(asked, "move", (leg("H", (29, 22), (29, 25)),))
    assert "leads the group and must move before" in refusal(asked, "move", (a, lead))
    away = (leg("W", (29, 20), (27, 20)), leg("B", (35, 20), (36, 20)))
    assert "ends 8.00 in from W" in refusal(asked, "move", away)
    card = answer_preview(asked.state, asked.asked[-1], (lead, a, b))
    assert card is not None
    assert [row.rule for row in card.rows if str(row.label) == "Within 6 in of W"] == ["MI-SCRE-02"]


@pytest.mark.rule("MI-SCRE-03")
def test_there_is_no_chain_in_a_screech() -> None:
    state = field(on_alert("W", 29, 20), on_alert("A", 36, 20), on_alert("B", 38, 20), rifles("R", 20, 20))
    asked = alarm(state, react=["screech:W"], until="move")
    assert [m.piece for m in asked.asked[-1].motions] == ["W", "A"]  # type: ignore[attr-defined]
    assert asked.asked[-1].link.chain == 0.0  # type: ignore[attr-defined]


@pytest.mark.rule("MI-SCRE-04")
@pytest.mark.parametrize(("x", "rolls"), [(22.0, 1), (22.5, 0)])
def test_who_ends_within_1_inch_strikes_in_the_reaction(x: float, rolls: int) -> None:
    state = field(on_alert("W", 28, 20), rifles("R", 20, 20))
    dice = (3, 1, 3) if rolls else ()
    done = alarm(state, react=["screech:W"], move=[(leg("W", (28, 20), (x, 20)),)], dice=dice)
    assert done.piece("R").hits == 4 - rolls


@pytest.mark.rule("MI-SCRE-05")
def test_those_who_took_part_lose_alert_the_others_keep_it() -> None:
    ids = "WABCD"
    group = [on_alert(id, 25 + 1.2 * n, 20) for n, id in enumerate(ids)]
    state = field(*group, rifles("R", 20, 20))
    legs = tuple(leg(id, (25 + 1.2 * n, 20), (25 + 1.2 * n, 23)) for n, id in enumerate("WAB"))
    done = alarm(state, react=["screech:W"], move=[legs])
    assert [id for id in ids if done.piece(id).has_mark("alert")] == ["C", "D"]
    assert refusal(alarm(done.state, until="react"), "react", "screech:C") == ""
    assert refusal(alarm(done.state, until="react"), "react", "screech:W") != ""


@pytest.mark.rule("MI-BTRT-07", "MI-GAP-50")
def test_a_tanker_screeches_and_strikes_with_its_jaws() -> None:
    state = field(on_alert("T", 25, 20, "tanker"), rifles("R", 20, 20))
    move = (leg("T", (25, 20), (21.75, 20)),)
    done = alarm(state, react=["screech:T"], move=[move], dice=(6, 1))
    assert [e.sides for e in done.events_of(DiceRolled)] == [(10, 10)]
    assert done.piece("R").hits == 2


@pytest.mark.rule("MI-BURR-06", "MI-GAP-55", "MI-SCRE-04", "MI-SCRE-05")
def test_a_burrower_may_move_in_a_screech_but_not_strike() -> None:
    state = field(on_alert("B", 25, 20, "burrower"), rifles("R", 20, 20))
    done = alarm(state, react=["screech:B"], move=[(leg("B", (25, 20), (21.6, 20)),)])
    assert done.piece("B").xy == (21.6, 20)
    assert not done.events_of(DiceRolled)


@pytest.mark.rule("MI-GAP-50", "MI-BTRT-03")
def test_hoppers_may_fly_in_a_screech_and_again_in_their_own_turn() -> None:
    state = field(on_alert("H", 29, 20, "hopper"), rifles("R", 20, 20), phase="mi_activations", turn=2)
    done = alarm(state, react=["screech:H"], action=["fly"], move=[(leg("H", (29, 20), (41, 20)),)])
    assert done.piece("H").xy == (41, 20)
    assert not can_fly(done.state, done.piece("H"))
    own = done.state.with_game(phase="bugs_activations")
    assert can_fly(own, own.table.piece("H"))


@pytest.mark.rule("MI-GAP-73")
def test_several_screeches_to_one_trigger_each_look_anew() -> None:
    """The first one kills what took part: the second finds nothing to react to any more."""
    group = [on_alert("W", 22.5, 20), on_alert("V", 29, 20)]
    gun = piece("machine_gun", "G", 20, 20)
    state = field(*group, gun, rifles("far", 60, 40))
    first = alarm(state, "G", until="react")
    assert [o.key for o in first.asked[-1].open_options] == ["screech:W", "screech:V", "done"]  # type: ignore[attr-defined]
    done = alarm(state, "G", react=["screech:W"], move=[(leg("W", (22.5, 20), (21, 20)),)], dice=(6, 1))
    assert [d.what for d in done.asked].count("react") == 1
    assert done.piece("V").has_mark("alert")
