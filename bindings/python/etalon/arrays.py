# SPDX-License-Identifier: Apache-2.0
"""Arrays of the types that NumPy does not have: bfloat16, int4 and uint4; and real numbers that are no fraction."""
from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from .errors import usage_error

# By name: what one element is stored in, and the NumPy type that has all its values.
_CARRIED: dict[str, tuple[type[np.generic], type[np.generic]]] = {
    "bfloat16": (np.uint16, np.float32),
    "int4": (np.uint8, np.int8),
    "uint4": (np.uint8, np.uint8),
}


def _widened(bits: NDArray[Any], dtype: str) -> NDArray[Any]:
    if dtype == "bfloat16":  # asarray: what NumPy computes of an array without dimensions is none
        return np.asarray(bits.astype(np.uint32) << np.uint32(16)).view(np.float32)
    if dtype == "int4":
        return np.asarray((bits ^ np.uint8(8)).astype(np.int8) - np.int8(8))
    return bits.astype(np.uint8)


class Array:
    """A tensor of bfloat16, int4 or uint4.

    `numpy()` gives its values as float32, int8 or uint8, which have all of them, and `Array(values, dtype)` takes values back.
    Neither rounds: a number that the type does not have is refused; `etalon.ops.Cast` rounds. `bits` are the patterns, which
    also tell NaNs apart."""

    __slots__ = ("_storage", "_shape", "_dtype")
    _storage: NDArray[Any]  # as kernels have it: 4-bit elements two per byte
    _shape: tuple[int, ...]
    _dtype: str
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: Any, dtype: str) -> None:
        if dtype not in _CARRIED:
            raise usage_error(f"{dtype!r} is not a type of etalon.Array", "give " + ", ".join(_CARRIED))
        if isinstance(values, Array) and values.dtype == dtype:
            self._take(values.bits, dtype)
            return
        given = np.asarray(values)
        with np.errstate(all="ignore"):
            taken = given.astype(_CARRIED[dtype][1])
        if dtype == "bfloat16":
            pattern = taken.view(np.uint32)
            bits, lost = np.asarray(pattern >> 16).astype(np.uint16), pattern & 0xFFFF
        else:
            bits, lost = np.asarray(taken.view(np.uint8) & np.uint8(15)), np.zeros(taken.shape, np.uint8)
        back = _widened(bits, dtype)
        same = np.asarray((back == given) | ((back != back) & (given != given) & (lost == 0)), bool)
        if not np.all(same):
            place = tuple(int(i) for i in np.argwhere(~same)[0])
            raise usage_error(f"{given[place]!r} at {list(place)} is not a number of {dtype}",
                              "etalon.ops.Cast rounds to the nearest one")
        self._take(bits, dtype)

    def _take(self, bits: NDArray[Any], dtype: str) -> None:
        self._shape, self._dtype = bits.shape, dtype
        if dtype == "bfloat16":
            self._storage = np.require(bits, np.uint16, ["C", "A"])
            return
        flat = bits.astype(np.uint8).ravel() & 15
        if flat.size % 2:
            flat = np.append(flat, np.uint8(0))
        self._storage = flat[0::2] | (flat[1::2] << 4)

    @classmethod
    def from_bits(cls, bits: Any, dtype: str) -> Array:
        """From the patterns of the elements."""
        if dtype not in _CARRIED:
            raise usage_error(f"{dtype!r} is not a type of etalon.Array", "give " + ", ".join(_CARRIED))
        given = np.asarray(bits)
        most = 0xFFFF if dtype == "bfloat16" else 15
        if given.size and (given.dtype.kind not in "iu" or given.min() < 0 or given.max() > most):
            raise usage_error(f"patterns of {dtype} are integers from 0 to {most}")
        self = cls.__new__(cls)
        self._take(given.astype(_CARRIED[dtype][0]), dtype)
        return self

    @classmethod
    def _of(cls, storage: NDArray[Any], shape: tuple[int, ...], dtype: str) -> Array:
        """Of memory as kernels have it; for the extension."""
        self = cls.__new__(cls)
        self._storage, self._shape, self._dtype = storage, shape, dtype
        return self

    @property
    def dtype(self) -> str:
        return self._dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self._shape

    @property
    def ndim(self) -> int:
        return len(self._shape)

    @property
    def size(self) -> int:
        return int(np.prod(self._shape, dtype=np.int64))

    @property
    def nbytes(self) -> int:
        return int(self._storage.nbytes)

    @property
    def bits(self) -> NDArray[Any]:
        """The patterns: uint16 of bfloat16, else uint8, one element each."""
        if self._dtype == "bfloat16":
            return self._storage.reshape(self._shape)
        pairs: NDArray[Any] = np.stack([self._storage & 15, self._storage >> 4], -1).ravel()
        return pairs[: self.size].reshape(self._shape)

    def numpy(self) -> NDArray[Any]:
        """The values as float32, int8 or uint8."""
        return _widened(self.bits, self._dtype)

    def ml_dtypes(self) -> NDArray[Any]:
        """As an array of the package ml_dtypes, which must be installed."""
        import ml_dtypes  # type: ignore[import]

        kind = np.dtype(getattr(ml_dtypes, self._dtype))
        bits = self.bits if self._dtype == "bfloat16" else self.numpy()  # int4 lies sign-extended in a byte
        return np.ascontiguousarray(bits).view(kind).reshape(self._shape)

    def reshape(self, *shape: Any) -> Array:
        return Array.from_bits(self.bits.reshape(*shape), self._dtype)

    def tolist(self) -> Any:
        return self.numpy().tolist()

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        values = self.numpy()
        return values if dtype is None else values.astype(dtype)

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of a scalar")
        return self._shape[0]

    def __getitem__(self, place: Any) -> Array:
        return Array.from_bits(np.asarray(self.bits[place]), self._dtype)

    def __eq__(self, other: object) -> Any:
        return self.numpy() == (other.numpy() if isinstance(other, Array) else other)

    def __reduce__(self) -> tuple[Any, ...]:
        return Array._of, (self._storage, self._shape, self._dtype)

    def __repr__(self) -> str:
        text = np.array2string(self.numpy(), separator=", ", prefix="etalon.Array(")
        return f"etalon.Array({text}, {self._dtype!r})"


