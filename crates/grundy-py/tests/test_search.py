"""Rules in Python on the search of the boards: every method against the mex of everything, written down here."""

import collections
import functools
import itertools
import random
import threading

import grundy
import pytest

METHODS = [None, "couples", "beling-rogalski", "proof-numbers", "mex"]


class Cram:
    """Dominoes on a board of any shape, a set of cells."""

    def options(self, board):
        for r, c in board:
            for other in ((r + 1, c), (r, c + 1)):
                if other in board:
                    yield board - {(r, c), other}

    def split(self, board):
        left = set(board)
        while left:
            piece = [left.pop()]
            for r, c in piece:
                near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
                left -= near
                piece += near
            yield frozenset(piece)

    def canonical(self, board):
        top, side = min(r for r, _ in board), min(c for _, c in board)
        moved = [(r - top, c - side) for r, c in board]
        last = max(r for r, _ in moved)
        return frozenset(min(sorted(moved), sorted((last - r, c) for r, c in moved)))

    def bound(self, board):
        return len(board) // 2

    @staticmethod
    def random(draw):
        return frozenset(cell for cell in itertools.product(range(3), range(4)) if draw.random() < 0.7)


class GraphKayles:
    """Take a vertex of the cube and its neighbours; the position is the vertices that are left, as a tuple."""

    def options(self, left):
        return [tuple(v for v in left if v != u and v ^ u not in (1, 2, 4)) for u in left]

    def split(self, left):
        parts = []
        for v in left:
            touched = [part for part in parts if any(v ^ u in (1, 2, 4) for u in part)]
            parts = [part for part in parts if part not in touched] + [sorted(sum(touched, [v]))]
        return [tuple(part) for part in parts]

    def size(self, left):
        return len(left)

    @staticmethod
    def random(draw):
        return tuple(v for v in range(8) if draw.random() < 0.8)


class Pins:
    """Kayles on a row of pins as the bits of a number: a ball takes one, or two that stand side by side."""

    def options(self, pins):
        for i in range(pins.bit_length()):
            for taken in (1 << i, 3 << i):
                if pins & taken == taken:
                    yield pins & ~taken

    def canonical(self, pins):
        runs = [len(run) for run in bin(pins)[2:].split("0")]
        return [(1 << run) - 1 for run in runs if run]

    @staticmethod
    def random(draw):
        return draw.randrange(1 << 12)


def brute(rules):
    @functools.lru_cache(None)
    def value(position):
        return grundy.mex(value(option) for option in rules.options(position))

    return value


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rules", [Cram, GraphKayles, Pins])
def test_random_positions(rules, method):
    draw, value, named = random.Random(20), brute(rules()), {"method": method} if method else {}
    for at in range(1000):
        if at % 40 == 0:
            game = grundy.Game(rules())
        position, other = rules.random(draw), rules.random(draw)
        if draw.random() < 0.5:
            assert game.outcome(position, **named) == ("N" if value(position) else "P"), position
        if draw.random() < 0.3:
            wanted = value(position) ^ value(other)
            assert game.outcome(position, other, **named) == ("N" if wanted else "P"), (position, other)
        assert game.value(position, **named) == value(position), position


@pytest.mark.parametrize("rules", [Cram, GraphKayles, Pins])
def test_moves_and_sums(rules):
    draw, value = random.Random(21), brute(rules())
    for _ in range(40):
        place, heap = rules.random(draw), draw.randrange(4)
        game = grundy.Game(rules())
        position = game(place) + grundy.Game("nim")(heap)
        wins = position.winning_moves(limit=1000)
        assert bool(wins) == (value(place) != heap) == (position.outcome() == "N")
        moves = position.moves(limit=1000)
        assert [str(move) for move in wins] == [str(move) for move in moves if move.value == 0]
        assert all(position.play(move).value() == move.value for move in moves)
        answer = position.solve(limit=1000)
        assert answer.value == value(place) ^ heap and list(map(str, answer.moves)) == list(map(str, wins))


class Failing:
    """The rules, but the call of this number raises."""

    def __init__(self, rules, at):
        self.rules, self.at, self.calls = rules, at, 0
        self.fault = LookupError(at)
        for name in ("options", "split", "canonical", "size", "bound"):
            if hasattr(rules, name):
                setattr(self, name, functools.partial(self.call, getattr(rules, name)))

    def call(self, method, position):
        self.calls += 1
        if self.calls == self.at:
            raise self.fault
        return method(position)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rules", [Cram, GraphKayles, Pins])
