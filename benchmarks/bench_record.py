"""How fast a long record is written, read, sought in and verified.

    python -m benchmarks.bench_record --events 10000

Each row has its ratio to a baseline of the same run; the bar is that any moment of a record of 10,000 events
is there in less than 50 ms.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from battlesim.engine.dice import SeededDice
from battlesim.engine.record_read import read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.record_write import Recorder, RunUpdate, make_header
from battlesim.engine.run import start_run
from battlesim.engine.verify import verify_record
from battlesim.players.match import Match
from battlesim.players.random_player import RandomPlayer
from battlesim.rulesets import registry
from battlesim.rulesets.toy.state import Game, Skirmish
from battlesim.table.events import Event
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Side, State, Table
from battlesim.table.terrain import Ground

SIDES = ("red", "blue")


def crowd(pieces: int) -> Skirmish:
    """Troopers of two sides far apart, on a large table, for a battle without an end."""
    made: dict[str, Piece] = {}
    for i in range(pieces):
        side, row = SIDES[i % 2], i // 2
        place = OnTable(5.0 + 6.0 * (row % 10) + 200.0 * (i % 2), 5.0 + 6.0 * (row // 10))
        name = f"{side}{row}"
        made[name] = Piece(name, name, "trooper", side, name, 0.5, 1.2, place)
    sides = tuple(Side(key, key.title(), number) for number, key in enumerate(SIDES, start=1))
    return State(
        Table(Ground(300.0, 90.0), made, sides), Game(turn=1, phase="red", phases=SIDES, turns=10_000)
    )


def write(path: Path, state: Skirmish, events: int) -> tuple[float, int]:
    """Record a battle of so many events: seconds, answers."""
    ruleset = registry.load_ruleset("toy")
    run = start_run(ruleset, state)
    header = make_header(ruleset, state, title="long", seed=1, players={})
    recorder = Recorder.create(path, header, state, run)
    seen: list[RunUpdate] = []
    match = Match(
        run,
        {side: RandomPlayer() for side in SIDES},
        SeededDice(1),
        recorder,
        on_updates=lambda news: seen.extend(item for item in news if isinstance(item, Event)),
    )
    took = clock(lambda: match.play(until=lambda run: len(seen) >= events))
    recorder.close()
    return took, match.history.answer_count


def clock(job: Callable[[], object]) -> float:
    """Seconds that a job takes."""
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def main() -> int:
    """Measure and print; exit code 1 when the bar is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--pieces", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.battle"
        written, answers = write(path, crowd(options.pieces), options.events)
        size = path.stat().st_size
        read = clock(lambda: read_record(path, registry.load_ruleset))
        record = read_record(path, registry.load_ruleset)
        built = clock(lambda: Replay(record))
        replay = Replay(record)
        rng = random.Random(1)
        seeks = [clock(lambda: replay.state_after(rng.randrange(len(replay) + 1))) for _ in range(500)]
        folded = clock(lambda: fold(replay))
        verified = clock(lambda: verify_record(record))
        resumed = clock(lambda: resume_battle(path, registry.load_ruleset))
    print(f"{len(replay)} events, {answers} answers, {options.pieces} pieces, {size / 1e6:.1f} MB")
    print(f"write     {written / answers * 1e3:8.3f} ms an answer (play included)")
    print(f"read      {read * 1e3:8.1f} ms")
    print(f"replay    {built * 1e3:8.1f} ms until any moment can be sought")
    worst = max(seeks)
    median = statistics.median(seeks)
    print(f"seek      {median * 1e3:8.3f} ms median, {worst * 1e3:.3f} ms worst of {len(seeks)}")
    print(f"          {folded / worst:8.1f} x as fast as folding from the start ({folded * 1e3:.1f} ms)")
    print(f"verify    {verified * 1e3:8.1f} ms")
    print(f"resume    {resumed * 1e3:8.1f} ms")
    return 0 if worst < 0.050 else 1


def fold(replay: Replay) -> object:
    """The last state, from the first one without any keyframe."""
    state = replay.record.state
    for event in replay.events:
        state = event.apply(state)
    return state


if __name__ == "__main__":
    sys.exit(main())
