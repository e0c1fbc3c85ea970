# SPDX-License-Identifier: Apache-2.0
"""The judges of operators that normalise: step by step, by the policies that NumPy can follow, with mpmath's exp and log."""
import math

import mpmath
import numpy

from folds import attribute, divided, in_format, number
from judges import Unknown, bits, nearest, values


def each(function, x):
    """The function of every element, rounded once."""
    return numpy.array([nearest(function(float(v)), x.dtype) for v in x.ravel()], x.dtype).reshape(x.shape)


def exponential(v):
    if math.isnan(v) or math.isinf(v):
        return 0.0 if v < 0 else v
    with mpmath.workprec(400):
        return mpmath.exp(mpmath.mpf(v))


def logarithm(v):
    if math.isnan(v) or math.isinf(v):
        return v
    with mpmath.workprec(400):
        return mpmath.log(mpmath.mpf(v))


def added(call, rows):
    """The sums along the last axis, in the format in which the policy adds."""
    rows, = in_format(call, rows, products=False)
    total = numpy.zeros(rows.shape[:-1], rows.dtype)
    for k in range(rows.shape[-1]):
        total = numpy.asarray(total + rows[..., k], rows.dtype)
    return total


def softmax(finish):
    def judge(call):
        x = values(call["inputs"][0])
        flat = call["opset"] < 13
        axis = attribute(call, "axis", 1 if flat else -1) % x.ndim
        rows = x.reshape(math.prod(x.shape[:axis]), math.prod(x.shape[axis:])) if flat else numpy.moveaxis(x, axis, -1)
        if rows.size == 0:
            return [bits(x)]
        distances = numpy.asarray(rows - numpy.max(rows, -1, keepdims=True), x.dtype)
        exponentials = each(exponential, distances)
        total = added(call, exponentials).astype(x.dtype)[..., None]
        result = finish(distances, exponentials, total)
        return [bits(result.reshape(x.shape) if flat else numpy.moveaxis(result, -1, axis))]
    return judge


def layer_normalization(call):
    if attribute(call, "stash_type", 1) != 1:
        raise Unknown
    x, scale, *shift = (None if one is None else values(one) for one in call["inputs"])
    axis = attribute(call, "axis", -1) % x.ndim
    rows = x.astype(numpy.float32).reshape(math.prod(x.shape[:axis]), math.prod(x.shape[axis:]))

    def mean(of):
        return divided(added(call, of), of.shape[-1]).astype(numpy.float32)[:, None]
    average = mean(rows)
    distances = rows - average
    inverse = numpy.float32(1) / numpy.sqrt(mean(distances * distances) + number(call, "epsilon", numpy.float32, 1e-5))
    result = (distances * inverse).astype(x.dtype).reshape(x.shape) * scale
    if shift and shift[0] is not None:
        result = result + shift[0]
    kept = [*x.shape[:axis]] + [1] * (x.ndim - axis)
    return [bits(result), bits(average.reshape(kept)), bits(inverse.reshape(kept))][:len(call["outputs"])]


JUDGES = {
    "Softmax": softmax(lambda distances, exponentials, total: exponentials / total),
    "LogSoftmax": softmax(lambda distances, exponentials, total: distances - each(logarithm, total)),
    "LayerNormalization": layer_normalization,
}
