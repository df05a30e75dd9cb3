"""Nothing is lost at one key, and what a key stands for stays where it was."""

from __future__ import annotations

import pygame
import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_option
from battlesim.engine.position_decisions import ChooseFacing
from battlesim.render.drawlist import TextLine
from battlesim.rulesets import registry
from battlesim.rulesets.troice_station import TroiceStation
from battlesim.ui.decision.pickers.picker_panel import PickerPanel
from battlesim.ui.decision.pickers.picker_rows import FIXED_LINE, PickerRow
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent
from tests.ui.asked import ASK, ENTER, ESC, LEAST, field, hands
from tests.ui.driver import Hands
from tests.ui.gallery import shown

END = Option("end", "End of the card", loses="2 pips unspent")
ACTS = (Option("move", "Walk"), Option("fire", "Shoot"), Option("watch", "Overwatch"))
PANEL = Rect(0, 0, 320, 420)


def acts(*options: Option) -> Hands:
    return hands(ChooseOne(**ASK, options=(*options, END), least="end"))


def drawn(h: Hands) -> PanelContent:
    return PickerPanel(h.picker).build(PANEL)


def texts(found: PanelContent) -> list[str]:
    return [str(item.words) for item in found.items if isinstance(item, TextLine)]


def test_ending_with_something_unspent_is_asked_once() -> None:
    h = acts(*ACTS).key(LEAST, ENTER)
    assert h.picker.answer is None and "2 pips unspent" in str(h.picker.refusal_text())
    assert h.key(ENTER).picker.answer == "end"


def test_ending_where_nothing_else_can_be_done_is_not_asked() -> None:
    assert acts(closed_option("move", "Walk", "no pips")).key(LEAST, ENTER).picker.answer == "end"


def test_acts_keep_their_keys_and_places_when_others_are_shut() -> None:
    shut = closed_option("move", "Walk", "it is suppressed")
    before, after = acts(*ACTS).picker, acts(shut, *ACTS[1:]).picker
    assert [row.key for row in before.rows()] == [row.key for row in after.rows()]
    keys = {row.key: key for key, row in before.row_keys().items()}
    assert {row.key: key for key, row in after.row_keys().items()} == {
        key: sign for key, sign in keys.items() if key != "move"
    }
    assert after.rows()[0].blocked == "it is suppressed"


@pytest.mark.parametrize("what", ["act", "alone"])
def test_an_act_keeps_its_digit_when_another_is_no_longer_listed(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = registry.load_ruleset("toy")
    monkeypatch.setattr(toy, "option_digits", TroiceStation.option_digits, raising=False)

    def digits(*listed: str) -> dict[str, str]:
        options = tuple(Option(key, key) for key in listed)
        asked = ChooseOne(**ASK | {"what": what}, options=(*options, END), least="end")
        picker = Hands(asked, field(), toy).picker
        return {row.key: key for key, row in picker.row_keys().items() if key.isdigit()}

    before = digits("treat", "move", "fire", "aim", "overwatch", "alone:a", "alone:b")
    after = digits("move", "fire", "overwatch", "alone:a", "alone:b")
    assert before["overwatch"] == after["overwatch"] == "7"
    assert before["fire"] == after["fire"] == "3"
    assert before["treat"] == "8" and before["alone:a"] == "9" and after["alone:a"] == "8"


def test_an_act_without_a_digit_takes_one_reserved_for_an_act_that_is_not_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toy = registry.load_ruleset("toy")
    reserved = {f"act{digit}": digit for digit in "123456789"}
    monkeypatch.setattr(toy, "option_digits", reserved, raising=False)
    options = tuple(Option(key, key) for key in ("act3", "jump", "act9", "climb"))
    picker = Hands(ChooseOne(**ASK | {"what": "act"}, options=options), field(), toy).picker
    found = {row.key: key for key, row in picker.row_keys().items() if key in "123456789"}
    assert found == {"act3": "3", "act9": "9", "jump": "8", "climb": "7"}


@pytest.mark.parametrize(("least", "shown"), [("mine", ["1", "2"]), ("theirs", ["1", "0"])])
def test_the_keys_shown_beside_rows_follow_their_order_also_where_the_default_is_first(
    least: str, shown: list[str]
) -> None:
    options = (Option("mine", "Ours"), Option("theirs", "Theirs"))
    h = hands(ChooseOne(**ASK, options=options, least=least))
    keys = {row.key: key for key, row in h.picker.row_keys().items()}
    assert [keys[option.key] for option in options] == shown
    assert h.picker.row_keys()["0"].key == least


def test_what_ends_a_card_has_a_key_and_is_in_view_however_many_rows_there_are() -> None:
    h = acts(*(Option(f"act{k}", f"Act {k}") for k in range(30)))
    for _ in range(31):
        words = texts(drawn(h))
        assert "End of the card" in words and words[words.index("End of the card") + 1] == "0"
        h.picker.step(1)


def test_the_framed_row_of_a_facing_is_the_answer() -> None:
    h = hands(ChooseFacing(**ASK, about="a"))
    for facing in (90.0, 148.0, 315.0):
        h.picker.set_draft(facing)
        row = h.picker.current()
        assert row is not None and row.on and f"{facing:.0f}°" in f"{row.label} {row.value}"


def test_escape_takes_back_the_last_turn_of_a_facing() -> None:
    h = hands(ChooseFacing(**ASK, about="a"))
    first = h.picker.draft()
    for facing in (90.0, 148.0):
        h.picker.set_draft(facing)
    assert h.key(ESC).picker.draft() == 90.0 and h.key(ESC).picker.draft() == first


@pytest.mark.parametrize("line", [0, FIXED_LINE])
def test_a_line_that_cannot_be_changed_is_no_choice(line: int) -> None:
    h = acts(*ACTS)
    h.picker.follow_ups = (PickerRow("weapons", "Who fires what?", value="1 x Rifle", line=line),)
    found = drawn(h)
    assert "1 x Rifle" in texts(found)
    spots = [spot for spot in found.spots if spot.command == "then"]
    assert bool(spots) == (line != FIXED_LINE)
    assert ("Then (click one to change it)" in texts(found)) == (line != FIXED_LINE)


def test_escape_puts_the_card_of_goals_away_and_nothing_else() -> None:
    with shown("choose one", (1366, 768), Settings(volume=0)) as window:
        assert window.prompt and window.prompt.picker  # type: ignore[union-attr]
        draft = window.prompt.picker.draft()  # type: ignore[union-attr]
        window.do("score", 1)  # type: ignore[union-attr]
        assert window.model.display.score_of  # type: ignore[union-attr]
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=ESC, mod=0, unicode=""))
        assert not window.model.display.score_of and window.running  # type: ignore[union-attr]
        assert window.prompt.picker.draft() == draft  # type: ignore[union-attr]
