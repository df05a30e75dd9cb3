"""What the programme of aliens does with counters, and how people meet them."""

from __future__ import annotations

import pytest

from battlesim.engine.dice import derived_rng
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.advice.aliens import alien_wishes, which_alien
from battlesim.rulesets.stargrunt.advice.doctrine import DOCTRINE
from battlesim.rulesets.stargrunt.core.marks import SUPPRESSED
from battlesim.rulesets.stargrunt.core.state import MarkerObjective
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker

from .field import CENTRE, ENEMY, battle, foes, play, row, squad, unit
from .hidden_field import counter, hide

ALIEN = {"leader": False, "automated": True}


def brood(gap, hidden=True):
    """The counter of a brood, or of nothing, so far from a squad in its sight."""
    state = battle(
        squad("a", (0, 0)),
        foes("b", *row(0, 22, 3), kinds=("swarmer",), **ALIEN),
        counter(1, 0, gap + 1.0, automated=True),
    )
    return hide(state, "b", 1) if hidden else state


def choice(state, key="under-1"):
    """What the programme does first with a unit of aliens."""
    decision = action_decision(state, unit(state, key))
    return DOCTRINE.advise(state, decision, derived_rng("test", 1))[0].answer


@pytest.mark.rule("SG-GAP-151", "SG-GAP-153", "SG-GAP-154")
@pytest.mark.parametrize(
    ("gap", "hidden", "does"), [(18.1, True, "move"), (18.0, True, "show"), (18.0, False, "move")]
)
def test_counters_make_normal_moves_until_a_human_is_within_18_in_and_dummies_go_on(gap, hidden, does):
    assert choice(brood(gap, hidden)) == does


@pytest.mark.rule("SG-GAP-149", "SG-GAP-153", "SG-GAP-154")
def test_counters_and_dummies_come_after_revealed_broods_and_before_suppressed_ones():
    state = battle(
        squad("a", (0, 0)),
        foes("z", (0, 20), kinds=("swarmer",), **ALIEN),
        foes("b", (9, 22), kinds=("swarmer",), **ALIEN),
        foes("s", (-9, 22), kinds=("swarmer",), marks={SUPPRESSED: 1}, **ALIEN),
        counter(1, 4, 18, automated=True),
        counter(2, 2, 15, automated=True),
        phase=ENEMY,
        objectives=(MarkerObjective("up", 1.0),),
    )
    uplink = Marker(MarkerId("up"), "objective", CENTRE, CENTRE)
    state = hide(state, "b", 1)
    decision = play(state.with_table(state.table.with_marker(uplink)), []).run.pending
    state = state.with_table(state.table.with_marker(uplink))
    order = [advice.answer for advice in which_alien(state, decision)]
    assert order == ["z", "under-2", "under-1", "s"]


@pytest.mark.rule("SG-GAP-149", "SG-GAP-153", "SG-GAP-154")
def test_the_programme_passes_when_only_counters_and_suppressed_broods_are_left():
    state = battle(
        squad("a", (0, 0)),
        squad("d", (9, 0)),
        squad("e", (18, 0)),
        counter(1, 4, 18, automated=True),
        phase=ENEMY,
    )
    decision = play(state, []).run.pending
    assert which_alien(state, decision)[0].answer == "pass"


@pytest.mark.rule("SG-GAP-149")
@pytest.mark.parametrize(("kind", "y"), [("swarmer", 40.0), ("spitter", 32.0)])
def test_the_programme_does_not_pass_while_a_brood_can_act(kind, y):
    """A brood that only advances is of the third group, counters are of the fourth."""
    brood = foes("b", (0, y - 20), kinds=(kind,), automated=True, leader=False)
    squads = [squad(key, (9 * k, -20)) for k, key in enumerate(("a", "d", "e"))]
    state = battle(*squads, brood, counter(1, 4, 18, automated=True), phase=ENEMY)
    decision = play(state, []).run.pending
    assert "pass" in {option.key for option in decision.open_options}
    assert which_alien(state, decision)[0].answer == "b"


@pytest.mark.rule("SG-GAP-57")
def test_people_observe_a_counter_when_nothing_can_be_hit():
    state = battle(squad("a", (0, 0), (1, 0)), counter(1, 0, 14), activated="a")
    assert choice(state, "a") == "observe"


@pytest.mark.rule("SG-GAP-151", "SG-GAP-153", "SG-GAP-154")
def test_a_flipped_counter_of_aliens_shows_itself_too():
    state = brood(18.0)
    piece = state.table.piece("counter-1")
    flipped = state.with_table(
        state.table.with_pieces(
            piece.__class__(
                **{**{field: getattr(piece, field) for field in piece.__struct_fields__}, "unit": "b"}
            )
        ).without_units("under-1")
    )
    assert alien_wishes(flipped, unit(flipped, "b"))[1][:2] == ("show", 8.0)
