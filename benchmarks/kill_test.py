"""Kill a running battle with SIGKILL at random moments, go on from its record, compare with the unkilled one.

    python -m benchmarks.kill_test --kills 1000 --scenario toy

After each kill the record must hold every answer that was done, and at most one more; at the end it must say
the same as the record of the battle that nobody killed. Exit code 1 when it does not.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

from battlesim.engine.digest import first_difference
from battlesim.engine.record import RecordError
from battlesim.engine.record_read import Happening, read_record
from battlesim.engine.verify import verify
from battlesim.rulesets import registry
from battlesim.scenarios.library import Scenario, load_scenario
from benchmarks.battles import begin, go_on, play_out


class KillError(AssertionError):
    """Raised when a killed battle lost more than it may, or went another way."""


def lines(path: Path) -> list[Happening]:
    """All lines of a record after its header."""
    return [entry.what for entry in read_record(path, registry.get).entries[1:]]


def answers(path: Path) -> int:
    """The answers in a record; 0 when not even its header is whole."""
    try:
        return len(read_record(path, registry.get).answers)
    except (RecordError, FileNotFoundError):
        if path.exists() and b"\n" in path.read_bytes():
            raise
        return 0


def run_killed(
    path: Path, scenario: Scenario, seed: int, level: str, delay: float | None
) -> tuple[bool, int]:
    """Play on in a process that is killed after `delay` seconds (None: never).

    Whether it came to the end of the battle, and how many answers were done before it was killed.
    """
    known = answers(path)
    if not known:
        path.unlink(missing_ok=True)
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        _live(path, scenario, seed, level, bool(known), theirs)
    os.close(theirs)
    if delay is not None:
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(ours, "rb") as pipe:
        done = len(pipe.read())
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise KillError(f"seed {seed}: the battle failed by itself; see above")
    return os.WIFEXITED(status), known + done


def _live(path: Path, scenario: Scenario, seed: int, level: str, known: bool, pipe: int) -> None:
    """The life of the child: it never returns into what its parent was doing."""
    try:
        match = go_on(path) if known else begin(path, scenario, seed, level)
        play_out(match, lambda: os.write(pipe, b"."))
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def kill_battle(
    folder: Path, scenario: Scenario, seed: int, level: str, kills: int, rng: random.Random
) -> int:
    """One battle, killed up to `kills` times; how often it was. Raises KillError."""
    whole, path = folder / f"whole-{seed}.battle", folder / f"killed-{seed}.battle"
    began = time.perf_counter()
    play_out(begin(whole, scenario, seed, level))
    length = time.perf_counter() - began
    count, ended = 0, False
    while not ended:
        delay = rng.uniform(0.0, length / 2) if count < kills else None
        ended, done = run_killed(path, scenario, seed, level, delay)
        held = answers(path)
        if not done <= held <= done + 1:
            raise KillError(f"seed {seed}: {done} answers were done, the record holds {held}")
        count += not ended
    words = first_difference(lines(whole), lines(path))
    if words:
        raise KillError(f"seed {seed}, killed {count} times: {words} (unkilled, killed)")
    difference = verify(read_record(path, registry.get)).difference
    if difference:
        raise KillError(f"seed {seed}: {difference}")
    return count


def kill_many(scenario: Scenario, level: str, kills: int, seed: int = 1) -> tuple[int, int]:
    """Battle after battle until enough kills were made: kills and battles. Raises KillError."""
    rng, made, battles = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while made < kills:
            made += kill_battle(Path(folder), scenario, seed + battles, level, min(kills - made, 40), rng)
            battles += 1
            if sys.stderr.isatty():
                print(f"\r{made} kills, {battles} battles", end="", file=sys.stderr, flush=True)
    return made, battles


def main() -> int:
    """Read the command line and say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--scenario", default="toy")
    parser.add_argument("--level", default="random")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()
    try:
        made, battles = kill_many(load_scenario(options.scenario), options.level, options.kills, options.seed)
    except KillError as error:
        print(f"FAILED: {error}")
        return 1
    print(
        f"{made} kills in {battles} battles of {options.scenario}: nothing lost,"
        f" {time.perf_counter() - began:.1f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
