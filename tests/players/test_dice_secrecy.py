"""No face that the dice will show follows from what a player is given."""

from __future__ import annotations

import gc
import random
import re
from copy import copy
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType

import pytest

from battlesim.engine.codec import decode, encode
from battlesim.engine.dice import SeededDice
from battlesim.players.random_player import RandomPlayer
from battlesim.players.worker import Worker
from battlesim.players.worker_process import AnswerRequest
from tests.support.battles import begin_record

SEED = 905_713_662_204
ROLL = (1000,) * 6
SHARED = (type, ModuleType, CodeType, FrameType, BuiltinFunctionType)
"""What all battles of a process have in common, or what runs: not given to a player."""


def reachable(*given):
    """Everything that can be reached from some objects; of a function what it encloses."""
    found, left = {}, list(given)
    while left:
        thing = left.pop()
        if id(thing) in found or isinstance(thing, SHARED):
            continue
        found[id(thing)] = thing
        inner = [thing.__closure__, thing.__defaults__] if isinstance(thing, FunctionType) else [thing]
        left += gc.get_referents(*inner)
    return found.values()


def foretold(things, rolls):
    """The faces that those could foretell who take any number, text or generator for the seed of the dice."""
    texts = [thing for thing in things if isinstance(thing, str | bytes)]
    written = {int(digits) for text in texts for digits in re.findall(r"\d{1,18}", str(text))}
    numbers = written | {thing for thing in things if isinstance(thing, int)}
    dice = [SeededDice(number, at) for number in numbers for at in (rolls, rolls + 1)]
    rngs = [copy(thing) for thing in things if isinstance(thing, random.Random)]
    throws = [one.throw(ROLL, "") for one in (*dice, *(t for t in things if isinstance(t, SeededDice)))]
    return {*throws, *(tuple(rng.randrange(1, side + 1) for side in ROLL) for rng in rngs)}


class Watched(RandomPlayer):
    """Keeps what it was given each time."""

    def __init__(self):
        self.given = []

    def answer(self, view, decision, context):
        self.given.append((view, decision, context))
        return super().answer(view, decision, context)


def asked(path, key, times=6):
    """A battle in which the players were asked so often: what was given last, and the match."""
    match, player = begin_record(path, key, SEED), Watched()
    match.seats = dict.fromkeys(match.seats, player)
    while len(player.given) < times:
        match.answer_next()
    match.recorder.close()
    return player.given[-1], match


def coming(match):
    return {SeededDice(SEED, match.dice.rolls + more).throw(ROLL, "") for more in (0, 1)}


@pytest.mark.parametrize("key", ["toy", "mobile_infantry", "troice_station"])
def test_no_face_follows_from_all_that_view_question_and_moment_hold(tmp_path, key):
    given, match = asked(tmp_path / "a.battle", key)
    things = reachable(*given)
    assert len(things) > 100 and given[2].rng in things
    assert not foretold(things, match.dice.rolls) & coming(match)


def test_no_face_follows_from_the_bytes_that_a_worker_is_sent(tmp_path, monkeypatch):
    sent = []
    monkeypatch.setattr(Worker, "_start", lambda worker: None)
    monkeypatch.setattr(Worker, "_send", lambda worker, question, decision: sent.append(question))
    (view, decision, moment), match = asked(tmp_path / "a.battle", "toy")
    Worker().ask("anyone", view, decision, moment)
    raw = encode(sent[0])
    assert decode(raw, AnswerRequest).rng_seed == moment.rng_seed
    assert not foretold([raw, random.Random(moment.rng_seed)], match.dice.rolls) & coming(match)


def test_one_who_is_told_the_seed_knows_the_faces(tmp_path):
    given, match = asked(tmp_path / "a.battle", "toy")
    for told in (SEED, f"seed {SEED}", SeededDice(SEED, match.dice.rolls)):
        assert foretold(reachable(*given, [told]), match.dice.rolls) & coming(match)
