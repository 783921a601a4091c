"""The Python package beside the library, `functools.lru_cache`, plain Python and the wheel `ogdoad`.

`cargo xtask bench --python` runs it. Every measurement is made by a process of its own: processor time, and how much
the peak of its memory grew. Medians of runs in turns.
"""

import functools
import json
import operator
import resource
import statistics
import subprocess
import sys
import threading
import time

RUNS = 5


def mex(values):
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


# Rules: the callable, the question, and what a sum of several positions is for it.


def kayles(n):
    return [[a, n - k - a] for k in (1, 2) for a in range((n - k) // 2 + 1) if n >= k]


def squares(n):
    options, k = [], 1
    while k * k <= n:
        options.append(n - k * k)
        k += 1
    return options


def wythoff(place):
    a, b = place
    for k in range(1, a + 1):
        yield (a - k, b)
    for k in range(1, b + 1):
        yield (a, b - k)
    for k in range(1, min(a, b) + 1):
        yield (a - k, b - k)


def cram(board):
    for r, c in board:
        for other in ((r + 1, c), (r, c + 1)):
            if other in board:
                yield board - {(r, c), other}


def rectangle(rows, columns):
    return frozenset((r, c) for r in range(rows) for c in range(columns))


def heaps(place):
    """The rule of one heap, in every heap of a tuple: what one writes who does not know of sums."""
    for i, n in enumerate(place):
        for after in squares(n):
            yield tuple(sorted((*place[:i], after, *place[i + 1 :])))


def remembered(options):
    """The solution with functools.lru_cache."""

    @functools.lru_cache(None)
    def value(position):
        return mex(
            functools.reduce(operator.xor, map(value, option)) if isinstance(option, list) else value(option)
            for option in options(position)
        )

    return value


RULES = {
    "Kayles, one heap of 1000": (kayles, 1000, None, None),
    "take a square, one heap of 100 000": (squares, 100_000, None, None),
    "Wythoff, (120, 120)": (wythoff, (120, 120), None, None),
    "take a square, heaps 40, 41, 42": (heaps, (40, 41, 42), squares, None),
    "Cram on 4 × 5": (cram, rectangle(4, 5), None, "pieces"),
}


def measure(what):
    """Runs in the child: prints a result, processor seconds, and bytes."""
    kind, *arguments = what
    if kind == "own":
        import grundy

        rule, start, single, canonical = RULES[arguments[0]]
        game = grundy.Game(options=single or rule, canonical=getattr(grundy, canonical) if canonical else None)
        before, began = peak(), time.process_time()
        value = game(*start).value() if single else game.value(start)
    elif kind == "lru":
        rule, start, _, _ = RULES[arguments[0]]
        solve = remembered(rule)
        before, began = peak(), time.process_time()
        value = solve(start)
    elif kind == "alone":
        # the callable, asked once for each position that values need, and nothing else: no solution can be faster
        import grundy

        rule, start, single, canonical = RULES[arguments[0]]
        met = []
        options = single or rule
        chosen = getattr(grundy, canonical) if canonical else None
        game = grundy.Game(options=lambda position: met.append(position) or options(position), canonical=chosen)
        value = game(*start).value() if single else game.value(start)
        before, began = peak(), time.process_time()
        for position in met:
            for _ in options(position):
                pass
    elif kind == "table":
        import grundy
        import numpy

        grundy.table("nim", 1)
        before, began = peak(), time.process_time()
        table = grundy.table(arguments[0], int(arguments[1]))
        seconds = time.process_time() - began
        print(json.dumps([int(numpy.sum(table)), seconds, peak() - before]))
        return
    elif kind == "callback":
        import ogdoad

        rule, start, _, _ = RULES[arguments[0]]
        before, began = peak(), time.process_time()
        value = ogdoad.grundy(start, rule)
    elif kind == "plain":
        before, began = peak(), time.process_time()
        value = sum(plain(arguments[0], int(arguments[1])))
    else:
        import ogdoad

        before, began = peak(), time.process_time()
        value = sum(peer(ogdoad, arguments[0], int(arguments[1])))
    seconds = time.process_time() - began
    print(json.dumps([value, seconds, peak() - before]))


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def plain(game, last):
    values = []
    for n in range(last + 1):
        if game == "take[1,3,4]":
            values.append(mex(values[n - k] for k in (1, 3, 4) if k <= n))
        else:
            values.append(mex(values[a] ^ values[n - k - a] for k in (1, 2) for a in range((n - k) // 2 + 1) if n >= k))
    return values


def peer(ogdoad, game, last):
    """The peer has no games by name; it takes graphs, and callables whose positions are numbers."""
    if game == "take[1,3,4]":
        return ogdoad.grundy_graph([[n - k for k in (1, 3, 4) if k <= n] for n in range(last + 1)])
    raise NotImplementedError("no options that are sums")


def child(*what):
    command = [sys.executable, __file__, "--measure", *what]
    out = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    if not out.stdout:
        raise RuntimeError(out.stderr.strip().splitlines()[-1] if out.stderr else "failed")
    return json.loads(out.stdout)


def medians(*kinds):
    """Seconds and bytes of each kind, measured in turns; results must agree."""
    runs = {kind: [] for kind in kinds}
    for _ in range(RUNS):
        for kind in kinds:
            runs[kind].append(child(*kind))
    results = {run[0] for all_ in runs.values() for run in all_}
    assert len(results) == 1, f"the results differ: {results}"
    return [(statistics.median(r[1] for r in runs[k]), statistics.median(r[2] for r in runs[k])) for k in kinds]


def rules():
    print("| rule | lru_cache | ogdoad 2.0.0 | the callable alone | grundy | time | memory |\n|---|---|---|---|---|---|---|")
    faster, smaller = [], []
    for name in RULES:
        (old, old_bytes), (new, new_bytes), (alone, _) = medians(("lru", name), ("own", name), ("alone", name))
        faster.append(old / new)
        smaller.append(old_bytes / max(new_bytes, 1 << 16))
        other = "–"
        if isinstance(RULES[name][1], int) and RULES[name][0] is not kayles:
            try:
                seconds, size = medians(("callback", name))[0]
                other = f"{seconds:.3f} s, {size / 2**20:.1f} MiB"
            except RuntimeError as why:
                other = f"– ({why})"
        print(
            f"| {name} | {old:.3f} s, {old_bytes / 2**20:.1f} MiB | {other} | {alone:.3f} s | {new:.3f} s, {new_bytes / 2**20:.1f} MiB "
            f"| {faster[-1]:.1f}× | {smaller[-1]:.1f}× |"
        )
    print(f"| median | | | | | {statistics.median(faster):.1f}× | {statistics.median(smaller):.1f}× |\n")


def tables(library):
    print("| table of 10^7 values | library | grundy in Python | ratio |\n|---|---|---|---|")
    for game in ("kayles", "take[1,3,4]", "nim", "0.16"):
        rust, python = [], []
        for _ in range(RUNS):
            words = subprocess.run([library, game, "9999999"], capture_output=True, text=True, check=True).stdout.split()
            rust.append(float(words[0]))
            result, seconds, _ = child("table", game, "9999999")
            assert result == int(words[1]), "the results differ"
            python.append(seconds)
        old, new = statistics.median(rust), statistics.median(python)
        print(f"| `{game}` | {old:.2f} s | {new:.2f} s | {new / old:.2f}× |")
    print()


def sequences():
    print("| values 0 to n | plain Python | ogdoad 2.0.0 | grundy |\n|---|---|---|---|")
    for game, last in (("take[1,3,4]", 300_000), ("kayles", 2000)):
        cells = []
        for kind in ("plain", "peer", "table"):
            try:
                runs = [child(kind, game, str(last)) for _ in range(RUNS)]
                cells.append(f"{statistics.median(run[1] for run in runs) * 1e3:.2f} ms")
            except (RuntimeError, subprocess.TimeoutExpired) as why:
                cells.append(f"– ({why})")
        print(f"| `{game}`, {last} | {' | '.join(cells)} |")
    print()


def imports():
    clock = "(time.perf_counter(), time.process_time())"
    code = f"import time; a = {clock}; import grundy; b = {clock}; print(b[0] - a[0], b[1] - a[1])"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split() for _ in range(15)]
    wall, cpu = (statistics.median(float(run[i]) for run in runs) * 1e3 for i in (0, 1))
    print(f"`import grundy`: {wall:.1f} ms, {cpu:.1f} ms of them processor time\n")


def main():
    if sys.argv[1:2] == ["--measure"]:
        # the solutions with lru_cache recurse deeply
        sys.setrecursionlimit(10**7)
        threading.stack_size(1 << 30)
        thread = threading.Thread(target=measure, args=(sys.argv[2:],))
        thread.start()
        thread.join()
        return
    imports()
    rules()
    if len(sys.argv) > 1:
        tables(sys.argv[1])
    sequences()


if __name__ == "__main__":
    main()
