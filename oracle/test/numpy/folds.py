# SPDX-License-Identifier: Apache-2.0
"""The judges of folds: sums step by step by the policies that NumPy can follow, as its own functions add in another order;
the largest, the smallest and their places by NumPy's functions."""
import itertools
import math

import numpy

from judges import Unknown, bits, numbers, patterns, values


def attribute(call, name, otherwise=None):
    return call["attributes"].get(name, otherwise)


def number(call, name, kind, otherwise=1.0):
    """A float attribute as a number of the type."""
    given = attribute(call, name)
    otherwise = numpy.float32(otherwise)
    return otherwise.astype(kind) if given is None else numpy.array(given, numpy.uint32).view(numpy.float32)[()].astype(kind)


SEQUENTIAL, FUSED, WIDE, EXACT = range(4)


def in_format(call, *operands, products=True):
    """The operands in the format in which the policy rounds. In the wider one a product is exact, so that `wide` needs no
    fused step there; without products `fused` is `sequential`."""
    policy, kind = call["accumulation"], operands[0].dtype
    if kind.kind == "f" and (policy == EXACT or (policy == FUSED and products)):
        raise Unknown
    wide = kind if policy != WIDE or kind.kind != "f" else numpy.dtype(f"f{2 * kind.itemsize}")
    return [operand.astype(wide) for operand in operands]


def divided(total, count):
    """By a count that the type has."""
    kind = total.dtype
    if kind.kind == "f" and any(int(kind.type(one)) != one for one in numpy.unique(count)):
        raise Unknown
    return total / numpy.asarray(count, kind)


def gemm(call):
    kind = values(call["inputs"][0]).dtype
    a, b, *c = in_format(call, *map(values, call["inputs"]))
    a = a.T if attribute(call, "transA", 0) else a
    b = b.T if attribute(call, "transB", 0) else b
    if a.dtype.kind != "f":
        alpha, beta = (int(number(call, name, numpy.dtype(float))) for name in ("alpha", "beta"))
        total = alpha * numpy.matmul(a.astype(object), b.astype(object)) if a.shape[1] else numpy.zeros((a.shape[0], b.shape[1]), object)
        if c:
            total = total + beta * c[0].astype(object)
        modulus = 2 ** (8 * a.itemsize)
        return [numpy.array([int(x) % modulus for x in total.ravel()], numpy.uint64).reshape(total.shape)]
    total = numpy.zeros((a.shape[0], b.shape[1]), a.dtype)
    for k in range(a.shape[1]):
        total = total + a[:, k:k + 1] * b[k:k + 1, :]
    alpha, beta = (number(call, name, kind).astype(a.dtype) for name in ("alpha", "beta"))
    if alpha != 1:
        total = alpha * total
    if c:
        total = total + (c[0] if beta == 1 else beta * c[0])
    return [bits(total.astype(kind))]


