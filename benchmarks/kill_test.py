"""End the program with KILL, TERM and INT at random moments, go on, and see that nothing is lost.

    python -m benchmarks.kill_test --kills 500 --scenario toy

Of ten kills six end a battle without a window, one a battle in the window (the real command, on no screen),
and the others a process that branches a record, sets bookmarks in it, exports pictures or
writes rosters (`--rosters` kills these alone). After each kill a
record must hold every answer that was done, and at most one more; at the end of the battle it must say the
same as the record of the battle that nobody killed. Exit code 1 when it does not.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NoReturn

from battlesim.engine.digest import first_difference
from battlesim.engine.record import RecordError
from battlesim.engine.record_read import RecordItem, read_record
from battlesim.engine.verify import verify_record
from battlesim.rulesets import registry
from battlesim.scenarios.library import Scenario, load_scenario
from benchmarks.battles import begin, go_on, play_out
from benchmarks.kill_deeds import DEEDS, KEEPING_ROSTER, Deed, LossError

SIGNALS: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
STOPPED: Final = 130
"""The exit code of a process that was told to stop and did."""
OFTEN: Final = 2000
"""Deeds in a process at most, should it not hear its signal."""
PATIENCE: Final = 60.0
"""Seconds after which a program that was told to stop has not heard it."""


class KillError(AssertionError):
    """Raised when a killed battle lost more than it may, or went another way."""


def lines(path: Path) -> list[RecordItem]:
    """All lines of a record after its header."""
    return [entry.what for entry in read_record(path, registry.load_ruleset).entries[1:]]


def answers(path: Path) -> int:
    """The answers in a record; 0 where there is none yet. A record that is there has its beginning, whole."""
    return len(read_record(path, registry.load_ruleset).answers) if path.exists() else 0


def killed_after(delay: float | None, sign: signal.Signals, live: Callable[[int], None]) -> tuple[bool, int]:
    """Fork a process that lives and writes a byte into a pipe for everything done; a signal ends it.

    Whether it ended by itself, and how much was done. Raises KillError when it failed.
    """
    ours, theirs = os.pipe()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    child = os.fork()
    if not child:
        _live(live, theirs, before)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    os.close(theirs)
    if delay is not None:
        time.sleep(delay)
        os.kill(child, sign)
    with os.fdopen(ours, "rb") as pipe:
        done = len(pipe.read())
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) not in (0, STOPPED):
        raise KillError("the process failed by itself; see above")
    return os.WIFEXITED(status) and not os.WEXITSTATUS(status), done


def _live(live: Callable[[int], None], pipe: int, signals: Iterable[int]) -> NoReturn:
    """The life of the child: it never returns into what its parent was doing, whenever a signal comes."""
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        live(pipe)
        os._exit(0)
    except KeyboardInterrupt:
        os._exit(STOPPED)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def kill_battle(
    folder: Path, scenario: Scenario, seed: int, level: str, kills: int, rng: random.Random
) -> int:
    """One battle without a window, killed up to `kills` times; how often it was. Raises KillError."""
    whole, path = folder / f"whole-{seed}.battle", folder / f"killed-{seed}.battle"
    began = time.perf_counter()
    play_out(begin(whole, scenario, seed, level))
    length = time.perf_counter() - began
    count, ended = 0, False

    def live(pipe: int) -> None:
        match = go_on(path) if path.exists() else begin(path, scenario, seed, level)
        play_out(match, lambda: os.write(pipe, b"."))

    while not ended:
        known, delay = answers(path), rng.uniform(0.0, length / 2) if count < kills else None
        ended, done = killed_after(delay, rng.choice(SIGNALS), live)
        held = answers(path) - known
        if not done <= held <= done + 1:
            raise KillError(f"seed {seed}: {done} answers were done, the record holds {held}")
        count += not ended
    _same(whole, path, f"seed {seed}, killed {count} times")
    return count


def _same(whole: Path, path: Path, which: str) -> None:
    """Raises KillError when a record is not that of the battle that nobody killed, or fails to verify."""
    words = first_difference(lines(whole), lines(path))
    difference = verify_record(read_record(path, registry.load_ruleset)).difference
    if words or difference:
        raise KillError(f"{which}: {words or difference} (unkilled, killed)")


def kill_window(folder: Path, scenario: str, seed: int, rng: random.Random) -> None:
    """One battle in the window, killed once and gone on with. Raises KillError."""
    whole, path = folder / f"alone-{seed}.battle", folder / f"window-{seed}.battle"
    play_out(begin(whole, load_scenario(scenario), seed, "recruit"))
    own = {f"XDG_{name}_HOME": str(folder / "home") for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    env = os.environ | own | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "DISPLAY": ":none"}
    words = ["play", scenario, "--watch", "--seed", str(seed), "--record", str(path)]
    command = [sys.executable, "-m", "battlesim", *words]
    sign = rng.choice(SIGNALS)
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        until = time.monotonic() + PATIENCE
        while not path.exists() and program.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(4.0 * rng.random() ** 3)
        program.send_signal(sign)
        said = _ended(program, sign)
    if b"Traceback" in said or b"defect" in said:
        raise KillError(f"seed {seed}, {sign.name} in the window: {said.decode(errors='replace')}")
    play_out(go_on(path))
    _same(whole, path, f"seed {seed}, {sign.name} in the window")


def _ended(program: subprocess.Popen[bytes], sign: signal.Signals) -> bytes:
    """What the program said on stderr until its end. Raises KillError when it does not end."""
    try:
        return program.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        program.kill()
        raise KillError(f"{sign.name} was not heard in the window for {PATIENCE:g} s") from None


def kill_deed(folder: Path, scenario: Scenario, deed: Deed, rng: random.Random) -> None:
    """Something that is done to a record again and again, killed once. Raises KillError, LossError."""
    record = folder / "record.battle"
    if not record.exists():
        play_out(begin(record, scenario, 1, "random"))
    act, check = deed.prepare(record)

    def live(pipe: int) -> None:
        for _ in range(OFTEN):
            act()
            os.write(pipe, b".")

    sign = rng.choice(SIGNALS)
    _, done = killed_after(rng.uniform(0.0, 0.1), sign, live)
    try:
        check(done)
    except (LossError, RecordError) as error:
        raise KillError(f"{deed.name}, {sign.name}: {error}") from error


def kill_rosters(kills: int, seed: int = 1) -> Counter[str]:
    """Kill a process that writes rosters as often as that. Raises KillError."""
    rng, scenario = random.Random(seed), load_scenario("toy")
    with tempfile.TemporaryDirectory() as name:
        for _ in range(kills):
            kill_deed(Path(name), scenario, KEEPING_ROSTER, rng)
    return Counter({KEEPING_ROSTER.name: kills})


def kill_many(
    scenario: Scenario, level: str, kills: int, *, windows: bool = True, seed: int = 1
) -> Counter[str]:
    """Kill as often as that; how often in each way. Raises KillError."""
    rng, made, number = random.Random(seed), Counter[str](), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while made.total() < kills:
            number += 1
            few = min(max(kills - made.total() - len(DEEDS) - windows, 1), 6)
            made["battle"] += kill_battle(folder, scenario, seed + number, level, few, rng)
            for deed in DEEDS:
                kill_deed(folder, scenario, deed, rng)
                made[deed.name] += 1
            if windows:
                kill_window(folder, scenario.plan.id, seed + number, rng)
                made["window"] += 1
            if sys.stderr.isatty():
                print(f"\r{made.total()} kills", end="", file=sys.stderr, flush=True)
    return made


def main() -> int:
    """Read the command line and say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--scenario", default="toy")
    parser.add_argument("--level", default="random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-windows", action="store_true")
    parser.add_argument("--rosters", action="store_true", help="kill nothing but writers of rosters")
    given = parser.parse_args()
    began = time.perf_counter()
    scenario, windows = load_scenario(given.scenario), not given.no_windows
    try:
        if given.rosters:
            made = kill_rosters(given.kills, given.seed)
        else:
            made = kill_many(scenario, given.level, given.kills, windows=windows, seed=given.seed)
    except KillError as error:
        print(f"FAILED: {error}")
        return 1
    ways = ", ".join(f"{count} {way}" for way, count in made.items())
    print(f"{made.total()} kills ({ways}): nothing lost, {time.perf_counter() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
