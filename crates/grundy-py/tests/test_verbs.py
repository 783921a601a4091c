"""Same, emit, stress, sweep, verify, the catalogue."""

import pathlib

import grundy
import numpy
import pytest


def kayles(n):
    return [[a, n - k - a] for k in (1, 2) for a in range(n - k + 1)]


def test_same():
    assert grundy.same("kayles", "0.77")
    different = grundy.Game("kayles").same("dawsonskayles")
    assert not different and different.equal is False and different.first_difference == 1
    assert different.values == [1, 0] and different.evidence.status == "proved"
    mine = grundy.Game(options=kayles)
    for a, b in ((mine, "kayles"), ("kayles", mine), (mine, mine)):
        equal = grundy.same(a, b, to=numpy.int64(60))
        assert equal and equal.compared_to == 60 and equal.evidence.status == "checked" and equal.evidence.up_to == 60
    wrong = grundy.same(mine, "nim")
    assert (wrong.first_difference, wrong.values) == (4, [1, 4]) and wrong.evidence.status == "proved"


def test_programs_are_what_they_say():
    program = grundy.emit("take[1,3,4]")
    assert program.lang == "python" and str(program) == program.code and program.evidence.status == "proved"
    space = {}
    exec(program.code, space)  # noqa: S102
    assert [space["grundy"](n) for n in range(50)] == grundy.table("take[1,3,4]", 49).tolist()
    exec(grundy.emit("take[1,3,4]", moves=True).code, space)  # noqa: S102
    assert space["winning_moves"]([9, 4]) == [(0, 6), (1, 0)]
    assert "class" in grundy.Game("kayles").emit("java", max=1000).code
    for wrong in (dict(language="perl"), dict(style="nice"), dict(max=-1)):
        with pytest.raises(grundy.InputError):
            grundy.emit("kayles", **wrong)
    with pytest.raises(grundy.Unsupported):
        grundy.emit(grundy.Game(options=kayles))


#: A game, a program with a mistake that people make, and where it shows.
MISTAKES = [
    ("nim", lambda *heaps: sum(heaps) != 0, [1, 1]),
    ("nim", lambda *heaps: __import__("functools").reduce(lambda a, b: a | b, heaps), [1, 1]),
    ("nim", lambda *heaps: heaps[0] != 0, [0, 1]),
    ("take[1..3]", lambda n: n % 3, [3]),
    ("take[1..3]", lambda n: "first" if n % 4 < 3 else "second", [0]),
    ("kayles", lambda n: n % 12, [4]),
    ("take[1,3,4]", lambda n: (n & 0x7FFFFFFF) % 7 not in (0, 2), None),
    ("misere nim", lambda *heaps: sum(heaps) % 2 == 0, None),
    ("wythoff", lambda a, b: a != b, None),
    ("nim", lambda a, b: 1 // a, [0, 0]),
]


@pytest.mark.parametrize("game, program, position", MISTAKES)
def test_mistakes_are_found(game, program, position):
    heaps = program.__code__.co_argcount or None
    found = grundy.stress(game, program, heaps=heaps, seconds=5)
    assert not found and (position is None or found.position == position), found
    assert "wrong at" in repr(found) and found.expected == grundy.Game(game)(*found.position).outcome()


def test_right_programs_pass():
    for game, program in (
        ("nim", lambda *heaps: grundy.nim_sum(*heaps)),
        ("take[1,3,4]", lambda n: n % 7 not in (0, 2)),
        ("wythoff", lambda a, b: "PN"[min(a, b) != int(abs(a - b) * (1 + 5**0.5) / 2)]),
        (grundy.Game(options=kayles), lambda n: [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6][n]),
    ):
        heaps = program.__code__.co_argcount or None
        report = grundy.stress(game, program, heaps=heaps, seconds=0.3, max=11 if isinstance(game, grundy.Game) else 400)
        assert report and report.tried > 10 and report.position is None
        assert "proves nothing" in repr(report)
    assert grundy.stress("staircase", lambda a, b: a != 0, heaps=2, seconds=0.2)
    assert grundy.stress("take[1..3]", lambda n: n % 4, positions=[(numpy.int64(7),), (10**30,)]).tried == 2
    assert grundy.stress("take[1..3]", lambda n: numpy.int64(n % 4), heaps=1, seconds=0.1)


def test_a_program_that_hangs():
    found = grundy.stress("nim", lambda *heaps: 0 if sum(heaps) == 0 else [n for n in iter(int, 1)], seconds=0.2)
    assert not found and found.position == [1] and "return" in found.error


def test_sweeps():
    rows = list(grundy.sweep("take[S] for S subset of {1..4}", 2000))
    assert len(rows) == 16 and rows[11].game == "take[1,2,4]" and all(row.status == "proved" for row in rows)
    for row in rows:
        found = grundy.period(row.game)
        assert (row.period, row.preperiod, row.saltus) == (found.period, found.preperiod, found.saltus)
    with pytest.raises(grundy.ParseError):
        next(grundy.sweep("take[S] for"))
    with pytest.raises(grundy.BudgetExceeded):
        list(grundy.sweep("octal codes of up to 4 digits", 10**6, time=0.2))


def test_certificates(tmp_path):
    for answer in (grundy.period("0.16", certificate=True), grundy.prove("take[1,3,4]", "period 7 from 0", certificate=True)):
        verdict = grundy.verify(answer.certificate)
        assert verdict and verdict.valid and verdict.evidence.status == "proved"
        path = tmp_path / "c.txt"
        path.write_text(answer.certificate)
        assert grundy.verify(path) and grundy.verify(str(path)) and grundy.verify(path.read_bytes())
    wrong = answer.certificate.replace("period 7", "period 6")
    assert wrong != answer.certificate
    with pytest.raises(grundy.InputError):
        if grundy.verify(wrong):
            raise AssertionError("a false certificate")
        raise grundy.InputError("refused, as it should be")
    with pytest.raises(grundy.InputError, match="asked for"):
        grundy.period("kayles").certificate
    with pytest.raises(grundy.Unsupported, match="no certificate"):
        grundy.prove("wythoff", "P: a = b", certificate=True).certificate
    with pytest.raises(grundy.InputError, match="not a certificate"):
        grundy.verify("nothing\n")
    with pytest.raises(FileNotFoundError):
        grundy.verify(pathlib.Path("nowhere"))


def test_b_files():
    lines = [f"{n} {value}" for n, value in enumerate(grundy.table("kayles", 600).tolist())]
    right = grundy.verify("# A002186\n" + "\n".join(lines) + "\n", "kayles")
    assert right and right.right_to == 600
    lines[500] = "500 77"
    wrong = grundy.verify("\n".join(lines), grundy.Game(options=kayles))
    assert (wrong.valid, wrong.first_wrong, wrong.found, wrong.right_to) == (False, 500, 77, 499)
    for bad in ("0 0\n2 2\n", "0\n1\n", "\n\n", "0 x\n"):
        with pytest.raises(grundy.InputError):
            grundy.verify(bad, "kayles")


def test_the_catalogue():
    games = grundy.catalogue()
    assert len(games) > 40 and {"nim", "chomp", "wythoff"} <= {entry.name for entry in games if entry.built}
    for entry in games:
        if entry.built:
            assert grundy.solve(entry.example, nodes=10**8).evidence.status == "proved"
    assert grundy.describe("尼姆游戏").name == "nim" and "kayles" in str(grundy.describe("kayles"))
    assert grundy.describe("poj 1704").name == "silverdollar" and grundy.describe("Georgia and Bob").name == "silverdollar"
    with pytest.raises(grundy.InputError, match="catalogue"):
        grundy.describe("kaylse")


def test_problems_of_judges():
    problems = grundy.problems()
    assert len(problems) > 70
    assert all(grundy.solve(problem.example).outcome == problem.outcome for problem in problems)
    found = grundy.problem("hdu5795")
    assert found.title == "A Simple Nim" and found.name is None and found.verbs == ["guess", "emit"]
    assert str(found).startswith("HDU 5795 — A Simple Nim\n")
    with pytest.raises(grundy.InputError, match="HDU 99999"):
        grundy.problem("HDU 99999")


def test_equal_answers_are_equal():
    own = grundy.Game(options=kayles)
    for ask in (
        lambda: grundy.solve("take[1,3,4](21) + kayles(9)"),
        lambda: grundy.moves("kayles(5)"),
        lambda: grundy.period("kayles"),
        lambda: grundy.guess("kayles"),
        lambda: grundy.prove("take[1..3]", "g = n % 4"),
        lambda: grundy.count("nim", 3, 7),
        lambda: grundy.emit("take[1..3]"),
        lambda: own(5, 3).solve(),
    ):
        first, second = ask(), ask()
        assert first == second and not first != second
    assert grundy.solve("nim(3)") != grundy.solve("nim(4)")


def test_integers_of_numpy_go_wherever_integers_go():
    n = numpy.int64
    game = grundy.Game("take[1,3,4]")
    assert game(n(21), n(4)) == game(21, 4) and n(3) * game(5) == game(5) * n(3) == 3 * game(5)
    assert game.value(n(21)) == game.value(21) and grundy.Game("wythoff")((n(4), numpy.uint8(7))).outcome() == "P"
    assert game(21, 17).solve(limit=n(1)) == game(21, 17).solve(limit=1)
    assert game.table(n(9), start=n(2)).tolist() == game.table(9, start=2).tolist()
    assert grundy.table("wythoff", (n(2), n(3))).shape == (3, 4)
    assert game.period(n(1000)) == game.period(1000) and grundy.guess("take[1..3]", n(500))
    assert grundy.count("nim", n(3), n(7), min=n(0)).previous == 64 and grundy.prove("take[1..3]", "g = n % 4", n(50))
    assert grundy.table("kayles", 9, nodes=n(10**6), memory=n(10**8), threads=n(1)).size == 10
    asked = []
    mine = grundy.Game(options=lambda p: asked.append(p) or [p - k for k in map(n, (1, 3, 4)) if k <= p])
    assert [mine.value(n(k)) for k in range(20)] == game.table(19).tolist() and len(asked) == 20
    assert set(map(type, asked)) == {int} and mine(n(5)) == mine(5)
    pairs = grundy.Game(options=lambda p: [(p[0] - n(1), p[1])] if p[0] else [])
    assert pairs((n(3), n(2))) == pairs((3, 2)) and pairs.value((n(3), 2)) == 1


def test_text_does_not_slip_through():
    for game, places in (
        ("kayles", ("9) + nim(3",)), ("kayles", ("9",)), ("kayles", ("9, 3",)), ("wythoff", (("4", 7),)),
        ("graph{a->b}", ("a) + nim(3",)), ("chomp", ('3x4") + nim("3',)), ("kayles", ("?) + nim(3",)),
        ("selective", ("nim(3)) + nim(4",)), ("kayles", (None,)), ("kayles", (1.5,)), ("kayles", (-1,)),
    ):  # fmt: skip
        with pytest.raises(grundy.Error):
            grundy.Game(game)(*places)
    assert grundy.Game("chomp")("3x4") == grundy.Position('chomp("3x4")') == grundy.Game("chomp")('"3x4"')
    assert grundy.Game("selective")(grundy.Game("nim")(3), "kayles(4)").outcome() == "N"
    assert grundy.Game("nim")(3, 5, "?").solve().unknown == [6]


def test_cards():
    own = grundy.Game(options=kayles)
    for thing in (
        grundy.solve("kayles(9)"), own(9).solve(), grundy.Position("kayles(9)"), own(9), (own(4) + own(3)).misere(),
        own(9) + grundy.Game("nim")(3), grundy.Position("misere kayles(9)"), grundy.Position("nim(3, ?)"),
        grundy.Game("graph{a->b; b->a}")("a"), grundy.Position("nim(0)"),
    ):  # fmt: skip
        card = thing._repr_html_()
        assert card.startswith('<section class="grundy-card">') and card.endswith("</section>")
        assert "<dt>evidence</dt><dd>proved" in card and "<details><summary>reasons</summary>" in card
        assert "outcome" in card or "P-position" in card
    assert "<strong>4</strong>" in own(9)._repr_html_()
    assert "<script>" not in grundy.Game(options=lambda p: ["<script>"] if p == 1 else [])(1)._repr_html_()


def test_pictures_show_all_moves():
    for game in (grundy.Game("take[1..5]"), grundy.Game(options=lambda n: range(max(0, n - 5), n))):
        graph, picture = game.graph(9), game.svg(9).svg
        # a move that passes a row joins the others to the same vertex; each vertex but the last has one that arrives
        assert picture.count("<g ") == len(graph) == 10 and picture.count("marker-end") >= 9
