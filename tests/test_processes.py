"""Worker processes do not outlive the one that started them."""

from __future__ import annotations

import subprocess
import sys

PARENT = """
import time
from battlesim.processes import pool

workers = pool(2)
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
from battlesim.players.seats import Seats

seats = Seats()
worker = seats.worker("red", "tests.players.hostile:Hangs")
worker.meet("tests.players.hostile:Hangs")
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
