"""Thread-safe wrappers of Shapely predicates. Only one of them runs at a time.

A prepared geometry caches intermediate results without locking (libgeos issue 825), so concurrent calls can
crash or give wrong answers. Terrain is prepared and shared: the rules use it in one thread while the window
queries it in others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Final, ParamSpec, TypeVar

import shapely
from numpy.typing import ArrayLike

P = ParamSpec("P")
T = TypeVar("T")
_ONE_AT_A_TIME: Final = Lock()


def _alone(asked: Callable[P, T]) -> Callable[P, T]:
    """Return the function guarded by a lock shared by all functions of this module."""

    @wraps(asked)
    def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        with _ONE_AT_A_TIME:
            return asked(*args, **kwargs)

    return ask


@_alone
def query_tree(tree: shapely.STRtree, shapes: Any, predicate: str, distance: ArrayLike | None = None) -> Any:
    """Query a spatial index as `shapely.STRtree.query` does. The shapes may be prepared geometries."""
    return tree.query(shapes, predicate=predicate, distance=distance)


contains_properly = _alone(shapely.contains_properly)
contains_xy = _alone(shapely.contains_xy)
covers = _alone(shapely.covers)
dwithin = _alone(shapely.dwithin)
intersects = _alone(shapely.intersects)
intersects_xy = _alone(shapely.intersects_xy)
