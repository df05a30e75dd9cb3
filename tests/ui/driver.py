"""A person in a test: real events of keyboard and mouse, posted to the pickers around a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.decisions import DICE_SIDE, AskAll, Decision
from battlesim.engine.dice import DiceSource, Rng, derived_rng
from battlesim.engine.record_write import Recorder, give_answer
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.run import Run
from battlesim.render.camera import Camera, fitted_camera
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.report.picture import looks_of
from battlesim.table.state import AnyState
from battlesim.ui.decision.pickers import Picker, PickerPlacement, picker_for
from battlesim.ui.decision.pickers import picker_input as person
from battlesim.ui.settings.key_bindings import KEY_CODES, KeyBindings
from battlesim.ui.settings.key_commands import KEY_COMMANDS
from battlesim.ui.toolkit.layout import Rect

BY_ID = {action.id: action for action in KEY_COMMANDS}
TABLE, PANEL = Rect(0, 0, 960, 960), Rect(960, 0, 320, 960)


class Known:
    """A ruleset, its looks and the usual keys."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self.ruleset: AnyRuleset = ruleset
        self.looks: RulesetLooks = looks_of(ruleset)
        self.bindings = KeyBindings()


class Hands:
    """Mouse and keyboard on one picker."""

    def __init__(self, decision: Decision[Any], view: AnyState, ruleset: AnyRuleset) -> None:
        self.picker: Picker[Any] = picker_for(decision, view, Known(ruleset))
        self.hands = person.PickerInput(self.picker)
        self.hands.placement = PickerPlacement(TABLE, PANEL)
        ground = view.table.ground
        self.camera: Camera = fitted_camera(ground.width, ground.height, int(TABLE.width), int(TABLE.height))

    def key(self, *keys: int, mod: int = 0) -> Hands:
        """Press keys, one after the other."""
        for key in keys:
            self.hands.event(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod), self.camera)
        return self

    def digit(self, row: str) -> Hands:
        """Press the key of a row."""
        keys = {known.key: key for key, known in self.picker.row_keys().items()}
        return self.key(ord(keys[row]))

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a place on the table."""
        return self.camera.to_screen(x, y)

    def press(self, x: float, y: float, button: int = 1) -> Hands:
        """A button goes down at a place on the table (inches)."""
        return self._post(pygame.MOUSEBUTTONDOWN, self.pixel(x, y), button=button)

    def drag(self, x: float, y: float) -> Hands:
        """The pointer moves to a place on the table with the button held."""
        return self._post(pygame.MOUSEMOTION, self.pixel(x, y), rel=(1, 1), buttons=(1, 0, 0))

    def release(self, x: float, y: float, button: int = 1) -> Hands:
        """The button goes up."""
        return self._post(pygame.MOUSEBUTTONUP, self.pixel(x, y), button=button)

    def click(self, x: float, y: float, button: int = 1) -> Hands:
        """Press and release at a place on the table (inches)."""
        return self.press(x, y, button).release(x, y, button)

    def click_row(self, key: str) -> Hands:
        """Click on a row of the panel."""
        number = [row.key for row in self.picker.rows()].index(key)
        return self._click_spot("row", number)

    def click_act(self, name: str) -> Hands:
        """Click on a button of the panel by the name of its key."""
        number = [act.key for act in self.picker.all_buttons()].index(name)
        return self._click_spot("act", number)

    def click_sign(self, sign: str, key: str) -> Hands:
        """Click on a sign ("less", "more") beside the number of a row."""
        return self._click_spot(sign, [row.key for row in self.picker.rows()].index(key))

    def click_digits(self, number: int) -> Hands:
        """Click on the digits of a number, one after the other."""
        for digit in str(number):
            self._click_spot("digit", digit)
        return self

    def _click_spot(self, command: str, value: int | str) -> Hands:
        drawn = self.hands.panel(PANEL)
        spot = next(s for s in drawn.spots if (s.command, s.value) == (command, value))
        at = (PANEL.x + spot.rect.x + 5, PANEL.y + spot.rect.y + 5)
        self._post(pygame.MOUSEMOTION, at, rel=(1, 1), buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, at, button=1)
        return self._post(pygame.MOUSEBUTTONUP, at, button=1)

    def _post(self, kind: int, pos: tuple[float, float], **fields: Any) -> Hands:
        self.hands.event(pygame.event.Event(kind, pos=pos, **fields), self.camera)
        return self

    def wheel(self, notches: int) -> Hands:
        """Turn the wheel down; what the panel shows then is drawn."""
        for _ in range(notches):
            self.hands.event(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0), self.camera)
            self.hands.panel(PANEL)
        return self

    def words(self, panel: Rect = PANEL) -> str:
        """Everything that the panel says."""
        items = self.hands.panel(panel).items
        return " ".join(getattr(item, "shown_text", "") for item in items)

    def enter(self) -> Any:
        """Confirm; the answer, None when it was refused."""
        self.key(pygame.K_RETURN)
        return self.picker.answer


def some_keys(hands: Hands, rng: Rng) -> None:
    """Keys by chance that a person might press: rows, values, places, facings, the rest brought along."""
    picker, known = hands.picker, hands.picker.model.bindings
    acts = [BY_ID[act.id] for act in picker.own_buttons() if act.id not in ("always", "never", "until")]
    codes = [KEY_CODES[known.keys(act)[0]] for act in acts]
    arrows = [pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT]
    for _ in range(rng.randrange(1, 6)):
        hands.key(rng.choice(arrows), mod=pygame.KMOD_SHIFT if rng.random() < 0.7 else 0)
    if codes and rng.random() < 0.5:
        hands.key(codes[0])


def answer_by_keys(hands: Hands, rng: Rng) -> Any:
    """An answer by keys alone; the default where what was pressed is refused."""
    some_keys(hands, rng)
    answer = hands.enter()
    if answer is None:
        assert hands.picker.refusal, "a refusal has words"
        hands.key(pygame.K_0)
        answer = hands.enter()
    assert answer is not None, hands.picker.refusal
    return answer


def play_by_keys(
    run: Run,
    dice: DiceSource,
    recorder: Recorder | None = None,
    seed: int = 1,
    answers: int = 1000,
    seen: Callable[[Hands, Decision[Any]], None] = lambda hands, decision: None,
) -> list[tuple[str, Any]]:
    """Play a battle by keys, all sides; the answers of people in order, each with its key."""
    given: list[tuple[str, Any]] = []
    for number in range(answers):
        decision = run.pending
        if decision is None:
            break
        rng = derived_rng("keys", seed, number)

        def ask(part: Decision[Any], rng: Rng = rng) -> Any:
            view = run.ruleset.view(run.state, part.side)
            hands = Hands(part, view, run.ruleset)
            answer = answer_by_keys(hands, rng)
            seen(hands, part)
            given.append((part.what, answer))
            return answer

        if isinstance(decision, AskAll):
            answer: Any = {side: ask(part) for side, part in decision.parts.items()}
        elif isinstance(decision, ChanceDecision) and decision.side == DICE_SIDE:
            answer = decision.roll_or_draw(dice)
        else:
            answer = ask(decision)
        refusal, _ = give_answer(run, answer, recorder)
        assert refusal is None or refusal.reveals, f"{decision.what}: {answer}: {refusal}"
    return given
