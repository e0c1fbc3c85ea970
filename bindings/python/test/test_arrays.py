# SPDX-License-Identifier: Apache-2.0
"""Arrays go in and out without loss and without a copy that is not needed."""
from fractions import Fraction
import pickle
import sys
import threading
import types

from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp
import numpy as np
import pytest

import etalon

pytestmark = pytest.mark.evidence("PY-ALL-ARRAYS")

CARRIED = {"bfloat16": (np.uint16, 65535, np.float32), "int4": (np.uint8, 15, np.int8), "uint4": (np.uint8, 15, np.uint8)}
PLAIN = ["float16", "float32", "float64", *(f"{s}int{b}" for s in ("", "u") for b in (8, 16, 32, 64)), "bool"]


def words(array):
    return np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}")


# ---- the array of types that NumPy does not have ---------------------------------------------------------------------

@settings(deadline=None)
@given(st.sampled_from(sorted(CARRIED)), st.data())
def test_an_array_goes_to_numpy_and_back_without_loss(dtype, data):
    word, most, wide = CARRIED[dtype]
    bits = data.draw(hnp.arrays(word, hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5), elements=st.integers(0, most)))
    array = etalon.Array.from_bits(bits, dtype)
    assert array.shape == bits.shape and array.size == bits.size and (array.bits == bits).all()
    values = array.numpy()
    assert values.dtype == wide and values.shape == bits.shape
    again = etalon.Array(values, dtype)
    assert (again.bits == bits).all()  # payloads and signs of NaNs, too
    assert np.asarray(array).dtype == wide
    assert (pickle.loads(pickle.dumps(array)).bits == bits).all()
    assert (etalon.ops.Identity(array, opset=27).bits == bits).all()


@pytest.mark.parametrize("dtype", sorted(CARRIED))
def test_every_pattern_has_its_value(dtype):
    word, most, _ = CARRIED[dtype]
    bits = np.arange(most + 1).astype(word)
    values = etalon.Array.from_bits(bits, dtype).numpy()
    if dtype == "bfloat16":
        right = np.array([int(b) << 16 for b in bits], np.uint32).view(np.float32)
        assert (words(values) == words(right)).all()
    else:
        assert values.tolist() == [*range(8), *range(-8, 0)] if dtype == "int4" else list(range(16))


@pytest.mark.parametrize("value, dtype", [(0.1, "bfloat16"), (1 + 2**-9, "bfloat16"), (1e39, "bfloat16"), (8, "int4"), (-9, "int4"),
                                          (1.5, "int4"), (16, "uint4"), (-1, "uint4"), (np.nan, "int4"), (Fraction(1, 3), "bfloat16")])
def test_a_number_that_the_type_does_not_have_is_refused(value, dtype):
    with pytest.raises(etalon.UsageError, match="not a number of"):
        etalon.Array([1, value], dtype)


def test_a_nan_whose_payload_does_not_fit_is_refused():
    nan = np.array([0x7FC00001], np.uint32).view(np.float32)
    with pytest.raises(etalon.UsageError, match="not a number of bfloat16"):
        etalon.Array(nan, "bfloat16")
    assert etalon.Array([np.nan], "bfloat16").bits.tolist() == [0x7FC0]


def test_an_array_prints_indexes_and_reshapes():
    array = etalon.Array([[1, -2], [3, 4]], "int4")
    assert repr(array) == "etalon.Array([[ 1, -2],\n              [ 3,  4]], 'int4')"
    assert array[1].tolist() == [3, 4] and array.reshape(4).shape == (4,) and len(array) == 2 and array.nbytes == 2
    assert (array == [[1, -2], [3, 5]]).tolist() == [[True, True], [True, False]]


@pytest.fixture
def ml_dtypes(monkeypatch):
    """A stand-in: types of the same names and sizes, as NumPy shows them to others."""
    package = types.ModuleType("ml_dtypes")
    for name, size in (("bfloat16", 2), ("int4", 1), ("uint4", 1)):
        setattr(package, name, np.dtype((type(name, (np.void,), {}), size)))
    monkeypatch.setitem(sys.modules, "ml_dtypes", package)
    return package


@pytest.mark.parametrize("dtype", sorted(CARRIED))
def test_arrays_of_ml_dtypes_are_taken_and_given(ml_dtypes, dtype):
    word, most, _ = CARRIED[dtype]
    bits = (np.arange(24) % (most + 1)).astype(word).reshape(2, 3, 4)
    signed = bits if dtype != "int4" else ((bits ^ 8).astype(np.int8) - 8).view(np.uint8)  # int4 lies sign-extended in a byte
    theirs = np.ascontiguousarray(signed).view(getattr(ml_dtypes, dtype)).reshape(2, 3, 4)
    ours = etalon.ops.Identity(theirs)
    assert isinstance(ours, etalon.Array) and ours.dtype == dtype and (ours.bits == bits).all()
    assert (etalon.ops.Identity(theirs[:, ::2]).bits == bits[:, ::2]).all()
    back = ours.ml_dtypes()
    assert back.dtype == getattr(ml_dtypes, dtype) and back.tobytes() == theirs.tobytes()


# ---- NumPy's own ------------------------------------------------------------------------------------------------------

