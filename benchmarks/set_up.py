"""The README's first command where things go wrong: python -m benchmarks.set_up [--interruptions N]

Each case is a copy of the checkout with nothing set up, and a user with an empty home. It passes when a
battle is played, or when one line says what to do, nothing is lost, and doing that plays one.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "dist")
PLAYED = "record:  "
OFFLINE = {"PIP_NO_INDEX": "1"}
Done = subprocess.CompletedProcess[str]


class Place:
    """A copy of the checkout, and the home of somebody who starts it."""

    def __init__(self, parent: Path, name: str = "checkout") -> None:
        self.checkout, self.home = parent / name, parent / "home"
        shutil.copytree(ROOT, self.checkout, ignore=LEFT_OUT)
        self.home.mkdir(exist_ok=True)

    def command(self) -> list[str]:
        return [sys.executable, str(self.checkout / "play.py"), "toy", "--headless"]

    def environment(self, more: dict[str, str]) -> dict[str, str]:
        left_out = ("PYTHONPATH", "DISPLAY", "BATTLESIM_VENV", "XDG_DATA_HOME")
        return {k: v for k, v in os.environ.items() if k not in left_out} | {"HOME": str(self.home)} | more

    def start(self, **more: str) -> Done:
        """Start from another folder than the checkout."""
        env = self.environment(more)
        return subprocess.run(
            self.command(), cwd=self.home, env=env, capture_output=True, text=True, check=False
        )

    def interrupt(self, after: float, with_signal: int) -> int:
        """Start, and end the whole family of processes after so many seconds."""
        env = self.environment({})
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            self.command(), cwd=self.home, env=env, stdout=quiet, stderr=quiet, start_new_session=True
        )
        time.sleep(after)
        os.killpg(process.pid, with_signal)
        return process.wait()


def plays(done: Done) -> None:
    assert done.returncode == 0 and PLAYED in done.stdout, done.stdout + done.stderr


def refuses(done: Done, *words: str) -> None:
    said = [line for line in done.stderr.splitlines() if line.startswith("battlesim: ")]
    assert done.returncode == 2 and len(said) == 1, done.stdout + done.stderr
    assert all(word in said[0] for word in words), said[0]
    assert "Traceback" not in done.stderr, done.stderr


def spaces_and_letters(folder: Path) -> None:
    plays(Place(folder, "Sölden – 兵 & co").start())


def second_start_offline(folder: Path) -> None:
    place = Place(folder)
    plays(place.start())
    plays(place.start(**OFFLINE))


def first_start_offline(folder: Path) -> None:
    place = Place(folder)
    refuses(place.start(**OFFLINE), "network")
    plays(place.start())


def moved(folder: Path) -> None:
    place = Place(folder)
    plays(place.start())
    place.checkout = place.checkout.rename(folder / "moved")
    plays(place.start())


def without_venv(folder: Path) -> None:
    """A Python without the module of the standard library that makes environments."""
    place, hidden = Place(folder), folder / "hidden"
    hidden.mkdir()
    (hidden / "venv.py").write_text("raise ImportError('no venv here')\n")
    refuses(place.start(PYTHONPATH=str(hidden)), "python3-venv")
    plays(place.start())


def other_things(folder: Path) -> None:
    place, photos = Place(folder), folder / "photos"
    photos.mkdir()
    (photos / "wedding.jpg").write_bytes(b"irreplaceable")
    refuses(place.start(BATTLESIM_VENV=str(photos)), str(photos))
    assert [path.name for path in photos.iterdir()] == ["wedding.jpg"]
    plays(place.start(BATTLESIM_VENV=str(folder / "new")))


def two_at_once(folder: Path) -> None:
    place = Place(folder)
    env = place.environment({})
    both = [
        subprocess.Popen(place.command(), cwd=place.home, env=env, stdout=subprocess.DEVNULL) for _ in "ab"
    ]
    assert [process.wait() for process in both] == [0, 0]


def read_only(folder: Path) -> None:
    """A checkout on a medium that cannot be written on; needs the right to mount one."""
    place = Place(folder)
    at = str(place.checkout)
    subprocess.run(["mount", "--bind", at, at], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", at], check=True)
        done = place.start()
        plays(done)
        assert "cannot be written into" in done.stderr, done.stderr
        plays(place.start(**OFFLINE))
    finally:
        subprocess.run(["umount", at], check=True)


def interrupted(folder: Path, times: int, luck: random.Random) -> None:
    """Ended at moments spread over the time that a whole set-up takes, by turns for good and by Ctrl-C."""
    place = Place(folder)
    began = time.monotonic()
    plays(place.start())
    whole = time.monotonic() - began
    shutil.rmtree(place.checkout / ".venv")
    for number in range(times):
        after = luck.uniform(0.02, 0.98) * whole
        place.interrupt(after, signal.SIGKILL if number % 2 else signal.SIGINT)
        plays(place.start())
        shutil.rmtree(place.checkout / ".venv")
        print(f"  ended after {after:.1f} of {whole:.1f} s: set up by the next start", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--interruptions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cases: dict[str, Callable[[Path], None]] = {
        "a path with spaces and letters beyond ASCII, from another folder": spaces_and_letters,
        "a second start without a network": second_start_offline,
        "a first start without a network": first_start_offline,
        "a moved checkout": moved,
        "a Python without venv": without_venv,
        "a folder with other things in it": other_things,
        "two first starts at once": two_at_once,
        "a checkout that cannot be written into": read_only,
        "interrupted": lambda folder: interrupted(folder, given.interruptions, random.Random(given.seed)),
    }
    failed = 0
    for name, case in cases.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(Path(folder))
                print(f"holds: {name}", flush=True)
            except (AssertionError, OSError, subprocess.CalledProcessError) as error:
                failed += 1
                print(f"FAILS: {name}: {error}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
