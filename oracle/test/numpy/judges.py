# SPDX-License-Identifier: Apache-2.0
"""What NumPy makes of a call that print_calls printed: JUDGES[operation](call) is a list of arrays of patterns.

NumPy moves every type as bits; it computes with the types that it has (not bfloat16, int4, uint4). Where it leaves
something open, or differs on purpose, that is said here."""
import math
from fractions import Fraction

import mpmath
import numpy

numpy.seterr(all="ignore")
NUMPY = {"float16": "f2", "float": "f4", "double": "f8", "bool": "?"}
NUMPY |= {f"{sign}int{bits}": f"{kind}{bits // 8}" for sign, kind in (("", "i"), ("u", "u")) for bits in (8, 16, 32, 64)}
NAMES = {1: "float", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64", 9: "bool", 10: "float16",
         11: "double", 12: "uint32", 13: "uint64", 16: "bfloat16", 21: "uint4", 22: "int4"}
NAN = {2: 0x7E00, 4: 0x7FC00000, 8: 0x7FF8000000000000}


class Unknown(Exception):
    """NumPy does not have this."""


def patterns(tensor):
    return numpy.array(tensor["patterns"], numpy.uint64).reshape(tensor["shape"])


def values(tensor):
    if tensor["type"] not in NUMPY:
        raise Unknown
    kind = numpy.dtype(NUMPY[tensor["type"]])
    return patterns(tensor).astype(f"u{kind.itemsize}").view(kind)


def bits(array):
    """The patterns of values; a NaN that was computed is the canonical one."""
    array = numpy.asarray(array)
    words = numpy.ascontiguousarray(array).view(f"u{array.itemsize}").reshape(array.shape).astype(numpy.uint64)
    return numpy.where(array != array, numpy.uint64(NAN[array.itemsize]), words) if array.dtype.kind == "f" else words


def numbers(call, place, attribute):
    """A list that is an attribute in some versions and an input in others, or None."""
    inputs = call["inputs"]
    if attribute in call["attributes"]:
        return call["attributes"][attribute]
    return patterns(inputs[place]).astype(numpy.int64).tolist() if len(inputs) > place else None


def reshape(call):
    data, shape = patterns(call["inputs"][0]), numbers(call, 1, "shape")
    if not call["attributes"].get("allowzero"):
        shape = [data.shape[axis] if size == 0 else size for axis, size in enumerate(shape)]
    return [data.reshape(shape)]


