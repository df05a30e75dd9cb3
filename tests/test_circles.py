"""No file imports itself by way of others, also not for the sake of a type alone."""

from __future__ import annotations

import ast
from collections.abc import Collection
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1] / "battlesim"


def graph(root: Path) -> dict[str, set[str]]:
    """The files of a package by their dotted names, each with those that it imports anywhere in it."""
    paths = {dotted(path.relative_to(root.parent)): path for path in root.rglob("*.py")}
    return {name: imported(path, name, paths.keys()) - {name} for name, path in paths.items()}


def dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path, name: str, known: Collection[str]) -> set[str]:
    """The modules, of those that are known, which a file of that name imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = name.split(".") + [""] * (path.name == "__init__.py")
            base = ".".join((*(parts[: -node.level] if node.level else ()), *filter(None, [node.module])))
            names = (f"{base}.{alias.name}" for alias in node.names)
            found.update(whole if whole in known else base for whole in names)
    return found.intersection(known)


def circle(files: dict[str, set[str]]) -> list[str]:
    """A way from a file back to itself, if there is one."""
    try:
        TopologicalSorter(files).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_file_imports_itself_by_way_of_others() -> None:
    assert circle(graph(ROOT)) == []


def test_a_circle_for_the_sake_of_a_type_is_found(tmp_path: Path) -> None:
    root = tmp_path / "house"
    root.mkdir()
    (root / "a.py").write_text("def f() -> None:\n    from . import b\n")
    (root / "b.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.a import f\n"
    )
    assert set(circle(graph(root))) == {"house.a", "house.b"}
