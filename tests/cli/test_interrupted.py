"""Ctrl-C while the program still loads ends it without a word."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

PRESSED = "import signal\n\nsignal.raise_signal(signal.SIGINT)\n"
FORGOTTEN = f"""\
try:
    {PRESSED.replace(chr(10), chr(10) + "    ").strip()}
except KeyboardInterrupt:
    raise ImportError("numpy takes it for a fault of its own")
"""
IGNORED = "import signal\n\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"


@pytest.mark.parametrize(
    ("module", "text"), [("typer", PRESSED), ("msgspec", PRESSED), ("numpy", PRESSED), ("numpy", FORGOTTEN)]
)
def test_ctrl_c_while_a_module_is_loaded_ends_it_silently(
    process: Cli, tmp_path: Path, module: str, text: str
) -> None:
    (tmp_path / f"{module}.py").write_text(text)
    done = process("scenarios", code=130)
    assert (done.stdout, done.stderr) == ("", "")


def test_who_is_started_to_ignore_ctrl_c_ignores_it(process: Cli, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(IGNORED)
    (tmp_path / "typer.py").write_text(f"{PRESSED}\nprint('goes on')\nraise SystemExit\n")
    assert process("scenarios").stdout == "goes on\n"


def test_nothing_that_takes_time_is_loaded_before_ctrl_c_is_taken() -> None:
    """Until `main` runs, Ctrl-C ends in a traceback of Python."""
    ask = "import os, sys; before = set(sys.modules); import battlesim.cli; print(set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert ast.literal_eval(done.stdout) <= {"__future__", "battlesim", "battlesim.cli"}
