"""The queries that the chapter for researchers shows, on the rows of a small sweep by the program that `GRUNDY` names.

CSV has no types: `0.40` looks like a number, and a part without periods has a column of nothing. A query that leaves the
types to be guessed gives wrong rows, in the wrong order. Parquet knows them.
"""

import csv
import json
import os
import pathlib
import re
import subprocess

import duckdb
import polars
import pytest

CHAPTER = pathlib.Path(__file__).resolve().parents[4] / "docs" / "researchers.md"
FAMILY = "octal codes of up to 2 digits"


def snippet(language, word):
    """The block of the chapter that is written in a language and has a word in it."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", CHAPTER.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    found = [block for block in blocks if word in block]
    assert len(found) == 1, f"{len(found)} blocks of {language} with {word}"
    return found[0]


def sweep(folder, kind):
    command = [os.environ["GRUNDY"], "sweep", FAMILY, "-o", "octal", "--to", "1000", "--format", kind, "--json", "-q"]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    """Game, preperiod and period of the rows with a proved period, read from CSV parts by hand; long periods first."""
    folder = tmp_path_factory.mktemp("proved")
    assert sweep(folder, "csv").returncode == 0
    lines = []
    for part in (folder / "octal").glob("part-*.csv"):
        with part.open(encoding="utf-8", newline="") as file:
            lines += csv.DictReader(file)
    assert len(lines) == 64
    rows = [(line["game"], int(line["preperiod"]), int(line["period"])) for line in lines if line["status"] == "proved"]
    assert ("0.77", 71, 12) in rows
    return sorted(rows, key=lambda row: -row[2])


@pytest.fixture(params=["csv", "parquet"])
def kind(request, tmp_path, monkeypatch):
    """The ending of the parts of a sweep in the current directory."""
    done = sweep(tmp_path, request.param)
    if request.param == "parquet" and done.returncode == 2:
        assert json.loads(done.stdout)["error"]["kind"] == "unsupported"
        pytest.skip("the program was built without the feature parquet")
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.chdir(tmp_path)
    return request.param


def check(found, proved):
    # games with the same period may stand in any order
    assert [row[2] for row in found] == [row[2] for row in proved[:5]]
    assert len(set(found)) == 5
    assert set(found) <= set(proved)


def test_the_query_for_duckdb(kind, proved):
    query = snippet("sql", "octal/part-")
    if kind == "parquet":
        query, changed = re.subn(r"read_csv\('([^']+)\.csv'[^)]*\)", r"'\1.parquet'", query)
        assert changed == 1
    check(duckdb.connect().execute(query).fetchall(), proved)


def test_the_query_for_polars(kind, proved):
    code = snippet("python", "octal/part-")
    if kind == "parquet":
        code, changed = re.subn(r'scan_csv\("([^"]+)\.csv"[^)]*\)', r'scan_parquet("\1.parquet")', code)
        assert changed == 1
    printed = []
    exec(compile(code, str(CHAPTER), "exec"), {"print": printed.append})
    (table,) = printed
    assert isinstance(table, polars.DataFrame)
    check(table.rows(), proved)


def test_the_chapter_sweeps_what_it_queries():
    text = CHAPTER.read_text(encoding="utf-8")
    command = re.search(r"^\$ grundy sweep '([^']+)' -o octal\b", text, re.MULTILINE)
    assert command, "no sweep writes to the directory octal"
    assert command.start() < text.index("octal/part-")
    # the small one is of the same kind
    assert command[1].startswith("octal codes of up to ")
