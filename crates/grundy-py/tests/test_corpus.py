"""Every fact of `corpus/`, asked through Python; the tables and fields are described in `corpus/README.md`."""

import pathlib
import tomllib

import grundy
import pytest

CORPUS = pathlib.Path(__file__).parents[3] / "corpus"
FACTS = [
    (path.stem, kind, fact)
    for path in sorted(CORPUS.glob("*.toml"))
    for kind, facts in tomllib.loads(path.read_text(encoding="utf-8")).items()
    for fact in facts
]


def number(value):
    return int(value)


def dense(text):
    return "".join(text.split())


def named(fact, key="game"):
    return ("misere " if fact.get("misere") else "") + fact[key]


def position(fact):
    answer = grundy.solve(fact["text"], limit=10_000, value="value" in fact, time=20)
    assert answer.outcome == fact["outcome"]
    if "value" in fact:
        assert answer.value == number(fact["value"])
    if fact.get("loopy") is not None:
        assert answer.loopy == fact["loopy"]
    if fact.get("misere"):
        assert answer.value is None
    assert answer.evidence.status == "proved"
    if "winning" in fact:
        assert {dense(f"{move.component} {move.to}") for move in answer.moves} == set(map(dense, fact["winning"]))
        assert answer.moves_count == len(fact["winning"])
    again = grundy.Position(answer.query)
    assert again == grundy.Position(fact["text"])
    assert again.outcome(time=20) == fact["outcome"]


def values(fact):
    start = fact.get("from", 0)
    table = grundy.table(fact["game"], start + len(fact["values"]) - 1, start=start, time=20)
    assert [int(v) for v in table] == [number(v) for v in fact["values"]]


def grid(fact):
    rows = fact["rows"]
    table = grundy.table(fact["game"], (len(rows) - 1, len(rows[0]) - 1), time=20)
    assert table.tolist() == rows


def previous(fact):
    table = grundy.table(named(fact), fact["to"], show="p", time=20)
    assert table.tolist() == fact["places"]


def outcomes(fact):
    table = grundy.table(named(fact), len(fact["outcomes"]) - 1, show="outcomes", time=20)
    assert "".join(table) == fact["outcomes"]


def same(fact):
    first, *others = (grundy.table(game, fact["to"], time=20).tolist() for game in fact["games"])
    assert all(other == first for other in others)


def period(fact):
    found = grundy.period(fact["game"], time=60)
    assert found.found
    assert (found.preperiod, found.period) == (fact["preperiod"], fact["period"])
    assert found.saltus == fact.get("saltus", 0)


def unknown(fact):
    assert grundy.solve(fact["text"], time=20).unknown == [number(n) for n in fact["numbers"]]


def error(fact):
    # a rule is refused by the question that reaches a wrong move: a table of the first places does
    asked_of_game = lambda text: grundy.Game(text).table(9, time=20)  # noqa: E731
    ask = asked_of_game if fact.get("game") else lambda text: grundy.solve(text, time=20)
    with pytest.raises(grundy.Error) as caught:
        ask(fact["text"])
    assert fact["fault"] in ("any", caught.value.kind)
    if "suggestion" in fact:
        assert fact["suggestion"] in (caught.value.suggestion or "")


@pytest.mark.parametrize("kind", sorted({kind for _, kind, _ in FACTS}))
def test_facts(kind):
    check = globals().get(kind)
    if check is None:
        pytest.skip(f"{kind} is asked of the library only")
    wrong = []
    for file, _, fact in (fact for fact in FACTS if fact[1] == kind):
        try:
            check(fact)
        except Exception as problem:  # all disagreements are told together
            about = fact.get("text") or fact.get("game") or fact.get("games")
            wrong.append(f"{file}: {about}: {type(problem).__name__} {problem}")
    assert not wrong, "\n".join(wrong)


def test_there_are_facts():
    assert len(FACTS) >= 300
