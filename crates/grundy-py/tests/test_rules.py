"""Rules written in Python, against direct recursion and against the library."""

import functools
import gc
import operator
import pickle
import sys
import threading
import traceback
import weakref

import grundy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def brute(options, position, memo):
    if position not in memo:
        memo[position] = grundy.mex(
            functools.reduce(operator.xor, (brute(options, p, memo) for p in o), 0)
            if isinstance(o, list)
            else brute(options, o, memo)
            for o in options(position)
        )
    return memo[position]


def misere_wins(options, sum_, memo):
    sum_ = tuple(sorted(sum_, key=repr))
    if sum_ not in memo:
        moved, wins = False, False
        for i, part in enumerate(sum_):
            for option in options(part):
                moved = True
                after = option if isinstance(option, list) else [option]
                wins = wins or not misere_wins(options, (*sum_[:i], *sum_[i + 1 :], *after), memo)
        memo[sum_] = wins or not moved
    return memo[sum_]


def kayles(n):
    return [[a, n - k - a] for k in (1, 2) for a in range(n - k + 1)]


@st.composite
def heap_rules(draw):
    """A random rule on heaps: for each heap some options, each a smaller heap or a sum of smaller ones."""
    table = {}
    for n in range(draw(st.integers(1, 12))):
        smaller = st.integers(0, n - 1)
        option = st.one_of(smaller, st.lists(smaller, max_size=3))
        table[n] = draw(st.lists(option, max_size=5)) if n else draw(st.sampled_from([[], [[]]]))
    return table


@given(heap_rules(), st.lists(st.integers(0, 11), min_size=1, max_size=3), st.sampled_from(["list", "generator", "set"]))
@settings(max_examples=150, deadline=None)
def test_random_rules(table, heaps, form):
    heaps = [h % len(table) for h in heaps]
    if form == "generator":
        rule = lambda n: (o for o in table[n])
    elif form == "set" and not any(isinstance(o, list) for row in table.values() for o in row):
        rule = lambda n: set(table[n])
    else:
        rule = table.__getitem__
    game = grundy.Game(options=rule)
    assert [game.value(n) for n in table] == [brute(rule, n, {}) for n in table]
    fresh = grundy.Game(options=rule)
    assert fresh.outcome(heaps[0]) == ("N" if brute(rule, heaps[0], {}) else "P")
    assert fresh.outcome(*heaps, misere=True) == ("N" if misere_wins(rule, heaps, {}) else "P")
    position = fresh(*heaps)
    value = functools.reduce(operator.xor, (brute(rule, n, {}) for n in heaps))
    assert position.value() == value
    moves = position.moves(limit=1000)
    assert all(position.play(move).value() == move.value for move in moves)
    wins = position.winning_moves(limit=1000)
    assert [str(m) for m in wins] == [str(m) for m in moves if m.value == 0]
    assert bool(len(wins)) == (value != 0)
    bad = position.misere()
    assert (bad.outcome() == "N") == (len(bad.winning_moves()) > 0 or not len(bad.moves()))


positions = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.binary() | st.floats(allow_nan=False),
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=4),
    max_leaves=8,
)


@given(positions)
@settings(max_examples=200, deadline=None)
def test_positions_come_back_as_they_are(position):
    seen = []
    game = grundy.Game(options=lambda p: seen.append(p) or [])
    assert game.value(position) == 0
    assert seen == [position] and type(seen[0]) is type(position)


def test_types_are_told_apart():
    values = {"1": [0], "True": [], "1.0": [0, "1"], "0": []}
    game = grundy.Game(options=lambda p: values[str(p)])
    assert [game.value(p) for p in (1, True, 1.0)] == [1, 0, 2]


