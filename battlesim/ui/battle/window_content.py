"""The interface between the main window and its content: a battle, a replay or the lab."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from battlesim.render.drawlist import Item
from battlesim.table.ids import SideKey
from battlesim.ui.decision.decision_prompt import DecisionPrompt
from battlesim.ui.session.battle_runner import ThinkingProgress
from battlesim.ui.table.camera_subject import CameraSubject, CardSize
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import WindowLayout

Command = Callable[[Any, Any], object]
"""A command of a window: it takes the window (`Window`, whose module imports this) and the key's value."""


class WindowContent(Protocol):
    """The content of the main window: the panels, keys and input handlers for a battle, replay or editor.

    `panels` are beside the table, and `card_panels` are over it. `input_handlers` receive events before the
    panels do. `key_screens` are the tables of key bindings in use, most important first. `thinking` is the
    progress of an AI player's computation.
    """

    commands: Mapping[str, Command]
    panels: tuple[Panel, ...]
    card_panels: tuple[Panel, ...]
    input_handlers: tuple[InputHandler, ...]
    prompt: DecisionPrompt | None
    thinking: ThinkingProgress | None

    @property
    def key_screens(self) -> tuple[str, ...]:
        """The screens whose keys count, the first one first."""
        ...

    @property
    def own_side(self) -> SideKey:
        """The side that the user plays or played, NO_SIDE if none."""
        ...

    @property
    def finished_record_path(self) -> Path | None:
        """The path of the record once the battle is over, else None."""
        ...

    def leave_with(self, window: Any, wish: Any) -> None:
        """Carry out what the user chose on the ending page."""
        ...

    @property
    def busy(self) -> bool:
        """True while any work of the content is pending."""
        ...

    def layout(self, width: float, height: float) -> WindowLayout:
        """Return the layout of the panels in a window of a size, pixels at scale 1."""
        ...

    def receive_updates(self) -> bool:
        """Take pending updates. Return True if anything changed."""
        ...

    def requested_page(self) -> str:
        """Return the page to show in place of the window, "" for none."""
        ...

    def banner_text(self) -> str:
        """Return the text for the banner: what is awaited or was done last, "" for nothing."""
        ...

    def tick(self) -> bool:
        """Advance after playback. Return True if the screen must be redrawn."""
        ...

    def camera_subject(self) -> CameraSubject | None:
        """Return what the camera keeps in view, None for nothing."""
        ...

    def loose_card_sizes(self) -> tuple[CardSize, ...] | None:
        """Return the sizes of its loose cards; None if it has none, so that the dice card has room."""
        ...

    def overlays(self) -> tuple[Item, ...]:
        """Return what the content draws on the table."""
        ...

    def speak(self, voiced: bool) -> None:
        """Let the log speak as the game does, or plainly."""
        ...

    def close(self) -> None:
        """Stop the background work."""
        ...
