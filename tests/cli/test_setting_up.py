"""Setting up for real: the README's first command in a fresh clone, and a wheel in an empty environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "dist")


def run(*command: str | Path, cwd: Path) -> str:
    own = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "DISPLAY", "BATTLESIM_VENV")}
    own["XDG_DATA_HOME"] = str(cwd / "data")
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=own, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the checkout without anything that was made in it."""
    shutil.copytree(ROOT, tmp_path / "checkout", ignore=LEFT_OUT)
    return tmp_path / "checkout"


@pytest.mark.slow
def test_the_first_command_of_the_readme_works_in_a_fresh_checkout_and_again(checkout: Path) -> None:
    first = run(sys.executable, "play.py", cwd=checkout)
    battles = checkout / "data" / "battlesim" / "battles"
    assert f"record:  {battles}/outpost_evac-1.battle" in first
    assert (battles / "outpost_evac-1.png").is_file()
    assert f"record:  {battles}/toy-1.battle" in run(sys.executable, "play.py", "toy", cwd=checkout)


@pytest.mark.slow
def test_a_wheel_carries_maps_assets_and_the_licence(checkout: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", tmp_path, checkout, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    constraints = ROOT / "constraints.txt"
    run(python, "-m", "pip", "install", "--quiet", "-c", constraints, wheel, cwd=tmp_path)
    where = run(
        python, "-c", "from battlesim.data_folders import data_root; print(data_root())", cwd=tmp_path
    )
    assert where.strip().endswith(os.path.join("battlesim", "_data"))
    shutil.rmtree(checkout)
    played = run(tmp_path / "empty" / "bin" / "battlesim", "play", "toy", "--headless", cwd=tmp_path)
    assert f"picture: {tmp_path}/data/battlesim/battles/toy-1.png" in played
