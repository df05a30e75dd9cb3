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
