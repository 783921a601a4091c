"""Tables and labels as arrays."""

import copy
import pickle
import time

import grundy
import numpy
import pytest


def test_what_is_computed_from_a_table_is_a_plain_array():
    table = grundy.table("take[1,3,4]", 30)
    computed = [
        table + 1, 1 + table, table * 0, -table, table == 0, table % 2, table // 2, abs(table),
        numpy.sort(table), numpy.unique(table), numpy.cumsum(table), numpy.concatenate([table, table]),
        numpy.where(table > 0, table, 0), numpy.bitwise_xor(table, 1), numpy.flatnonzero(table == 0),
        numpy.bitwise_xor.accumulate(table), numpy.array(table), numpy.asarray(table, float), numpy.copy(table),
        table[3:9], table[::-1], table[table > 0], table[[1, 2]], table[...], table[None],
        table.copy(), table.astype(float), table.reshape(1, -1), table.ravel(), table.flatten(), table.T,
        table.argsort(), table.cumsum(), table.clip(0, 1), table.take([1]), table.repeat(2), table.view(numpy.ndarray), table.view(),
        table.round(), table.squeeze(), table.nonzero()[0], numpy.array(sorted(table)),
    ]  # fmt: skip
    for array in computed:
        assert type(array) is numpy.ndarray and not hasattr(array, "evidence")
    grid = grundy.table("wythoff", 4)
    assert type(grid[0]) is type(grid.T) is type(grid.sum(axis=0)) is type(numpy.diagonal(grid)) is numpy.ndarray
    assert all(type(row) is numpy.ndarray for row in grid)


def test_reductions_are_plain_scalars():
    table = grundy.table("take[1,3,4]", 30)
    reduced = [table.sum(), table.max(), table.min(), table.argmax(), table[3], numpy.sum(table), numpy.max(table)]
    reduced += [table.mean(), table.std(), table.prod(), numpy.bitwise_xor.reduce(table), table.any(), (table == 0).all()]
    for value in reduced:
        assert isinstance(value, numpy.generic) and type(value).__module__ == "numpy"
    assert all(type(value) is numpy.int64 for value in table)
    assert type(table.item(3)) is int and type(table.tolist()[0]) is int


def test_a_table_keeps_its_cells():
    table = grundy.table("kayles", 9)
    for change in (
        lambda: table.__setitem__(0, 7), table.sort, lambda: table.fill(0), lambda: numpy.add(table, 1, out=table),
        lambda: numpy.put(table, 0, 3), lambda: table.setflags(write=True) or table.fill(1), lambda: table.view(numpy.ndarray).__setitem__(0, 7),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="read-only|WRITEABLE"):
            change()
    assert table.tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    mine = table
    mine += 1
    assert type(mine) is numpy.ndarray and mine[0] == 1 and table[0] == 0
    mine = table.copy()
    mine[0] = 5
    assert mine[0] == 5 and table[0] == 0


def test_evidence_survives():
    own = grundy.Game(options=lambda n: [n - 1] if n else [])
    for table in (
        grundy.table("kayles", 20), grundy.table("wythoff", 4), grundy.table("misere kayles", 4, show="outcomes"),
        grundy.table("nim", 2**64 - 1, start=2**64 - 3), own.table(5), own.table(numpy.int64(5), show="p"),
    ):  # fmt: skip
        for again in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)):
            assert type(again) is grundy.Table and again.tolist() == table.tolist() and again.dtype == table.dtype
            assert again.evidence == table.evidence and again.to_dict() == table.to_dict()
            assert not again.flags.writeable


def test_dictionaries_are_copies():
    answer = grundy.solve("nim(3, 5)")
    table = grundy.table("kayles", 5)
    for thing in (answer, table, grundy.period("kayles"), answer.evidence):
        data = thing.to_dict()
        text = repr(data)
        for value in data.values():
            if isinstance(value, dict):
                value["status"] = "forged"
            if isinstance(value, list):
                value.append("forged")
        data["value"] = "forged"
        assert repr(thing.to_dict()) == text
    answer.evidence.theorems.append("forged")
    answer.moves.clear()
    assert "forged" not in answer.evidence.theorems and answer.moves


ARCS = ([1, 2, 2, 3, 4, 5], [0, 0, 1, 4, 3, 3])


def test_labels_of_pairs_of_arrays():
    labels = grundy.label(ARCS, vertices=7)
    assert labels.outcomes.tolist() == list("PNNDDDP") and labels.values.tolist() == [0, 1, 2, -1, -1, -1, 0]
    assert labels.remoteness.tolist() == [0, 1, 1, -1, -1, -1, 0]
    assert labels.loopy == {3: [], 4: [], 5: []} and labels[2] == ("N", 2, None, 1) and labels[5].loopy == []
    assert len(labels) == 7 and labels[numpy.int64(6)].outcome == "P"
    misere = grundy.label(ARCS, misere=True)
    assert misere.outcomes.tolist() == list("NPNDDD") and set(misere.values.tolist()) == {-1} and misere.loopy == {}
    empty = grundy.label(([], []))
    assert len(empty) == 0 and repr(empty) == "<labels of 0 vertices: 0 N, 0 P, 0 D>"
    for wrong in (([0], [1, 2]), ([0], [-1]), (["a"], ["b"]), ([0.5], [1]), 5, ([1], [2], [3])):
        with pytest.raises(grundy.InputError):
            grundy.label(wrong)
    with pytest.raises(grundy.InputError):
        grundy.label(ARCS, vertices=3)
    with pytest.raises(KeyError):
        labels[7]


def test_labels_of_other_graphs():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("b", "a"), ("c", "a"), ("c", "b"), ("d", "e"), ("e", "d")])
    labels = grundy.label(graph)
    assert labels["c"] == ("N", 2, None, 1) and labels.loopy == {"d": [], "e": []}
    assert list(labels.vertices) == list(graph)
    assert grundy.label(networkx.MultiDiGraph(graph))["c"].value == 2
    with pytest.raises(grundy.InputError, match="no direction"):
        grundy.label(graph.to_undirected())

    class Rows:
        """As `scipy.sparse.csr_array` has it."""

        format = "csr"
        indptr = numpy.array([0, 0, 1, 3, 3], numpy.int32)
        indices = numpy.array([0, 0, 1], numpy.int32)
        shape = (4, 4)

    assert grundy.label(Rows()).values.tolist() == [0, 1, 2, 0]
    Rows.indptr = numpy.array([0, 2, 1, 3, 3])
    with pytest.raises(grundy.InputError):
        grundy.label(Rows())
    Rows.shape = (4, 3)
    with pytest.raises(grundy.InputError):
        grundy.label(Rows())


def test_a_million_arcs():
    draw = numpy.random.default_rng(1)
    tails = draw.integers(1, 200_000, 1_000_000)
    heads = (tails * draw.random(len(tails))).astype(numpy.int64)
    took = []
    for _ in range(3):
        start = time.process_time()
        labels = grundy.label((tails, heads))
        took.append(time.process_time() - start)
    assert len(labels) == tails.max() + 1 and not (labels.values < 0).any()
    # a build for tests; 0.08 s for release
    assert min(took) < 0.6, took
    with pytest.raises(grundy.BudgetExceeded):
        grundy.label((tails, heads), memory="1MB")