def test_catalogue_games_agree():
    mine = grundy.Game(options=kayles, name="mine")
    theirs = grundy.Game("kayles")
    assert mine.table(60).tolist() == theirs.table(60).tolist()
    for n in range(9):
        assert mine.outcome(n, n, misere=True) == theirs.outcome(n, n, misere=True)
    mixed = mine(9) + theirs(8) + 2 * mine(4)
    assert mixed.value() == theirs(9, 8).value() == 5
    assert theirs(5) + mine(9) == mine(9) + theirs(5)
    wins = mixed.winning_moves()
    assert wins and all(mixed.play(move).outcome() == "P" for move in wins)
    assert len(wins) == (theirs(9, 8) + 2 * theirs(4)).winning_moves().moves_count
    assert mixed.solve().to_dict()["value"] == mixed.value()
    sum_ = mine(1) + theirs(2, 1) + mine(1)
    assert sorted({move.component for move in sum_.moves()}) == [0, 1, 2, 3]
    assert mixed.misere().outcome() == theirs(9, 8, 4, 4).misere().outcome()
    wythoff = grundy.Game(
        options=lambda p: [(a, p[1]) for a in range(p[0])]
        + [(p[0], b) for b in range(p[1])]
        + [(p[0] - k, p[1] - k) for k in range(1, min(p) + 1)]
    )
    assert wythoff.table((7, 9)).tolist() == grundy.table("wythoff", (7, 9)).tolist()
    assert wythoff.table((7, 7), show="p").tolist() == grundy.table("wythoff", 7, show="p").tolist()
    assert str(wythoff((2, 1)).play((1, 1))) == "game((1, 1))"


def test_deep_play_needs_no_recursion():
    depth = 200_000
    assert depth > 10 * sys.getrecursionlimit()
    assert grundy.Game(options=lambda n: [n - 1] if n else []).value(depth) == depth % 2
    assert grundy.Game(options=lambda t: [(t[0] - 1,)] if t[0] else []).outcome((depth,)) == "P"
    assert grundy.Game(options=lambda n: [n - 1] if n else []).outcome(5000, 1, misere=True) == "P"


def test_each_position_is_asked_once():
    asked = []
    game = grundy.Game(options=lambda n: asked.append(n) or kayles(n))
    game.value(30)
    assert len(asked) == len(set(asked)) and max(asked) == 30


def cram(board):
    for r, c in board:
        for other in ((r + 1, c), (r, c + 1)):
            if other in board:
                yield board - {(r, c), other}


def rectangle(rows, columns):
    return frozenset((r, c) for r in range(rows) for c in range(columns))


def test_boards():
    plain = grundy.Game(options=cram)
    clever = grundy.Game(options=cram, canonical=grundy.pieces)
    python = grundy.Game(options=cram, canonical=lambda board: grundy.pieces(board))
    still = grundy.Game(options=cram, canonical=grundy.Pieces(turns=False))
    for rows, columns in [(1, 6), (2, 3), (2, 4), (3, 3), (3, 4), (2, 7)]:
        board = rectangle(rows, columns)
        values = {game.value(board) for game in (plain, clever, python, still)}
        assert len(values) == 1
    # the values of 1×n Cram are those of Dawson's Kayles
    assert [clever.value(rectangle(1, n)) for n in range(30)] == grundy.table("0.07", 29).tolist()
    assert clever.value(rectangle(4, 4)) == 0 and clever.value(rectangle(4, 5)) == 2
    assert clever.outcome(rectangle(2, 3), misere=True) == plain.outcome(rectangle(2, 3), misere=True)
    assert grundy.Pieces(diagonal=True)([(0, 0), (1, 1), (5, 5)]) == [{(0, 0), (1, 1)}, {(0, 0)}]
    assert grundy.pieces([(7, 7), (7, 8), (9, 9)]) == [{(0, 0), (0, 1)}, {(0, 0)}]


def test_misere_sums_of_different_games():
    rules = {"k": kayles, "t": lambda n: [n - k for k in (1, 3) if k <= n], "n": lambda n: range(n)}

    def options(part):
        for option in rules[part[0]](part[1]):
            yield [(part[0], n) for n in (option if isinstance(option, list) else [option])]

    own_kayles, take, nim = grundy.Game(options=kayles), grundy.Game(options=rules["t"]), grundy.Game("nim")
    memo = {}
    for a in range(5):
        for b in range(4):
            for c in range(4):
                position = (own_kayles(a) + take(b) + nim(c)).misere()
                sum_ = (("k", a), ("t", b), ("n", c))
                assert position.outcome() == ("N" if misere_wins(options, sum_, memo) else "P"), sum_
    assert all(position.play(move).outcome() == "P" for move in position.winning_moves())
    assert (own_kayles(2) + 2 * nim(1) + take(0)).misere().solve().outcome == "N"


