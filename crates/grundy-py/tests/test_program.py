"""What `to_dict()` gives is what the program prints with `--json`, but for what it cost."""

import json
import os
import pathlib
import subprocess

import grundy
import pytest

TARGET = pathlib.Path(__file__).resolve().parents[3] / "target"


def program():
    """The program that `GRUNDY` names, or that was built last."""
    if os.getenv("GRUNDY"):
        return os.environ["GRUNDY"]
    suffix = ".exe" if os.name == "nt" else ""
    built = [path for kind in ("release", "debug") if (path := TARGET / kind / f"grundy{suffix}").exists()]
    return max(built, key=lambda path: path.stat().st_mtime, default=None)


LOOPY = "graph{a->b; b->a,c; c->d}"
QUESTIONS = [
    (["solve", "take[1,3,4](21, 17) + kayles(9)"], lambda: grundy.solve("take[1,3,4](21, 17) + kayles(9)")),
    (["solve", LOOPY + "(b)"], lambda: grundy.Game(LOOPY)("b").solve()),
    (["solve", LOOPY + "(a, b) + nim(2)"], lambda: grundy.solve(LOOPY + "(a, b) + nim(2)")),
    (["solve", "selective(nim(3), kayles(4))"], lambda: grundy.solve("selective(nim(3), kayles(4))")),
    (["solve", "nim(3, 5, ?)"], lambda: grundy.solve("nim(3, 5, ?)")),
    (["solve", f"nim({10**30}, 7)"], lambda: grundy.Game("nim")(10**30, 7).solve()),
    (["solve", "misere kayles(9) + kayles(4)"], lambda: (grundy.Position("kayles(9)") + grundy.Position("kayles(4)")).misere().solve()),
    (["solve", "{n -> n-k for k in 1..3}(41)", "--limit", "1"], lambda: grundy.solve("{n -> n-k for k in 1..3}(41)", limit=1)),
    (["solve", "misere nim(1, 2, 3)", "--value"], lambda: grundy.solve("misere nim(1, 2, 3)", value=True)),
    (["explain", "nim(13, 12, 8)"], lambda: grundy.explain("nim(13, 12, 8)")),
    (["explain", "mex(0, 1, 2, 4)"], lambda: grundy.explain("mex(0, 1, 2, 4)")),
    (["explain", LOOPY + "(b)"], lambda: grundy.explain(LOOPY + "(b)")),
    (["explain", "misere nim(3, 2)"], lambda: grundy.explain("misere nim(3, 2)")),
    (["moves", "wythoff(3, 4) + nim(2)"], lambda: grundy.moves("wythoff(3, 4) + nim(2)")),
    (["moves", LOOPY + "(b)"], lambda: grundy.moves(LOOPY + "(b)")),
    (["moves", "nim(3, 5, 7)", "--winning"], lambda: grundy.moves("nim(3, 5, 7)", winning=True)),
    (["table", "kayles", "--to", "20"], lambda: grundy.table("kayles", 20)),
    (["table", "wythoff", "--to", "3,4"], lambda: grundy.table("wythoff", (3, 4))),
    (["table", "wythoff", "--to", "4"], lambda: grundy.table("wythoff", 4)),
    (["table", "wythoff", "--from", "1,2", "--to", "3,4"], lambda: grundy.table("wythoff", (3, 4), start=(1, 2))),
    (["table", "nim", "--from", str(2**63), "--to", str(2**63 + 2)], lambda: grundy.table("nim", 2**63 + 2, start=2**63)),
    (["table", "misere kayles", "--to", "9", "--show", "outcomes"], lambda: grundy.table("misere kayles", 9, show="outcomes")),
    (["table", "wythoff", "--to", "3", "--show", "outcomes"], lambda: grundy.table("wythoff", 3, show="outcomes")),
    (["table", "take[1,3,4]", "--to", "20", "--show", "p"], lambda: grundy.table("take[1,3,4]", 20, show="p")),
    (["table", "wythoff", "--to", "9", "--show", "p"], lambda: grundy.table("wythoff", 9, show="p")),
    (["period", "kayles"], lambda: grundy.period("kayles")),
    # no other test asks about these two: what a process has learnt of a game goes into later answers
    (["period", "0.106", "--to", "5000"], lambda: grundy.period("0.106", 5000)),
    (["guess", "take[1..4]"], lambda: grundy.guess("take[1..4]")),
    (["guess", "kayles"], lambda: grundy.Game("kayles").guess()),
    (["prove", "take[1..3]", "g = n % 4"], lambda: grundy.prove("take[1..3]", "g = n % 4")),
    (["prove", "take[1..3]", "P: n % 5 = 0"], lambda: grundy.Game("take[1..3]").prove("P: n % 5 = 0")),
    (["prove", "nim(a, b)", "P: a = b"], lambda: grundy.prove("nim(a, b)", "P: a = b")),
    (["count", "nim", "--heaps", "3", "--max", "7"], lambda: grundy.count("nim", 3, 7)),
    (["count", "kayles", "--heaps", "2", "--min", "1", "--max", "9", "--unordered"], lambda: grundy.count("kayles", 2, 9, min=1, unordered=True)),
]


def without_cost(value):
    """Seconds and nodes differ from run to run, wherever they stand; so does how far a search would come in some seconds."""
    if isinstance(value, dict):
        kept = {key: without_cost(inner) for key, inner in value.items() if key not in ("cost", "seconds", "nodes")}
        return kept | {"further": sorted(value["further"])} if value.get("further") else kept
    if isinstance(value, list):
        return [without_cost(inner) for inner in value]
    return value


@pytest.mark.skipif(program() is None, reason="the program grundy is not built: cargo build -p grundy-cli")
@pytest.mark.parametrize("words, ask", QUESTIONS, ids=[" ".join(words) for words, _ in QUESTIONS])
def test_answers_are_those_of_the_program(words, ask):
    out = subprocess.run([program(), *words, "--json"], capture_output=True, text=True, timeout=60, encoding="utf-8")
    assert out.returncode in (0, 1), out.stdout + out.stderr
    printed = json.loads(out.stdout)
    answer = ask().to_dict()
    assert without_cost(answer) == without_cost(printed)
    assert list(answer) == list(printed)


def test_the_loopy_example():
    answer = grundy.solve(LOOPY + "(b)")
    assert (answer.outcome, answer.loopy, answer.value) == ("D", [1], None)


@pytest.mark.skipif(program() is None, reason="the program grundy is not built: cargo build -p grundy-cli")
def test_graphs_are_labelled_as_the_program_does():
    pytest.importorskip("networkx")
    for text in (LOOPY + "(b) + nim(1)", "kayles(5)", "misere nim(2, 2)"):
        out = subprocess.run([program(), "label", "--rule", text, "--json"], capture_output=True, text=True, timeout=60, encoding="utf-8")
        printed = json.loads(out.stdout)
        position = grundy.Position(text)
        game = grundy.Game("nim")
        labels = [data for _, data in game.graph(position).nodes.items()]
        assert printed["vertices"] == len(labels) and printed["edges"] == game.graph(position).number_of_edges()
        for word, letter in (("next", "N"), ("previous", "P"), ("draw", "D")):
            assert printed[word] == sum(data["outcome"] == letter for data in labels)
        assert (printed["loopy"] or 0) == sum(data["loopy"] is not None for data in labels)
