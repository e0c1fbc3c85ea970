# SPDX-License-Identifier: Apache-2.0
"""How implementations requantise accumulators, written down from their sources and papers, with NumPy and fractions; and what conforms.

RULES has a function by name; each takes accumulators (int64), the three scales, and the zero point and ends of the result. Nothing here is taken
from the program that is tested."""
from fractions import Fraction
import math

import numpy

SINGLE = numpy.float32
HALF = Fraction(1, 2)
ROUNDING = Fraction(1, 2**24)  # of float, relative


def ended(values, zero, low, high):
    return numpy.clip(values + zero, low, high)


# ---- exact numbers --------------------------------------------------------------------------------------------------

def exact_scale(a, b, y):
    return Fraction(float(a)) * Fraction(float(b)) / Fraction(float(y))


def exact_parts(sums, a, b, y):
    """The nearest integers to sums·a·b/y, of two the lower one, and where there were two."""
    scale = exact_scale(a, b, y)
    real = sums.astype(numpy.longdouble) * numpy.longdouble(float(a)) * numpy.longdouble(float(b)) / numpy.longdouble(float(y))
    low = numpy.floor(real)
    above = real - low
    integers, ties = (low + (above > 0.5)).astype(numpy.int64), numpy.zeros(sums.shape, bool)
    for k in numpy.flatnonzero(numpy.abs(above - 0.5) < 1e-6):  # where long double cannot tell
        twice = 2 * int(sums[k]) * scale
        ties[k] = twice.denominator == 1 and twice.numerator % 2 == 1
        integers[k] = (twice.numerator - 1) // 2 if ties[k] else math.floor(twice / 2 + HALF)
    return integers, ties


def exactly(takes_upper):
    def rule(sums, a, b, y, zero, low, high):
        integers, ties = exact_parts(sums, a, b, y)
        return ended(integers + (ties & takes_upper(integers, zero)), zero, low, high)
    return rule


# ---- in float -------------------------------------------------------------------------------------------------------

def in_float(factor):
    """The product with a multiplier in float, to the nearest even: MlasRequantizeOutput, XNNPACK's fp32 kernels."""
    def rule(sums, a, b, y, zero, low, high):
        scaled = sums.astype(SINGLE) * factor(SINGLE(a), SINGLE(b), SINGLE(y))
        return ended(numpy.rint(numpy.clip(scaled, -1e9, 1e9)).astype(numpy.int64), zero, low, high)
    return rule


def onnx_reference(sums, a, b, y, zero, low, high):
    """numpy.rint(int32 array * float32 scale + zero point): NumPy takes an int32 and a float32 to float64."""
    scaled = sums.astype(numpy.float64) * numpy.float64(SINGLE(a) * SINGLE(b) / SINGLE(y))
    return numpy.clip(numpy.rint(scaled + zero), low, high).astype(numpy.int64)


# ---- in fixed point -------------------------------------------------------------------------------------------------

def fixed_point(a, b, y):
    """TFLite's QuantizeMultiplier, of the scale in double."""
    fraction, shift = math.frexp(float(a) * float(b) / float(y))
    multiplier = math.floor(fraction * 2**31 + 0.5)
    if multiplier == 2**31:
        multiplier, shift = multiplier // 2, shift + 1
    return (0, 0) if shift < -31 else (multiplier, shift)


def divided_by_power(x, exponent):
    """gemmlowp's RoundingDivideByPOT, arm_nn_divide_by_power_of_two: to the nearest, ties away from zero."""
    mask = (1 << exponent) - 1
    return (x >> exponent) + ((x & mask) > (mask >> 1) + (x < 0))


def twice_rounded(high):
    def rule(sums, a, b, y, zero, low, ceiling):
        multiplier, shift = fixed_point(a, b, y)
        return ended(divided_by_power(high((sums << max(shift, 0)) * multiplier), max(-shift, 0)), zero, low, ceiling)
    return rule


def high_of_gemmlowp(product):
    """SaturatingRoundingDoublingHighMul: C's division of the nudged product, which truncates."""
    nudged = product + numpy.where(product >= 0, 1 << 30, 1 - (1 << 30))
    return numpy.sign(nudged) * (numpy.abs(nudged) >> 31)


def high_of_cmsis_nn(product):
    """arm_nn_doubling_high_mult_no_sat: ties up."""
    return (product + (1 << 30)) >> 31


def once_rounded(sums, a, b, y, zero, low, high):
    """TFLITE_SINGLE_ROUNDING: one shift, ties up."""
    multiplier, shift = fixed_point(a, b, y)
    bits = 31 - shift
    return ended((sums * multiplier + (1 << (bits - 1))) >> bits, zero, low, high)


RULES = {
    "exact": exactly(lambda lower, zero: lower % 2 != 0),
    "ort": in_float(lambda a, b, y: a * b / y),
    "xnnpack-fp32": in_float(lambda a, b, y: a * b / y),
    "onnx-ref": onnx_reference,
    "tflite-double": twice_rounded(high_of_gemmlowp),
    "tflite-single": once_rounded,
    "cmsis-nn": twice_rounded(high_of_cmsis_nn),
    "reciprocal": in_float(lambda a, b, y: a * b * (SINGLE(1) / y)),
    "ties-away": exactly(lambda lower, zero: lower >= 0),
    "added-first": exactly(lambda lower, zero: (lower + zero) % 2 != 0),
}


# ---- one number -----------------------------------------------------------------------------------------------------

def away(v):
    return math.floor(v + HALF) if v >= 0 else math.ceil(v - HALF)


def nearest(v):
    """The nearest integers: two at a tie."""
    return {math.ceil(v - HALF), math.floor(v + HALF)}


def held(integer, kind):
    info = numpy.iinfo(kind)
    return min(max(integer, info.min), info.max)


def is_admissible(integer, accumulator, a, b, y, zero_point, kind):
    """Whether a number from v(1 - 5u) to v(1 + 5u) gives it, as the page says."""
    ends = [int(accumulator) * exact_scale(a, b, y) * (1 + 5 * sign * ROUNDING) for sign in (-1, 1)]
    reached = nearest(ends[0]) | nearest(ends[1])
    return held(min(reached) + zero_point, kind) <= integer <= held(max(reached) + zero_point, kind)
