"""Where a Python file of a ruleset can be changed, and to which rules each place belongs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import NamedTuple

from benchmarks.mutants.mutant import ID, Mutant, cited, digest
from benchmarks.mutants.swaps import swaps

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Function = ast.FunctionDef | ast.AsyncFunctionDef

# No rule is in these: words, what only mypy reads, guards against faults of the program.
ASIDE = (ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom)
FIELDS = {"annotation", "returns", "decorator_list", "bases", "type_params"}
NOBODY: Mapping[str, str] = {}
TOLD = {"about", "by", "prompt", "why", "note", "label", "text", "names", "strict"}


class Spot(NamedTuple):
    """A node, the way to it from the statement or function that names it, and the scopes around it."""

    node: ast.AST
    way: str
    around: tuple[Scope | ast.stmt, ...]


def rules_named(file: str, source: bytes) -> dict[str, str]:
    """The rules that a file gives names to, by "module.NAME": whoever uses the name cites the rule."""
    found: dict[str, str] = {}
    for node in ast.parse(source).body:
        for name, value in _values_named(node):
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and ID.fullmatch(value.value):
                found[f"{PurePath(file).stem}.{name}"] = value.value
    return found


def rules_used(file: str, source: bytes, named: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What the functions of a file use of other files, by "module.NAME", with the rules that they cite."""
    module = Module(source, named, PurePath(file).stem)
    imported = _imported(module.tree)
    for function, _ in module.users:
        rules = " ".join(module.cites(function))
        for name in _spoken(function):
            yield imported.get(name, name), rules


def mutants_of(
    file: str, source: bytes, named: Mapping[str, str] = NOBODY, used: Mapping[str, str] = NOBODY
) -> Iterator[Mutant]:
    """All changes of a Python file, in its order, each with the rules that it belongs to, if any.

    `named` are the names that stand for rules, in all files of the ruleset; `used` are the rules for which
    something of a file is used elsewhere, by "module.NAME".
    """
    module = Module(source, {**named, **rules_named(file, source)}, PurePath(file).stem, used)
    for spot in _walk(module.tree, "", ()):
        around = [scope for scope in spot.around if isinstance(scope, Scope)]
        ids = module.ids(spot.around)
        where = ".".join(scope.name for scope in around)
        stamp = digest(module.text(spot.around[-1]))
        for swap in swaps(spot.node):
            start, end = module.span(swap.node)
            place = ":".join(part for part in (where, spot.way) if part)
            new = swap.new.encode()
            yield Mutant(file, f"{place} {swap.what}", ids, swap.node.lineno, start, end, new, stamp)


class Module:
    """A source file with its tree, and what cites which rules in it, by their ids or by names for them."""

    def __init__(
        self, source: bytes, named: Mapping[str, str], stem: str, used: Mapping[str, str] = NOBODY
    ) -> None:
        self.source, self.stem, self.used = source, stem, used
        self.tree = ast.parse(source)
        self.rules = {name.removeprefix(f"{stem}."): rule for name, rule in named.items()}
        self.rules |= {name: named[known] for name, known in _imported(self.tree).items() if known in named}
        lines = source.splitlines(keepends=True)
        self.begins = [0]
        for line in lines:
            self.begins.append(self.begins[-1] + len(line))
        functions = [n for n in ast.walk(self.tree) if isinstance(n, Function)]
        self.users = [(function, _used(function)) for function in functions]
        pairs = zip(self.tree.body, self.tree.body[1:], strict=False)
        self.explained = {node: below for node, below in pairs if _is_text(below) and _named(node)}
        self.all = cited(f"{source.decode()} {self._by_name(self.tree)}")
        self._cited: dict[ast.stmt, tuple[str, ...]] = {}

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """From which byte to which a node goes."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self.begins[node.lineno - 1] + node.col_offset
        return start, self.begins[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.stmt) -> str:
        """The whole lines of a statement, with its comments and the text below that explains it."""
        end = self.explained.get(node, node).end_lineno
        assert end is not None
        return self.source[self.begins[node.lineno - 1] : self.begins[end]].decode()

    def ids(self, around: tuple[ast.stmt, ...]) -> tuple[str, ...]:
        """The rules cited by the innermost of some scopes that cites any, or by what uses it, or by what uses
        that; in other files too.

        What neither cites nor is used by what does belongs to all rules of its file; in a file that cites
        none, to those for which anything of the file is used elsewhere.
        """
        for scope in reversed(around):
            if scope not in self._cited:
                self._cited[scope] = self.cites(scope) or self._of_users(scope)
            if self._cited[scope]:
                return self._cited[scope]
        return self.all or self._elsewhere(tuple(self.tree.body))

    def _elsewhere(self, scopes: tuple[ast.stmt, ...]) -> tuple[str, ...]:
        names = sorted({name for scope in scopes for name in _named(scope)})
        return cited(" ".join(self.used.get(f"{self.stem}.{name}", "") for name in names))

    def _of_users(self, scope: ast.stmt, seen: frozenset[ast.stmt] = frozenset()) -> tuple[str, ...]:
        names, found = _named(scope), list(self._elsewhere((scope,)))
        for user, used in self.users:
            if user not in {scope, *seen} and names & used:
                found += self.cites(user) or self._of_users(user, seen | {scope})
        return cited(" ".join(found))

    def cites(self, scope: ast.stmt) -> tuple[str, ...]:
        """The rules that a scope cites, by their ids or by names for them."""
        return cited(f"{self.text(scope)} {self._by_name(scope)}")

    def _by_name(self, node: ast.AST) -> str:
        """The rules for which names are used in a node."""
        return " ".join(self.rules.get(name, "") for name in _spoken(node))


def _spoken(node: ast.AST) -> list[str]:
    """The names in a node, those with dots in them too."""
    return [ast.unparse(part) for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute)]


def _imported(tree: ast.Module) -> dict[str, str]:
    """What is imported by its own name: the name, and its module with the name."""
    found = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {
        alias.asname or alias.name: f"{(node.module or '').rpartition('.')[2]}.{alias.name}"
        for node in found
        for alias in node.names
    }


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _named(scope: ast.stmt) -> set[str]:
    match scope:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {scope.name}
        case ast.Assign():
            return {target.id for target in scope.targets if isinstance(target, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def _values_named(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that an assignment gives, each with its value: "A = 1", and "A, B = 1, 2"."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            yield from ((name.id, value) for name, value in pairs if isinstance(name, ast.Name))


def _used(user: Scope) -> set[str]:
    return {node.id for node in ast.walk(user) if isinstance(node, ast.Name)}


def _walk(node: ast.AST, way: str, around: tuple[ast.stmt, ...]) -> Iterator[Spot]:
    """Every node that may be changed. The way begins anew at each function and each named value."""
    if around:
        yield Spot(node, way, around)
    for step, child in _children(node):
        if isinstance(child, Scope):
            yield from _walk(child, "", (*around, child))
        elif isinstance(node, ast.Module | ast.ClassDef) and isinstance(child, ast.stmt):
            yield from _walk(child, "+".join(sorted(_named(child))) or step, (*around, child))
        else:
            yield from _walk(child, f"{way}.{step}" if way else step, around)


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name, value in ast.iter_fields(node):
        if name in FIELDS or (name == "keywords" and isinstance(node, ast.ClassDef)):
            continue
        for number, child in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(child, ast.AST) or _is_aside(child) or _is_decimals(node, name, number):
                continue
            yield (f"{name}[{number}]" if isinstance(value, list) else name), child


def _is_aside(node: ast.AST) -> bool:
    """Whether it only says something, or guards against faults of the program."""
    return isinstance(node, ASIDE) or (isinstance(node, ast.keyword) and node.arg in TOLD)


def _is_decimals(node: ast.AST, field: str, number: int) -> bool:
    """Whether it is the number of decimals that equal distances are rounded to."""
    return (
        isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "round"
        and (field, number) == ("args", 1)
    )