class Windows:
    def __init__(self, call, size, kernel):
        axes = len(size)
        self.size, self.kernel = size, kernel
        self.strides = attribute(call, "strides", [1] * axes)
        self.dilations = attribute(call, "dilations", [1] * axes)
        reach = [(k - 1) * d + 1 for k, d in zip(kernel, self.dilations)]
        auto = attribute(call, "auto_pad", "NOTSET")
        if auto.startswith("SAME"):
            self.out = [-(-n // s) for n, s in zip(size, self.strides)]
            total = [max(0, (o - 1) * s + r - n) for o, s, r, n in zip(self.out, self.strides, reach, size)]
            self.begin = [t // 2 if auto == "SAME_UPPER" else t - t // 2 for t in total]
            self.end = [t - b for t, b in zip(total, self.begin)]
            return
        pads = attribute(call, "pads", [0] * 2 * axes)
        self.begin, self.end = pads[:axes], pads[axes:]
        span = [b + n + e - r for b, n, e, r in zip(self.begin, size, self.end, reach)]
        self.out = [p // s + 1 for p, s in zip(span, self.strides)]
        if attribute(call, "ceil_mode", 0) and auto == "NOTSET":
            self.out = [math.ceil(p / s) + 1 for p, s in zip(span, self.strides)]
            self.out = [min(o, -(-(n + b) // s)) for o, s, n, b in zip(self.out, self.strides, size, self.begin)]

    def places(self, x, fill):
        """For each place of the kernel, what lies under it in all windows."""
        over = [max(0, (o - 1) * s + (k - 1) * d + 1 - b - n) for o, s, k, d, b, n in
                zip(self.out, self.strides, self.kernel, self.dilations, self.begin, self.size)]
        padded = numpy.pad(x, [(0, 0), (0, 0), *zip(self.begin, over)], constant_values=fill)
        for place in itertools.product(*map(range, self.kernel)):
            cut = [slice(k * d, k * d + (o - 1) * s + 1, s)
                   for k, d, o, s in zip(place, self.dilations, self.out, self.strides)]
            yield place, padded[(slice(None), slice(None), *cut)]

    def count(self, with_pads):
        inside = numpy.ones((1, 1, *self.size))
        if not with_pads:
            return sum(part for _, part in self.places(inside, 0))
        padded = numpy.pad(inside, [(0, 0), (0, 0), *zip(self.begin, self.end)], constant_values=1)
        whole = Windows.__new__(Windows)
        whole.__dict__ = dict(self.__dict__, begin=[0] * len(self.size), end=[0] * len(self.size),
                              size=list(padded.shape[2:]))
        return sum(part for _, part in whole.places(padded, 0))


def conv(call):
    kind = values(call["inputs"][0]).dtype
    x, w, *bias = in_format(call, *map(values, call["inputs"]))
    windows, groups = Windows(call, x.shape[2:], w.shape[2:]), attribute(call, "group", 1)
    per, features = w.shape[1], w.shape[0] // groups
    results = []
    for feature in range(w.shape[0]):
        first = feature // features * per
        total = numpy.zeros((x.shape[0], *windows.out), x.dtype)
        for channel in range(per):
            for place, part in windows.places(x[:, first + channel:first + channel + 1], 0):
                total = total + part[:, 0] * w[(feature, channel, *place)]
        if bias:
            total = total + bias[0][feature]
        results.append(total)
    return [bits(numpy.stack(results, 1).astype(kind))]


def max_pool(call):
    if len(call["outputs"]) > 1:
        raise Unknown
    x = values(call["inputs"][0])
    windows = Windows(call, x.shape[2:], attribute(call, "kernel_shape"))
    lowest = -numpy.inf if x.dtype.kind == "f" else numpy.iinfo(x.dtype).min
    result = numpy.full((*x.shape[:2], *windows.out), lowest, x.dtype)
    for _, part in windows.places(x, lowest):
        result = numpy.maximum(result, part)
    return [one_zero(call, result)]


def one_zero(call, result):
    """Which zero NumPy takes is its own affair."""
    return numpy.where(result == 0, patterns(call["outputs"][0]), bits(result))


def average_pool(call):
    kind = values(call["inputs"][0]).dtype
    x, = in_format(call, values(call["inputs"][0]), products=False)
    windows = Windows(call, x.shape[2:], attribute(call, "kernel_shape"))
    total = numpy.zeros((*x.shape[:2], *windows.out), x.dtype)
    for _, part in windows.places(x, 0):
        total = total + part
    count = windows.count(attribute(call, "count_include_pad", 0))
    return [bits(divided(total, numpy.broadcast_to(count, total.shape)).astype(kind))]


def conv_transpose(call):
    kind = values(call["inputs"][0]).dtype
    x, w, *bias = in_format(call, *map(values, call["inputs"]))
    axes, groups = x.ndim - 2, attribute(call, "group", 1)
    strides, dilations = attribute(call, "strides", [1] * axes), attribute(call, "dilations", [1] * axes)
    more = attribute(call, "output_padding", [0] * axes)
    whole = [(n - 1) * s + p + (k - 1) * d + 1
             for n, s, p, k, d in zip(x.shape[2:], strides, more, w.shape[2:], dilations)]
    auto, shape = attribute(call, "auto_pad", "NOTSET"), attribute(call, "output_shape")
    if shape or auto.startswith("SAME"):
        out = shape or [n * s for n, s in zip(x.shape[2:], strides)]
        total = [a - b for a, b in zip(whole, out)]
        at_end = (auto == "SAME_UPPER") != bool(shape and call["opset"] < 11)
        begin = [t // 2 if at_end else t - t // 2 for t in total]
    else:
        pads = attribute(call, "pads", [0] * 2 * axes)
        begin, out = pads[:axes], [n - a - b for n, a, b in zip(whole, pads[:axes], pads[axes:])]
    per, features = x.shape[1] // groups, w.shape[1]
    result = numpy.zeros((x.shape[0], features * groups, *whole), x.dtype)
    for channel in range(per):
        for place in itertools.product(*map(range, w.shape[2:])):
            cut = tuple(slice(k * d, k * d + (n - 1) * s + 1, s)
                        for k, d, n, s in zip(place, dilations, x.shape[2:], strides))
            for feature in range(features * groups):
                one = feature // features * per + channel
                falls = x[:, one] * w[(one, feature % features, *place)]
                result[(slice(None), feature, *cut)] = result[(slice(None), feature, *cut)] + falls
    result = result[(slice(None), slice(None), *(slice(b, b + o) for b, o in zip(begin, out)))]
    if bias:
        result = result + bias[0].reshape([1, -1] + [1] * axes)
    return [bits(result.astype(kind))]


def reduced(function):
    """function(elements) of the elements along a last axis, in their order."""
    def judge(call):
        data, axes = call["inputs"][0], numbers(call, 1, "axes") or []
        if not axes and attribute(call, "noop_with_empty_axes"):
            return [patterns(data)]
        x = values(data)
        axes = sorted(axis % x.ndim for axis in axes) or list(range(x.ndim))
        kept = [axis for axis in range(x.ndim) if axis not in axes]
        rows = numpy.transpose(x, kept + axes).reshape([x.shape[axis] for axis in kept] + [math.prod(x.shape[axis] for axis in axes)])
        result = function(call, rows)
        if attribute(call, "keepdims", 1):
            result = result.reshape([1 if axis in axes else size for axis, size in enumerate(x.shape)])
        return [result]
    return judge


def mean(call, rows):
    if rows.dtype.kind != "f":
        count, modulus = rows.shape[-1], 2 ** (8 * rows.itemsize)
        totals = [sum(map(int, row)) for row in rows.reshape(-1, count)]
        quotients = [(abs(total) // count * (1 if total >= 0 else -1)) % modulus for total in totals]
        return numpy.array(quotients, numpy.uint64).reshape(rows.shape[:-1])
    kind, (rows,) = rows.dtype, in_format(call, rows, products=False)
    total = numpy.zeros(rows.shape[:-1], rows.dtype)
    for k in range(rows.shape[-1]):
        total = numpy.asarray(total + rows[..., k], rows.dtype)
    return bits(divided(total, rows.shape[-1]).astype(kind))


def product(_, rows):
    total = numpy.ones(rows.shape[:-1], rows.dtype)
    for k in range(rows.shape[-1]):
        total = numpy.asarray(total * rows[..., k], rows.dtype)
    return bits(total)


def norm(call, rows):
    if rows.dtype.kind != "f":
        modulus = 2 ** (8 * rows.itemsize)
        roots = [math.isqrt(sum(int(x) ** 2 for x in row)) % modulus for row in rows.reshape(math.prod(rows.shape[:-1]), rows.shape[-1])]
        return numpy.array(roots, numpy.uint64).reshape(rows.shape[:-1])
    kind, (rows,) = rows.dtype, in_format(call, rows)
    total = numpy.zeros(rows.shape[:-1], rows.dtype)
    for k in range(rows.shape[-1]):
        total = numpy.asarray(total + rows[..., k] * rows[..., k], rows.dtype)
    return bits(numpy.sqrt(total).astype(kind))


def extreme(function, of_nothing):
    def judge(call, rows):
        if rows.shape[-1] == 0:
            kind = rows.dtype
            end = of_nothing * numpy.inf if kind.kind == "f" else of_nothing > 0 if kind.kind == "b" else \
                numpy.iinfo(kind).max if of_nothing > 0 else numpy.iinfo(kind).min
            return bits(numpy.full(rows.shape[:-1], end, kind))
        result = function(rows, -1)
        return numpy.where(result == 0, patterns(call["outputs"][0]).reshape(result.shape), bits(result))
    return judge


def place(function):
    def judge(call):
        x, axis = values(call["inputs"][0]), attribute(call, "axis", 0)
        if attribute(call, "select_last_index", 0):
            found = x.shape[axis] - 1 - function(numpy.flip(x, axis), axis)
        else:
            found = function(x, axis)
        return [(numpy.expand_dims(found, axis) if attribute(call, "keepdims", 1) else found).astype(numpy.uint64)]
    return judge


def batch_normalization(call):
    kind = values(call["inputs"][0]).dtype
    steps = numpy.result_type(*(values(one).dtype for one in call["inputs"]))
    x, *parameters = (values(one).astype(steps) for one in call["inputs"])
    if attribute(call, "spatial", 1):
        parameters = [one.reshape([-1] + [1] * (x.ndim - 2)) for one in parameters]
    scale, shift, mean_of, variance = parameters
    normal = (x - mean_of) / numpy.sqrt(variance + number(call, "epsilon", steps, 1e-5))
    return [bits((normal * scale + shift).astype(kind))]


def over_channel(function):
    def judge(call):
        x = values(call["inputs"][0])
        rows = x.reshape(x.shape[0], x.shape[1], math.prod(x.shape[2:]))
        return [function(call, rows).reshape([*x.shape[:2]] + [1] * (x.ndim - 2))]
    return judge


JUDGES = {
    "Gemm": gemm, "Conv": conv, "ConvTranspose": conv_transpose, "MaxPool": max_pool, "AveragePool": average_pool,
    "GlobalAveragePool": over_channel(mean), "GlobalMaxPool": over_channel(extreme(numpy.max, -1)),
    "ReduceMean": reduced(mean), "ReduceProd": reduced(product), "ReduceL2": reduced(norm),
    "ReduceMax": reduced(extreme(numpy.max, -1)), "ReduceMin": reduced(extreme(numpy.min, 1)),
    "BatchNormalization": batch_normalization,
    "ArgMax": place(numpy.argmax), "ArgMin": place(numpy.argmin),
}
