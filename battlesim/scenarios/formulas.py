"""Evaluation of arithmetic formulas in files. They show how an expected number was calculated by hand."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable

MAX_FORMULA_CHARS = 400
"""Largest number of characters in a formula."""
OPERATORS: dict[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}
FUNCTIONS: dict[str, Callable[..., float]] = {
    "sqrt": math.sqrt,
    "asin": math.asin,
    "acos": math.acos,
    "min": min,
    "max": max,
}


class FormulaError(Exception):
    """The error raised if a formula is not valid arithmetic. Its message gives the reason."""


def evaluate_formula(text: str) -> float:
    """Evaluate a formula such as "sqrt(2) / 2". Raises FormulaError if the result is not a number."""
    if len(text) > MAX_FORMULA_CHARS:
        raise FormulaError(f"the formula is longer than {MAX_FORMULA_CHARS} characters")
    try:
        value = float(_value(ast.parse(text, mode="eval").body))
    except (SyntaxError, ValueError, ArithmeticError, TypeError, RecursionError, MemoryError):
        raise FormulaError(f"{text!r} is not a number") from None
    if not math.isfinite(value):
        raise FormulaError(f"{text!r} is not a number")
    return value


def _value(node: ast.AST) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id="pi"):
            return math.pi
        case ast.UnaryOp(op=op, operand=inner) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_value(inner))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_value(left), _value(right))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*map(_value, args))
    raise FormulaError(f"{ast.unparse(node)!r} is not an arithmetic expression")
