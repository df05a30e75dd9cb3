"""The player in docs/players.md does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

from battlesim.players import levels
from tests.support.battles import begin_record

PAGE = Path(__file__).parents[2] / "docs" / "players.md"


def test_the_player_of_the_page_plays(tmp_path, monkeypatch):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "closer.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert len(code.splitlines()) <= 25
    texts = []
    for seed in range(5):
        match = begin_record(tmp_path / f"{seed}.battle", seed=seed)
        match.seats = {
            "red": levels.load_player("closer:Closer"),
            "blue": levels.load_player("closer:Closer"),
        }
        result = match.play()
        assert result.faults == ()
        assert match.memories["red"] > 3
        texts.append((tmp_path / f"{seed}.battle").read_text(encoding="utf-8"))
    assert re.search(r'"text":"[0-9.]+ in away","about":"","by":"red"', "".join(texts))
