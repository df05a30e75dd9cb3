"""Fire at Will and Beat Feet: triggers, pools, ammunition, running away, several Reactions to one trigger."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.table.events import DiceRolled, MarksChanged, PiecesMoved
from battlesim.table.pieces import Aboard, Inside
from tests.rules.mobile_infantry.acts import leg, refusal
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import guns
from tests.rules.mobile_infantry.soldiers import offered, trigger

PHASE = "bugs_activations"


def attack_dice(done) -> list[tuple[int, ...]]:  # type: ignore[no-untyped-def]
    return [e.faces for e in done.events_of(DiceRolled) if e.rule == "MI-SHOT-03"]


@pytest.mark.rule("MI-TURN-04")
def test_each_model_reacts_for_itself() -> None:
    p, q = rifles("P", 10, 10, marks=["alert"]), rifles("Q", 10, 14, marks=["alert"])
    state = field(p, q, warrior("W", 17, 10), phase=PHASE)
    answers = {
        "react": ["feet:P", "fire"],
        "move": [(leg("P", (10, 10), (7, 10)),)],
        "target": ["W"],
        "weapons": [guns],
    }
    done = trigger(state, "W", answers=answers, dice=[2, 2, 2, 2])
    assert not done.piece("P").has_mark("alert")
    assert done.piece("Q").has_mark("alert")
    assert attack_dice(done) == [(2, 2, 2, 2)]


@pytest.mark.rule("MI-FIRE-01")
@pytest.mark.parametrize(("x", "alert", "asked"), [(21.0, 1, True), (21.05, 1, False), (15.0, 0, False)])
def test_fire_at_will_is_offered_within_ten_inches_on_alert(x: float, alert: int, asked: bool) -> None:
    state = field(rifles("R", 10, 10, marks={"alert": alert}), warrior("W", x, 10), phase=PHASE)
    assert ("fire" in offered(trigger(state, "W"), "react")) is asked


@pytest.mark.rule("MI-FIRE-02")
def test_those_who_fire_form_one_pool_whatever_their_units() -> None:
    state = field(
        rifles("A1", 10, 10, unit="A", marks=["alert"]),
        rifles("B1", 10, 14, unit="B", hits=3, marks=["alert"]),
        warrior("W", 16, 12),
        phase=PHASE,
    )
    answers = {"react": ["fire"], "target": ["W"], "weapons": [guns]}
    done = trigger(state, "W", answers=answers, dice=[2] * 7)
    assert attack_dice(done) == [(2,) * 7]
    assert [d.what for d in done.asked if d.side == "mi"] == ["react", "target", "weapons"]


@pytest.mark.rule("MI-FIRE-03")
def test_only_weapons_with_react_are_fired() -> None:
    state = field(rifles("R", 10, 10, marks=["alert"]), warrior("W", 13, 10), phase=PHASE)
    stopped = trigger(state, "W", answers={"react": ["fire"], "target": ["W"]}, until="weapons")
    assert "grenades" in refusal(stopped, "weapons", ("grenades",))
    assert refusal(stopped, "weapons", ("assault_rifle",)) == ""


@pytest.mark.rule("MI-FIRE-04")
def test_firing_keeps_alert_for_the_next_trigger() -> None:
    state = field(
        rifles("R", 10, 10, marks=["alert"]), warrior("W", 15, 10), warrior("V", 15, 12), phase=PHASE
    )
    answers = {"react": ["fire"], "target": ["W"], "weapons": [guns]}
    first = trigger(state, "W", "V", answers=answers, dice=[2, 3, 4, 3])
    assert first.piece("R").has_mark("alert")
    assert len([d for d in first.asked if d.what == "react"]) == 1  # not twice at one trigger
    second = trigger(first.state, "W", "V", answers=answers, dice=[2, 3, 4, 3])
    assert attack_dice(second) == [(2, 3, 4, 3)]


@pytest.mark.rule("MI-FIRE-04", "MI-FIRE-05", "MI-TRT-08")
def test_ones_cost_ammunition_in_later_reactions() -> None:
    state = field(
        rifles("R", 10, 10, marks=["alert"]), warrior("W", 15, 10), warrior("V", 15, 12), phase=PHASE
    )
    answers = {"react": ["fire"], "target": ["W"], "weapons": [guns]}
    first = trigger(state, "W", "V", answers=answers, dice=[1, 1, 4, 4])
    assert first.piece("R").mark_count("ammo") == 2
    second = trigger(first.state, "W", "V", answers=answers, dice=[2, 2])
    assert attack_dice(second) == [(2, 2)]

    spent = field(rifles("R", 10, 10, marks={"alert": 1, "ammo": 5}), warrior("W", 15, 10), phase=PHASE)
    assert offered(trigger(spent, "W"), "react") == {"feet:R", "done"}


def fire_option(done):  # type: ignore[no-untyped-def]
    return next(asked for asked in done.asked if asked.what == "react").open_option("fire")


@pytest.mark.rule("MI-FIRE-05")
@pytest.mark.parametrize(("ammo", "met"), [(0, False), (1, True)])
def test_fire_at_will_says_what_it_may_cost(ammo: int, met: bool) -> None:
    marks = {"alert": 1, "ammo": ammo}
    done = trigger(field(rifles("R", 10, 10, marks=marks), warrior("W", 16, 10), phase=PHASE), "W")
    risk = fire_option(done).risk
    assert (risk.name, risk.met) == ("Out of Ammo", met)


@pytest.mark.rule("MI-FIRE-07")
def test_a_weapon_that_never_reloads_risks_nothing() -> None:
    mech = piece("light_mech", "M", 10, 10, marks=["alert"])
    done = trigger(field(mech, warrior("W", 16, 10), phase=PHASE), "W")
    assert fire_option(done).risk is None


@pytest.mark.rule("MI-FIRE-06")
def test_counters_are_spread_evenly_and_the_player_places_the_odd_one() -> None:
    state = field(
        rifles("P", 10, 10, marks=["alert"]),
        rifles("Q", 10, 12, marks=["alert"]),
        warrior("W", 15, 10),
        phase=PHASE,
    )
    answers = {"react": ["fire"], "target": ["W"], "weapons": [guns]}
    dice = [1, 1, 1, 2, 2, 2, 2, 2]
    stopped = trigger(state, "W", answers=answers, dice=dice, until="counters")
    assert "must be spread evenly" in refusal(stopped, "counters", ("P", "P", "P"))
    done = trigger(state, "W", answers={**answers, "counters": [("Q", "P", "Q")]}, dice=dice)
    assert (done.piece("P").mark_count("ammo"), done.piece("Q").mark_count("ammo")) == (1, 2)

    even = trigger(state, "W", answers=answers, dice=[1, 1, 2, 2, 2, 2, 2, 2])
    assert (even.piece("P").mark_count("ammo"), even.piece("Q").mark_count("ammo")) == (1, 1)


@pytest.mark.rule("MI-FIRE-06", "MI-FIRE-07", "MI-GAP-19")
@pytest.mark.parametrize(
    ("option", "mech", "squad"), [("infantry_react", 0, 2), ("all_react", 1, 1), ("none", 0, 0)]
)
def test_only_reloading_weapons_take_counters(option: str, mech: int, squad: int) -> None:
    state = field(
        piece("light_mech", "K", 10, 10, marks=["alert"]),
        rifles("R", 10, 13, marks=["alert"]),
        warrior("W", 15, 10),
        phase=PHASE,
        options={"reloading_weapons": option},
    )
    answers = {"react": ["fire"], "target": ["W"], "weapons": [guns]}
    done = trigger(state, "W", answers=answers, dice=[1, 1, 2, 2, 2, 2, 2, 2])
    assert (done.piece("K").mark_count("ammo"), done.piece("R").mark_count("ammo")) == (mech, squad)

    alone = field(piece("light_mech", "K", 10, 10, marks=["alert"]), warrior("W", 15, 10), phase=PHASE)
    single = {"react": ["fire"], "target": ["W"], "weapons": [guns]}
    assert trigger(alone, "W", answers=single, dice=[1, 1, 2, 2]).events_of(MarksChanged) == []


@pytest.mark.rule("MI-FEET-01")
def test_beat_feet_is_a_move_of_up_to_the_rating() -> None:
    state = field(rifles("R", 10, 10, marks=["alert"]), warrior("W", 15, 10), phase=PHASE)
    done = trigger(state, "W", answers={"react": ["feet:R"], "move": [(leg("R", (10, 10), (6, 10)),)]})
    assert done.piece("R").xy == (6, 10)
    stopped = trigger(state, "W", answers={"react": ["feet:R"]}, until="move")
    assert "may move 4 in" in refusal(stopped, "move", (leg("R", (10, 10), (5.9, 10)),))


@pytest.mark.rule("MI-FEET-02")
def test_beat_feet_ends_two_inches_further_away() -> None:
    state = field(rifles("R", 10, 10, marks=["alert"]), warrior("W", 15, 10), phase=PHASE)
    stopped = trigger(state, "W", answers={"react": ["feet:R"]}, until="move")
    assert refusal(stopped, "move", (leg("R", (10, 10), (8, 10)),)) == ""
    assert "at least 6 in" in refusal(stopped, "move", (leg("R", (10, 10), (8.5, 10)),))

    corner = field(
        rifles("R", 1, 1, marks=["alert"]),
        block("rocks", "K1", 0, 2, 4, 3),
        block("rocks", "K2", 2, 0, 3, 4),
        warrior("W", 8, 8),
        phase=PHASE,
    )
    assert "feet:R" not in offered(trigger(corner, "W"), "react")


@pytest.mark.rule("MI-FEET-03", "MI-REDY-02")
def test_after_beat_feet_there_is_no_reaction_and_no_ready() -> None:
    gun = piece("machine_gun", "M", 10, 10, marks=["alert", "ready"])
    state = field(gun, warrior("W", 15, 10), warrior("V", 15, 12), phase=PHASE)
    answers = {"react": ["feet:M"], "move": [(leg("M", (10, 10), (7, 10)),)]}
    done = trigger(state, "W", "V", answers=answers)
    assert [m.name for m in done.piece("M").marks] == ["moved"]
    assert offered(trigger(done.state, "W", "V"), "react") == set()


@pytest.mark.rule("MI-GAP-16")
def test_one_action_of_a_unit_is_one_trigger_by_default() -> None:
    bugs = [warrior(f"W{n}", 15, 10 + 1.2 * n) for n in range(3)]
    state = field(rifles("R", 10, 10, marks=["alert"]), *bugs, phase=PHASE)
    asked = trigger(state, "W0", "W1", "W2")
    assert len([d for d in asked.asked if d.what == "react"]) == 1

    each = field(
        rifles("R", 10, 10, marks=["alert"]), *bugs, phase=PHASE, options={"reaction_trigger": "each_model"}
    )
    assert len([d for d in trigger(each, "W0", "W1", "W2").asked if d.what == "react"]) == 3


@pytest.mark.rule("MI-GAP-17")
def test_who_may_join_and_who_may_be_the_target() -> None:
    def at(option: str):  # type: ignore[no-untyped-def]
        return field(
            rifles("near", 10, 10, marks=["alert"]),
            rifles("far", 4, 10, marks=["alert"]),
            warrior("W", 18, 10),
            warrior("idle", 18, 14),
            phase=PHASE,
            options={"fire_at_will_valid": option},
        )

    answers = {"react": ["fire"]}
    within = trigger(at("within_10"), "W", answers=answers, until="weapons")
    assert [item.key for item in within.first_decision("weapons").items] == ["near"]  # type: ignore[attr-defined]
    assert offered(within, "target") <= {"W"}
    joined = {**answers, "target": ["W"], "weapons": [guns]}
    anybody = trigger(at("any_alert"), "W", answers=joined, dice=[2] * 8)
    assert attack_dice(anybody) == [(2,) * 8]


def two_ways(**options: str):  # type: ignore[no-untyped-def]
    """Rifles on both sides of a house, each seeing a Warrior that the other does not."""
    return field(
        rifles("A", 10, 6, marks=["alert"]),
        rifles("B", 10, 16, marks=["alert"]),
        block("rocks", "K", 8, 9, 18, 13),
        warrior("S", 16, 6),
        warrior("N", 16, 16),
        phase=PHASE,
        options=options,
    )


@pytest.mark.rule("MI-GAP-17", "MI-GAP-16")
def test_whoever_cannot_bear_on_the_target_keeps_his_reaction_for_another() -> None:
    answers = {"react": ["fire", "fire"], "target": ["S", "N"], "weapons": [guns, guns]}
    done = trigger(two_ways(), "S", "N", answers=answers, dice=[2] * 8)
    fired = [[item.key for item in d.items] for d in done.asked if d.what == "weapons"]  # type: ignore[attr-defined]
    assert fired == [["A"], ["B"]]


@pytest.mark.rule("MI-FIRE-04", "MI-GAP-17", "MI-GAP-73")
def test_whoever_holds_keeps_his_reaction() -> None:
    state = field(
        rifles("P", 10, 10, marks=["alert"]),
        rifles("Q", 10, 12, marks=["alert"]),
        warrior("W", 15, 10),
        warrior("V", 15, 12),
        phase=PHASE,
    )
    one = {"react": ["fire", "fire"], "target": ["W", "V"], "weapons": [("assault_rifle", "hold"), guns]}
    done = trigger(state, "W", "V", answers=one, dice=[2] * 8)
    assert [len(faces) for faces in attack_dice(done)] == [4, 4]


@pytest.mark.rule("MI-FIRE-01", "MI-FIRE-02", "MI-GAP-17")
def test_nobody_joins_a_fire_at_will_in_which_nobody_near_fires() -> None:
    near, far = rifles("near", 10, 10, marks=["alert"]), rifles("far", 4, 10, marks=["alert"])
    again = rifles("again", 10, 12, marks=["alert"])
    state = field(
        near, far, again, warrior("W", 18, 10), phase=PHASE, options={"fire_at_will_valid": "any_alert"}
    )
    asked = trigger(state, "W", answers={"react": ["fire"], "target": ["W"]}, until="weapons")
    guns_of_far = tuple("assault_rifle" if i.key == "far" else "hold" for i in asked.asked[-1].items)  # type: ignore[attr-defined]
    assert "near or again must fire" in refusal(asked, "weapons", guns_of_far)


@pytest.mark.rule("MI-GAP-20")
def test_the_two_inches_count_from_the_nearest_of_those_that_took_part() -> None:
    state = field(
        rifles("R", 10, 10, marks=["alert"]),
        warrior("W", 15, 10),
        warrior("V", 7, 13),
        warrior("idle", 10, 12),
        phase=PHASE,
    )
    stopped = trigger(state, "W", "V", answers={"react": ["feet:R"]}, until="move")
    near = refusal(stopped, "move", (leg("R", (10, 10), (8, 10)),))
    assert "from V" in near
    assert refusal(stopped, "move", (leg("R", (10, 10), (12, 8)),)) == ""
    off = refusal(stopped, "move", (leg("R", (10, 10), (10, 6), (10, 5.9)),))
    assert off != ""

    ship = field(piece("viking", "D", 20, 20, unit="D", marks=["alert"]), warrior("W", 26, 20), phase=PHASE)
    assert "feet:D" not in offered(trigger(ship, "W"), "react")
    mech = field(piece("heavy_mech", "H", 20, 20, marks=["alert"]), warrior("W", 26, 20), phase=PHASE)
    assert "feet:H" in offered(trigger(mech, "W"), "react")


@pytest.mark.rule("MI-GAP-18")
def test_reactions_set_off_no_reactions() -> None:
    state = field(
        rifles("R", 10, 10, marks=["alert"]),
        warrior("W", 15, 10),
        warrior("V", 12, 14, marks=["alert"]),
        phase=PHASE,
    )
    done = trigger(state, "W", answers={"react": ["feet:R"], "move": [(leg("R", (10, 10), (8, 9)),)]})
    assert [d.side for d in done.asked] == ["mi", "mi"]


@pytest.mark.rule("MI-GAP-73")
def test_an_action_in_which_nobody_takes_part_sets_off_nothing() -> None:
    state = field(rifles("R", 10, 10, marks=["alert"]), warrior("W", 15, 10), phase=PHASE)
    assert trigger(state).asked == []


@pytest.mark.rule("MI-GAP-73")
def test_later_reactions_are_looked_at_anew() -> None:
    state = field(
        rifles("R", 10, 10, marks=["alert"]),
        rifles("Q", 20, 10, marks=["alert"]),
        warrior("W", 15, 10),
        phase=PHASE,
    )
    answers = {"react": ["fire"], "target": ["W"], "weapons": [("assault_rifle", "hold")]}
    done = trigger(state, "W", answers=answers, dice=[6, 6, 6, 6, 1, 1, 1, 1])
    assert done.piece("W").place.why == "reserve"  # type: ignore[union-attr]
    assert len([d for d in done.asked if d.what == "react"]) == 1


@pytest.mark.rule("MI-GAP-72")
def test_beat_feet_out_of_a_building_measures_from_its_outline() -> None:
    house = block("building", "V1", 10, 10, 14, 14)
    state = field(rifles("R", place=Inside("V1"), marks=["alert"]), house, warrior("W", 12, 6.5), phase=PHASE)
    stopped = trigger(state, "W", answers={"react": ["feet:R"]}, until="move")
    assert "at least 5 in" in refusal(stopped, "move", (leg("R", (9.5, 12), (9.3, 9)),))
    done = trigger(state, "W", answers={"react": ["feet:R"], "move": [(leg("R", (9.5, 13), (8, 13)),)]})
    assert done.piece("R").xy == (8, 13)


@pytest.mark.rule("MI-GAP-27")
def test_whoever_is_aboard_does_not_react() -> None:
    state = field(
        piece("viking", "V", 12, 10, unit="V"),
        rifles("R", place=Aboard("V"), marks=["alert"]),
        warrior("W", 16, 10),
        phase=PHASE,
    )
    assert trigger(state, "W").asked == []


@pytest.mark.rule("MI-GAP-43")
def test_contact_neither_holds_nor_silences() -> None:
    state = field(rifles("R", 10, 10, marks=["alert"]), warrior("W", 11, 10), phase=PHASE)
    assert offered(trigger(state, "W"), "react") == {"fire", "feet:R", "done"}
    away = trigger(state, "W", answers={"react": ["feet:R"], "move": [(leg("R", (10, 10), (7, 10)),)]})
    assert [e.how for e in away.events_of(PiecesMoved)] == ["beat feet"]


@pytest.mark.rule("MI-FIRE-01", "MI-GAP-06")
def test_fire_at_will_at_what_nobody_sees_is_shown_with_the_reason() -> None:
    house = block("building", "V1", 12, 8, 14, 12)
    state = field(rifles("R", 10, 10, marks=["alert"]), warrior("W", 16, 10), house, phase=PHASE)
    (fire, *_) = trigger(state, "W").first_decision("react").closed_options
    assert (fire.key, fire.shut, fire.rule) == ("fire", "W: out of sight", "MI-GAP-06")


@pytest.mark.rule("MI-FIRE-05", "MI-FIRE-07")
@pytest.mark.parametrize(
    ("kind", "marks", "told"),
    [
        ("rifle_squad", {"alert": 1}, {"Out of Ammo": "52 %, 0.7 on average"}),
        (
            "rifle_squad",
            {"alert": 1, "ammo": 3},
            {"Out of Ammo, dice off": "-3", "Out of Ammo": "17 %, 0.2 on average"},
        ),
        ("light_mech", {"alert": 1}, {}),
    ],
)
def test_the_chance_of_running_out_of_ammo_is_told_before_the_shot(
    kind: str, marks: dict[str, int], told: dict[str, str]
) -> None:
    state = field(piece(kind, "R", 10, 10, marks=marks), warrior("W", 15, 10), phase=PHASE)
    stopped = trigger(state, "W", answers={"react": ["fire"], "target": ["W"]}, until="weapons")
    question = stopped.first_decision("weapons")
    found = answer_preview(stopped.state, question, question.default(stopped.state))
    assert found is not None
    assert {row.label: row.value for row in found.rows if row.rule == "MI-FIRE-05"} == told


@pytest.mark.rule("MI-FIRE-05")
def test_a_shot_in_ones_own_turn_costs_no_ammunition() -> None:
    state = field(rifles("R", 10, 10), warrior("W", 15, 10))
    asked = perform(
        state, lambda game: shooting.run_shooting(game, ("R",)), {"target": ["W"]}, until="weapons"
    )
    found = answer_preview(asked.state, asked.asked[-1], ("assault_rifle",))
    assert found is not None and "MI-FIRE-05" not in {row.rule for row in found.rows}
