"""What is changed in a syntax tree: numbers, comparisons, conditions, and, or, plus, minus, yes and no."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
}
WORDS: dict[type[ast.AST], str] = dict(
    zip(OPERATORS, ("<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not"), strict=False)
) | {ast.And: "and", ast.Or: "or", ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TOLERANCE = "TOL"
OPPOSITES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)


class Swap(NamedTuple):
    """A change of a node: what it is, the node whose text is replaced, and the new text."""

    what: str
    node: ast.expr | ast.stmt
    new: str


def swaps(node: ast.AST) -> Iterator[Swap]:
    """The changes of one node, those of the nodes in it left aside."""
    match node:
        case ast.Constant():
            yield from _constant(node)
        case ast.Compare():
            yield from _comparison(node)
        case ast.BoolOp():
            yield from _junction(node)
        case ast.UnaryOp(op=ast.Not()):
            yield Swap("without not", node, f"({ast.unparse(node.operand)})")
        case ast.BinOp() | ast.AugAssign():
            yield from _sum(node)
        case ast.If() | ast.While() | ast.IfExp():
            yield from _condition(node.test)
        case ast.comprehension():
            for number, test in enumerate(node.ifs, 1):
                which = f" {number}" if len(node.ifs) > 1 else ""
                yield Swap(f"without filter{which}", test, "True")
        case ast.Call(func=ast.Name(id=called)) if called in CALLS:
            yield Swap(f"{called} to {CALLS[called]}", node.func, CALLS[called])


def numbers(value: float) -> tuple[float, ...]:
    """A little more and a little less than a number; fractions are doubled and halved, nothing becomes 1."""
    if not value:
        return (value + 1,)
    return (value * 2, value / 2) if abs(value) < 1 else (value + 1, value - 1)


def _constant(node: ast.Constant) -> Iterator[Swap]:
    if isinstance(node.value, bool):
        yield Swap(f"{node.value} to {not node.value}", node, repr(not node.value))
    elif isinstance(node.value, int | float):
        for new in numbers(node.value):
            yield Swap(f"{node.value} to {new}", node, repr(new) if new >= 0 else f"({new!r})")


def _comparison(node: ast.Compare) -> Iterator[Swap]:
    for number, operator in enumerate(node.ops):
        if not isinstance(operator, OPPOSITES) and _tolerant(node):
            continue
        other = copy.deepcopy(node)
        other.ops[number] = OPERATORS[type(operator)]()  # type: ignore[call-overload]
        which = f" {number + 1}" if len(node.ops) > 1 else ""
        what = f"{_word(operator)} to {_word(other.ops[number])}{which}"
        yield Swap(what, node, f"({ast.unparse(other)})")


def _tolerant(node: ast.Compare) -> bool:
    """Whether it allows for rounding: no distance lies just on such a limit."""
    return any(isinstance(part, ast.Name) and part.id == TOLERANCE for part in ast.walk(node))


def _junction(node: ast.BoolOp) -> Iterator[Swap]:
    other = copy.deepcopy(node)
    other.op = OPERATORS[type(node.op)]()  # type: ignore[assignment]
    yield Swap(f"{_word(node.op)} to {_word(other.op)}", node, f"({ast.unparse(other)})")
    for number in range(len(node.values)):
        rest = [value for k, value in enumerate(node.values) if k != number]
        left = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        yield Swap(f"without part {number + 1}", node, f"({ast.unparse(left)})")


def _sum(node: ast.BinOp | ast.AugAssign) -> Iterator[Swap]:
    ends = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    words = (ast.JoinedStr, ast.Tuple, ast.List, ast.Set, ast.Dict)
    if type(node.op) not in OPERATORS or any(_holds_words(end, words) for end in ends):
        return
    other = copy.deepcopy(node)
    other.op = OPERATORS[type(node.op)]()  # type: ignore[assignment]
    text = ast.unparse(other)
    new = f"({text})" if isinstance(node, ast.BinOp) else text
    yield Swap(f"{_word(node.op)} to {_word(other.op)}", node, new)


def _holds_words(node: ast.expr, words: tuple[type[ast.expr], ...]) -> bool:
    return isinstance(node, words) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _condition(test: ast.expr) -> Iterator[Swap]:
    """The condition of a branch, negated, unless one of its own changes is the same."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], OPPOSITES):
        return
    yield Swap("negated", test, f"(not ({ast.unparse(test)}))")


def _word(operator: ast.AST) -> str:
    return WORDS[type(operator)]
