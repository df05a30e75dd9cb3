"""Worker processes do not outlive the one that started them, and end without a word."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool

import pytest

from battlesim.processes import process_pool

PARENT = """
import time
from battlesim.processes import process_pool

workers = process_pool(2)
workers.submit(int).result()
workers.submit(time.sleep, 3600)
print("busy", flush=True)
time.sleep(3600)
"""


def test_a_busy_worker_ends_when_its_parent_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == "busy\n"
        parent.kill()
        assert parent.communicate() == ("", None)  # no one holds the pipe any more


FENCED = """
import time
from battlesim.players.player_pool import PlayerPool

seats = PlayerPool()
worker = seats.worker("red", "tests.players.hostile:Hangs")
worker.check_player("tests.players.hostile:Hangs")
print(worker._process.pid, flush=True)
time.sleep(3600)
"""


def test_a_player_behind_its_fence_ends_when_the_table_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FENCED], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as table:
        assert table.stdout is not None and table.stdout.readline().strip().isdigit()
        table.kill()
        assert table.communicate()[1] == b""  # no one holds the pipe any more


INTERRUPTED = """
import os, signal
from multiprocessing import util
from battlesim.players.worker import Worker
from battlesim.processes import process_pool

start = util.spawnv_passfds

def start_and(path, words, fds):
    child = start(path, words, fds)
    {act}
    return child

if __name__ == "__main__":
    process_pool(1).shutdown()
    util.spawnv_passfds = start_and
    {start}
"""
"""A program to which something happens while a process of its is being started: it runs, and that is all."""


def interrupted(act: str, start: str) -> tuple[str, str]:
    """What the program and its processes say, on stdout and stderr, until the last of them has ended."""
    words = INTERRUPTED.format(act=act, start=start)
    command = [sys.executable, "-c", words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, start_new_session=True)
    return done.stdout, done.stderr


@pytest.mark.parametrize("start", ["process_pool().submit(int)", "Worker()"])
@pytest.mark.parametrize("sign", ["SIGKILL", "SIGTERM"])
def test_a_process_whose_parent_dies_while_it_starts_it_says_nothing(sign: str, start: str) -> None:
    assert interrupted(f"os.kill(os.getpid(), signal.{sign})", start) == ("", "")


@pytest.mark.parametrize("start", ["process_pool().submit(int)", "Worker()"])
def test_ctrl_c_while_a_process_starts_leaves_none_behind(start: str) -> None:
    out, err = interrupted("os.kill(os.getpid(), signal.SIGINT)", start)
    assert not out and err.count("Traceback") == 1 and err.endswith("KeyboardInterrupt\n"), "the parent's own"


def test_ctrl_c_at_the_terminal_is_not_for_processes_aside() -> None:
    heard = "signal.signal(signal.SIGINT, lambda *given: print('heard'))"
    start = f"{heard}; workers = process_pool(); workers.submit(int); print(workers.submit(int).result())"
    assert interrupted("os.killpg(0, signal.SIGINT)", start) == ("heard\n0\n", "")


def test_who_leaves_a_pool_by_an_exception_does_not_wait_for_its_work() -> None:
    with pytest.raises(ZeroDivisionError), process_pool() as workers:
        busy = workers.submit(time.sleep, 5)
        raise ZeroDivisionError
    assert isinstance(busy.exception(), BrokenProcessPool)
