"""Positions: arithmetic, equality, moves."""

import pickle

import grundy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

GAMES = ["kayles", "take[1,3,4]", "nim", "{n -> n-k for k in 1..3}"]
terms = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(GAMES), st.integers(0, 12)), min_size=1, max_size=4)


def built(parts):
    return sum((copies * grundy.Game(game)(n) for copies, game, n in parts), 0)


@given(terms, st.randoms())
@settings(max_examples=60, deadline=None)
def test_sums_do_not_depend_on_their_order(parts, random):
    position = built(parts)
    shuffled = list(parts)
    random.shuffle(shuffled)
    assert built(shuffled) == position and hash(built(shuffled)) == hash(position)
    assert grundy.Position(str(position)) == position
    assert str(grundy.Position(str(position))) == str(position)
    value = 0
    for copies, game, n in parts:
        value ^= (copies % 2) * grundy.Game(game).value(n)
    assert position.value() == value
    assert position.outcome() == ("N" if value else "P")


@given(terms)
@settings(max_examples=40, deadline=None)
def test_winning_moves_win_and_no_others_do(parts):
    position = built(parts)
    moves = position.moves(limit=10_000)
    for move in moves:
        assert position.play(move).value() == move.value
    wins = position.winning_moves(limit=10_000)
    assert [str(m) for m in wins] == [str(m) for m in moves if m.wins]
    assert len(wins) == wins.moves_count


def test_play():
    position = grundy.Position("3*kayles(5)")
    assert str(position.play("kayles(4)")) == "kayles(4) + 2*kayles(5)"
    assert position.play("kayles(1,2)") == grundy.Position("kayles(1, 2) + 2*kayles(5)")
    with pytest.raises(grundy.InputError, match="there is no move"):
        position.play("kayles(7)")
    while position.moves_count if isinstance(position, grundy.Moves) else len(position.moves()):
        position = position.play(position.moves()[0])
    assert position.outcome() == "P"


def test_a_move_is_played_by_what_it_does():
    misere = grundy.Position("misere kayles(9) + nim(2)")
    move = misere.moves()[0]
    assert misere.play(move).convention == "misere"
    assert misere.play(pickle.loads(pickle.dumps(move))) == misere.play(move) == misere.play(str(move))
    assert misere.play(misere.solve().moves[0]).outcome() == "P"
    mine = grundy.Game(options=range)
    for position in (grundy.Position("nim(3)"), mine(4), grundy.Position("nim(3)") + mine(4)):
        with pytest.raises(grundy.InputError, match="kayles"):
            position.play(move)
        assert all(position.play(m).value() == m.value for m in position.moves())
    with pytest.raises(grundy.InputError, match="another position"):
        mine(5).play(mine(4).moves()[0])
    with pytest.raises(grundy.InputError, match="another position"):
        grundy.Position("nim(3)").play(mine(4).moves()[0])


def test_places():
    assert str(grundy.Game("wythoff")(4, 7)) == "wythoff(4, 7)"
    assert str(grundy.Game("wythoff")((4, 7), (1, 2))) == "wythoff((4,7), (1,2))"
    assert str(grundy.Game("graph{a->b; b->c}")("a", "b")) == "graph{a->b; b->c}(a, b)"
    assert str(grundy.Game("misere nim")(1, 2)) == "misere nim(1, 2)"
    defined = grundy.Game("let t[m] = {n -> n-k for k in 1..m}; t[3]")
    assert defined(21).value() == 1 and grundy.Position(str(defined(21))) == defined(21)
    for wrong in (-1, 1.5, None, "", "b)+nim(1"):
        with pytest.raises(grundy.Error):
            grundy.Game("wythoff")(wrong, 3)


def test_what_cannot_be_joined():
    nim = grundy.Game("nim")
    with pytest.raises(grundy.InputError):
        (nim(1).misere() + nim(2)).solve()
    with pytest.raises(grundy.InputError):
        -1 * nim(1)
    with pytest.raises(TypeError):
        nim(1) * 1.5
    with pytest.raises(TypeError):
        nim(1) + 1
    assert nim(1) != 1 and nim(1) != nim(2)
    with pytest.raises(grundy.InputError):
        nim(1).misere().value()
    with pytest.raises(grundy.InputError):
        grundy.Position("nim(1, ?)").value()


def test_graphs_of_games_from_text():
    graph = grundy.Game("take[1,2]").graph(5)
    assert graph.nodes["take[1,2](3)"] == {"outcome": "P", "value": 0, "loopy": None, "remoteness": 2}
    assert len(graph) == 6 and graph.number_of_edges() == 9
    with pytest.raises(grundy.InputError, match="more than 3"):
        grundy.Game("take[1,2]").graph(5, limit=3)
    with pytest.raises(grundy.InputError, match="very many moves"):
        grundy.Game("nim").graph(10**9)
    svg = grundy.Game("kayles").svg(4)
    assert svg._repr_svg_().startswith("<svg") and svg.svg.count("<g ") == len(grundy.Game("kayles").graph(4))


LOOPY = "graph{a->b; b->a,c; c->d}"


def test_graphs_whose_play_need_not_end():
    graph = grundy.Game(LOOPY).graph("b")
    labels = {vertex[-2]: (data["outcome"], data["value"], data["loopy"]) for vertex, data in graph.nodes.items()}
    assert labels == {"a": ("D", None, []), "b": ("D", None, [1]), "c": ("N", 1, None), "d": ("P", 0, None)}
    for vertex, data in graph.nodes.items():
        answer = grundy.solve(vertex)
        assert (answer.outcome, answer.value, answer.loopy) == (data["outcome"], data["value"], data["loopy"])
    picture = grundy.Game(LOOPY).svg("b").svg
    assert "∞(1)" in picture and "∞(∅)" in picture and picture.count("marker-end") == 4
    # the same in rules in Python, with a sum
    arcs = {"a": "b", "b": "ac", "c": "d", "d": ""}
    own = grundy.Game(options=lambda vertex: list(arcs[vertex]))
    assert {v: (d["outcome"], d["value"], d["loopy"]) for v, d in own.graph("b").nodes.items()} == labels
    twice = own.graph("b", "c")
    answer = grundy.solve(LOOPY + "(b, c)")
    start = next(iter(twice))
    assert (twice.nodes[start]["outcome"], twice.nodes[start]["loopy"]) == (answer.outcome, answer.loopy)


def test_graphs_in_misere_play():
    graph = grundy.Game("misere nim").graph(2)
    assert [(data["outcome"], data["value"]) for data in graph.nodes.values()] == [("N", None), ("P", None), ("N", None)]
    own = grundy.Game(options=lambda n: range(n))
    outcomes = [data["outcome"] for _, data in sorted(own.graph(own(2).misere()).nodes.items())]
    assert outcomes == ["N", "P", "N"]
