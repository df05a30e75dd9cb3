"""The players' own process: the same answers as here, progress, failure, cancelling."""

from __future__ import annotations

import os
import signal
import sys
import threading

import msgspec
import pytest

from battlesim.engine.dice import SeededDice, derived_rng, derived_seed
from battlesim.engine.run import start_run
from battlesim.players.base import PlayerContext, Reply, rng_seed_for
from battlesim.players.recruit import Recruit
from battlesim.players.worker import RequestAnswered, RequestFailed, RequestProgress, Worker
from battlesim.testing.playthroughs import answer_for
from tests.contract.cases import mobile_infantry, toy
from tests.players import hostile
from tests.support.waiting import until

PATIENCE = 1.0
"""Seconds between two looks at whether it has died."""
HERE = "tests.players.test_worker"


class Slow:
    """Tells how far it is, and never comes to an end."""

    def answer(self, view, decision, moment):
        moment.progress(1, 2)
        threading.Event().wait()


class Steady:
    """Tells how far it is, and answers with what it knows of its moment."""

    def answer(self, view, decision, moment):
        moment.progress(1, 2)
        return Reply(
            decision.default(view), f"{moment.side} {moment.number} {moment.rng.random()}", memory=[7]
        )


class Raises:
    def answer(self, view, decision, moment):
        raise ZeroDivisionError("cannot think")


def secret():
    """The seed of a battle, which stands in no text or code that is loaded."""
    return derived_seed("secret") >> 8


@pytest.fixture(scope="module")
def worker():
    """One that is started by a program whose command line has a seed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["battlesim", "play", "toy", "--seed", str(secret())])
        one = Worker()
    yield one
    one.close()


def question():
    case = toy()
    run = start_run(case.ruleset, case.state)
    moment = PlayerContext(case.ruleset, "red", rng_seed=rng_seed_for(5, "red", 2), number=2)
    return case.ruleset.view(case.state, "red"), run.pending, moment


@pytest.mark.parametrize("what", ["deploy", "move", "allocate"])
def test_every_kind_of_question_reaches_a_process_that_has_just_begun(what):
    case, dice = mobile_infantry(), SeededDice(1)
    run, ruleset = start_run(case.ruleset, case.state), case.ruleset
    while (asked := run.pending).what != what:
        run.answer(answer_for(run, asked, Recruit(), dice, 1, 0))
    worker = Worker()
    try:
        worker.ask(
            "random", ruleset.view(run.state, asked.side), asked, PlayerContext(ruleset, asked.side, 1)
        )
        *_, last = wait_for(worker, RequestAnswered)
    finally:
        worker.close()
    assert isinstance(last, RequestAnswered) and asked.check(run.state, last.reply.answer) is None


def wait_for(worker, kind):
    heard = []
    until(
        lambda: any(isinstance(report, kind) for report in heard),
        lambda: heard.extend(worker.reports(PATIENCE)),
    )
    return heard


def test_it_answers_as_the_player_does_here(worker):
    view, decision, moment = question()
    here = Recruit().answer(view, decision, moment)
    number = worker.ask("recruit", view, decision, moment)
    assert worker.busy
    (report,) = wait_for(worker, RequestAnswered)
    assert report.id == number
    assert report.reply == here
    assert not worker.busy


def test_progress_memory_and_luck_come_through(worker):
    view, decision, moment = question()
    worker.ask(f"{HERE}:Steady", view, decision, moment)
    heard = wait_for(worker, RequestAnswered)
    assert heard[0] == RequestProgress(heard[0].id, 1, 2)
    assert heard[-1].reply.reason == f"red 2 {derived_rng('player', 5, 'red', 2).random()}"
    assert heard[-1].reply.memory == [7]


def test_a_player_finds_the_seed_nowhere_in_its_process(worker):
    view, decision, _ = question()
    here = PlayerContext(toy().ruleset, "red", rng_seed_for(secret(), "red", 2), 2, hostile.hashed(secret()))
    worker.ask("tests.players.hostile:Spies", view, decision, here)
    assert wait_for(worker, RequestAnswered)[-1].reply.reason == "found []"
    known = msgspec.structs.replace(decision, prompt=f"Seed {secret()}: which piece?")
    worker.ask("tests.players.hostile:Spies", view, known, here)
    assert wait_for(worker, RequestAnswered)[-1].reply.reason == f"found [{secret()}]"


def test_a_player_that_fails_is_told_and_the_worker_goes_on(worker):
    view, decision, moment = question()
    worker.ask(f"{HERE}:Raises", view, decision, moment)
    (report,) = wait_for(worker, RequestFailed)
    assert report.error == "ZeroDivisionError: cannot think"
    worker.ask("no such", view, decision, moment)
    assert "no player is called" in wait_for(worker, RequestFailed)[0].error
    worker.ask("random", view, decision, moment)
    assert wait_for(worker, RequestAnswered)


def test_a_question_is_cancelled_by_replacing_the_process(worker):
    view, decision, moment = question()
    worker.ask(f"{HERE}:Slow", view, decision, moment)
    wait_for(worker, RequestProgress)
    before = worker._process.pid
    worker.cancel()
    assert not worker.busy
    assert worker._process.pid != before
    worker.ask("random", view, decision, moment)
    (report,) = wait_for(worker, RequestAnswered)
    assert decision.check(view, report.reply.answer) is None


def test_a_worker_that_dies_is_started_again(worker):
    view, decision, moment = question()
    worker.ask(f"{HERE}:Slow", view, decision, moment)
    wait_for(worker, RequestProgress)
    os.kill(worker._process.pid, signal.SIGKILL)
    assert wait_for(worker, RequestFailed)[0].lost
    worker.ask("random", view, decision, moment)
    assert wait_for(worker, RequestAnswered)


def test_nothing_is_heard_when_nothing_was_asked(worker):
    assert worker.reports() == []
