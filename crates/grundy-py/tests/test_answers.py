"""Answers mirror the program's JSON."""

import json
import pickle

import grundy
import numpy
import pytest


def test_an_answer_has_the_fields_of_the_json():
    answer = grundy.solve("take[1,3,4](21, 17) + kayles(9)")
    assert (answer.outcome, answer.value, answer.value_status, answer.loopy) == ("N", 5, "exact", None)
    assert [component.value for component in answer.components] == [0, 1, 4]
    assert answer.moves[0].to == "kayles(2, 6)" and answer.moves[0].component == 2
    assert answer.moves_count == 2 and answer.moves_truncated is False
    assert answer.evidence.status == "proved" and "sprague-grundy" in answer.evidence.theorems
    assert answer.cost.seconds >= 0
    data = answer.to_dict()
    assert data["schema"] == 1 and json.loads(json.dumps(data)) == data
    with pytest.raises(AttributeError, match="it has schema"):
        answer.nonsense


def test_large_numbers_are_integers():
    huge = 10**100
    assert grundy.solve(f"nim({huge})").value == huge
    assert grundy.solve(f"nim({huge})").to_dict()["value"] == str(huge)
    assert grundy.Game("nim")(huge).value() == huge
    long = 7 * 10**6000 + 3
    assert grundy.Game("nim")(long).value() == long
    assert (10**30 * grundy.Game("nim")(5)).outcome() == "P"


def test_draws_and_infinite_values_pass_through():
    record = grundy.Answer(
        {"query": "x", "outcome": "D", "value": None, "value_status": "none", "loopy": [0, 2], "moves": [],
         "evidence": {"status": "proved"}}
    )
    assert record.outcome == "D" and record.loopy == [0, 2]
    assert repr(record) == "<x: outcome='D', loopy=[0, 2], moves=[], evidence=proved>"


def test_notebooks_see_reasons():
    answer = grundy.solve("nim(13, 12, 8)")
    html = answer._repr_html_()
    assert html.startswith("<section") and "Values in binary" in html
    assert "\\begin{array}" in answer._repr_latex_()
    assert answer.explain().conclusion
    english, chinese = answer.explain(), answer.explain(lang="zh")
    assert (chinese.steps, chinese.conclusion) == (english.steps, english.conclusion)
    assert "石子" in chinese.html and "石子" in chinese.latex and "石子" not in english.html + english.latex
    with pytest.raises(grundy.InputError, match="not spoken"):
        answer.explain(lang="fr")
    assert grundy.Position("nim(1, ?)")._repr_html_().startswith("<")
    own = grundy.Game(options=lambda p: [])("<b>")
    assert "<b>" not in own._repr_html_() and "<b>" not in own.solve()._repr_html_()
    assert [step.xor for step in answer.explain().steps if step.kind == "columns"] == [9]


def test_tables_own_their_memory():
    values = grundy.table("0.07", 999)
    assert isinstance(values, numpy.ndarray) and values.dtype == numpy.int64 and values.shape == (1000,)
    assert values.evidence.status == "proved"
    base = values
    while isinstance(base.base, numpy.ndarray):
        base = base.base
    # what stands behind the array is ours, not a copy that NumPy made
    assert base.base is not None and not base.flags.owndata
    grid = grundy.table("wythoff", (3, 5), start=(1, 2))
    assert grid.shape == (3, 4) and grid[0, 0] == grundy.solve("wythoff(1, 2)").value
    assert grundy.table("nim", 5, show="outcomes").tolist() == list("PNNNNN")
    assert grundy.table("nim", 5, start=1, show="p").shape == (0,)
    assert (grundy.table("nim", 2**64 - 1, start=2**64 - 3) == [2**64 - 3, 2**64 - 2, 2**64 - 1]).all()


def test_wrong_corners():
    for to in (-1, "x", 1.5, (1, 2, 3), 2**64):
        with pytest.raises(grundy.InputError):
            grundy.table("kayles", to)
    with pytest.raises(grundy.InputError, match="start= is beyond to="):
        grundy.table("kayles", 5, start=6)
    with pytest.raises(grundy.InputError):
        grundy.table("misere kayles", 5)


def test_period_guess_prove_count():
    found = grundy.period("0.16")
    assert (found.found, found.period, found.preperiod) == (True, 149459, 105351)
    assert grundy.period("nim").saltus == 1
    assert any(finding.claim for finding in grundy.guess("take[1..3]").findings)
    proof = grundy.prove("wythoff", "P: b = floor(a*phi)", to=100)
    assert proof.result in ("refuted", "checked", "proved")
    assert grundy.prove("nim(a, b)", "P: a = b").result == "proved"
    assert grundy.count("nim", 2, 9).previous == 10
    assert grundy.count("nim", 2, 9, unordered=True, min=1).previous == 9


def test_misere_quotients():
    kayles = grundy.Game("kayles").quotient()
    assert (kayles.order, kayles.p_order, kayles.tame) == (40, 9, False)
    assert (kayles.preperiod, kayles.period, kayles.evidence.status) == (71, 12, "proved")
    # heap by heap as the search says
    for text in ("0.123", "0.75", "take[1,3,4]", "kayles"):
        found = grundy.Game(text).quotient(14)
        misere = grundy.Game(f"misere {text}")
        assert [element in found.p for element in found.phi[:13]] == [misere(n).outcome() == "P" for n in range(13)]
    with pytest.raises(grundy.BudgetExceeded):
        grundy.Game("0.07").quotient(nodes=10_000)
    for game in (grundy.Game("wythoff"), grundy.Game(options=lambda n: range(n))):
        with pytest.raises(grundy.Unsupported):
            game.quotient()


def test_mex_and_nim_sum():
    assert grundy.mex([]) == 0 and grundy.mex(iter([3, 0, 1])) == 2
    assert grundy.nim_sum() == 0 and grundy.nim_sum(5, 5) == 0 and grundy.nim_sum(10**40, 1) == 10**40 + 1
    for wrong in (-1, 1.5, "1", [1]):
        with pytest.raises(grundy.InputError, match="not a nimber"):
            grundy.nim_sum(wrong)
        with pytest.raises(grundy.InputError, match="not a nimber"):
            grundy.mex([0, wrong])
    assert grundy.mex(numpy.arange(5)) == 5 and grundy.nim_sum(numpy.int64(3), True) == 2


def test_pickles():
    for thing in (grundy.Position("3*kayles(5)"), grundy.Game("take[1,3,4]")):
        assert pickle.loads(pickle.dumps(thing)) == thing
    with pytest.raises(grundy.ParseError) as caught:
        grundy.Game("{n -> }")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.span, str(again)) == (caught.value.span, str(caught.value))