def split(call):
    data, axis, parts = patterns(call["inputs"][0]), call["attributes"].get("axis", 0), len(call["outputs"])
    sizes = numbers(call, 1, "split")
    if sizes is None and call["opset"] < 18:
        return numpy.split(data, parts, axis)
    if sizes is None:
        each = -(-data.shape[axis] // parts)
        return numpy.split(data, range(each, parts * each, each) if each else [0] * (parts - 1), axis)
    return numpy.split(data, numpy.cumsum(sizes)[:-1], axis)


def gather(call):
    data, indices = call["inputs"]
    return [numpy.take(patterns(data), values(indices), call["attributes"].get("axis", 0))]


def shape(call):
    attributes = call["attributes"]
    return [numpy.array(call["inputs"][0]["shape"][attributes.get("start", 0):attributes.get("end")], numpy.uint64)]


def constant(call):
    (name, value), = call["attributes"].items()
    if name == "value":
        return [patterns(value)]
    return [numpy.array(value, numpy.int64 if "int" in name else numpy.uint32).astype(numpy.uint64)]


def input_at(call, place):
    """An input, or None where it is omitted."""
    return call["inputs"][place] if len(call["inputs"]) > place else None


def first(call):
    return patterns(call["inputs"][0])


def signed(tensor):
    """A list of indices."""
    return values(tensor).tolist()


def dropout(call):
    data, mask = call["inputs"][0], call["outputs"][1:]
    return [patterns(data)] + [bits(numpy.ones(data["shape"], NUMPY[output["type"]])) for output in mask]


def flatten(call):
    data, axis = first(call), call["attributes"].get("axis", 1)
    rows = int(numpy.prod(data.shape[:axis], dtype=int))
    columns = int(numpy.prod(data.shape[axis:] if axis != data.ndim else (), dtype=int))
    return [data.reshape(rows, columns)]


def squeeze(call):
    axes = call["attributes"].get("axes")
    if input_at(call, 1):
        axes = signed(call["inputs"][1])
    return [numpy.squeeze(first(call), None if axes is None else tuple(axes))]


def slice_of(call):
    data, attributes = first(call), call["attributes"]
    if call["opset"] < 10:
        starts, ends, axes, steps = (attributes.get(name) for name in ("starts", "ends", "axes", "steps"))
    else:
        starts, ends, axes, steps = (signed(place) if (place := input_at(call, k)) else None for k in (1, 2, 3, 4))
    cuts = [slice(None)] * data.ndim
    for k, axis in enumerate(range(len(starts)) if axes is None else axes):
        start, end, step = starts[k], ends[k], 1 if steps is None else steps[k]
        if step < 0:  # ONNX begins at the first element where NumPy begins before it
            start = max(start, -data.shape[axis])
        cuts[axis] = slice(start, end, step)
    return [data[tuple(cuts)]]


def pad(call):
    data, attributes = first(call), call["attributes"]
    mode, fill, axes = attributes.get("mode", "constant"), 0, range(data.ndim)
    if call["opset"] < 11:
        pads = attributes["paddings" if call["opset"] < 2 else "pads"]
        if "value" in attributes:
            value = numpy.array(attributes["value"], numpy.uint32).view(numpy.float32)
            fill = bits(value.astype(NUMPY[call["inputs"][0]["type"]]))
    else:
        pads = signed(call["inputs"][1])
        fill = patterns(call["inputs"][2]) if input_at(call, 2) else 0
        axes = signed(call["inputs"][3]) if input_at(call, 3) else axes
    count = len(pads) // 2
    added = [(0, 0)] * data.ndim
    for k, axis in enumerate(axes):
        begin, end = pads[k], pads[count + k]
        data = data.take(range(max(-begin, 0), data.shape[axis] - max(-end, 0)), axis)  # NumPy has no negative pads
        added[axis] = max(begin, 0), max(end, 0)
    goes_around_once = all(max(ends) < size for ends, size in zip(added, data.shape))
    if mode in ("wrap", "reflect") and not goes_around_once:  # where numpy.pad is wrong in NumPy 1.24
        for axis, (begin, end) in enumerate(added):
            size = data.shape[axis]
            around = [*range(size)] + ([*range(size - 2, 0, -1)] if mode == "reflect" else [])
            data = data.take(numpy.take(around, range(-begin, size + end), mode="wrap") if size else [], axis)
    elif data.ndim > 0:
        data = numpy.pad(data, added, mode, **({"constant_values": fill} if mode == "constant" else {}))
    return [data]


def tile(call):
    data = first(call)
    if call["opset"] >= 6:
        return [numpy.tile(data, signed(call["inputs"][1]))]
    count, axis = (int(values(place)) for place in call["inputs"][1:])
    return [numpy.concatenate([data] * count, axis) if count else data.take([], axis)]


def depth_to_space(call):
    data, block = first(call), call["attributes"]["blocksize"]
    batch, channels, rows, columns = data.shape
    channels //= block * block
    if call["attributes"].get("mode", "DCR") == "DCR":
        parts = data.reshape(batch, block, block, channels, rows, columns).transpose(0, 3, 4, 1, 5, 2)
    else:
        parts = data.reshape(batch, channels, block, block, rows, columns).transpose(0, 1, 4, 2, 5, 3)
    return [parts.reshape(batch, channels, rows * block, columns * block)]


def space_to_depth(call):
    data, block = first(call), call["attributes"]["blocksize"]
    batch, channels, rows, columns = data.shape
    parts = data.reshape(batch, channels, rows // block, block, columns // block, block).transpose(0, 3, 5, 1, 2, 4)
    return [parts.reshape(batch, channels * block * block, rows // block, columns // block)]


def constant_of_shape(call):
    value = call["attributes"].get("value")
    return [numpy.full(signed(call["inputs"][0]), patterns(value).item() if value else 0, numpy.uint64)]


def range_of(call):
    """The count by fractions, the elements in the type that they are computed in."""
    start, limit, delta = (values(operand)[()] for operand in call["inputs"])
    count = max(math.ceil((Fraction(limit.item()) - Fraction(start.item())) / Fraction(delta.item())), 0)
    own = start.dtype
    if own.kind == "i":
        return [bits(numpy.array([start.item() + i * delta.item() for i in range(count)], own))]
    wide = {1: numpy.float32, 11: numpy.float64}[call["attributes"].get("stash_type", 1)] if own == numpy.float16 else own
    return [bits((start.astype(wide) + numpy.arange(count).astype(wide) * delta.astype(wide)).astype(own))]


def expand(call):
    data, shape = first(call), signed(call["inputs"][1])
    return [numpy.broadcast_to(data, numpy.broadcast(data, numpy.empty(shape)).shape)]


def operands_of(call):
    """The operands; an attribute `axis` aligns the second one by ones at its end."""
    operands = [values(operand) for operand in call["inputs"]]
    if "axis" in call["attributes"]:
        a, b = operands
        operands = [a, b.reshape(b.shape + (1,) * (a.ndim - b.ndim - call["attributes"]["axis"]))]
    return operands


def fold(function):
    def folded(call):
        operands = operands_of(call)
        result = operands[0]
        for operand in operands[1:]:
            result = function(result, operand)
        right = bits(result)
        if function in (numpy.maximum, numpy.minimum):  # which zero NumPy takes is its own affair
            right = numpy.where(result == 0, patterns(call["outputs"][0]), right)
        return [right]
    return folded


def matmul(call):
    a, b = map(values, call["inputs"])
    if a.dtype.kind == "f":  # numpy.matmul adds in an order of its own
        raise Unknown
    return [bits(numpy.matmul(a, b))]


def div(call):
    a, b = operands_of(call)
    if a.dtype.kind == "f":
        return [bits(a / b)]
    quotient = [abs(int(x)) // abs(int(y)) * (1 if (x < 0) == (y < 0) else -1) for x, y in numpy.broadcast(a, b)]
    wrapped = numpy.array([q % 2 ** (8 * a.itemsize) for q in quotient], numpy.uint64)
    return [wrapped.reshape(numpy.broadcast(a, b).shape)]


def relu(call):
    x = values(call["inputs"][0])
    return [bits(numpy.where(x < 0, x.dtype.type(0), x))]


def clip(call):
    x = values(call["inputs"][0])
    if call["opset"] < 11:
        if x.dtype.kind != "f":
            raise Unknown
        largest = numpy.finfo(numpy.float32).max if call["opset"] >= 6 else numpy.float32(numpy.inf)
        lower, upper = (numpy.array(call["attributes"][name], numpy.uint32).view(numpy.float32).astype(x.dtype)
                        if name in call["attributes"] else numpy.float32(default).astype(x.dtype)
                        for name, default in (("min", -largest), ("max", largest)))
    else:
        lower, upper = (values(bound) if bound else None for bound in call["inputs"][1:])
    if lower is not None:
        x = numpy.where(x < lower, lower, x)  # numpy.clip passes on a bound that is a NaN
    if upper is not None:
        x = numpy.where(upper < x, upper, x)
    return [bits(x)]


def cast(call):
    x, to = values(call["inputs"][0]), call["attributes"]["to"]
    to = to.lower() if isinstance(to, str) else NAMES[to]
    if to not in NUMPY:
        raise Unknown
    kind = numpy.dtype(NUMPY[to])
    if x.dtype.kind != "f" or kind.kind not in "iu":
        return [bits(x.astype(kind))]
    ends = numpy.iinfo(kind)  # NumPy leaves to C what is out of range
    whole = [0 if number != number else ends.min if number < ends.min else ends.max if number > ends.max else int(number)
             for number in x.astype(float).ravel().tolist()]  # which Python compares exactly
    return [bits(numpy.array(whole, kind).reshape(x.shape))]


def reduce_sum(call):
    if call["accumulation"] != 0:
        raise Unknown
    x, attributes = values(call["inputs"][0]), call["attributes"]
    axes = numbers(call, 1, "axes") or []
    if not axes and attributes.get("noop_with_empty_axes"):
        return [patterns(call["inputs"][0])]
    axes = sorted(axis % x.ndim for axis in axes) or list(range(x.ndim))
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    terms = numpy.transpose(x, kept + axes)
    terms = terms.reshape([x.shape[axis] for axis in kept] + [int(numpy.prod([x.shape[axis] for axis in axes]))])
    result = numpy.zeros(terms.shape[:-1], x.dtype)
    for k in range(terms.shape[-1]):  # numpy.sum adds in another order
        result = numpy.asarray(result + terms[..., k], x.dtype)
    if attributes.get("keepdims", 1):
        result = result.reshape([1 if axis in axes else size for axis, size in enumerate(x.shape)])
    return [bits(result)]


def unary(function):
    def judge(call):
        return [bits(function(values(call["inputs"][0])))]
    return judge


def of_floats(call, defaults):
    """The operand, and attributes of type float rounded to its type."""
    x = values(call["inputs"][0])
    numbers = [numpy.array(call["attributes"][name], numpy.uint32).view(numpy.float32)
               if name in call["attributes"] else numpy.float32(default) for name, default in defaults.items()]
    return [x] + [number.astype(x.dtype) for number in numbers]


def leaky_relu(call):
    x, alpha = of_floats(call, {"alpha": 0.01})
    return [bits(numpy.where(x < 0, alpha * x, x))]


def thresholded_relu(call):
    x, alpha = of_floats(call, {"alpha": 1.0})
    return [bits(numpy.where(x > alpha, x, x.dtype.type(0)))]


def hard_sigmoid(call):
    x, alpha, beta = of_floats(call, {"alpha": 0.2, "beta": 0.5})
    y = numpy.asarray(x * alpha, x.dtype) + beta
    return [bits(numpy.where(y > 1, x.dtype.type(1), numpy.where(y <= 0, x.dtype.type(0), y)))]


def prelu(call):
    x, slope = map(values, call["inputs"])
    if call["opset"] < 7 and slope.size != 1:
        slope = slope.reshape(slope.shape + (1,) * (x.ndim - 2))
    elif call["opset"] < 7:
        slope = slope.reshape(())
    return [bits(numpy.where(x < 0, slope * x, x))]


def mean(call):
    operands = operands_of(call)
    total = operands[0]
    for operand in operands[1:]:
        total = total + operand
    return [bits(total / total.dtype.type(len(operands)))]


def binary(function):
    def judge(call):
        return [bits(function(*operands_of(call)))]
    return judge


def reciprocal(x):
    return x.dtype.type(1) / x


# NumPy's functions are not rounded correctly: mpmath, whose arithmetic is its own, gives the digits.
def function(of, inside=lambda x: True, ends=(numpy.nan, numpy.nan)):
    def one(x):
        if math.isinf(x):
            return ends[x > 0]
        if math.isnan(x) or not inside(x):
            return math.nan
        with mpmath.workprec(400):
            y = of(mpmath.mpf(x))
            return math.copysign(0.0, x) if y == 0 and x == 0 else y

    def judge(call):
        x = operands_of(call)[0]
        if x.size > 48:
            raise Unknown  # 400 digits take their time
        return [bits(numpy.array([nearest(one(float(v)), x.dtype) for v in x.ravel()], x.dtype).reshape(x.shape))]
    return judge


# A number of many digits in a format of NumPy's, to nearest, ties to even; what is half way from the largest number to
# where the next one would be is infinite.
def nearest(y, dtype):
    if isinstance(y, float):
        return y
    facts = numpy.finfo(dtype)
    digits, smallest = facts.nmant + 1, int(facts.minexp)
    if y == 0:
        return 0.0
    sign, size = (-1 if y < 0 else 1), abs(y)
    if size > 2 * mpmath.mpf(float(facts.max)):
        return sign * math.inf
    if size < mpmath.mpf(2) ** (smallest - digits - 2):
        return sign * 0.0
    exponent = max(int(mpmath.floor(mpmath.log(size, 2))), smallest)
    while size >= mpmath.mpf(2) ** (exponent + 1):
        exponent += 1
    while exponent > smallest and size < mpmath.mpf(2) ** exponent:
        exponent -= 1
    unit = mpmath.mpf(2) ** (exponent - digits + 1)
    with mpmath.workprec(400):
        rounded = mpmath.nint(size / unit) * unit
    return sign * (math.inf if rounded > mpmath.mpf(float(facts.max)) else float(rounded))


JUDGES = {
    "Exp": function(mpmath.exp, ends=(0.0, math.inf)), "Sigmoid": function(lambda x: 1 / (1 + mpmath.exp(-x)), ends=(0.0, 1.0)),
    "Log": function(lambda x: -math.inf if x == 0 else mpmath.log(x), lambda x: x >= 0, (math.nan, math.inf)),
    "Tanh": function(mpmath.tanh, ends=(-1.0, 1.0)), "Erf": function(mpmath.erf, ends=(-1.0, 1.0)),
    "Sin": function(mpmath.sin), "Cos": function(mpmath.cos), "Acos": function(mpmath.acos, lambda x: abs(x) <= 1),
    "Neg": unary(numpy.negative), "Abs": unary(numpy.absolute), "Sqrt": unary(numpy.sqrt),
    "Floor": unary(numpy.floor), "Ceil": unary(numpy.ceil), "Round": unary(numpy.rint),
    "Reciprocal": unary(reciprocal), "Sum": fold(numpy.add), "Mean": mean, "LeakyRelu": leaky_relu, "PRelu": prelu,
    "HardSigmoid": hard_sigmoid, "ThresholdedRelu": thresholded_relu,
    "Less": binary(numpy.less), "LessOrEqual": binary(numpy.less_equal), "Greater": binary(numpy.greater),
    "GreaterOrEqual": binary(numpy.greater_equal), "Equal": binary(numpy.equal),
    "And": binary(numpy.logical_and), "Or": binary(numpy.logical_or), "Xor": binary(numpy.logical_xor),
    "Not": unary(numpy.logical_not),
    "Add": fold(numpy.add), "Sub": fold(numpy.subtract), "Mul": fold(numpy.multiply), "Div": div, "MatMul": matmul,
    "Max": fold(numpy.maximum), "Min": fold(numpy.minimum), "Relu": relu, "Clip": clip, "Cast": cast,
    "Where": lambda call: [numpy.where(*map(patterns, call["inputs"]))],
    "Concat": lambda call: [numpy.concatenate([*map(patterns, call["inputs"])], call["attributes"].get("axis", 1))],
    "Unsqueeze": lambda call: [numpy.expand_dims(patterns(call["inputs"][0]), tuple(numbers(call, 1, "axes")))],
    "Reshape": reshape, "Split": split, "Gather": gather, "Shape": shape, "Constant": constant, "ReduceSum": reduce_sum,
    "Identity": lambda call: [first(call)], "Dropout": dropout, "Flatten": flatten, "Squeeze": squeeze,
    "Transpose": lambda call: [numpy.transpose(first(call), call["attributes"].get("perm"))],
    "Slice": slice_of, "Pad": pad, "Expand": expand, "Tile": tile, "DepthToSpace": depth_to_space,
    "SpaceToDepth": space_to_depth, "Size": lambda call: [numpy.array(first(call).size)],
    "ConstantOfShape": constant_of_shape, "Range": range_of,
}

import folds  # noqa: E402  they use what is above
import slices  # noqa: E402

JUDGES |= folds.JUDGES | slices.JUDGES


def judged(call):
    """The results, or None where NumPy cannot judge."""
    try:
        return JUDGES[call["operation"]](call)
    except (KeyError, Unknown):
        return None
