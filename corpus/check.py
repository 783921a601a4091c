#!/usr/bin/env python3
"""Recomputes the facts of this folder by brute force.

Shares nothing with the Rust program: the rules of every game stand here a second time, written by hand as plain
Python, and no text of the notation is parsed. A game's text is only a key into the table RULES; what a position
consists of is taken from the field `parts` of its fact. Needs Python 3.11 or later and nothing else.

    python3 corpus/check.py            # everything, some seconds
    python3 corpus/check.py octal      # files whose name contains a word
"""

import sys
import threading
import tomllib
from itertools import combinations, product
from math import isqrt
from pathlib import Path

HERE = Path(__file__).resolve().parent

# ---------------------------------------------------------------------------------------------------------------
# The rules. An option is a tuple of components, a component is (text of the game, place), a place is a tuple.

RULES = {}


def rule(*texts):
    """Files a function place -> options under some texts; it is called with the text, to name its own game."""

    def keep(make):
        for text in texts:
            RULES[text] = lambda place, text=text, make=make: make(text, place)
        return make

    return keep


def heap(text, *sizes):
    return tuple((text, (size,)) for size in sizes)


def subtraction(text, allowed):
    """allowed(k): may k be taken?"""
    RULES[text] = lambda place: [heap(text, place[0] - k) for k in range(1, place[0] + 1) if allowed(k)]


def is_prime(k):
    return k > 1 and all(k % d for d in range(2, isqrt(k) + 1))


def is_power(k, base):
    while k % base == 0:
        k //= base
    return k == 1


def fibonacci_numbers(limit):
    a, b = 1, 2
    while a <= limit:
        yield a
        a, b = b, a + b


FIBONACCI = set(fibonacci_numbers(10**6))


def prime_divisors(n):
    return {p for p in range(2, n + 1) if n % p == 0 and is_prime(p)}


for m in (1, 2, 3, 4, 5, 6, 7, 10, 20):
    subtraction(f"take[1..{m}]", lambda k, m=m: k <= m)
for numbers in (
    (1, 3, 4), (1, 2, 4), (1, 3, 5), (2, 3), (2, 5), (3, 7), (1, 4), (1, 5, 6), (2, 3, 7), (2, 5, 7), (3, 5, 8),
    (4, 7, 11), (1, 2, 7), (5,), (1,), (2,), (1, 8), (2, 4, 7), (3, 6, 10), (1, 4, 9, 16), (6, 10, 15), (2, 9, 10),
):  # fmt: skip
    subtraction(f"take[{','.join(map(str, numbers))}]", lambda k, numbers=numbers: k in numbers)
subtraction("take[2..5]", lambda k: 2 <= k <= 5)
subtraction("take[3..9]", lambda k: 3 <= k <= 9)
subtraction("take[5..]", lambda k: k >= 5)
subtraction("take[2..]", lambda k: k >= 2)
subtraction("take[1..]", lambda k: True)
subtraction("take[1.. except 2..4]", lambda k: not 2 <= k <= 4)
subtraction("take[1.. except {1}]", lambda k: k != 1)
subtraction("take[1.. except {2}]", lambda k: k != 2)
subtraction("take[1.. except {3,5,8}]", lambda k: k not in (3, 5, 8))
subtraction("take[odds]", lambda k: k % 2 == 1)
subtraction("take[evens]", lambda k: k % 2 == 0)
subtraction("take[odds except {1}]", lambda k: k % 2 == 1 and k != 1)
subtraction("take[powers(2)]", lambda k: is_power(k, 2))
subtraction("take[powers(3)]", lambda k: is_power(k, 3))
subtraction("take[powers(10)]", lambda k: is_power(k, 10))
subtraction("take[squares]", lambda k: isqrt(k) ** 2 == k)
subtraction("take[fibs]", lambda k: k in FIBONACCI)
subtraction("take[primes]", is_prime)
subtraction("take[1,primes]", lambda k: k == 1 or is_prime(k))
subtraction("take[1,4,primes]", lambda k: k in (1, 4) or is_prime(k))
subtraction("take[powers(2),powers(3)]", lambda k: is_power(k, 2) or is_power(k, 3))
subtraction("take[divisors(12)]", lambda k: 12 % k == 0)
subtraction("{n -> n-1; n-p^k for p in primes for k in 1..}", lambda k: len(prime_divisors(k)) <= 1)
subtraction("{n -> n-2^a*3^b for a in 0.. for b in 0..}", lambda k: prime_divisors(k) <= {2, 3})
subtraction("take[2..10 step 3]", lambda k: k in (2, 5, 8))
subtraction("take[1.. step 3]", lambda k: k % 3 == 1)
subtraction("nim", lambda k: True)
subtraction("nimble", lambda k: True)
subtraction("{n -> n-k for k in {1,3,4}}", lambda k: k in (1, 3, 4))
subtraction("{n -> n-k for k in 1..3}", lambda k: k <= 3)


