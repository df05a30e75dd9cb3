"""The start screen as tests find it: a folder of battles, a desk with it, what was chosen."""

from __future__ import annotations

from pathlib import Path

from battlesim.engine.record_write import give_answer
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.start.start_model import StartModel
from battlesim.ui.start.start_page import StartPage
from tests.ui.battles import begun, play
from tests.ui.gallery_pages import read_all
from tests.ui.hands import desk_of


def fill(folder: Path) -> Path:
    """A battle that came to its end, one that did not, and a file that is none."""
    play("toy", folder / "done.battle")
    run, _, recorder, _ = begun("toy", folder / "open.battle")
    for _ in range(4):
        decision = run.pending
        assert decision is not None
        give_answer(run, decision.default(run.state), recorder)
    recorder.close()
    (folder / "other.battle").write_text("this is not a record\n")
    return folder


def desk_with(model: StartModel, size: tuple[int, int] = (1366, 768), scale: float = 1.0) -> PageHost:
    """A desk with the start screen, every scenario read and the first one chosen."""
    read_all(model)
    model.choose(model.begins_with)
    return desk_of(StartPage(model, "F5"), size, scale)


def choice_on(desk: PageHost) -> object:
    """What was chosen there."""
    assert isinstance(desk.page, StartPage)
    return desk.page.choice