def test_the_library_answers_for_rules_in_python():
    mine, kayles_, nim = grundy.Game(options=kayles, name="mine"), grundy.Game("kayles"), grundy.Game("nim")
    for position, same in (
        (mine(9), kayles_(9)), (mine(5, 3), kayles_(5, 3)), (mine(9) + nim(3), kayles_(9) + nim(3)),
        ((mine(5) + nim(3)).misere(), (kayles_(5) + nim(3)).misere()), (mine(9, 5).misere(), kayles_(9, 5).misere()),
    ):  # fmt: skip
        answer, theirs = position.solve(), same.solve()
        assert (answer.outcome, answer.value, answer.moves_count) == (theirs.outcome, theirs.value, theirs.moves_count)
        assert answer.evidence.status == "proved" and answer.engine == "rules in Python" and answer.cost.nodes >= 0
        reasons = position.explain()
        assert reasons.evidence.status == "proved" and reasons.conclusion and reasons.html and reasons.latex
        assert len(reasons.steps) > 1 and position._repr_latex_() == reasons.latex
        moves, others = position.moves(limit=1000), same.moves(limit=1000)
        assert sorted((move.outcome, move.value or 0) for move in moves) == sorted(
            (move.outcome, move.value or 0) for move in others
        )
    step = next(step for step in mine(4).explain().steps if step.kind == "mex")
    assert step.mex == 1
    # a misère answer rests on no theorem of normal play
    assert "sprague-grundy" in mine(9).solve().evidence.theorems
    assert "sprague-grundy" not in mine(9).misere().solve().evidence.theorems
    # what prints alike may be another position, and another game
    assert mine(1) != grundy.Game(options=kayles, name="mine")(1) and mine(1) == mine(1) and mine(2, 1) == mine(1, 2)
    assert str(mine(2, 1) + 3 * mine(4)) == "mine(2) + mine(1) + 3*mine(4)"


def test_callables_run_on_the_thread_of_the_question():
    threads, faults = set(), {"at": None}

    def options(n):
        threads.add(threading.get_ident())
        if n == faults["at"]:
            raise KeyError("mine")
        return kayles(n)

    mixed = [
        lambda position: position.solve(), lambda position: position.moves(), lambda position: position.outcome(),
        lambda position: position.explain(), lambda position: position.play("kayles(0)"),
        lambda position: position.misere().solve(), lambda position: position.misere().winning_moves(),
    ]  # fmt: skip
    for ask in mixed:
        faults["at"] = None
        ask(grundy.Game(options=options)(4) + grundy.Position("nim(1) + kayles(1)"))
        faults["at"] = 2
        position = grundy.Game(options=options)(4) + grundy.Position("nim(1)")
        if ask is not mixed[4]:
            with pytest.raises(KeyError, match="mine") as caught:
                ask(position)
            assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "options"
        faults["at"] = None
        # what was learnt before the fault is right
        assert position.solve().value == grundy.solve("kayles(4) + nim(1)").value
    assert threads == {threading.get_ident()}
    game = grundy.Game(options=lambda n: [(game(n - 1) + grundy.Position("nim(1)")).solve().value] if n else [])
    with pytest.raises(grundy.RuleError, match="ask the game while"):
        (game(3) + grundy.Position("nim(1)")).solve()


def test_positions_keep_their_game():
    game = grundy.Game(options=lambda n: [n - 1] if n else [])
    position = game(5) + grundy.Position("nim(2)")
    del game
    gc.collect()
    assert position.value() == 3 and position.misere().outcome() == "N"
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(position)

    class Big:
        pass

    big = Big()
    watch = weakref.ref(big)

    def options(n, big=big):
        return []

    options.position = grundy.Game(options=options)(5)
    del big, options
    gc.collect()
    assert watch() is None


def test_declarations_are_reasons_of_tables():
    game = grundy.Game(options=lambda n: range(n), pairing=lambda n: "N" if n else "P")
    assert game.table(5).evidence.theorems == ["pairing", "sprague-grundy"]
    assert grundy.Game(options=lambda n: range(n)).table(5).evidence.theorems == ["sprague-grundy"]


