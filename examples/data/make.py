#!/usr/bin/env python3
"""Writes the inputs and, by brute force of its own, the expected outputs of the examples: `python3 make.py`."""

import random
from functools import cache
from itertools import product
from pathlib import Path

HERE = Path(__file__).resolve().parent
RANDOM = random.Random(1902)


def mex(values):
    values = set(values)
    return next(v for v in range(len(values) + 1) if v not in values)


def write(name, given, expected):
    (HERE / f"{name}.in").write_text(given)
    (HERE / f"{name}.out").write_text(expected)


def strips():
    c, z, n = 1, 5, 1
    boards = [1, 5, 6, *range(0, 41), 100, 500, 999, 1000]
    values = []
    for p in range(1001):
        values.append(mex(values[a] ^ values[p - s - a] for s in {c, z, n} for a in range(p - s + 1)))
    write("strips_sample", "1 5 1\n3\n1 5 6\n", "1\n1\n2\n")
    given = f"{c} {z} {n}\n{len(boards)}\n" + "".join(f"{p}\n" for p in boards)
    write("strips", given, "".join("1\n" if values[p] else "2\n" for p in boards))
    lengths = (4, 7, 9)
    values = []
    for p in range(1001):
        values.append(mex(values[a] ^ values[p - s - a] for s in lengths for a in range(p - s + 1)))
    given = "4 7 9\n1001\n" + " ".join(map(str, range(1001))) + "\n"
    write("strips_other", given, "".join("1\n" if v else "2\n" for v in values))


def fibonacci_piles():
    steps = [1, 2]
    while steps[-1] < 10_000:
        steps.append(steps[-1] + steps[-2])
    values = []
    for n in range(10_001):
        values.append(mex(values[n - k] for k in steps if k <= n))
    pairs = [(1, 1), (1, 4), (1, 2), (3, 5), (10_000, 10_000), (10_000, 9_999), (0, 5), (7, 0)]
    pairs += [(RANDOM.randrange(1, 10_001), RANDOM.randrange(1, 10_001)) for _ in range(40)]
    given = "".join(f"{m} {n}\n" for m, n in pairs) + "0 0\n"
    lines = ("Xiaoai Win\n" if values[m] != values[n] else "Xiaobing Win\n" for m, n in pairs)
    write("fibonacci_piles", given, "".join(lines))


def hyper_knights():
    size = 500
    steps = ((-2, 1), (-3, -1), (-2, -1), (-1, -2), (-1, -3), (1, -2))
    values = [[0] * size for _ in range(size)]
    for total in range(2 * size - 1):
        for x in range(max(0, total - size + 1), min(size, total + 1)):
            y = total - x
            after = ((x + i, y + j) for i, j in steps)
            values[x][y] = mex(values[a][b] for a, b in after if 0 <= a < size and 0 <= b < size)
    cases = [[(1, 0)], [(2, 5), (3, 5)]]
    cases += [[(RANDOM.randrange(size), RANDOM.randrange(size)) for _ in range(RANDOM.randint(1, 20))] for _ in range(40)]
    cases += [[(499, 499)], [(499, 499), (499, 499)], [(0, 0)]]
    given = f"{len(cases)}\n" + "".join(f"{len(c)}\n" + "".join(f"{x} {y}\n" for x, y in c) for c in cases)
    expected = ""
    for number, case in enumerate(cases, 1):
        total = 0
        for x, y in case:
            total ^= values[x][y]
        expected += f"Case {number}: {'Alice' if total else 'Bob'}\n"
    write("hyper_knights", given, expected)


def new_stone_game():
    @cache
    def loses(piles):
        for at, n in enumerate(piles):
            others = piles[:at] + piles[at + 1 :]
            for taken in range(1, n + 1):
                for given in product(range(n - taken + 1), repeat=len(others)):
                    if sum(given) <= n - taken:
                        after = [x + g for x, g in zip(others, given)] + [n - taken - sum(given)]
                        if loses(tuple(sorted(x for x in after if x))):
                            return False
        return True

    cases = [(2, 1, 3), (1, 1), (3,), (2, 2), (1, 1, 1), (2, 2, 3, 3), (1, 2, 3, 4), (4, 4), (3, 3, 2), (1, 1, 4, 4)]
    cases += [tuple(RANDOM.randint(1, 4) for _ in range(RANDOM.randint(1, 4))) for _ in range(20)]
    given = "".join(f"{len(c)}\n{' '.join(map(str, c))}\n" for c in cases) + "0\n"
    write("new_stone_game", given, "".join("0\n" if loses(tuple(sorted(c))) else "1\n" for c in cases))


def georgia_and_bob():
    @cache
    def loses(men):
        for at, square in enumerate(men):
            for to in range(men[at - 1] + 1 if at else 1, square):
                if loses((*men[:at], to, *men[at + 1 :])):
                    return False
        return True

    cases = [(1, 2, 3), (1, 5, 6, 7, 9, 12, 14, 17), (1,), (4, 2), (5, 3, 8)]
    cases += [tuple(RANDOM.sample(range(1, 15), RANDOM.randint(1, 5))) for _ in range(25)]
    expected = ""
    for case in cases:
        if len(case) == 8:
            expected += "Georgia will win\n"  # the sample of the problem's statement
        else:
            expected += f"{'Bob' if loses(tuple(sorted(case))) else 'Georgia'} will win\n"
    given = f"{len(cases)}\n" + "".join(f"{len(c)}\n{' '.join(map(str, c))}\n" for c in cases)
    write("georgia_and_bob", given, expected)


