"""Processes that import a changed ruleset and test it, forked from one that has imported all the rest.

The parent never imports the ruleset. A child imports it from a copy of its folder with the change, so that
every place counts: constants, tables, decorators, and what a module takes from another by name.
"""

from __future__ import annotations

import compileall
import importlib
import os
import pkgutil
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

FLOORS = ("geometry", "table", "rulings", "engine", "mechanics", "behaviour")
BESIDES = ("pytest", "hypothesis", "pygame", "shapely", "numpy", "msgspec", "typer", "rich")
MEMORY = 3 << 30


def preload(scratch: Path) -> None:
    """Import what no ruleset is in: the libraries, and the floors below rulesets, which know none of them.

    Compiled files go to a folder of their own, whatever the environment says of them.
    """
    sys.pycache_prefix = str(scratch / "compiled")
    sys.dont_write_bytecode = False
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in BESIDES:
        importlib.import_module(name)
    for floor in FLOORS:
        package = importlib.import_module(f"battlesim.{floor}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


class Copy:
    """A copy of a ruleset's folder, whose files can be changed and put back."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.original = folder
        self.root = root
        self.folder = root / folder.name
        shutil.copytree(folder, self.folder)
        compileall.compile_dir(self.folder, quiet=2)

    def change(self, file: str, content: bytes) -> None:
        """Give a file another content."""
        (self.folder / file).write_bytes(content)
        os.utime(self.folder / file, (0, 0))  # so that what was compiled of the original is not taken

    def put_back(self, file: str) -> None:
        """Give a file its content and its time again."""
        shutil.copy2(self.original / file, self.folder / file)


def fork(act: Callable[[], int], cpu: int) -> int:
    """Carry out an act in a process of its own, with at most `cpu` seconds of processor time; the process id.

    The exit code is what the act gives; the clock's limit is ten times as long.
    """
    pid = os.fork()
    if pid:
        return pid
    _child(act, cpu)


def _child(act: Callable[[], int], cpu: int) -> NoReturn:
    code = 70
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(10 * cpu)
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        code = act()
    finally:
        os._exit(code)


def import_from(copy: Copy) -> None:
    """Let this process import the ruleset from a copy. Raises RuntimeError when it has imported it."""
    import battlesim.rulesets

    battlesim.rulesets.__path__.insert(0, str(copy.root))
    name = f"battlesim.rulesets.{copy.folder.name}"
    if name in sys.modules:
        raise RuntimeError(f"{name} was imported before the fork")