def test_graphs():
    game = grundy.Game(options=kayles)
    graph = game.graph(4)
    assert graph.nodes[4]["value"] == 1 and graph.nodes[4]["outcome"] == "N"
    assert all(
        graph.nodes[p]["value"] == grundy.mex(graph.nodes[q]["value"] for q in graph.successors(p)) for p in graph
    )
    assert game.svg(4).svg.count("<g ") == len(graph)
    hostile = grundy.Game(options=lambda p: [] if p == "&" else ["&"])
    assert "<script>" not in hostile.svg("<script>").svg


# bad input


def test_exceptions_point_into_the_users_code():
    def faulty(n):
        if n == 3:
            raise KeyError("mine")
        return [n - 1] if n else []

    for ask in (lambda g: g.value(9), lambda g: g.outcome(9), lambda g: g.outcome(9, misere=True)):
        game = grundy.Game(options=faulty)
        with pytest.raises(KeyError, match="mine") as caught:
            ask(game)
        assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "faulty"
        if sys.version_info >= (3, 11):
            assert "position 3" in caught.value.__notes__[0]
        assert game.value(2) == 0

    def late(n):
        yield n - 1
        raise OSError("later")

    with pytest.raises(OSError, match="later"):
        grundy.Game(options=late).value(1)


@pytest.mark.parametrize(
    "given", [None, 5, "abc", b"abc", {1: 2}, 1.5, [[[1]]], [{1}], [[{}]], [[1, [2]]], [bytearray()], object()]
)
def test_nonsense_is_told(given):
    with pytest.raises(grundy.RuleError):
        grundy.Game(options=lambda n: given).value(7)


def test_cycles_are_named():
    game = grundy.Game(options=lambda n: [(n + 1) % 5])
    with pytest.raises(grundy.RuleError, match="the play need not end: 0 → 1 → 2 → 3 → 4 → 0"):
        game.value(0)
    with pytest.raises(grundy.RuleError, match="need not end"):
        game.outcome(0, misere=True)
    with pytest.raises(grundy.RuleError, match="7 → 7"):
        grundy.Game(options=lambda n: [[n, 1]] if n == 7 else []).value(7)
    with pytest.raises(grundy.RuleError, match="…"):
        grundy.Game(options=lambda n: [(n + 1) % 5000]).value(0)


def test_bad_games_and_positions():
    for wrong in (dict(), dict(text="kayles", options=kayles), dict(options=5), dict(options=kayles, canonical=3)):
        with pytest.raises(grundy.InputError):
            grundy.Game(**wrong)
    with pytest.raises(grundy.InputError):
        grundy.Game(7)
    game = grundy.Game(options=kayles)
    for wrong in ({}, {1}, [[1]], [{}]):
        with pytest.raises(grundy.RuleError):
            game.value(wrong)
    with pytest.raises(grundy.InputError):
        game()
    with pytest.raises(grundy.Unsupported):
        game.period()
    with pytest.raises(ZeroDivisionError):
        grundy.Game(options=kayles, canonical=lambda n: 1 // 0).value(3)


class Token:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return isinstance(other, Token) and self.n == other.n


def test_objects_as_positions():
    assert grundy.Game(options=lambda t: [Token(t.n - 1), Token(t.n - 2)] if t.n > 1 else []).value(Token(30)) == 2

    def changes(token):
        token.n += 1
        return []

    with pytest.raises(grundy.RuleError, match="changed the position"):
        grundy.Game(options=changes).value(Token(3))

    class Broken(Token):
        def __eq__(self, other):
            raise RuntimeError("broken")

        __hash__ = Token.__hash__

    game = grundy.Game(options=lambda t: [])
    game.value(Broken(1))
    with pytest.raises(RuntimeError, match="broken"):
        game.value(Broken(1))


def test_rules_that_ask_their_own_game():
    game = grundy.Game(options=lambda n: [game.value(n - 1)] if n else [])
    with pytest.raises(grundy.RuleError, match="ask the game while"):
        game.value(5)
    assert game.value(0) == 0


def test_games_are_collected():
    class Big:
        pass

    big = Big()
    watch = weakref.ref(big)

    def options(n, big=big):
        return [n - 1] if n else []

    game = grundy.Game(options=options)
    options.game = game
    game.value(5)
    del big, options, game
    gc.collect()
    assert watch() is None
