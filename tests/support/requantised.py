# SPDX-License-Identifier: Apache-2.0
"""Requantisations of arrays of accumulators, written apart from Etalon: from the sources of the implementations, and from fractions.

RULES has a function by name; each takes accumulators (int64), the three scales, and the zero point and ends of the result."""
from fractions import Fraction
import math

import numpy

SINGLE = numpy.float32


def exact_parts(sums, a, b, y):
    """The nearest integers to sums·a·b/y, of two the lower one, and where there were two."""
    scale = Fraction(a) * Fraction(b) / Fraction(y)
    real = sums.astype(numpy.longdouble) * numpy.longdouble(float(a)) * numpy.longdouble(float(b)) / numpy.longdouble(float(y))
    low = numpy.floor(real)
    above = real - low
    nearest, ties = (low + (above > 0.5)).astype(numpy.int64), numpy.zeros(sums.shape, bool)
    for k in numpy.flatnonzero(numpy.abs(above - 0.5) < 1e-6):  # where long double cannot tell
        twice = 2 * int(sums[k]) * scale
        ties[k] = twice.denominator == 1 and twice.numerator % 2 == 1
        nearest[k] = (twice.numerator - 1) // 2 if ties[k] else math.floor(twice / 2 + Fraction(1, 2))
    return nearest, ties


def held(values, zero, low, high):
    return numpy.clip(values + zero, low, high)


def exactly(takes_upper):
    def rule(sums, a, b, y, zero, low, high):
        nearest, ties = exact_parts(sums, a, b, y)
        return held(nearest + (ties & takes_upper(nearest, zero)), zero, low, high)
    return rule


def in_float(factor):
    def rule(sums, a, b, y, zero, low, high):
        scaled = sums.astype(SINGLE) * factor(SINGLE(a), SINGLE(b), SINGLE(y))
        return held(numpy.rint(numpy.clip(scaled, -1e9, 1e9)).astype(numpy.int64), zero, low, high)
    return rule


def onnx_reference(sums, a, b, y, zero, low, high):
    scaled = sums.astype(numpy.float64) * numpy.float64(SINGLE(a) * SINGLE(b) / SINGLE(y))
    return numpy.clip(numpy.rint(scaled + zero), low, high).astype(numpy.int64)


def fixed_point(a, b, y):
    """TFLite's QuantizeMultiplier."""
    fraction, shift = math.frexp(float(a) * float(b) / float(y))
    multiplier = math.floor(fraction * 2**31 + 0.5)
    if multiplier == 2**31:
        multiplier, shift = multiplier // 2, shift + 1
    return (0, 0) if shift < -31 else (multiplier, shift)


def divided_by_power(x, exponent):
    """gemmlowp's RoundingDivideByPOT."""
    mask = (1 << exponent) - 1
    return (x >> exponent) + ((x & mask) > (mask >> 1) + (x < 0))


def twice_rounded(high):
    def rule(sums, a, b, y, zero, low, ceiling):
        multiplier, shift = fixed_point(a, b, y)
        return held(divided_by_power(high((sums << max(shift, 0)) * multiplier), max(-shift, 0)), zero, low, ceiling)
    return rule


def high_of_gemmlowp(product):
    """SaturatingRoundingDoublingHighMul: C's division of the nudged product, which truncates."""
    nudged = product + numpy.where(product >= 0, 1 << 30, 1 - (1 << 30))
    return numpy.sign(nudged) * (numpy.abs(nudged) >> 31)


def once_rounded(sums, a, b, y, zero, low, high):
    multiplier, shift = fixed_point(a, b, y)
    bits = 31 - shift
    return held((sums * multiplier + (1 << (bits - 1))) >> bits, zero, low, high)


RULES = {
    "exact": exactly(lambda lower, zero: lower % 2 != 0),
    "ort": in_float(lambda a, b, y: a * b / y),
    "xnnpack-fp32": in_float(lambda a, b, y: a * b / y),
    "onnx-ref": onnx_reference,
    "tflite-double": twice_rounded(high_of_gemmlowp),
    "tflite-single": once_rounded,
    "cmsis-nn": twice_rounded(lambda product: (product + (1 << 30)) >> 31),
    "reciprocal": in_float(lambda a, b, y: a * b * (SINGLE(1) / y)),
    "ties-away": exactly(lambda lower, zero: lower >= 0),
    "added-first": exactly(lambda lower, zero: (lower + zero) % 2 != 0),
}
