"""What is left when a library brings Python itself down."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BREAKS = """
import faulthandler
from battlesim.commands.failures import log_interpreter_crashes

def in_play():
    faulthandler._sigabrt()

with log_interpreter_crashes():
    {}
"""


def run(home: Path, inside: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"XDG_STATE_HOME": str(home), "HOME": str(home), "LOCALAPPDATA": str(home)}
    return subprocess.run(
        [sys.executable, "-c", BREAKS.format(inside)], env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(sys.platform == "win32", reason="a process ends otherwise there")
def test_the_next_run_tells_of_a_breakdown_and_where_its_report_is(tmp_path: Path) -> None:
    assert run(tmp_path, "in_play()").returncode < 0
    told = run(tmp_path, "pass")
    assert told.returncode == 0 and told.stderr.count("\n") == 1
    report = Path(told.stderr.split(" is in ")[1].strip())
    assert "in_play" in report.read_text()
    assert run(tmp_path, "pass").stderr == ""
