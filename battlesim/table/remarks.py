"""Remarks: notes in a saved battle that change nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.table.phrases import AnyText


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """A note in a saved battle, such as the odds or a player's reason. It does not affect the battle."""

    kind: str
    text: AnyText
    about: str = ""
    data: dict[str, Any] = {}
