"""The environment of the two commands of the README: a .venv beside them, made once and kept up to date.

Needs Python 3.11 or newer and nothing else. pip is used as it is configured on this machine. A stamp in the
folder says that it is ours, where and for which Python it was made, and what has been installed whole. An
environment whose set-up was interrupted is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
NEEDED = (3, 11)
FOLDER = "BATTLESIM_VENV"
STAMP, LOCK = "battlesim.stamp", "battlesim.lock"
OLDER_STAMPS = "battlesim-*.stamp"
BAD_INPUT, INTERRUPTED = 2, 130


class SetUpError(Exception):
    """The environment cannot be made: what is wrong and what to do, in one line."""


def environment(extras: str = "") -> Path:
    """The Python of an environment that has the program and the extras named; made or mended when needed.

    BATTLESIM_VENV names another folder than .venv. A checkout that cannot be written into gets a folder among
    the user's own. Exits with one line when it cannot be done.
    """
    try:
        return _environment(extras)
    except SetUpError as error:
        _end(str(error), BAD_INPUT)
    except OSError as error:
        _end(f"{error.filename or 'the environment'}: {error.strerror}", BAD_INPUT)
    except KeyboardInterrupt:
        _end("the set-up was interrupted; the same command begins it anew", INTERRUPTED)


def _end(words: str, code: int) -> NoReturn:
    print(f"battlesim: {words}", file=sys.stderr)
    sys.exit(code)


def _environment(extras: str) -> Path:
    if sys.version_info < NEEDED:
        needed = ".".join(map(str, NEEDED))
        raise SetUpError(f"Python {needed} or newer is needed; this is {sys.version.split()[0]}")
    due = _fingerprint()
    folder = _folder(extras, due)
    if not _is_whole(folder, extras, due):
        with _alone(folder) as lock:
            if not _is_whole(folder, extras, due):
                _bring_up(folder, extras, due, lock)
    return _python(folder)


def _is_whole(folder: Path, extras: str, due: str) -> bool:
    return _stamp(folder).get(extras) == due and _python(folder).exists()


def _folder(extras: str, due: str) -> Path:
    """Where the environment is, or will be: what a person named, else .venv, else a folder of the user's."""
    if named := os.environ.get(FOLDER):
        return Path(named).absolute()
    usual = ROOT / ".venv"
    if _is_whole(usual, extras, due) or os.access(usual if usual.exists() else ROOT, os.W_OK):
        return usual
    mark = hashlib.sha256(str(ROOT).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    own = _of_the_user() / "battlesim" / f"environment-{mark}"
    if not _is_whole(own, extras, due):
        print(f"{ROOT} cannot be written into: the environment goes to {own}", file=sys.stderr)
    return own


def _of_the_user() -> Path:
    """The folder for data that the platform gives each user."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _stamp(folder: Path) -> dict[str, str]:
    """What has been installed whole, by extras; nothing when it was made elsewhere or for another Python."""
    try:
        said = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    here = isinstance(said, dict) and said.get("place") == str(folder) and said.get("python") == sys.version
    return dict(said["whole"]) if here else {}


def _write_stamp(folder: Path, whole: dict[str, str]) -> None:
    said = {"place": str(folder), "python": sys.version, "whole": whole}
    fresh = folder / f"{STAMP}.new"
    fresh.write_text(json.dumps(said, indent=1), encoding="utf-8")
    os.replace(fresh, folder / STAMP)


def _fingerprint() -> str:
    """Changes when what has to be installed changes."""
    parts = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    root = str(ROOT).encode("utf-8", "surrogateescape")
    return hashlib.sha256(b"".join([*parts, root])).hexdigest()


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[int]:
    """The folder, made if need be, for one start at a time; raises SetUpError when it holds other things."""
    folder.mkdir(parents=True, exist_ok=True)
    if not _is_ours(folder):
        remedy = f"name a new or an empty one in {FOLDER}, or move away what it holds"
        raise SetUpError(f"{folder} holds other things than an environment of battlesim; {remedy}")
    with (folder / LOCK).open("ab") as lock:
        _wait_for(lock.fileno(), folder)
        yield lock.fileno()


def _is_ours(folder: Path) -> bool:
    held = {path.name for path in folder.iterdir()}
    return held <= {LOCK} or STAMP in held or any(folder.glob(OLDER_STAMPS))


def _wait_for(lock: int, folder: Path) -> None:
    """Wait until no other start is setting up the same folder; on platforms without such locks, do not."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(f"{folder} is being set up by another start; waiting for it …", file=sys.stderr)
        fcntl.flock(lock, fcntl.LOCK_EX)
    except OSError:  # some network drives know no locks
        return


def _bring_up(folder: Path, extras: str, due: str, lock: int) -> None:
    """Install into an environment that is whole, else into a new one. The stamp names only what is whole."""
    before = _stamp(folder) if _python(folder).exists() else {}
    _write_stamp(folder, {})
    if not before:
        _make(folder)
    if not _installs(_python(folder), extras, lock):
        _write_stamp(folder, before)
        raise SetUpError("pip could not install what is needed, see above; try again with a network")
    _write_stamp(folder, {**before, extras: due})


def _make(folder: Path) -> None:
    print(f"making {folder} …", file=sys.stderr)
    for held in folder.iterdir():
        if held.name in (STAMP, LOCK):
            continue
        if held.is_dir() and not held.is_symlink():
            shutil.rmtree(held)
        else:
            held.unlink()
    remedy = "on Debian and Ubuntu install the package python3-venv, elsewhere a Python that has venv and pip"
    try:
        import venv

        with contextlib.redirect_stdout(io.StringIO()):  # Debian's says at length what the one line says
            venv.create(folder, with_pip=True)
    except (ImportError, SystemExit, subprocess.CalledProcessError):
        version = sys.version.split()[0]
        raise SetUpError(f"this Python {version} cannot make an environment; {remedy}") from None


def _installs(python: Path, extras: str, lock: int) -> bool:
    """Whether pip has installed the program with its extras. The lock is pip's too, should it outlive us."""
    print("installing what is needed, once …", file=sys.stderr)
    target = f"{ROOT}[{extras}]" if extras else str(ROOT)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    held = () if os.name == "nt" else (lock,)
    command = [*pip, "-c", str(ROOT / "constraints.txt"), "-e", target]
    return subprocess.run(command, check=False, pass_fds=held).returncode == 0


def run(command: list[str], folder: Path | None = None) -> int:
    """Run a command in a folder, or where the person is; its exit code. The command answers Ctrl-C itself.

    Meanwhile Ctrl-C does nothing here: an exception just when the command ends would lose its exit code.
    """
    known = signal.getsignal(signal.SIGINT)
    if known is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return subprocess.run(command, cwd=folder, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, known)
