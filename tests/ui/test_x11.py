"""The window on a real (virtual) screen, opened by the command line."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.support.waiting import until

ROOT = Path(__file__).parents[2]


@pytest.fixture
def display(tmp_path: Path) -> Iterator[str]:
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed: no virtual screen to open the window on")
    read, write = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(write),
            "-noreset",
            "-fbdir",
            str(tmp_path),
            "-screen",
            "0",
            "1366x768x24",
        ],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as said:
        number = said.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


def test_play_opens_a_window_and_leaves_a_record(display: str, tmp_path: Path) -> None:
    record = tmp_path / "toy.battle"
    hidden = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
    env = {key: value for key, value in os.environ.items() if key not in hidden}
    env |= {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy", "XDG_CACHE_HOME": str(tmp_path)}
    command = [
        sys.executable,
        "-m",
        "battlesim",
        "play",
        "toy",
        "--side",
        "south=recruit",
        "--record",
        str(record),
    ]
    game = subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )

    def alive() -> None:
        assert game.poll() is None, "the window is gone"

    try:
        until(lambda: record.exists() and b'"type":"outcome"' in record.read_bytes(), alive)

        def seen() -> bool:
            pixels = (tmp_path / "Xvfb_screen0").read_bytes()
            return len(np.unique(np.frombuffer(pixels[len(pixels) % 4 :], np.uint32))) > 500

        until(seen, alive)
    finally:
        game.send_signal(signal.SIGTERM)
        out, err = game.communicate()
    assert game.returncode == 0, err
    assert str(record) in out.replace("\n", "")
