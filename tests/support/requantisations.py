# SPDX-License-Identifier: Apache-2.0
"""How implementations requantise an accumulator, written down from their sources and papers with Python's integers and fractions and NumPy's float32:
f(accumulator, a, b, y, zero_point) is the integer before it is held in the range of its type. Nothing here is taken from the program that is tested."""
import fractions
import math

import numpy

Fraction = fractions.Fraction
HALF = Fraction(1, 2)
ROUNDING = Fraction(1, 2**24)  # of float, relative


def product(accumulator, a, b, y):
    return int(accumulator) * Fraction(float(a)) * Fraction(float(b)) / Fraction(float(y))


def away(v):
    return math.floor(v + HALF) if v >= 0 else math.ceil(v - HALF)


def exact(accumulator, a, b, y, zero_point):
    return round(product(accumulator, a, b, y)) + zero_point  # of a fraction: ties to even


def ties_away(accumulator, a, b, y, zero_point):
    return away(product(accumulator, a, b, y)) + zero_point


def added_first(accumulator, a, b, y, zero_point):
    return round(product(accumulator, a, b, y) + zero_point)


# ---- in float -------------------------------------------------------------------------------------------------------

def in_float(accumulator, multiplier, zero_point):
    return int(numpy.rint(numpy.float32(accumulator) * multiplier)) + zero_point


def ort(accumulator, a, b, y, zero_point):
    """MlasRequantizeOutput, and XNNPACK's fp32 kernels: a multiplier in float, the product in float, to the nearest even."""
    return in_float(accumulator, numpy.float32(a) * numpy.float32(b) / numpy.float32(y), zero_point)


def reciprocal(accumulator, a, b, y, zero_point):
    return in_float(accumulator, numpy.float32(a) * numpy.float32(b) * (numpy.float32(1) / numpy.float32(y)), zero_point)


def onnx_ref(accumulator, a, b, y, zero_point):
    """numpy.rint(int32 array * float32 scale + zero point): NumPy takes an int32 and a float32 to float64."""
    multiplier = numpy.float32(numpy.float32(a) * numpy.float32(b)) / numpy.float32(y)
    return int(numpy.rint(numpy.float64(accumulator) * numpy.float64(multiplier) + numpy.float64(zero_point)))


# ---- in fixed point -------------------------------------------------------------------------------------------------

def quantized_multiplier(a, b, y):
    """tflite::QuantizeMultiplier of the scale in double."""
    significand, shift = math.frexp(float(a) * float(b) / float(y))
    multiplier = away(Fraction(significand) * 2**31)
    if multiplier == 2**31:
        multiplier, shift = multiplier // 2, shift + 1
    return (0, 0) if shift < -31 else (multiplier, shift)


def divided_by_power(x, exponent):
    """RoundingDivideByPOT: to the nearest, ties away from zero."""
    return away(Fraction(x, 2**exponent))


def tflite_double(accumulator, a, b, y, zero_point):
    """SaturatingRoundingDoublingHighMul, whose quotient is truncated, then RoundingDivideByPOT."""
    multiplier, shift = quantized_multiplier(a, b, y)
    twice = (int(accumulator) << max(shift, 0)) * multiplier
    high = math.trunc(Fraction(twice + (2**30 if twice >= 0 else 1 - 2**30), 2**31))
    return divided_by_power(high, max(-shift, 0)) + zero_point


def tflite_single(accumulator, a, b, y, zero_point):
    """TFLITE_SINGLE_ROUNDING: one shift, ties up."""
    multiplier, shift = quantized_multiplier(a, b, y)
    return math.floor(Fraction(int(accumulator) * multiplier, 2**(31 - shift)) + HALF) + zero_point


def cmsis_nn(accumulator, a, b, y, zero_point):
    """arm_nn_doubling_high_mult_no_sat, ties up, then arm_nn_divide_by_power_of_two."""
    multiplier, shift = quantized_multiplier(a, b, y)
    high = math.floor(Fraction((int(accumulator) << max(shift, 0)) * multiplier, 2**31) + HALF)
    return divided_by_power(high, max(-shift, 0)) + zero_point


RULES = {"ort": ort, "xnnpack-fp32": ort, "onnx-ref": onnx_ref, "tflite-double": tflite_double, "tflite-single": tflite_single, "cmsis-nn": cmsis_nn,
         "reciprocal": reciprocal, "ties-away": ties_away, "added-first": added_first}


# ---- what conforms --------------------------------------------------------------------------------------------------

def nearest(v):
    """The nearest integers: two at a tie."""
    return {math.ceil(v - HALF), math.floor(v + HALF)}


def held(integer, kind):
    info = numpy.iinfo(kind)
    return min(max(integer, info.min), info.max)


def is_admissible(integer, accumulator, a, b, y, zero_point, kind):
    """Whether a number from v(1 - 5u) to v(1 + 5u) gives it, as the page says."""
    ends = [product(accumulator, a, b, y) * (1 + 5 * sign * ROUNDING) for sign in (-1, 1)]
    reached = nearest(ends[0]) | nearest(ends[1])
    return held(min(reached) + zero_point, kind) <= integer <= held(max(reached) + zero_point, kind)