def partitions(total, parts, least=1):
    """All ways to write total as an ascending sum of so many numbers from least."""
    if parts == 0:
        return [()] if total == 0 else []
    return [(a, *rest) for a in range(least, total // parts + 1) for rest in partitions(total - a, parts - 1, a)]


def take_and_break(text, digits, start=1, unequal=(), forever=None):
    """digits[i] is the set of numbers of heaps that may be left after removing start + i; forever: all further."""

    def options(place):
        (n,) = place
        found = []
        for removed in range(start, n + 1):
            at = removed - start
            counts = digits[at] if at < len(digits) else forever or ()
            for parts in counts:
                for split in partitions(n - removed, parts):
                    if removed in unequal and len(set(split)) != len(split):
                        continue
                    found.append(heap(text, *split))
        return found

    RULES[text] = options


def counts_of(digit):
    """7 -> {0, 1, 2}: the bits of a digit."""
    return {j for j in range(8) if int(digit, 36) >> j & 1}


OCTALS = (
    "7 77 07 137 123 6 16 56 156 007 26 15 45 4 72 75 3 33 333 12 14 34 47 52 53 54 64 71 044 055 106 176 224 351 "
    "0123 1 11 13 17 05 06 35 37 57 74 76 101 161 177 207 317 3F 8 F F1 9 18".split()
)
for digits in OCTALS:
    take_and_break(f"0.{digits}", [counts_of(d) for d in digits])
take_and_break("kayles", [{0, 1, 2}, {0, 1, 2}])
for name in ("dawsonskayles", "dawson"):
    take_and_break(name, [set(), {0, 1, 2}])
take_and_break("dawsonschess", [{0}, {0, 1}, {0, 1, 2}])
for name in ("grundy", "4!.0", "{n -> a & n-a for a in 1.. if a < n-a}"):
    take_and_break(name, [{2}], start=0, unequal={0})
for name in ("lasker", "4.[3]", "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}"):
    take_and_break(name, [{2}], start=0, forever={0, 1})
take_and_break("0.[3]", [], forever={0, 1})
take_and_break("0.[7]", [], forever={0, 1, 2})
take_and_break("4.3", [{2}, {0, 1}], start=0)
take_and_break("4.33", [{2}, {0, 1}, {0, 1}], start=0)
take_and_break("0.07!", [set(), {0, 1, 2}], unequal={2})
take_and_break("0.7!", [{0, 1, 2}], unequal={1})
take_and_break("0.{0,3}", [{0, 3}])
take_and_break("8.3", [{3}, {0, 1}], start=0)
take_and_break("0.0F", [set(), {0, 1, 2, 3}])


@rule("mark", "{n -> n-1 | n//2 if n > 0}")
def mark(text, place):
    (n,) = place
    return [heap(text, n - 1), heap(text, n // 2)] if n else []


@rule("{n -> n%k for k in 1..n}")
def remainder(text, place):
    (n,) = place
    return [heap(text, n % k) for k in range(1, n + 1)]


@rule("{n -> n-n%k for k in 2..n if n%k > 0}")
def take_remainder(text, place):
    (n,) = place
    return [heap(text, n - n % k) for k in range(2, n + 1) if n % k]


@rule("{n -> n//k for k in 2..}")
def quotient(text, place):
    (n,) = place
    return [heap(text, n // k) for k in range(2, n + 1)]


@rule("{n -> n//k for k in 3..n-2}")
def quotient_from_three(text, place):
    (n,) = place
    return [heap(text, n // k) for k in range(3, n - 1)]


@rule("{n -> (n+k-1)//k for k in 2..n}")
def quotient_rounded_up(text, place):
    (n,) = place
    return [heap(text, -(-n // k)) for k in range(2, n + 1)]


@rule("{n -> n//k for k in 2..n if n%k = 0}")
def exact_quotient(text, place):
    (n,) = place
    return [heap(text, n // k) for k in range(2, n + 1) if n % k == 0]


@rule("aliquot", "{n -> n-d for d in divisors(n) except {n}}")
def aliquot(text, place):
    (n,) = place
    return [heap(text, n - d) for d in range(1, n) if n % d == 0]


@rule("{n -> n-d for d in divisors(n) except {1,n}}")
def inner_divisor(text, place):
    (n,) = place
    return [heap(text, n - d) for d in range(2, n) if n % d == 0]


@rule("{n -> n-d for d in divisors(n)}")
def any_divisor(text, place):
    (n,) = place
    return [heap(text, n - d) for d in range(1, n + 1) if n % d == 0]


@rule("atleasthalf", "{n -> n-k for k in (n+1)//2..n if n > 0}")
def at_least_half(text, place):
    (n,) = place
    return [heap(text, n - k) for k in range(1, n + 1) if 2 * k >= n]


@rule("atmosthalf", "{n -> n-k for k in 1..n//2}")
def at_most_half(text, place):
    (n,) = place
    return [heap(text, n - k) for k in range(1, n + 1) if 2 * k <= n]


@rule("{n -> n-k for k in 1.. if gcd(n,k) = 1}")
def coprime(text, place):
    from math import gcd

    (n,) = place
    return [heap(text, n - k) for k in range(1, n + 1) if gcd(n, k) == 1]


@rule("{n -> n-k for k in 1..n//3}")
def at_most_a_third(text, place):
    (n,) = place
    return [heap(text, n - k) for k in range(1, n // 3 + 1)]


@rule("{n -> n-k for k in 1..isqrt(n)}")
def at_most_the_root(text, place):
    (n,) = place
    return [heap(text, n - k) for k in range(1, n + 1) if k * k <= n]


@rule("{n -> n-k for k in 1..log2(n) if n > 0}")
def at_most_the_logarithm(text, place):
    (n,) = place
    return [heap(text, n - k) for k in range(1, n + 1) if 2**k <= n]


@rule("{n -> n//d for d in 2..6 if n > 0}")
def floor_division(text, place):
    (n,) = place
    return [heap(text, n // d) for d in range(2, 7)] if n > 0 else []


@rule("{n -> (n+d-1)//d for d in 2..9 if n > 1}")
def multiplication(text, place):
    (n,) = place
    return [heap(text, -(-n // d)) for d in range(2, 10)] if n > 1 else []


@rule("{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}")
def roots(text, place):
    (n,) = place
    return [heap(text, y) for y in range(n) if y * y <= n <= y**4]


@rule("{n -> n//2 | n//3 if n > 0}")
def two_or_three(text, place):
    (n,) = place
    return [heap(text, n // 2), heap(text, n // 3)] if n > 0 else []



@rule("{n -> n-popcount(n) if n > 0}")
def remove_popcount(text, place):
    (n,) = place
    return [heap(text, n - bin(n).count("1"))] if n > 0 else []


@rule("{n -> n-1; n-2; a & n-3-a for a in 1..n-4}")
def take_or_break(text, place):
    (n,) = place
    options = [heap(text, n - k) for k in (1, 2) if n >= k]
    return options + [heap(text, a, n - 3 - a) for a in range(1, n - 3)]


@rule("{n -> a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}")
def split_three(text, place):
    (n,) = place
    return [heap(text, *split) for split in partitions(n, 3)]


@rule("{n -> a & a for a in 0..n-1}")
def two_copies(text, place):
    (n,) = place
    return [heap(text, a, a) for a in range(n)]


@rule("{n -> a & a & a for a in 0..n-1}")
def three_copies(text, place):
    (n,) = place
    return [heap(text, a, a, a) for a in range(n)]


@rule("{n -> kayles(n-1); n-2}")
def hand_over(text, place):
    (n,) = place
    options = [heap("kayles", n - 1)] if n >= 1 else []
    return options + ([heap(text, n - 2)] if n >= 2 else [])


@rule("{n -> n-1 & nim(n-1) if n > 1; n-1}")
def leave_a_nim_heap(text, place):
    (n,) = place
    options = [heap(text, n - 1)] if n >= 1 else []
    return options + ([((text, (n - 1,)), ("nim", (n - 1,)))] if n > 1 else [])


@rule("take[1,2] | take[3]")
def union_of_takes(text, place):
    (n,) = place
    return [heap(text, n - k) for k in (1, 2, 3) if k <= n]


@rule("kayles | take[3]")
def kayles_or_three(text, place):
    (n,) = place
    options = [heap(text, *split) for k in (1, 2) for j in (0, 1, 2) if k <= n for split in partitions(n - k, j)]
    return options + ([heap(text, n - 3)] if n >= 3 else [])


for colours in ((1, 5, 1), (2, 3, 4), (3, 3, 3)):
    text = "{p -> a & p-c-a for c in {%d,%d,%d} for a in 0..p-c}" % colours

    @rule(text)
    def strips(text, place, colours=colours):
        (p,) = place
        return [heap(text, a, p - c - a) for c in colours for a in range(p - c + 1)]


# Games of two coordinates.


def pair(text, a, b):
    return ((text, (a, b)),)


@rule("wythoff", "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}")
def wythoff(text, place):
    a, b = place
    options = [pair(text, x, b) for x in range(a)] + [pair(text, a, y) for y in range(b)]
    return options + [pair(text, a - k, b - k) for k in range(1, min(a, b) + 1)]


def generalised_wythoff(width):
    text = f"wythoff[{width}]"

    @rule(text)
    def moves(text, place):
        a, b = place
        options = [pair(text, x, b) for x in range(a)] + [pair(text, a, y) for y in range(b)]
        both = product(range(1, a + 1), range(1, b + 1))
        return options + [pair(text, a - i, b - j) for i, j in both if abs(i - j) < width]


for width in (2, 3):
    generalised_wythoff(width)


@rule("euclid", "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}")
def euclid(text, place):
    a, b = place
    options = [pair(text, a - k * b, b) for k in range(1, a // b + 1)] if b else []
    return options + ([pair(text, a, b - k * a) for k in range(1, b // a + 1)] if a else [])


@rule("euclidpositive")
def euclid_positive(text, place):
    a, b = place
    options = [pair(text, x, b) for x in range(a - b, 0, -b)]
    return options + [pair(text, a, y) for y in range(b - a, 0, -a)]


HYPER = "{(x,y) -> (x-2,y+1) | (x-3,y-1) | (x-2,y-1) | (x-1,y-2) | (x-1,y-3) | (x+1,y-2)}"


@rule(HYPER)
def hyper_knight(text, place):
    x, y = place
    steps = ((-2, 1), (-3, -1), (-2, -1), (-1, -2), (-1, -3), (1, -2))
    return [pair(text, x + i, y + j) for i, j in steps if x + i >= 0 and y + j >= 0]


@rule("{(x,y) -> (x-1,y-2) | (x-2,y-1) | (x+1,y-2) | (x-2,y+1)}")
def white_knight(text, place):
    x, y = place
    return [pair(text, x + i, y + j) for i, j in ((-1, -2), (-2, -1), (1, -2), (-2, 1)) if x + i >= 0 and y + j >= 0]


@rule("{(a,b) -> (a-1,b) | (a,b-1) | (a-1,b-1)}")
def king(text, place):
    a, b = place
    return [pair(text, a - i, b - j) for i, j in ((1, 0), (0, 1), (1, 1)) if a >= i and b >= j]


@rule("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}")
def rook(text, place):
    a, b = place
    return [pair(text, x, b) for x in range(a)] + [pair(text, a, y) for y in range(b)]


@rule("{(a,b) -> (k,b) & (a-k,b) for k in 1.. if k <= a-k; (a,k) & (a,b-k) for k in 1.. if k <= b-k}")
def cut_rectangle(text, place):
    a, b = place
    options = [pair(text, k, b) + pair(text, a - k, b) for k in range(1, a // 2 + 1)]
    return options + [pair(text, a, k) + pair(text, a, b - k) for k in range(1, b // 2 + 1)]


@rule("fibonaccinim", "{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}")
def fibonacci_nim(text, place):
    if len(place) == 1:
        place = (place[0], max(place[0] - 1, 0))
    n, q = place
    return [((text, (n - j, 2 * j)),) for j in range(1, min(n, q) + 1)]


@rule("{(n,q) -> (n-j,j) for j in 1..q}")
def not_more_than_before(text, place):
    n, q = place
    return [pair(text, n - j, j) for j in range(1, min(n, q) + 1)]


@rule("{(n,q) -> (n-j,3*j) for j in 1..q by (n,q)}")
def three_times(text, place):
    n, q = place
    return [pair(text, n - j, 3 * j) for j in range(1, min(n, q) + 1)]


@rule("{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) | (a-k,b-k,c-k) for k in 1..}")
def nim_and_all(text, place):
    a, b, c = place
    options = [((text, (x, b, c)),) for x in range(a)] + [((text, (a, y, c)),) for y in range(b)]
    options += [((text, (a, b, z)),) for z in range(c)]
    return options + [((text, (a - k, b - k, c - k)),) for k in range(1, min(place) + 1)]


# Rows: the whole list is one component.


def row(text, places):
    return [((text, tuple(place)),) for place in places]


def changed(place, at, to):
    return (*place[:at], to, *place[at + 1 :])


@rule("staircase")
def staircase(text, place):
    found = []
    for stair, coins in enumerate(place):
        for k in range(1, coins + 1):
            after = list(place)
            after[stair] -= k
            if stair:
                after[stair - 1] += k
            found.append(after)
    return row(text, found)


def moore(limit):
    @rule(f"moore[{limit}]")
    def moves(text, place):
        after = product(*(range(n + 1) for n in place))
        return row(text, (a for a in after if 1 <= sum(x != y for x, y in zip(a, place)) <= limit))


moore(1)
moore(2)
moore(3)


@rule("newstone")
def new_stone(text, place):
    """Take at least one stone from a pile, then move any of its remaining stones to other non-empty piles."""
    found = set()
    piles = sorted(n for n in place if n)
    for at, n in enumerate(piles):
        others = piles[:at] + piles[at + 1 :]
        for taken in range(1, n + 1):
            for given in product(range(n - taken + 1), repeat=len(others)):
                if sum(given) <= n - taken:
                    after = [x + g for x, g in zip(others, given)] + [n - taken - sum(given)]
                    found.add(tuple(sorted(x for x in after if x)))
    return row(text, found)


@rule("silverdollar")
def silver_dollar(text, place):
    coins = sorted(place)
    found = []
    for at, square in enumerate(coins):
        left = coins[at - 1] if at else -1
        found += [changed(coins, at, to) for to in range(left + 1, square)]
    return row(text, found)


@rule("silverdollar[dollar]")
def silver_dollar_bag(text, place):
    """Square 0 is a bag; the last coin is the dollar, and in the bag it is taken with it."""
    if not place:
        return []
    coins = [square for square in sorted(place) if square]
    if not coins:
        return [((text, ()),)]
    found = []
    for at, square in enumerate(coins):
        left = coins[at - 1] if at else -1
        found += [[n for n in changed(coins, at, to) if n] or [0] for to in range(left + 1, square)]
    return row(text, found)


@rule("welter")
def welter(text, place):
    free = [(at, to) for at, square in enumerate(place) for to in range(square) if to not in place]
    return row(text, (sorted(changed(place, at, to)) for at, to in free))


@rule("antonim")
def antonim(text, place):
    """Nim in which no two heaps have the same size, except empty ones."""
    after = (sorted(changed(place, at, to)) for at, n in enumerate(place) for to in range(n))
    return row(text, (a for a in after if all(x < y or x == 0 for x, y in zip(a, a[1:]))))


@rule("endnim")
def end_nim(text, place):
    heaps = [n for n in place if n]
    ends = {0, len(heaps) - 1} if heaps else ()
    after = (changed(heaps, at, to) for at in ends for to in range(heaps[at]))
    return row(text, ([n for n in a if n] for a in after))


def nim_with_pass(text, without):
    @rule(text)
    def moves(text, place):
        found = row(text, (changed(place, at, to) for at, n in enumerate(place) for to in range(n)))
        if without and any(place):
            found.append(((without, place),))
        return found


nim_with_pass("nimpass[0]", None)
nim_with_pass("nimpass", "nimpass[0]")


def poker_nim(chips):
    text = f"pokernim[{chips}]"

    @rule(text)
    def moves(text, place):
        found = row(text, (changed(place, at, to) for at, n in enumerate(place) for to in range(n)))
        for at, n in enumerate(place):
            for added in range(1, chips + 1 if n else 1):
                found.append(((f"pokernim[{chips - added}]", changed(place, at, n + added)),))
        return found


for chips in range(4):
    poker_nim(chips)


def kotzig(squares, steps):
    text = "kotzig[%d,{%s}]" % (squares, ",".join(map(str, steps)))

    @rule(text)
    def moves(text, place):
        to = ((place[-1] + step) % squares for step in steps)
        return row(text, ((*place, square) for square in to if square not in place))


for squares, steps in product(range(3, 10), ((1, 2), (1, 3), (2, 3))):
    if squares > max(steps):
        kotzig(squares, steps)


@rule("thirtyone")
def thirty_one(text, place):
    total, *left = place if len(place) > 1 else (place[0], 4, 4, 4, 4, 4, 4)
    cards = [c for c in range(1, 7) if left[c - 1] and total + c <= 31]
    return row(text, ((total + c, *changed(left, c - 1, left[c - 1] - 1)) for c in cards))


def graph(text, followers):
    @rule(text)
    def moves(text, place):
        (vertex,) = place
        return [((text, (to,)),) for to in followers.get(vertex, "").split()]


graph("graph{a->b,c; b->d; c->d}", {"a": "b c", "b": "d", "c": "d"})
graph("graph{a->b; b->c; c->d; a->c,d}", {"a": "b c d", "b": "c", "c": "d"})
graph("graph{5->4,2,0; 4->3; 3->2,1; 2->1,0; 1->0}", {"5": "4 2 0", "4": "3", "3": "2 1", "2": "1 0", "1": "0"})
graph("graph{s->a,b,c; a->t; b->a,t; c->a,b,t}", {"s": "a b c", "a": "t", "b": "a t", "c": "a b t"})


# Compounds. A place is a tuple of sums, one for each component of the compound; a sum is a sorted tuple of components
# without heaps of 0 (one is kept where nothing else is left).


def sum_options(components):
    found = set()
    for at, (text, place) in enumerate(components):
        for option in RULES[text](place):
            found.add(canonical_sum((*components[:at], *(option or heap(text, 0)), *components[at + 1 :])))
    return sorted(found)


def canonical_sum(components):
    kept = [c for c in components if c[1] != (0,)] or [components[0]]
    order = list(dict.fromkeys(text for text, _ in components))
    return tuple(sorted(kept, key=lambda c: (order.index(c[0]), c[1])))


def compound(text, chosen, first_ends):
    """chosen(components, live): the sets of components that may be moved in together."""

    @rule(text)
    def moves(text, place):
        after = [sum_options(components) for components in place]
        live = [at for at, found in enumerate(after) if found]
        if first_ends and len(live) < len(place):
            return []
        result = []
        for size in range(1, len(live) + 1):
            for some in combinations(live, size):
                if chosen(len(live), size):
                    for lefts in product(*(after[at] for at in some)):
                        row = list(place)
                        for at, left in zip(some, lefts):
                            row[at] = left
                        result.append(((text, tuple(row)),))
        return result


compound("conjunctive", lambda live, size: size == live, True)
compound("continued", lambda live, size: size == live, False)
compound("selective", lambda live, size: True, False)
compound("shortened", lambda live, size: True, True)
compound("diminished", lambda live, size: size == 1, True)
compound("upto[1]", lambda live, size: size == 1, False)
compound("upto[2]", lambda live, size: size <= 2, False)


@rule("ordinal")
def ordinal(text, place):
    lefts = [(*place[:at], left) for at in range(len(place)) for left in sum_options(place[at])]
    return [((text, left),) for left in lefts]


COMPOUNDS = {"conjunctive", "continued", "selective", "shortened", "diminished", "upto[1]", "upto[2]", "ordinal"}


# ---------------------------------------------------------------------------------------------------------------
# The theory, as plainly as can be.

VALUES = {}
LOSING = {}


graph("graph{a->b; b->a,c; c->d}", {"a": "b", "b": "a c", "c": "d"})
graph("graph{a->b; b->a,c}", {"a": "b", "b": "a c"})
graph("graph{a->a}", {"a": "a"})
graph("graph{a->b,c; b->a,d; c->a; d}", {"a": "b c", "b": "a d", "c": "a"})


@rule("{n -> n+1 if 0 < n < 5; n-2 loopy}")
def up_or_down(text, place):
    (n,) = place
    return [((text, (m,)),) for m in ([n + 1] if 0 < n < 5 else []) + ([n - 2] if n >= 2 else [])]


@rule("{n -> n-2 & 1 if n > 2; 3-n if n in {1,2}; 0 if n = 1 loopy}")
def split_and_swap(text, place):
    (n,) = place
    if n > 2:
        return [((text, (n - 2,)), (text, (1,)))]
    return [((text, (m,)),) for m in ([3 - n] if n else []) + ([0] if n == 1 else [])]


# Boards and graphs.


@rule("chomp")
def chomp(text, lengths):
    """The lengths of the rows; the first square of the first row is poisoned."""
    found = []
    for at, length in enumerate(lengths):
        for column in range(0 if at else 1, length):
            found.append([*lengths[:at], *(min(below, column) for below in lengths[at:])])
    return row(text, found)


@rule("nodekayles")
def node_kayles(text, ends):
    """Edges as pairs of vertices; a vertex twice is one without edges."""
    edges = list(zip(ends[::2], ends[1::2]))
    vertices = set(ends)
    found = []
    for chosen in vertices:
        gone = {chosen} | {a for edge in edges if chosen in edge for a in edge}
        left = {edge for edge in edges if gone.isdisjoint(edge)}
        joined = {v for a, b in left if a != b for v in (a, b)}
        alone = {(v, v) for v in vertices - gone - joined}
        found.append([v for edge in sorted({e for e in left if e[0] != e[1]} | alone) for v in edge])
    return row(text, found)


@rule("arckayles")
def arc_kayles(text, ends):
    """Edges as pairs of vertices."""
    edges = list(zip(ends[::2], ends[1::2]))
    left = [[v for other in edges if set(edge).isdisjoint(other) for v in other] for edge in edges]
    return row(text, left)


@rule("cram")
def cram(text, numbers):
    """The free squares, each as row and column."""
    free = set(zip(numbers[::2], numbers[1::2]))
    found = []
    for r, c in free:
        for other in {(r, c + 1), (r + 1, c)} & free:
            found.append([n for square in sorted(free - {(r, c), other}) for n in square])
    return row(text, found)


@rule("hackenbush")
def hackenbush(text, ends):
    """Edges as pairs of vertices; 0 is the ground."""
    edges = list(zip(ends[::2], ends[1::2]))
    found = []
    for at in range(len(edges)):
        rest, standing = edges[:at] + edges[at + 1 :], {0}
        for _ in edges:
            standing |= {v for edge in rest if standing & set(edge) for v in edge}
        found.append([v for edge in rest if standing & set(edge) for v in edge])
    return row(text, found)


@rule("sprouts")
def sprouts(text, numbers):
    """The spots around each boundary, each as 4 times its number and its ends; -1 ends a boundary, -2 a region."""
    regions, boundary = [[]], []
    for number in numbers:
        if number >= 0:
            boundary.append(divmod(number, 4))
        elif number == -1:
            regions[-1].append(boundary)
            boundary = []
        else:
            regions.append([])
    regions.pop()
    z = 1 + max((spot for region in regions for around in region for spot, _ in around), default=0)
    found = []
    for at, region in enumerate(regions):
        others = regions[:at] + regions[at + 1 :]
        for first, around in enumerate(region):
            rest = region[:first] + region[first + 1 :]
            for i, (x, x_ends) in enumerate(around):
                turned = around[i:] + around[:i]
                from_x = turned + ([turned[0]] if x_ends else [])
                for second, other in enumerate(rest):
                    for j, (_, y_ends) in enumerate(other):
                        from_y = other[j:] + other[:j] + ([other[j]] if y_ends else [])
                        third = rest[:second] + rest[second + 1 :]
                        joined = [*from_x, (z, 0), *from_y, (z, 0)]
                        found.append((others + [[joined, *third]], {x, other[j][0]}, None))
                for j, (y, _) in enumerate(turned):
                    if j == 0 and x_ends > 1 or j > 0 and x == y:
                        continue
                    inside = turned[: j + 1]
                    outside = turned[j:] + [turned[0]] if j else from_x
                    for bits in range(2 ** len(rest)):
                        sides = [[[*inside, (z, 0)]], [[*outside, (z, 0)]]]
                        for number, other in enumerate(rest):
                            sides[bits >> number & 1].append(other)
                        found.append((others + sides, {x, y}, x if j == 0 else None))
    lefts = []
    for after, joined, twice in found:
        ends = {spot: ends for region in regions for around in region for spot, ends in around} | {z: 2}
        for spot in joined:
            ends[spot] += 2 if spot == twice else 1
        left = []
        for region in after:
            for around in region:
                left += [4 * spot + ends[spot] for spot, _ in around if ends[spot] < 3] + [-1]
            left.append(-2)
        lefts.append(sprouts_named(left))
    return row(text, lefts)


def sprouts_named(numbers):
    """Numbers in the order in which spots are met, without boundaries and regions where nothing is left."""
    names, left = {}, []
    for number in numbers:
        if number >= 0:
            left.append(4 * names.setdefault(number // 4, len(names)) + number % 4)
        elif left and (left[-1] >= 0 or number == -2 and left[-1] == -1):
            left.append(number)
    return left


@rule("brussels")
def brussels(text, numbers):
    """The free arms of each boundary; -2 ends a region."""
    regions = [[]]
    for number in numbers:
        regions.append([]) if number == -2 else regions[-1].append(number)
    regions.pop()
    found = []
    for at, region in enumerate(regions):
        others = regions[:at] + regions[at + 1 :]
        for first, arms in enumerate(region):
            rest = region[:first] + region[first + 1 :]
            for second, more in enumerate(rest):
                found.append(others + [[arms + more, *rest[:second], *rest[second + 1 :]]])
            for between in range(arms - 1):
                for bits in range(2 ** len(rest)):
                    sides = [[between + 1], [arms - between - 1]]
                    for number, other in enumerate(rest):
                        sides[bits >> number & 1].append(other)
                    found.append(others + sides)
    return row(text, [[n for region in sorted(map(sorted, left)) for n in [*region, -2]] for left in found])


# Coins. A place holds the coins that show heads; on a board row and column of each.

COINS = {
    "turtles": lambda s: len(s) <= 2,
    "twins": lambda s: len(s) == 2,
    "mockturtles": lambda s: len(s) <= 3,
    "triplets": lambda s: len(s) == 3,
    "ruler": lambda s: s[-1] - s[0] == len(s) - 1,
    'turning["1+C"]': lambda s: s[-1] - s[0] == len(s) - 1,
    "moebius": lambda s: len(s) <= 5,
    "mogul": lambda s: len(s) <= 7,
    "moidores": lambda s: len(s) <= 9,
    "turnips": lambda s: len(s) == 3 and s[0] + s[2] == 2 * s[1],
    'turning["3E"]': lambda s: len(s) == 3 and s[0] + s[2] == 2 * s[1],
    "grunt": lambda s: len(s) == 4 and s[0] == 0 and s[1] + s[2] == s[3],
    "sym": lambda s: sorted(s[0] + s[-1] - coin for coin in s) == s,
}


def turned_with(game, last):
    """The sets of coins that may be turned, of which this one is the last."""
    sets = ([coin for coin in range(last) if bits >> coin & 1] + [last] for bits in range(2**last))
    return [coins for coins in sets if COINS[game](coins)]


@rule(*COINS)
def coin_turning(text, heads):
    found = []
    for last in heads:
        found += [sorted(set(heads) ^ set(coins)) for coins in turned_with(text, last)]
    return row(text, found)


@rule("tartan[twins,twins]", "tartan[ruler,mockturtles]", "tartan[ruler,ruler]")
def coins_on_a_board(text, numbers):
    first, second = text[len("tartan["):-1].split(",")
    heads = set(zip(numbers[::2], numbers[1::2]))
    found = []
    for last_row, last_column in heads:
        for rows in turned_with(first, last_row):
            for columns in turned_with(second, last_column):
                after = heads ^ {(r, c) for r in rows for c in columns}
                found.append([number for coin in sorted(after) for number in coin])
    return row(text, found)


def options(component):
    text, place = component
    return RULES[text](place)


def mex(values):
    values = set(values)
    return next(v for v in range(len(values) + 1) if v not in values)


def value(component):
    """The Grundy value of one component, by the definition."""
    if component not in VALUES:
        VALUES[component] = mex(total(option) for option in options(component))
    return VALUES[component]


def total(components):
    result = 0
    for component in components:
        result ^= value(component)
    return result


def heap_values(text, to):
    return [value((text, (n,))) for n in range(to + 1)]


def is_previous(components, misere):
    """Does the player to move lose? Misère by a search of the whole sum, never by xor."""
    if not misere:
        return total(components) == 0
    key = tuple(sorted(components, key=repr))
    if key not in LOSING:
        all_after = [
            key[:at] + option + key[at + 1 :] for at, component in enumerate(key) for option in options(component)
        ]
        LOSING[key] = bool(all_after) and not any(is_previous(after, True) for after in all_after)
    return LOSING[key]


def sum_of(components):
    return tuple(sorted(components, key=repr))


def outcomes_from(start, misere):
    """Outcomes of every sum that can be reached, by retrograde analysis: what is neither P nor N is a draw."""
    after, new = {}, [start]
    while new:
        here = new.pop()
        if here not in after:
            after[here] = {
                sum_of(here[:at] + option + here[at + 1 :]) for at, part in enumerate(here) for option in options(part)
            }
            new.extend(after[here])
    known, changed = {}, True
    while changed:
        changed = False
        for here in after.keys() - known.keys():
            if not after[here]:
                known[here] = "N" if misere else "P"
            elif any(known.get(there) == "P" for there in after[here]):
                known[here] = "N"
            elif all(known.get(there) == "N" for there in after[here]):
                known[here] = "P"
            changed |= here in known
    return {here: known.get(here, "D") for here in after}


def check_cycles(report, file, fact):
    """A position whose play need not end. Its value is the heap of Nim that makes the sum P; if none does, K holds the
    heaps that make it N (heaps up to 7 are tried)."""
    components, misere = components_of(fact), fact.get("misere", False)
    start = sum_of(components)
    outcomes = outcomes_from(start, misere)
    report.compare(file, fact["text"], fact["outcome"], outcomes[start])
    if "winning" in fact:
        found = {
            f"{at} {spell_option(part, option)}"
            for at, part in enumerate(components)
            for option in options(part)
            if outcomes[sum_of((*components[:at], *option, *components[at + 1 :]))] == "P"
        }
        report.compare(file, fact["text"] + " winning", set(fact["winning"]), found)
    if "value" in fact or "loopy" in fact:
        with_heap = []
        for n in range(8):
            whole = sum_of((*components, ("nim", (n,))))
            with_heap.append(outcomes_from(whole, False)[whole])
        value = with_heap.index("P") if "P" in with_heap else None
        report.compare(file, fact["text"] + " value", fact.get("value"), value)
        loopy = [n for n in range(8) if with_heap[n] == "N"] if value is None else None
        report.compare(file, fact["text"] + " loopy", fact.get("loopy"), loopy)


def spelling(text, numbers):
    return f"{text}({', '.join(map(str, numbers))})"


def winning_moves(components, misere):
    """`index spelling` of every winning move, spelt as the program spells it."""
    found = set()
    for at, component in enumerate(components):
        for option in options(component):
            if is_previous((*components[:at], *option, *components[at + 1 :]), misere):
                found.add(f"{at} {spell_option(component, option)}")
    return found


def spell_option(component, option):
    """One term a game: parts sorted, zero heaps dropped unless nothing is left."""
    terms = []
    if option and option[0][0] in COMPOUNDS:
        ((text, place),) = option
        return spelling(text, [spell_option(component, components) for components in place])
    for text in dict.fromkeys(text for text, _ in option):
        places = sorted(place for other, place in option if other == text)
        if all(len(place) == 1 for place in places) and text not in ROWS:
            numbers = [n for (n,) in places if n != 0]
            terms.append((text, numbers))
        elif len(places) == 1:
            terms.append((text, list(places[0])))
        else:
            terms.append((text, [f"({', '.join(map(str, place))})" for place in places]))
    kept = [(text, numbers) for text, numbers in terms if numbers] or [((terms or [component])[0][0], [0])]
    return " + ".join(spelling(text, numbers) for text, numbers in kept)


ROWS = {"staircase", "newstone", "silverdollar", "silverdollar[dollar]", "welter", "antonim", "endnim", "nimpass"}
ROWS |= {"nimpass[0]", "thirtyone"}
ROWS |= {text for text in RULES if text.startswith(("moore", "kotzig", "pokernim"))}

# ---------------------------------------------------------------------------------------------------------------
# Closed forms for places too large to compute; each is compared with the definition first.


def lasker_law(n):
    return n + 1 if n % 4 == 3 else n - 1 if n % 4 == 0 and n > 0 else n


def kayles_law(n):
    return KAYLES_TAIL[n % 12] if n >= 71 else value(("kayles", (n,)))


# Values of heaps 72 … 83 of Kayles, repeating for ever (Guy and Smith 1956).
KAYLES_TAIL = (4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7)


def strip_ones_and_halve(n):
    while n % 2 == 1:
        n //= 2
    return n // 2


def two_adic_order(n):
    return (n & -n).bit_length() - 1


def roots_law(n):
    """The value can change only where an end of the options moves on: at squares, and behind fourth powers."""
    runs = [(0, 0)]
    least = 0
    squares = (y * y for y in range(1, isqrt(n) + 1))
    fourths = (y**4 + 1 for y in range(1, isqrt(isqrt(n)) + 1))
    for x in sorted({*squares, *fourths}):
        while least**4 < x:
            least += 1
        most = min(isqrt(x), x - 1)
        ends = [start for start, _ in runs[1:]] + [x]
        seen = {v for (start, v), end in zip(runs, ends) if start <= most and end > least and least <= most}
        now = mex(seen)
        if now != runs[-1][1] and x <= n:
            runs.append((x, now))
    return runs[-1][1]


LAWS = {
    "{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}": roots_law,
    "nim": lambda n: n,
    "nimble": lambda n: n,
    "take[1..]": lambda n: n,
    "0.[3]": lambda n: n,
    "take[1..3]": lambda n: n % 4,
    "take[1..7]": lambda n: n % 8,
    "take[1..20]": lambda n: n % 21,
    "take[1,3,4]": lambda n: (0, 1, 0, 1, 2, 3, 2)[n % 7],
    "{n -> n-k for k in {1,3,4}}": lambda n: (0, 1, 0, 1, 2, 3, 2)[n % 7],
    "take[2,5]": lambda n: (0, 0, 1, 1, 0, 2, 1)[n % 7],
    "take[5..]": lambda n: n // 5,
    "take[odds]": lambda n: n % 2,
    "take[powers(2)]": lambda n: n % 3,
    "lasker": lasker_law,
    "4.[3]": lasker_law,
    "aliquot": lambda n: two_adic_order(n) if n else 0,
    "atleasthalf": lambda n: n.bit_length(),
    "atmosthalf": strip_ones_and_halve,
    "kayles": kayles_law,
    "0.77": kayles_law,
}
LAW_CHECKED_TO = 250


def law_or_value(component):
    text, place = component
    if isinstance(place[0], int) and place[0] > 5000:
        return LAWS[text](*place)
    return value(component)


# ---------------------------------------------------------------------------------------------------------------
# The facts.


def components_of(fact):
    """The field `parts`; numbers beyond 64 bits stand there as text, like the vertices of graphs."""

    def number(text, x):
        return int(x) if isinstance(x, str) and not text.startswith("graph") else x

    def component(text, *place):
        if text in COMPOUNDS:
            return text, tuple(tuple(component(*c) for c in components) for components in place)
        return text, tuple(number(text, x) for x in place)

    return tuple(component(*part) for part in fact["parts"])


class Report:
    def __init__(self):
        self.checked = 0
        self.left = []
        self.wrong = []

    def compare(self, file, what, expected, found):
        self.checked += 1
        if expected != found:
            self.wrong.append(f"{file}: {what}: the file says {expected}, computed {found}")


def check_position(report, file, fact):
    if "parts" not in fact or any(part[0] not in RULES for part in fact["parts"]):
        report.left.append(f"{file}: {fact['text']}")
        return
    if fact.get("cycles"):
        check_cycles(report, file, fact)
        return
    components = components_of(fact)
    misere = fact.get("misere", False)
    large = any(isinstance(n, int) and n > 5000 for _, place in components for n in place)
    if large:
        found = 0
        for component in components:
            found ^= law_or_value(component)
        report.compare(file, fact["text"], fact["outcome"], "N" if found else "P")
        if "value" in fact:
            report.compare(file, fact["text"], int(fact["value"]), found)
        return
    report.compare(file, fact["text"], fact["outcome"], "P" if is_previous(components, misere) else "N")
    if "value" in fact:
        report.compare(file, fact["text"], int(fact["value"]), total(components))
    if "winning" in fact:
        report.compare(file, fact["text"] + " winning", set(fact["winning"]), winning_moves(components, misere))


def check_values(report, file, fact):
    text, start = fact["game"], fact.get("from", 0)
    if text not in RULES:
        report.left.append(f"{file}: {text}")
        return
    to = start + len(fact["values"]) - 1
    report.compare(file, text, fact["values"], heap_values(text, to)[start:])


def check_grid(report, file, fact):
    text = fact["game"]
    found = [[value((text, (a, b))) for b in range(len(r))] for a, r in enumerate(fact["rows"])]
    report.compare(file, text + " (table)", fact["rows"], found)


def check_previous(report, file, fact):
    text, to, misere = fact["game"], fact["to"], fact.get("misere", False)
    if isinstance(fact["places"][0], list):
        places = [list(p) for p in product(range(to + 1), repeat=2) if is_previous(((text, p),), misere)]
    else:
        places = [n for n in range(to + 1) if is_previous(((text, (n,)),), misere)]
    report.compare(file, text + " (P)", fact["places"], places)


def check_outcomes(report, file, fact):
    text, misere = fact["game"], fact.get("misere", False)
    found = "".join("P" if is_previous(((text, (n,)),), misere) else "N" for n in range(len(fact["outcomes"])))
    report.compare(file, text + " (outcomes)", fact["outcomes"], found)


def check_same(report, file, fact):
    first, *others = (heap_values(text, fact["to"]) for text in fact["games"])
    for text, values in zip(fact["games"][1:], others):
        report.compare(file, f"{text} = {fact['games'][0]}", first, values)


def least_period(values, preperiod_limit):
    """(preperiod, period) that the list shows at least three times, least period first."""
    n = len(values)
    for period in range(1, n // 4):
        start = n
        while start > period and values[start - 1] == values[start - 1 - period]:
            start -= 1
        start -= period
        if start <= preperiod_limit and n - start >= 4 * period:
            return start, period
    return None


def check_period(report, file, fact):
    text = fact["game"]
    if text not in RULES or fact["preperiod"] + 4 * fact["period"] > 700:
        report.left.append(f"{file}: period of {text}")
        return
    values = heap_values(text, max(fact["preperiod"] + 6 * fact["period"], 60))
    if fact.get("saltus"):
        p, s, start = fact["period"], fact["saltus"], fact["preperiod"]
        holds = all(values[n + p] == values[n] + s for n in range(start, len(values) - p))
        report.compare(file, text + " (period)", True, holds)
    else:
        found = least_period(values, fact["preperiod"])
        report.compare(file, text + " (period)", (fact["preperiod"], fact["period"]), found)


def check_rows(report, file, fact):
    """The rows of Wythoff's game, by what each row, column and diagonal has seen."""
    if fact["game"] != "wythoff":
        report.left.append(f"{file}: rows of {fact['game']}")
        return
    periods = fact["periods"]
    width = max(n + 8 * p for n, p in periods)
    seen, diagonals, values = [0] * len(periods), {}, [[] for _ in periods]
    for a in range(width):
        column = 0
        for b in range(len(periods)):
            taken = seen[b] | column | diagonals.get(a - b, 0)
            bit = ~taken & (taken + 1)
            column |= bit
            seen[b] |= bit
            diagonals[a - b] = diagonals.get(a - b, 0) | bit
            values[b].append(bit.bit_length() - 1 - a)
    for b, row in enumerate(values):
        found = least_period(row, periods[b][0])
        report.compare(file, f"wythoff(n, {b}) (period)", tuple(periods[b]), found)


def check_unknown(report, file, fact):
    to = 200
    found = [n for n in range(to) if total(components_of(fact) + ((fact["game"], (n,)),)) == 0]
    report.compare(file, fact["text"], fact["numbers"], found)


KINDS = {
    "position": check_position,
    "values": check_values,
    "grid": check_grid,
    "previous": check_previous,
    "outcomes": check_outcomes,
    "same": check_same,
    "period": check_period,
    "rows": check_rows,
    "unknown": check_unknown,
    "error": lambda report, file, fact: report.left.append(f"{file}: {fact['text']}"),
}


def main():
    report = Report()
    for text, law in LAWS.items():
        to = 120 if text.startswith(("lasker", "4.")) else LAW_CHECKED_TO
        report.compare("laws", text, heap_values(text, to), [law(n) for n in range(to + 1)])
    words = sys.argv[1:]
    facts = 0
    for path in sorted(HERE.glob("*.toml")):
        if words and not any(word in path.stem for word in words):
            continue
        for kind, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for fact in entries:
                facts += 1
                if kind not in KINDS or "source" not in fact:
                    report.wrong.append(f"{path.name}: unknown kind or no source: {kind} {fact}")
                    continue
                KINDS[kind](report, path.name, fact)
    for line in report.wrong:
        print(line)
    print(f"{facts} facts, {report.checked} comparisons, {len(report.left)} facts only a program can check, "
          f"{len(report.wrong)} wrong")  # fmt: skip
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.setrecursionlimit(200_000)
    threading.stack_size(512 * 1024 * 1024)
    result = []
    thread = threading.Thread(target=lambda: result.append(main()))
    thread.start()
    thread.join()
    sys.exit(result[0] if result else 1)
