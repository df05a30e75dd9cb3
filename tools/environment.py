"""The environment of the two commands of the README: a .venv beside them, made once and kept up to date.

Needs Python 3.11 or newer and nothing else. pip is used as it is configured on this machine.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDED = (3, 11)


def environment(extras: str = "") -> Path:
    """The Python of an environment that has the program and the extras named; made or mended when needed.

    BATTLESIM_VENV names another folder than .venv. Exits with one line when it cannot be done.
    """
    if sys.version_info < NEEDED:
        sys.exit(f"Python {'.'.join(map(str, NEEDED))} or newer is needed; this is {sys.version.split()[0]}")
    folder = Path(os.environ.get("BATTLESIM_VENV") or ROOT / ".venv")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp, due = folder / f"battlesim-{extras or 'plain'}.stamp", _fingerprint()
    if python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == due:
        return python
    _make(folder, python)
    _install(python, extras)
    stamp.write_text(due, encoding="utf-8")
    return python


def _fingerprint() -> str:
    """Changes when what has to be installed changes."""
    parts = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    return hashlib.sha256(b"".join([*parts, str(ROOT).encode(), sys.version.encode()])).hexdigest()


def _make(folder: Path, python: Path) -> None:
    if python.exists():
        return
    print(f"making {folder} …", file=sys.stderr)
    try:
        venv.create(folder, with_pip=True, clear=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(
            f"{folder} cannot be made ({error}); on Debian and Ubuntu the package python3-venv is needed"
        )


def _install(python: Path, extras: str) -> None:
    print("installing what is needed, once …", file=sys.stderr)
    target = f"{ROOT}[{extras}]" if extras else str(ROOT)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), "-e", target], check=False)
    if done.returncode:
        sys.exit("pip could not install what is needed; its words are above")


def run(command: list[str]) -> int:
    """Run a command at the top of the checkout; its exit code."""
    try:
        return subprocess.run(command, cwd=ROOT, check=False).returncode
    except KeyboardInterrupt:
        return 130
