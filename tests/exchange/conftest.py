"""What the tests of imported maps share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battlesim.exchange.conversion import import_drawing
from battlesim.exchange.plan import ConversionReport, ImportOptions
from battlesim.scenarios.maps import parse_map
from battlesim.table.terrain import Ground

Laid = tuple[Ground, ConversionReport]
Import = Callable[..., Laid]


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Import:
    """Imports values as JSON, a text or bytes, and lays the map that comes of it, its picture beside it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(given: Any, wishes: ImportOptions | None = None, name: str = "a.json") -> Laid:
        file = tmp_path / name
        raw = given if isinstance(given, bytes | str) else json.dumps(given)
        file.write_bytes(raw if isinstance(raw, bytes) else raw.encode())
        laid, report = import_drawing(file, wishes or ImportOptions())
        picture = f"a{laid.picture.facts.suffix}" if laid.picture else ""
        if laid.picture:
            (tmp_path / picture).write_bytes(laid.picture.raw)
        return parse_map(laid.toml_text(picture), tmp_path / "a.toml"), report

    return run