def test_an_exception_arrives_and_nothing_wrong_is_learnt(rules, method):
    draw, value, named = random.Random(22), brute(rules()), {"method": method} if method else {}
    for at in range(1, 150, 4):
        failing = Failing(rules(), at)
        game = grundy.Game(failing, name="failing")
        positions = [rules.random(draw) for _ in range(6)]
        for position in positions:
            try:
                game.value(position, **named)
            except LookupError as fault:
                assert fault is failing.fault
        failing.at = 0
        assert [game.value(position, **named) for position in positions] == list(map(value, positions))


@pytest.mark.parametrize("method", METHODS)
def test_a_question_goes_on_where_its_budget_ended(method):
    game, named = grundy.Game(options=Cram().options, canonical=grundy.pieces), {"method": method} if method else {}
    board = frozenset(itertools.product(range(3), range(4)))
    spent = 0
    for nodes in itertools.count(50, 50):
        try:
            assert game.value(board, nodes=nodes, **named) == 1
            break
        except grundy.BudgetExceeded as fault:
            assert fault.spent == "nodes"
            spent += 1
    assert spent


def asked(board, **named):
    """How many positions the callable was asked for."""
    seen = []
    cram = Cram()
    game = grundy.Game(options=lambda board: seen.append(board) or cram.options(board), canonical=grundy.pieces)
    value = game.value(board, **named)
    assert len(seen) == len(set(seen))
    return value, len(seen)


def test_the_search_asks_for_few_positions():
    board = frozenset(itertools.product(range(4), range(4)))
    (value, few), (same, all_) = asked(board), asked(board, method="mex")
    assert value == same == 0 and 2 * few < all_


def test_plays_too_long_for_a_stack_and_large_values():
    for method in METHODS:
        named = {"method": method} if method else {}
        row = grundy.Game(options=lambda word: [word[1:]] if word else [])
        assert row.value("x" * 3001, **named) == 1 and row.outcome("x" * 3000, **named) == "P"
        nim = grundy.Game(options=lambda word: [word[i:] for i in range(1, len(word) + 1)])
        assert nim.value("x" * 100, **named) == 100
        circle = grundy.Game(options=lambda word: [word[1:] + word[:1]])
        with pytest.raises(grundy.RuleError, match="the play need not end: 'abc' → 'bca' → 'cab' → 'abc'"):
            circle.value("abc", **named)


def test_a_small_stack_is_enough():
    values = []

    def ask():
        for method in METHODS:
            game = grundy.Game(options=lambda word: [word[1:], word[2:]] if len(word) > 1 else [word[1:]] if word else [])
            values.append(game.value("x" * 590, **({"method": method} if method else {})))

    before = threading.stack_size(512 << 10)
    try:
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert values == [590 % 3] * len(METHODS)


def test_rules_as_an_object():
    cube = tuple(range(8))
    for rules in (GraphKayles(), GraphKayles):
        assert grundy.Game(rules).value(cube) == brute(GraphKayles())(cube)
    assert str(grundy.Game(Pins())(1)) == "Pins(1)" and grundy.Game(Pins, name="pins").text == "pins"
    # what falls apart is split in misère play too
    pins, kayles = grundy.Game(Pins), grundy.Game("kayles")
    assert pins.outcome(0b1110111, misere=True) == kayles.outcome(3, 3, misere=True)


def test_bad_rules():
    board = frozenset({(0, 0), (0, 1)})
    for wrong in ("split", "canonical", "size", "bound"):
        with pytest.raises(grundy.InputError, match=f"{wrong} is not callable"):
            grundy.Game(options=Cram().options, **{wrong: 5})
        with pytest.raises(grundy.InputError, match="go with options="):
            grundy.Game("cram", **{wrong: len})
    for split in (lambda board: board, lambda board: None, lambda board: (board,)):
        with pytest.raises(grundy.RuleError, match="split.* returned .*, and not a list of positions"):
            grundy.Game(options=Cram().options, split=split).value(board)
    for measure in (lambda board: -1, lambda board: "1", lambda board: None):
        for name in ("size", "bound"):
            with pytest.raises(grundy.RuleError, match=f"{name}.* returned .*, and not a number from 0 on"):
                grundy.Game(options=Cram().options, **{name: measure}).value(board)
    with pytest.raises(grundy.InputError, match="the methods are couples, "):
        grundy.Game(Cram).value(board, method="magic")


