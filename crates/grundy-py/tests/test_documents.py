"""What is printed in the documents and docstrings is what happens; stubs say what the extension module has."""

import doctest
import importlib
import os
import pathlib
import pkgutil
import re
import subprocess
import sys
import tempfile

import grundy
import pytest

HERE = pathlib.Path(__file__).parent
FLAGS = doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", ["grundy", *(f"grundy.{m.name}" for m in pkgutil.iter_modules(grundy.__path__))])
def test_docstrings(name):
    if name == "grundy._grundy":
        pytest.skip("the extension module is documented by its wrappers")
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.failed == 0


def documents():
    """The documents of the package, the README and the chapters of the book that show a session."""
    package, root = HERE.parent, HERE.parents[2]
    found = [package / "README.md", package / "docs/tutorial.md", root / "README.md", *root.glob("docs/**/*.md")]
    return [path for path in found if path.exists() and "\n>>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_printed_examples(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(path), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert result.attempted >= 2 and result.failed == 0


def test_the_book_has_sessions():
    if not (HERE.parents[2] / "docs").exists():
        pytest.skip("not in this installation")
    assert {"README.md", "tutorial.md", "python.md"} <= {path.name for path in documents()}


def test_cram_takes_twelve_lines():
    path = HERE.parent / "docs/tutorial.md"
    text = path.read_text(encoding="utf-8")
    section = text[text.index(">>> def cram") : text.index("[1, 1, 0, 1, 1, 4")]
    assert len(section.splitlines()) <= 12


def test_everything_public_is_documented():
    for name in grundy.__all__:
        if name not in ("__version__", "pieces", "JSON"):
            thing = getattr(grundy, name)
            assert thing.__doc__, name
            for member, value in vars(thing).items() if isinstance(thing, type) else ():
                if not member.startswith("_") and callable(value):
                    assert value.__doc__, f"{name}.{member}"


def run(*arguments):
    pytest.importorskip("mypy")
    package = pathlib.Path(grundy.__file__).parent
    # what mypy knows of the libraries is kept between runs
    environment = {**os.environ, "MYPY_CACHE_DIR": str(pathlib.Path(tempfile.gettempdir()) / "grundy-mypy")}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=package.parent, check=False, env=environment)


def test_types_hold():
    out = run("mypy", "--strict", "-p", "grundy")
    assert out.returncode == 0, out.stdout + out.stderr


def test_stubs_are_true():
    out = run("mypy.stubtest", "grundy._grundy")
    assert out.returncode == 0, out.stdout + out.stderr


def test_users_code_is_typed():
    user = HERE / "typed_user.py"
    out = run("mypy", "--strict", "--disallow-any-explicit", "--python-version", "3.11", str(user))
    assert out.returncode == 0, out.stdout + out.stderr
    out = subprocess.run([sys.executable, str(user)], capture_output=True, text=True, check=False)
    assert out.returncode == 0, out.stdout + out.stderr


def test_nothing_is_typed_as_anything():
    package = pathlib.Path(grundy.__file__).parent
    for path in [*package.glob("*.py"), *package.glob("*.pyi")]:
        assert not re.search(r"\bAny\b", path.read_text(encoding="utf-8")), path


def test_import_is_quick_and_light():
    code = (
        # processor time: other work on the machine is not ours
        "import time; start = time.process_time(); import grundy; took = time.process_time() - start\n"
        "import sys; print(took, 'numpy' in sys.modules, 'networkx' in sys.modules)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(5)
    ]
    assert all(words[1:] == ["False", "False"] for words in runs)
    assert min(float(words[0]) for words in runs) < 0.05
