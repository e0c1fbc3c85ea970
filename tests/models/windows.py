# SPDX-License-Identifier: Apache-2.0
"""Windows at their extremes: kernels, strides, dilations, pads and groups of Conv, ConvTranspose and the pools that overflow on the
way to a shape, ask for results that no machine holds, or have no meaning. Each file is refused, or judged without work that its numbers
ask for."""
from corpus import Case
from onnx_text import STRING, attribute, model, node
from wire import number, text

LAST, FIRST = 2**63 - 1, -2**63
LIMITS = "FILE-ALL-LIMITS"
REFUSED = [1, 4]


def case(what, content, codes, *errors):
    return Case("windows", what, content, codes, list(errors), whole=False, options=["--profile", "onnx"])


def word(name, value):
    return attribute(name, text(4, value) + number(20, STRING))


def pool(operator, *given, x="float[1,2,5,7]", kernel=(2, 2), version=22):
    return model(node(operator, ["X"], ["Y"], attribute("kernel_shape", list(kernel)), *given), version=version, inputs=f"X:{x}", outputs="Y")


def conv(operator, *given, x="float[1,2,5,7]", w="float[2,2,3,3]", version=22):
    return model(node(operator, ["X", "W"], ["Y"], *given), version=version, inputs=f"X:{x} W:{w}", outputs="Y")


# Attributes of two axes with what must be said of them: the operator's own rule, or a limit.
MEANINGLESS = [("strides", [0, 1]), ("strides", [-1, 1]), ("strides", [FIRST, FIRST]), ("strides", [1]), ("strides", []), ("strides", [1] * 9),
               ("dilations", [0, 1]), ("dilations", [1, -2]), ("dilations", [FIRST, 1]), ("dilations", [1, 1, 1]),
               ("pads", [-1, 0, 0, 0]), ("pads", [FIRST] * 4), ("pads", [1, 1]), ("pads", [0] * 16), ("pads", [])]
TOO_LARGE = [("strides", [LAST, LAST]), ("dilations", [LAST, 1]), ("dilations", [2**53, 1]), ("dilations", [2**52, 2**52]),
             ("pads", [LAST, 0, LAST, 0]), ("pads", [2**53] * 4), ("pads", [2**52, 2**52, 2**52, 2**52]), ("pads", [0, 2**40, 0, 2**40])]


def for_both(operator, make, rule):
    for name, numbers in MEANINGLESS:
        yield case(f"{operator}, {name} {numbers}", make(operator, attribute(name, numbers)), [1], rule)
    for name, numbers in TOO_LARGE:
        yield case(f"{operator}, {name} {numbers}", make(operator, attribute(name, numbers)), REFUSED, rule, LIMITS)
    yield case(f"{operator}, auto_pad with pads", make(operator, word("auto_pad", "SAME_UPPER"), attribute("pads", [1] * 4)), [1], rule)
    for name in "", "same_upper", "SAME_UPPER\0", "A" * 2**16:
        yield case(f"{operator}, auto_pad {name[:12]!r}", make(operator, word("auto_pad", name)), [1], rule)
    yield case(f"{operator} of a matrix", make(operator, x="float[5,7]"), [1], rule)
    yield case(f"{operator} of rank 8 with two numbers", make(operator, attribute("strides", [1, 1]), x="float[1,2,3,3,3,3,3,3]"), [1], rule)


def pools():
    for operator in "MaxPool", "AveragePool":
        rule = f"{operator.upper()}-ALL-WINDOW"
        yield from for_both(operator, pool, rule)
        for kernel in [0, 1], [-1, 1], [FIRST, 1], [6, 1], [1], [], [1] * 9:
            yield case(f"{operator} with kernel {kernel}", pool(operator, kernel=kernel), [1], rule)
        for kernel in [LAST, LAST], [2**53, 1], [2**32, 2**32], [2**40, 2**40]:
            yield case(f"{operator} with kernel {kernel}", pool(operator, kernel=kernel), REFUSED, rule, LIMITS)
        yield case(f"{operator} with a kernel of 2^50 places over pads", pool(operator, attribute("pads", [2**24] * 4), kernel=[2**25, 2**25]), [0, 1, 4])
        for name in "ceil_mode", "count_include_pad" if operator == "AveragePool" else "storage_order":
            for value in 2, -1, LAST, FIRST:
                yield case(f"{operator}, {name} {value}", pool(operator, attribute(name, value)), [1], rule)
        yield case(f"{operator} whose result has 2^62 elements", pool(operator, attribute("pads", [2**30] * 4)), [4], LIMITS)
    yield case("MaxPool with windows that lie in a pad", pool("MaxPool", attribute("pads", [9] * 4)), [0])
    for operator in "GlobalAveragePool", "GlobalMaxPool":
        yield case(f"{operator} of a matrix", model(f"Y = {operator}(X)", version=22, inputs="X:float[2,3]", outputs="Y"), [1], f"{operator.upper()}-ALL-SHAPE")


def convolutions():
    for operator, rule in ("Conv", "CONV-ALL-WINDOW"),:
        yield from for_both(operator, conv, rule)
        for kernel in [3, 2], [3], [], [LAST, LAST], [-3, -3], [3, 3, 1]:
            yield case(f"Conv, kernel_shape {kernel}", conv("Conv", attribute("kernel_shape", kernel)), REFUSED, rule, LIMITS)
        yield case("Conv with a kernel without places", conv("Conv", w="float[2,2,0,3]"), [1], rule)
        yield case("Conv with a kernel of another rank", conv("Conv", w="float[2,2,3]"), [1], rule)
        yield case("Conv with a kernel that is too long", conv("Conv", w="float[2,2,6,3]"), [1], rule)
        yield case("Conv whose weights are 2^62", conv("Conv", w=f"float[{2**31},{2**31},3,3]"), [4], LIMITS)
    for group in 0, -1, 2, 3, LAST, FIRST, 2**32:
        yield case(f"Conv in {group} groups", conv("Conv", attribute("group", group)), [1], "CONV-ALL-GROUP")
        yield case(f"ConvTranspose in {group} groups", conv("ConvTranspose", attribute("group", group)), [1, 4] if group != 2 else [0])
    yield case("Conv without channels", conv("Conv", x="float[1,0,5,7]", w="float[2,0,3,3]"), [0])
    transposed = {"strides": [[0, 1], [-1, 1], [1]], "dilations": [[0, 1], [FIRST, 1]], "pads": [[-1, 0, 0, 0], [1, 1], [9, 9, 9, 9]],
                  "output_padding": [[1, 1], [-1, 0], [0]], "output_shape": [[-1, 2], [100, 100], [FIRST, 1], [5]], "kernel_shape": [[3, 2], [3]]}
    for name, lists in transposed.items():
        for numbers in lists:
            yield case(f"ConvTranspose, {name} {numbers}", conv("ConvTranspose", attribute(name, numbers)), [1], "CONVTRANSPOSE-ALL-SHAPE", "CONVTRANSPOSE-ALL-PADDING")
    for name, numbers in ("strides", [LAST, LAST]), ("strides", [2**52, 2**52]), ("strides", [2**40, 1]), ("dilations", [LAST, LAST]), ("dilations", [2**51, 2**51]), ("pads", [LAST] * 4), \
            ("output_padding", [LAST, 0]), ("output_shape", [LAST, LAST]):
        yield case(f"ConvTranspose, {name} {numbers}", conv("ConvTranspose", attribute(name, numbers)), REFUSED, LIMITS, "CONVTRANSPOSE-ALL-PADDING")


def cases():
    yield from pools()
    yield from convolutions()