def test_the_method_of_boards_of_the_library():
    for method in METHODS[1:]:
        assert grundy.solve('cram("3x4")', value=True, method=method).value == 1


class Declared(Cram):
    """Cram on boards of which all moves have an image under the half turn, or that have a domino at the centre."""

    def __init__(self):
        self.asked = 0

    def pairing(self, board):
        self.asked += 1
        height, width = (max(cell[axis] for cell in board) for axis in (0, 1))
        if any((height - r, width - c) not in board for r, c in board):
            return None
        centre = {(height // 2, width // 2), ((height + 1) // 2, (width + 1) // 2)}
        if not centre & board or len(centre) == 2 and height % 2 and width % 2:
            return "P"
        return "N" if len(centre) == 2 else None


def rectangle(rows, columns):
    return frozenset(itertools.product(range(rows), range(columns)))


@pytest.mark.parametrize("method", METHODS)
def test_declared_symmetry_changes_no_answer(method):
    draw, value, named = random.Random(21), brute(Cram()), {"method": method} if method else {}
    game, rules = grundy.Game(Declared()), Declared()
    told = collections.Counter()
    for at in range(300):
        half = Cram.random(draw)
        position = half | {(2 - r, 3 - c) for r, c in half} if draw.random() < 0.8 else half
        told.update(rules.pairing(rules.canonical(part)) for part in rules.split(position))
        assert game.outcome(position, **named) == ("N" if value(position) else "P"), position
        assert game.value(position, **named) == value(position), position
        if at % 30 == 0:
            assert game.outcome(position, misere=True) == grundy.Game(Cram()).outcome(position, misere=True), position
    assert told["P"] > 5 and told["N"] > 20 and told[None] > 20, told


def test_declared_symmetry_is_the_reason():
    rules = Declared()
    game = grundy.Game(rules)
    lost, won = game(rectangle(12, 12)).solve(), game(rectangle(11, 12)).solve()
    assert (lost.outcome, lost.value, lost.value_status, lost.moves) == ("P", 0, "exact", [])
    assert (won.outcome, won.value, won.value_status, len(won.moves)) == ("N", None, "not_computed", 1)
    assert won.moves_count is None and won.moves_truncated
    for answer in (lost, won):
        assert answer.evidence.theorems == ["pairing"] and answer.evidence.status == "proved"
        assert answer.evidence.by.startswith("Declared by the rules of the game")
    assert game(rectangle(11, 12)).play(won.moves[0]).outcome() == "P"
    assert game.outcome(rectangle(12, 12)) == "P" and game.value(rectangle(12, 12)) == 0
    # a short search finds the value and all moves of small boards
    small, plain = game(rectangle(3, 4)).solve(), grundy.Game(Cram())(rectangle(3, 4)).solve()
    assert (small.value, small.moves_count, len(small.moves)) == (plain.value, plain.moves_count, len(plain.moves))
    assert small.evidence.theorems == ["pairing", "sprague-grundy"]
    again = game(rectangle(3, 4)).solve(value=True)
    assert again == small and again.to_dict().keys() == small.to_dict().keys()
    # misère play does not ask
    before = rules.asked
    assert "pairing" not in game(rectangle(2, 4)).misere().solve().evidence.theorems
    assert rules.asked == before


def test_a_declaration_is_p_or_n():
    def halves(n):
        return [n - k for k in range(1, n // 2 + 1)]

    for said in ("D", "p", 0, True, [], b"P", 1.5):
        game = grundy.Game(options=halves, pairing=lambda n, said=said: said)
        with pytest.raises(grundy.RuleError, match="pairing.9. returned .*, and not \"P\", \"N\" or None"):
            game.value(9)
        with pytest.raises(grundy.RuleError, match="pairing"):
            game(9).solve()

    def faulty(n):
        raise KeyError("mine")

    game = grundy.Game(options=halves, pairing=faulty)
    for ask in (lambda: game.value(9), lambda: game.outcome(9), lambda: game(9).solve()):
        with pytest.raises(KeyError, match="mine"):
            ask()
    assert game.outcome(9, misere=True) in ("N", "P")
    with pytest.raises(grundy.InputError, match="pairing"):
        grundy.Game(options=halves, pairing=3)