@dataclass(frozen=True)
class Enclosure:
    """A real number that is no fraction, or whose fraction is too long: it lies between two."""

    lower: Fraction
    upper: Fraction
    _text: str = field(default="", repr=False, compare=False)  # decimals, rounded outward

    def __contains__(self, number: object) -> bool:
        return isinstance(number, (int, float, Fraction)) and self.lower <= number <= self.upper

    def __float__(self) -> float:
        return float((self.lower + self.upper) / 2)

    @property
    def width(self) -> Fraction:
        return self.upper - self.lower

    def __str__(self) -> str:
        return self._text or f"[{self.lower}, {self.upper}]"


Tensor = Union["NDArray[Any]", Array]
Operand = Union["NDArray[Any]", Array, np.generic, bool, int, float, Fraction, Sequence[Any], None]


def adopt(given: Any) -> Tensor:
    """What the extension can take as it lies: an Array, or a NumPy array in C order, aligned, in this machine's byte order."""
    if isinstance(given, Array):
        return given
    if isinstance(given, np.ma.MaskedArray) and np.any(given.mask):
        raise usage_error("the array has masked elements, which are no numbers", "give numbers for them: array.filled(0)")
    array = np.asarray(given)
    name = array.dtype.type.__name__
    if name in _CARRIED:  # of ml_dtypes, or of who names it so
        stored: NDArray[Any] = array.astype(array.dtype, order="C", copy=False).view(_CARRIED[name][0])
        return Array.from_bits(stored if name == "bfloat16" else stored & 15, name)
    if array.dtype.kind not in "biufO" or array.dtype.itemsize > 8:
        raise usage_error(f"NumPy's type {array.dtype} is not a type of Etalon",
                          "give an array of float16, float32, float64, an integer type, bool, or objects for reals")
    return np.require(array, array.dtype.newbyteorder("="), ["C", "A"])
