"""What a person does besides answering: looks up, moves the view, takes back, leaves and comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from battlesim.ui.system.status_file import ScreenReport
from benchmarks.drive_screen import DefectError

if TYPE_CHECKING:
    from benchmarks.drive import Battle

CURTAIN = "CurtainPage"
NEWEST, UNDO = "End", "Ctrl+Z"
ORDERS = ("Never", "Always", "Nearest")
"""How the buttons for standing orders begin."""
MOST_LEAVES = 3
PAGES = 9
"""More than the help card ever has."""
SIZES = ((1366, 768), (1024, 700), (1280, 720))


def offers(screen: ScreenReport, command: str, value: str = "") -> bool:
    """Whether there is such a control."""
    return any(one.command == command and one.value.startswith(value) for one in screen.controls)


def in_battle(screen: ScreenReport) -> bool:
    """Whether the battle is there, or the curtain before it."""
    return screen.kind == "battle" or screen.title == CURTAIN


def help_card(battle: Battle) -> None:
    """Open the help card, and turn its pages until it is closed: in a small window it has several."""
    _press_help(battle)
    battle.program.wait(lambda said: said.screen.help, what="for the help card")
    for _ in range(PAGES):
        _press_help(battle)
        if not battle.program.settle().help:
            return
    raise DefectError("the help card does not close")


def _press_help(battle: Battle) -> None:
    if battle.by_keys:
        battle.hands.key("F1")
    else:
        battle.click("help")


def settings(battle: Battle) -> None:
    """Into the settings and out again."""
    if battle.by_keys:
        battle.hands.key("F10")
    else:
        battle.click("settings")
    battle.program.wait(lambda said: said.screen.kind == "menu", what="for the settings")
    battle.picture("settings", "open")
    if battle.by_keys:
        battle.hands.key("Esc")
    else:
        battle.person.open("leave", "0")
    battle.wait_for_battle()


def view(battle: Battle) -> None:
    """Nearer and farther, and along."""
    if battle.by_keys:
        battle.hands.key("+", "-", "Ctrl+Left", "Ctrl+Up", "Ctrl+Right", "Ctrl+Down", "F9", "F9")
        return
    x, y = battle.empty()
    battle.hands.wheel(x, y, False)
    battle.hands.wheel(x, y, True)
    battle.hands.drag((x, y), (x - 60, y - 40), 2)


def log(battle: Battle) -> None:
    """A line of the log, and back to the newest moment."""
    if battle.by_keys:
        battle.hands.key("Page up", "Page up", "Page down", "Page down", NEWEST)
    else:
        battle.click("line")
        battle.program.settle()
        battle.to_the_newest()


def resize(battle: Battle) -> None:
    """Another size of the window."""
    battle.program.resize(*battle.rng.choice(SIZES))


def undo(battle: Battle) -> None:
    """Take an answer back, or hear why not."""
    if battle.by_keys:
        battle.hands.key(UNDO)
    else:
        battle.click("undo")
    battle.program.settle()


def orders(battle: Battle) -> None:
    """Give a standing order, or lift one that was given."""
    asked = battle.program.screen.asked
    acts = asked.acts if asked else ()
    listed = [key for key, label in acts if "standing order" in label]
    offered = [key for key, label in acts if label.startswith(ORDERS)]
    if listed:
        battle.person.act(listed[0])
        battle.program.wait(lambda said: said.screen.kind == "menu", what="for the standing orders")
        battle.picture("orders", "listed")
        battle.person.open("lift", "0")
        battle.person.open("leave")
        battle.wait_for_battle()
    elif asked and offered:
        battle.person.act(battle.rng.choice(offered))
        if not battle.gone(asked):
            raise DefectError(f"the order is not taken: {asked.prompt}")


def hint(battle: Battle) -> None:
    """Put a hint away."""
    if battle.by_keys:
        battle.hands.key("F2")
    else:
        battle.click("hint")


def come_back(battle: Battle) -> None:
    """Leave in the middle, or close the window, or have the power cut, and go on from the start screen."""
    if battle.counts["come_back"] > MOST_LEAVES:
        return
    program = battle.program
    way = battle.rng.choice((battle.leave, program.close, program.kill))
    way()
    if not program.alive():
        program.start()
    battle.counts[way.__name__] += 1
    battle.go_on()


BESIDES: Mapping[str, Callable[[Battle], None]] = {
    "help": help_card,
    "settings": settings,
    "view": view,
    "log": log,
    "resize": resize,
    "undo": undo,
    "orders": orders,
    "hint": hint,
    "come_back": come_back,
}
