"""Whether there can be a window."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec


def why_no_window() -> str:
    """Why no window can be opened, in words; "" when one can."""
    if find_spec("battlesim.ui.app") is None:
        return "this build has no window"
    shown = sys.platform in ("win32", "darwin") or any(
        os.environ.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return "" if shown else "there is no display"
