"""Setting up the environment of the README's two commands, with an installer that only pretends."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from tools import environment as tool


class Installer:
    """Stands in for venv and pip: notes what is called, and fails or is interrupted where a test wants it."""

    def __init__(self) -> None:
        self.made: list[Path] = []
        self.installed: list[str] = []
        self.in_venv: BaseException | None = None
        self.in_pip: BaseException | None = None
        self.code = 0

    def create(self, folder: Path, with_pip: bool) -> None:
        self.made.append(folder)
        python = tool._python(folder)
        python.parent.mkdir()
        python.touch()
        if self.in_venv:
            raise self.in_venv

    def run(self, command: list[str], **how: Any) -> subprocess.CompletedProcess[str]:
        self.installed.append(command[-1])
        if self.in_pip:
            raise self.in_pip
        return subprocess.CompletedProcess(command, self.code)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with nothing set up, and a user with a home of his own."""
    root = tmp_path / "checkout"
    root.mkdir()
    for name in ("pyproject.toml", "constraints.txt"):
        (root / name).write_text(name)
    monkeypatch.setattr(tool, "ROOT", root)
    monkeypatch.delenv(tool.FOLDER, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return root


@pytest.fixture
def installer(monkeypatch: pytest.MonkeyPatch) -> Installer:
    installer = Installer()
    monkeypatch.setattr(venv, "create", installer.create)
    monkeypatch.setattr(subprocess, "run", installer.run)
    return installer


def refusal(capsys: pytest.CaptureFixture[str], code: int = 2) -> str:
    """The one line with which setting up ends."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as end:
        tool.environment()
    assert end.value.code == code
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("battlesim: ")]
    assert len(said) == 1
    return said[0]


def test_the_first_start_sets_up_and_the_second_only_uses_it(root: Path, installer: Installer) -> None:
    python = tool.environment()
    assert python.is_relative_to(root / ".venv")
    assert tool.environment() == python
    assert (installer.made, installer.installed) == ([root / ".venv"], [str(root)])


def test_further_extras_are_installed_into_the_same_environment(root: Path, installer: Installer) -> None:
    for extras in ("", "dev", "", "dev"):
        tool.environment(extras)
    assert (installer.made, installer.installed) == ([root / ".venv"], [str(root), f"{root}[dev]"])


def test_new_needs_are_installed_into_the_same_environment(root: Path, installer: Installer) -> None:
    tool.environment()
    (root / "constraints.txt").write_text("another==1.0")
    tool.environment()
    assert (len(installer.made), len(installer.installed)) == (1, 2)


@pytest.mark.parametrize("moment", ["in_venv", "in_pip"])
def test_a_set_up_that_was_interrupted_is_begun_anew(
    root: Path, installer: Installer, capsys: pytest.CaptureFixture[str], moment: str
) -> None:
    setattr(installer, moment, KeyboardInterrupt())
    assert "the same command begins it anew" in refusal(capsys, 130)
    (root / ".venv" / "half a file").touch()
    setattr(installer, moment, None)
    assert tool.environment().exists()
    assert not (root / ".venv" / "half a file").exists()


def test_an_update_that_was_interrupted_is_begun_anew(
    root: Path, installer: Installer, capsys: pytest.CaptureFixture[str]
) -> None:
    tool.environment()
    installer.in_pip = KeyboardInterrupt()
    with pytest.raises(SystemExit):
        tool.environment("dev")
    installer.in_pip = None
    tool.environment()
    assert len(installer.made) == 2


def test_without_a_network_what_was_there_before_still_serves(
    root: Path, installer: Installer, capsys: pytest.CaptureFixture[str]
) -> None:
    tool.environment("dev")
    installer.code = 1
    assert "try again with a network" in refusal(capsys)
    tool.environment("dev")
    installer.code = 0
    tool.environment()
    assert len(installer.made) == 1


def test_a_folder_with_other_things_is_left_alone(
    root: Path, installer: Installer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = root / "photos"
    folder.mkdir()
    (folder / "wedding.jpg").write_bytes(b"irreplaceable")
    monkeypatch.setenv(tool.FOLDER, str(folder))
    said = refusal(capsys)
    assert str(folder) in said and tool.FOLDER in said
    assert [path.name for path in folder.iterdir()] == ["wedding.jpg"]
    assert not installer.made


def test_somebody_elses_environment_is_left_alone(
    root: Path, installer: Installer, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / ".venv" / "bin").mkdir(parents=True)
    (root / ".venv" / "pyvenv.cfg").touch()
    assert "holds other things" in refusal(capsys)
    assert not installer.made


@pytest.mark.parametrize("older", ["battlesim-plain.stamp", "battlesim-dev,plots.stamp"])
def test_an_environment_of_an_older_version_is_made_anew(
    root: Path, installer: Installer, older: str
) -> None:
    (root / ".venv").mkdir()
    (root / ".venv" / older).write_text("of before")
    tool.environment()
    assert not (root / ".venv" / older).exists()


def test_an_empty_folder_can_be_named(
    root: Path, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "empty").mkdir()
    monkeypatch.setenv(tool.FOLDER, str(root / "empty"))
    assert tool.environment().is_relative_to(root / "empty")


def test_a_file_in_place_of_the_folder_is_named(
    root: Path, installer: Installer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(tool.FOLDER, str(root / "pyproject.toml"))
    assert "pyproject.toml" in refusal(capsys)


def test_a_moved_checkout_is_set_up_anew(
    root: Path, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool.environment()
    moved = root.rename(root.parent / "moved")
    monkeypatch.setattr(tool, "ROOT", moved)
    tool.environment()
    assert installer.made == [root / ".venv", moved / ".venv"]


def test_another_python_gets_an_environment_of_its_own(
    root: Path, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool.environment()
    monkeypatch.setattr(sys, "version", "3.99.0 (of the future)")
    tool.environment()
    assert len(installer.made) == 2


def test_a_checkout_that_cannot_be_written_into_uses_a_folder_of_the_users_and_says_so(
    root: Path, installer: Installer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool.os, "access", lambda path, mode: False)
    python = tool.environment()
    assert python.is_relative_to(root.parent / "data" / "battlesim")
    assert f"{root} cannot be written into" in capsys.readouterr().err
    assert tool.environment() == python
    assert capsys.readouterr().err == ""
    assert not (root / ".venv").exists()


@pytest.mark.parametrize("without", ["venv", "ensurepip", "ensurepip on Debian"])
def test_a_python_without_what_makes_environments_says_what_to_install(
    root: Path,
    installer: Installer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    without: str,
) -> None:
    with monkeypatch.context() as lacking:
        if without == "venv":
            lacking.setitem(sys.modules, "venv", None)
        ends = SystemExit(1) if "Debian" in without else subprocess.CalledProcessError(1, ["ensurepip"])
        installer.in_venv = ends
        assert "python3-venv" in refusal(capsys)
    installer.in_venv = None
    assert tool.environment().exists()


def test_an_old_python_is_told(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as old:
        old.setattr(sys, "version_info", (3, 9, 2))
        assert "Python 3.11 or newer is needed" in refusal(capsys)
    assert not (root / ".venv").exists()


def test_a_command_answers_an_interruption_itself() -> None:
    waits = "import os, signal, sys, time\nsignal.signal(signal.SIGINT, lambda *_: sys.exit(7))\n"
    asks = "os.kill(os.getppid(), signal.SIGINT)\nos.kill(os.getpid(), signal.SIGINT)\n"
    asks += "time.sleep(60)\n"
    assert tool.run([sys.executable, "-c", waits + asks]) == 7