def wythoff():
    """The P-pairs by their definition: A is the least number not yet used, B = A + n."""
    used, pairs, a = set(), set(), 0
    for n in range(40_000):
        while a in used:
            a += 1
        used |= {a, a + n}
        pairs |= {(a, a + n), (a + n, a)}
    asked = [(2, 1), (8, 4), (4, 7), (0, 0), (5, 5), (1, 0)]
    some = sorted(pairs)
    asked += [RANDOM.choice(some) for _ in range(20)]
    asked += [(RANDOM.randrange(60_000), RANDOM.randrange(60_000)) for _ in range(20)]
    asked += [(a, b + 1) for a, b in (RANDOM.choice(some) for _ in range(10))]
    lines = "".join("0\n" if pair in pairs else "1\n" for pair in asked)
    write("wythoff", "".join(f"{a} {b}\n" for a, b in asked), lines)


def nim():
    @cache
    def loses(heaps):
        return not any(
            loses(tuple(sorted((*heaps[:at], to, *heaps[at + 1 :])))) for at, n in enumerate(heaps) for to in range(n)
        )

    for name, heaps in (("mipt_nim", (3, 5, 6, 1)), ("mipt_nim_second", (1, 4, 5)), ("mipt_nim_empty", (0, 0))):
        who = "Second" if loses(tuple(sorted(heaps))) else "First"
        write(name, f"{len(heaps)}\n{' '.join(map(str, heaps))}\n", f"{who} wins.\n")


def mixed():
    def takes(pile, n):
        return (k for k in range(1, n + 1) if (k <= 3 if pile == 0 else k % 2 == 1 if pile == 1 else True))

    @cache
    def loses(piles):
        return not any(loses(after) for _, _, after in moves(piles))

    def moves(piles):
        for at, n in enumerate(piles):
            for k in sorted(takes(at, n), reverse=True):
                yield at, n - k, (*piles[:at], n - k, *piles[at + 1 :])

    cases = [(5, 4, 7, 8), (4,), (3, 3), (4, 2, 5), (9, 6), (4, 4), (1, 1, 1, 1), (2, 3, 4)]
    cases += [tuple(RANDOM.randint(0, 8) for _ in range(RANDOM.randint(1, 4))) for _ in range(20)]
    expected = ""
    for case in cases:
        # moves come by pile and then by what is left, so the first winning one is the program's first
        found = next(((at, left) for at, left, after in moves(case) if loses(after)), None)
        expected += f"First: pile {found[0] + 1} to {found[1]}\n" if found else "Second\n"
    write("mixed", "".join(f"{len(c)} {' '.join(map(str, c))}\n" for c in cases), expected)


def corners():
    """The values of single lamps by mex: a lamp and the three others of a rectangle."""
    size = 24
    values = {}
    for x, y in product(range(size), repeat=2):
        values[x, y] = mex(values[a, y] ^ values[x, b] ^ values[a, b] for a in range(x) for b in range(y))
    cases = [[(1, 1), (1, 2)], [(2, 2), (3, 0), (1, 3)], [], [(0, 7)]]
    cases += [[(RANDOM.randrange(size), RANDOM.randrange(size)) for _ in range(RANDOM.randint(1, 6))] for _ in range(30)]
    for _ in range(20):  # three lamps, and a fourth that makes the xor 0 where there is one
        case = [(RANDOM.randrange(size), RANDOM.randrange(size)) for _ in range(3)]
        total = values[case[0]] ^ values[case[1]] ^ values[case[2]]
        cases.append(case + [next((at for at, v in values.items() if v == total), (1, 1))])
    expected = ""
    for case in cases:
        total = 0
        for at in case:
            total ^= values[at]
        expected += "Have a try, lxhgww.\n" if total else "Don't waste your time.\n"
    given = f"{len(cases)}\n" + "".join(f"{len(c)}\n" + "".join(f"{x} {y}\n" for x, y in c) for c in cases)
    write("corners", given, expected)


def lexicode():
    """Greedy, as the definition says; the last line is the extended Golay code, whose weights are well known."""
    asked = [(4, 2), (7, 3), (8, 4), (9, 5), (12, 4), (13, 6), (11, 3)]
    expected = ""
    for n, d in asked:
        words = []
        for word in range(1 << n):
            if all((word ^ other).bit_count() >= d for other in words):
                words.append(word)
        weights = [w.bit_count() for w in words]
        expected += f"{len(words)} " + " ".join(f"{w}:{weights.count(w)}" for w in sorted(set(weights))) + "\n"
    given = "".join(f"{n} {d}\n" for n, d in asked) + "24 8\n"
    write("lexicode", given, expected + "4096 0:1 8:759 12:2576 16:759 24:1\n")


for make in (
    strips, fibonacci_piles, hyper_knights, new_stone_game, georgia_and_bob, wythoff, nim, mixed, corners, lexicode
):  # fmt: skip
    make()
