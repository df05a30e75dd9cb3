"""The interface of a window's content: what a battle, a replay and the lab give to the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from battlesim.render.drawlist import Item
from battlesim.table.ids import SideKey
from battlesim.ui.decision.decision_prompt import DecisionPrompt
from battlesim.ui.session.battle_runner import ThinkingProgress
from battlesim.ui.table.camera_subject import CameraSubject, CardSize
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import WindowLayout

if TYPE_CHECKING:
    from battlesim.ui.battle.window import Window

Command = Callable[["Window", Any], object]
"""A command of a window: it takes the window and the value of the key or hotspot."""


class WindowContent(Protocol):
    """What a window shows besides the table and what goes with every table.

    `panels` stand beside the table, `cards` on it; `parts` hear events before the panels do. `screens` are
    the tables of keys that hold, the first one first; `thinking` says whose player is at it.
    """

    commands: Mapping[str, Command]
    panels: tuple[Panel, ...]
    card_panels: tuple[Panel, ...]
    input_handlers: tuple[InputHandler, ...]
    prompt: DecisionPrompt | None
    thinking: ThinkingProgress | None

    @property
    def key_screens(self) -> tuple[str, ...]:
        """Where keys count, the first of them first."""
        ...

    @property
    def own_side(self) -> SideKey:
        """The side of the person who plays or played, NO_SIDE where nobody does."""
        ...

    @property
    def finished_record_path(self) -> Path | None:
        """The record of the battle once it is over."""
        ...

    def leave_with(self, window: Window, wish: Any) -> None:
        """Do what the person wants after the end."""
        ...

    @property
    def busy(self) -> bool:
        """Whether anything of its own is still under way."""
        ...

    def layout(self, width: float, height: float) -> WindowLayout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        ...

    def receive_updates(self) -> bool:
        """Take what has happened; whether anything has."""
        ...

    def requested_page(self) -> str:
        """The page that is to be shown in place of the window, "" for none."""
        ...

    def banner_text(self) -> str:
        """What is being waited for or was done, "" for nothing."""
        ...

    def tick(self) -> bool:
        """Let time pass, after the playback; whether anything is to be drawn anew."""
        ...

    def camera_subject(self) -> CameraSubject | None:
        """What is spoken of."""
        ...

    def loose_card_sizes(self) -> tuple[CardSize, ...] | None:
        """How large its loose cards are; None where it has none, so that there is room for the dice."""
        ...

    def overlays(self) -> tuple[Item, ...]:
        """What it draws on the table."""
        ...

    def close(self) -> None:
        """Leave what is under way."""
        ...
