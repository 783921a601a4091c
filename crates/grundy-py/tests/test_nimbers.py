"""Nim arithmetic, on integers and on arrays."""

import numpy
import pytest

import grundy


def test_numbers_are_a_field():
    assert grundy.nim_product(3, 5) == 15 and grundy.nim_quotient(15, 5) == 3
    wide = 3**80
    assert grundy.nim_product(wide, grundy.nim_power(wide, -1)) == 1
    assert grundy.nim_power(wide, 2) == grundy.nim_product(wide, wide)
    assert grundy.nim_product(grundy.nim_sqrt(wide), grundy.nim_sqrt(wide)) == wide
    assert grundy.nim_power(6, grundy.nim_order(6)) == 1 and grundy.nim_power(0, 0) == 1
    assert grundy.nim_power(4, grundy.nim_log(4, 6)) == 6
    assert grundy.nim_product(numpy.int64(3), True) == 3


def test_expressions_are_those_of_the_program():
    assert grundy.nim_value("3*5 + 7^-1") == 4 and grundy.nim_value("solve(x^2 + x = 1)") == [2, 3]
    with pytest.raises(grundy.ParseError) as caught:
        grundy.nim_value("1 + é/0")
    assert caught.value.span is not None


def test_arrays_are_multiplied_number_by_number():
    random = numpy.random.default_rng(5)
    a = random.integers(0, 1 << 63, (30, 7), dtype=numpy.uint64)
    b = random.integers(0, 1 << 63, 7, dtype=numpy.uint64)
    product = grundy.nim_product(a, b)
    assert product.shape == a.shape and product.dtype == numpy.uint64
    assert product[4, 5] == grundy.nim_product(a[4, 5], b[5])
    assert (grundy.nim_quotient(product, b) == a).all()
    assert (grundy.nim_product(grundy.nim_sqrt(a), grundy.nim_sqrt(a)) == a).all()
    assert grundy.nim_product(numpy.arange(4), 2).tolist() == [0, 2, 3, 1]
    assert grundy.nim_product([1, 2], [[2], [3]]).tolist() == [[2, 3], [3, 1]]
    assert grundy.nim_product(numpy.array([], int), 3).tolist() == []
    assert grundy.nim_product(a[::2, ::3], 1).tolist() == a[::2, ::3].tolist()


def test_what_is_no_nimber_is_refused():
    for wrong in (-1, 1.5, "1", 1 << 128):
        with pytest.raises(grundy.InputError):
            grundy.nim_product(wrong, 1)
    for wrong in ([-1], [1.5], ["1"], [1 << 64]):
        with pytest.raises(grundy.InputError):
            grundy.nim_product(wrong, 1)
    with pytest.raises(grundy.InputError, match="0 has no inverse"):
        grundy.nim_quotient(numpy.arange(3), numpy.arange(3))
    with pytest.raises(grundy.InputError, match="0 has no inverse"):
        grundy.nim_power(0, -1)
    with pytest.raises(grundy.InputError, match="not a power"):
        grundy.nim_log(4, 16)
    with pytest.raises(grundy.InputError):
        grundy.nim_order(0)
    with pytest.raises(grundy.InputError):
        grundy.nim_power(2, 1 << 127)