@settings(deadline=None)
@given(hnp.arrays(st.sampled_from(PLAIN), hnp.array_shapes(max_dims=4, max_side=4)), st.data())
def test_an_array_in_any_order_is_read_as_numpy_reads_it(array, data):
    view = array.transpose(data.draw(st.permutations(range(array.ndim))))
    view = view[tuple(slice(None, None, data.draw(st.sampled_from([1, -1, 2]))) for _ in range(view.ndim))]
    for given_view in (view, view.astype(view.dtype.newbyteorder(">")), np.asfortranarray(view)):
        result = etalon.ops.Identity(given_view)
        assert result.shape == view.shape and result.dtype == view.dtype
        assert (words(result) == words(view)).all()


def test_memory_that_is_not_aligned_is_copied():
    buffer = np.zeros(17, np.uint8)
    odd = buffer[1:].view(np.float32)
    odd[:] = [1, 2, 3, 4]
    assert not odd.flags.aligned and etalon.ops.Add(odd, odd).tolist() == [2, 4, 6, 8]


def test_contiguous_arrays_are_not_copied():
    """A large operand costs no memory: what is allocated is the result."""
    import resource
    array = np.ones(30_000_000, np.int8)
    etalon.ops.ReduceMax(array, keepdims=0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    etalon.ops.ReduceMax(array, keepdims=0)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 5000  # KiB


def test_an_operand_is_not_changed_and_may_be_read_only():
    array = np.arange(6, dtype=np.float32)
    array.flags.writeable = False
    result = etalon.ops.Identity(array)
    assert result is not array and not np.shares_memory(result, array) and result.flags.writeable


@pytest.mark.parametrize("given_value, dtype, shape", [(3, "int64", ()), (2.5, "float64", ()), ([1, 2], "int64", (2,)), (True, "bool", ()),
                                                       (np.float32(1), "float32", ()), ([[1.0], [2.0]], "float64", (2, 1))])
def test_lists_and_scalars_are_what_numpy_makes_of_them(given_value, dtype, shape):
    result = etalon.ops.Identity(given_value)
    assert (str(result.dtype), result.shape) == (dtype, shape)


@pytest.mark.parametrize("array", [np.array([1 + 2j]), np.array(["a"]), np.array([b"a"]), np.zeros(1, np.longdouble),
                                   np.zeros(1, "M8[s]"), np.zeros(1, [("x", "f4")])], ids=lambda a: str(a.dtype))
def test_types_that_etalon_does_not_have_are_refused(array):
    with pytest.raises(etalon.UsageError, match="not a type of Etalon"):
        etalon.ops.Identity(array)


def test_more_than_eight_dimensions_are_refused():
    with pytest.raises(etalon.LimitError, match="9 dimensions"):
        etalon.ops.Identity(np.zeros([1] * 9, np.float32))


# ---- reals ------------------------------------------------------------------------------------------------------------

@pytest.mark.evidence("PY-ALL-REALS")
@pytest.mark.filterwarnings("ignore::etalon.Notice")  # SONNX excludes a zero factor
@given(st.lists(st.fractions(), min_size=1), st.fractions())
def test_reals_are_exact(numbers, factor):
    array = np.array(numbers + [0], object)
    product = etalon.ops.Mul(array, np.full(array.shape, factor, object), profile="sonnx")
    assert product.dtype == object and product.tolist() == [n * factor for n in numbers] + [0]
    assert all(type(n) is Fraction for n in product)


@pytest.mark.evidence("PY-ALL-REALS")
def test_an_irrational_real_is_enclosed():
    [root] = etalon.ops.Sqrt(np.array([Fraction(2)], object), profile="sonnx")
    assert isinstance(root, etalon.Enclosure) and root.lower**2 < 2 < root.upper**2 and root.width < Fraction(1, 2**120)
    assert str(root) == "[1.4142135623730950488, 1.4142135623730950489]" and float(root) == 2**0.5
    assert Fraction(3, 2) not in root and root.lower in root
    with pytest.raises(etalon.UsageError, match="cannot be given back"):
        etalon.ops.Sqrt(np.array([root], object), profile="sonnx")


@pytest.mark.evidence("PY-ALL-REALS")
@pytest.mark.parametrize("element", [0.5, "1/2", None, np.float32(1), True])
def test_what_is_no_fraction_is_no_real(element):
    with pytest.raises(etalon.UsageError) as caught:
        etalon.ops.Neg(np.array([element, 1], object), profile="sonnx")
    assert caught.value.rule == "NUM-REAL-EXACT"


# ---- the lock ---------------------------------------------------------------------------------------------------------

@pytest.mark.evidence("PY-ALL-COST")
def test_other_threads_run_while_a_kernel_computes():
    a = np.random.default_rng(0).random((250, 250), np.float32)
    done = threading.Event()
    thread = threading.Thread(target=lambda: (etalon.ops.MatMul(a, a, accumulate="exact", kernel="reference"), done.set()))
    thread.start()
    steps = 0
    while not done.is_set():
        steps += 1
        done.wait(0.001)
    thread.join()
    assert steps > 3


def test_threads_share_the_functions():
    a = np.arange(100_000, dtype=np.float32)
    right = (a * a).view(np.uint32)
    wrong = []

    def work():
        for _ in range(50):
            if not (etalon.ops.Mul(a, a, threads=2).view(np.uint32) == right).all():
                wrong.append(1)
    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong
