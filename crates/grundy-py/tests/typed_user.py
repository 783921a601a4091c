"""A user's program that touches everything; the tests run it, and mypy reads it with ``--strict``."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

import grundy
import numpy
from numpy.typing import NDArray

Cell = tuple[int, int]
Board = frozenset[Cell]


def rule(n: int) -> list[int]:
    return [n - 1] if n else []


def kayles(n: int) -> list[list[int]]:
    return [[a, n - k - a] for k in (1, 2) for a in range(n - k + 1)]


def cram(board: Board) -> Iterator[Board]:
    for r, c in board:
        for other in ((r + 1, c), (r, c + 1)):
            if other in board:
                yield board - {(r, c), other}


class Cram:
    def options(self, board: Board) -> Iterator[Board]:
        return cram(board)

    def canonical(self, board: Board) -> list[Board]:
        return grundy.pieces(board)

    def size(self, board: Board) -> int:
        return len(board)


def letters(word: str | int) -> list[str | int]:
    return [word[1:], len(word)] if isinstance(word, str) and word else []


def positions() -> None:
    game = grundy.Game("take[1,3,4]")
    position: grundy.Position = 3 * game(5) + numpy.int64(2) * game(numpy.int64(7)) + grundy.Game("kayles")(9)
    answer: grundy.Answer = position.solve(limit=numpy.int64(3), time=10, memory="1GiB", nodes=10**9, threads=1)
    outcome: str | None = answer.outcome
    value: int | None = answer.value
    theorems: list[str] = answer.evidence.theorems
    seconds: float = answer.cost.seconds
    texts: list[str] = [component.position for component in answer.components]
    move: grundy.Move = answer.moves[0]
    after: grundy.Position = position.play(move)
    assert (outcome, value) == ("N", position.value()) and theorems and seconds >= 0 and texts
    assert after.outcome() == "P" and move.from_ and move.to
    steps: list[grundy.Step] = answer.explain().steps
    rows: list[grundy.Row] = [row for step in steps if step.kind == "columns" for row in step.rows]
    assert all(len(row.binary) == len(rows[0].binary) for row in rows)
    assert [*position.winning_moves()][:1] == position.winning_moves()[:1]
    assert grundy.solve("nim(3, 5, ?)").unknown == [6] and grundy.explain("mex(0, 1)").html
    assert grundy.moves("nim(3)", winning=True).moves_count == 1
    assert pickle.loads(pickle.dumps(answer)) == answer and position.misere().convention == "misere"


def tables() -> None:
    values: grundy.Table[numpy.int64] = grundy.table("kayles", 20)
    letters: grundy.Table[numpy.str_] = grundy.Game("kayles").table(20, show="outcomes")
    plain: NDArray[numpy.int64] = values[2:]
    assert plain.shape == (19,) and letters[0] == "P" and values.evidence.status == "proved"
    assert pickle.loads(pickle.dumps(values)).evidence == values.evidence == copy.copy(values).evidence
    data: dict[str, grundy.JSON] = values.to_dict()
    assert data["game"] == "kayles"


def laws() -> None:
    period: grundy.Period = grundy.period("kayles", certificate=True)
    verdict: grundy.Verdict = grundy.verify(period.certificate)
    equal: list[grundy.EqualGame] = period.equal
    findings: list[grundy.Finding] = grundy.guess("take[1..3]").findings
    proof: grundy.Proof = grundy.prove("take[1..3]", "P: n % 5 = 0")
    counterexample: grundy.Counterexample | None = proof.counterexample
    assert verdict and not proof and counterexample is not None and counterexample.position == [4]
    assert findings[0].claim and [game.evidence for game in equal] is not None
    count: int | None = grundy.count("nim", 2, numpy.int64(9)).previous
    same: grundy.Same = grundy.same("kayles", grundy.Game(options=kayles), to=50)
    program: grundy.Program = grundy.emit("take[1..3]", "rust", max=100)
    assert count == 10 and same and same.compared_to == 50 and "fn " in program.code
    stress: grundy.Stress = grundy.stress("nim", lambda a, b: a != b, heaps=2, seconds=0.2)
    assert stress and stress.tried > 0
    rows: list[grundy.SweepRow] = list(grundy.sweep("take[S] for S subset of {1..2}", 1000))
    assert [row.period for row in rows] == [1, 2, 4, 3]
    entry: grundy.Entry = grundy.describe("kayles")
    assert entry in grundy.catalogue() and entry.example


def rules() -> None:
    game = grundy.Game(options=rule)
    value: int = game.value(5, time=3, memory="1GiB")
    wrong: str = game.value(5)  # type: ignore[assignment]
    assert value == 1 and isinstance(wrong, int)
    boards = grundy.Game(options=cram, canonical=grundy.pieces)
    for cram_too in (grundy.Game(Cram()), grundy.Game(Cram, name="cram")):
        assert cram_too.value(frozenset({(3, 0), (3, 1)}), method="couples") == 1
    assert boards.value(frozenset({(0, 0), (0, 1)})) == 1
    assert grundy.Game(options=letters, name="letters").outcome("ab") == "N"
    assert grundy.Game(options=lambda n: [n - 1] if n else []).value(3) == 1
    both = game(3) + grundy.Game("nim")(2)
    assert both.solve().moves_count == 1 and game.svg(2).svg and game.text == "rule"


def graphs() -> None:
    labels: grundy.Labels = grundy.label((numpy.array([1, 2]), numpy.array([0, 1])), vertices=4)
    label: grundy.Label = labels[2]
    values: NDArray[numpy.int64] = labels.values
    assert label.outcome == "P" and values.tolist() == [0, 1, 0, 0] and labels.loopy == {}
    remoteness: int | None = label.remoteness
    assert remoteness == 2 and labels.evidence.status == "proved"


def faults() -> None:
    try:
        grundy.solve("kaylse(9)")
    except grundy.ParseError as error:
        span: tuple[int, int] | None = error.span
        assert span == (0, 6)
    try:
        grundy.table("0.007", 10**6, nodes=1000)
    except grundy.BudgetExceeded as error:
        assert error.partial is not None and error.limit == 1000
    try:
        grundy.solve("nim(3)", tiem=3)  # type: ignore[call-arg]
    except TypeError:
        pass
    assert grundy.mex([0, 1]) == 2 and grundy.nim_sum(3, 5) == 6


if __name__ == "__main__":
    for part in (positions, tables, laws, rules, graphs, faults):
        part()
