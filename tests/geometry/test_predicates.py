"""Whether shapes meet can be asked by several threads at once."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import shapely.predicates

from battlesim.geometry import predicates

ROOM = Path(predicates.__file__).parent
GUARDED = {name for name in dir(predicates) if hasattr(shapely, name)}
SAFE = {"is_valid", "is_valid_reason"}
"""Those of one shape, for which nothing is prepared."""

TOGETHER = """
import sys
from threading import Barrier, Thread

import numpy as np
import shapely

from battlesim.geometry import predicates

sys.setswitchinterval(1e-6)
ring = np.linspace(0.0, 2.0 * np.pi, 64, endpoint=False)
bush = np.column_stack([np.cos(ring), np.sin(ring)]) * 15.0
lines = shapely.linestrings(np.random.default_rng(1).random((20, 2, 2)) * 40.0 - 20.0)
truth = shapely.{name}(shapely.Polygon(bush), lines)


def ask():
    start.wait()
    for _ in range(3):
        assert np.array_equal(predicates.{name}(ground, lines), truth)


for _ in range(1000):
    ground, start = shapely.Polygon(bush), Barrier(3)
    shapely.prepare(ground)
    threads = [Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


@pytest.mark.parametrize(
    "name",
    ["intersects", *(pytest.param(n, marks=pytest.mark.slow) for n in ("covers", "contains_properly"))],
)
def test_threads_that_ask_about_one_ground_get_the_truth(name: str) -> None:
    asked = subprocess.run(
        [sys.executable, "-c", TOGETHER.format(name=name)], capture_output=True, text=True, check=False
    )
    assert (asked.returncode, asked.stderr) == (0, "")


def unguarded(source: str) -> list[str]:
    """Calls of shapely's own predicates: those of the module, and those of its search trees."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    asked = [(call, call.func) for call in calls if isinstance(call.func, ast.Attribute)]
    of_trees = [f.attr for call, f in asked if "predicate" in {word.arg for word in call.keywords}]
    known = GUARDED.union(shapely.predicates.__all__) - SAFE
    return of_trees + [f.attr for _, f in asked if f.attr in known and ast.unparse(f.value) != "predicates"]


def test_nobody_asks_shapely_itself() -> None:
    found = {path.name: unguarded(path.read_text(encoding="utf-8")) for path in ROOM.glob("*.py")}
    assert {name: calls for name, calls in found.items() if calls} == {"predicates.py": ["query"]}


@pytest.mark.parametrize(
    "line", ["shapely.touches(a, b)", "area.covers(b)", "tree.query(a, predicate='within')"]
)
def test_a_question_put_to_shapely_is_found(line: str) -> None:
    assert len(unguarded(line)) == 1
