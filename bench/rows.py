# SPDX-License-Identifier: Apache-2.0
"""What bench/run measures, as data: one row per goal.

A benchmark is "PROCESS NAME". A process is a program under one setting; what the names mean is said at the head of the program
(products.cpp, elementwise.cpp, maps.cpp, layers.cpp, quantised.cpp, onednn.cpp, onnxruntime.js). Ratios are of time for equal work: the peer's over ours, so more is better and 1
means as fast as the peer."""
import math
import re
from dataclasses import dataclass

PRODUCTS = "products"            # ours at its best, OpenBLAS with its best core type
AVX2 = "products-avx2"           # ours limited to AVX2, OpenBLAS as on a Haswell
ELEMENTWISE = "elementwise"
MAPS = "maps"
LAYERS = "layers"
QUANTISED = "quantised"
LIMITED = {"quantised-vnni": ("AVX512-VNNI", "with AVX512-VNNI"), "quantised-avx512": ("AVX512", "with AVX-512"),
           "quantised-avx2": ("AVX2", "with AVX2")}  # the same limited to a set, and in words
ONEDNN = "onednn"
RUNTIME = "onnxruntime"


@dataclass(frozen=True)
class Row:
    case: str
    ours: str
    peer: str = ""       # what ours is compared with; without a peer, it is `limit`
    against: str = ""    # the peer in words
    goal: float = None   # least ratio; None: the figure is stated without a goal
    aim: float = None    # what would be better still
    limit: float = None  # nanoseconds
    minus: str = ""      # a benchmark whose time is taken off ours
    clock: str = "cpu_time"

    def benchmarks(self):
        return [name for name in (self.ours, self.peer, self.minus) if name]

    def is_large(self):
        """Beyond what --quick measures: more work than 512³ multiply-adds, or more elements than a cache holds."""
        return max(map(size_of, self.benchmarks())) > (2**27 if "MatMul" in self.case else 2**20)


def size_of(name):
    """Multiply-adds or elements that the name of a benchmark says."""
    return max((math.prod(map(int, size.split("x"))) for size in re.findall(r"\b\d+(?:x\d+)*", name)), default=1)


def is_long(name):
    """Whether a call takes most of a second or more: it is repeated less."""
    return size_of(name) > 2**34 or "cancelling" in name


def cube(n):
    return f"{n}x{n}x{n}"


def products():
    float_goals = {512: 1.0, 1024: 1.0, 2048: 0.98}
    for n, goal in float_goals.items():
        ours = f"{PRODUCTS} matmul/float/fused/{cube(n)}"
        case = f"MatMul float fused {n}³"
        yield Row(case, ours, f"{PRODUCTS} openblas/float/{cube(n)}", "OpenBLAS", goal, 1.05)
        yield Row(case, ours, f"{PRODUCTS} peak/float", "multiply-add peak", 0.87)
        yield Row(case, ours, f"{RUNTIME} matmul/float/{cube(n)}", "ONNX Runtime", 1.15)
    for n, goal, peak in ((512, 1.0, 0.78), (1024, 1.0, 0.84), (2048, 0.96, 0.85)):
        ours = f"{PRODUCTS} matmul/double/fused/{cube(n)}"
        case = f"MatMul double fused {n}³"
        yield Row(case, ours, f"{PRODUCTS} openblas/double/{cube(n)}", "OpenBLAS", goal)
        yield Row(case, ours, f"{PRODUCTS} peak/double", "multiply-add peak", peak)
    for kind in ("float", "double"):
        for n in float_goals:
            yield Row(f"MatMul {kind} sequential {n}³", f"{PRODUCTS} matmul/{kind}/sequential/{cube(n)}",
                      f"{PRODUCTS} openblas/{kind}/{cube(n)}", "OpenBLAS", 0.50)
    for n in float_goals:
        yield Row(f"MatMul float fused {n}³ with AVX2", f"{AVX2} matmul/float/fused/{cube(n)}", f"{AVX2} openblas/float/{cube(n)}",
                  "OpenBLAS Haswell", 0.92)
    for kind, aim in (("int32", 7), ("int64", None)):
        for n in (1024, 256):
            yield Row(f"MatMul {kind} {n}³", f"{PRODUCTS} matmul/{kind}/sequential/{cube(n)}",
                      f"{RUNTIME} matmul/{kind}/{cube(n)}", "ONNX Runtime", 5, aim)
    for policy, goal in (("sequential", 1.3), ("fused", 2.4)):
        yield Row(f"MatMul float16 {policy} 1024³", f"{PRODUCTS} matmul/float16/{policy}/{cube(1024)}",
                  f"{RUNTIME} matmul/float16/{cube(1024)}", "ONNX Runtime", goal)
    yield Row("MatMul bfloat16 sequential 1024³", f"{PRODUCTS} matmul/bfloat16/sequential/{cube(1024)}",
              f"{PRODUCTS} matmul/float/fused/{cube(1024)}", "our float fused", 0.10)
    for data, words, goal, aim in (("normal", "normal", 1 / 3, 0.45), ("integers", "small integers", 1 / 3, 0.45),
                                   ("cancelling", "fully cancelling", None, None)):
        yield Row(f"MatMul float exact 512³, {words}", f"{PRODUCTS} matmul/float/exact/{cube(512)}/{data}",
                  f"{PRODUCTS} matmul/float/fused/{cube(512)}", "our float fused", goal, aim)
    yield Row("MatMul float fused 16³, time", f"{PRODUCTS} matmul/float/fused/{cube(16)}", against="0.25 µs", goal=1, limit=250)
    for n in (16, 32, 64, 128, 256):
        yield Row(f"MatMul float fused {n}³", f"{PRODUCTS} matmul/float/fused/{cube(n)}", f"{PRODUCTS} openblas/float/{cube(n)}",
                  "OpenBLAS", 1.0)
    for shape in ("1x4096x4096", "4096x1x4096"):
        yield Row(f"MatMul float fused ({shape.replace('x', ',')})", f"{PRODUCTS} matmul/float/fused/{shape}",
                  f"{PRODUCTS} read/4096x4096", "bare read loop", 0.93)
    yield Row("MatMul float fused 1024³, 2 threads", f"{PRODUCTS} matmul/float/fused/{cube(1024)}/threads:2",
              f"{PRODUCTS} matmul/float/fused/{cube(1024)}", "1 thread, wall clock", 1.85, clock="real_time")


def elementwise():
    types = {"float": ("Mul", "Add", "Div"), "double": ("Mul", "Add", "Div"), "int32": ("Mul", "Add"), "int8": ("Mul", "Add"),
             "float16": ("Mul", "Add", "Div")}  # integer Div has no bare loop but the processor's own division, see below
    for kind, operators in types.items():
        for op in operators:
            for power, goal in ((10, 0.9), (14, 0.95), (24, 1.2)):
                name = f"{op.lower()}/{kind}/{2**power}"
                alone = power == 10  # a bare loop takes 10 to 40 ns there: what run() adds has a row of its own
                yield Row(f"{op} {kind} 2^{power}" + (", kernel only" if alone else ""),
                          f"{ELEMENTWISE} {'kernel/' if alone else ''}{name}", f"{ELEMENTWISE} bare/{name}", "bare loop", goal)
    yield Row("Mul float 2^24", f"{ELEMENTWISE} mul/float/{2**24}", f"{ELEMENTWISE} memcpy/float/{2**24}", "memcpy of one operand")
    yield Row("run() beyond the kernel, Mul float", f"{ELEMENTWISE} mul/float/1", against="25 ns", goal=1, limit=25,
              minus=f"{ELEMENTWISE} kernel/mul/float/1")
    for kind, goal in (("int32", 5), ("int64", 3), ("int16", 9), ("int8", 18)):
        for rounding in ("truncate", "floor"):
            yield Row(f"Div {kind} {rounding} 2^14", f"{ELEMENTWISE} div/{kind}/{2**14}/{rounding}",
                      f"{ELEMENTWISE} idiv/{kind}/{2**14}/{rounding}", "idiv loop", goal)
    same = f"{ELEMENTWISE} mul/float/4096x4096"
    for words, shapes, goal in (("scalar", "4096x4096,1", 1.0), ("(n,m)×(m)", "4096x4096,4096", 1.0),
                                ("(n,m)×(n,1)", "4096x4096,4096x1", 1.0), ("(n,1)×(1,m)", "4096x1,1x4096", 1.5)):
        yield Row(f"Mul float 4096×4096, {words}", f"{ELEMENTWISE} mul/float/{shapes}", same, "our same shape", goal)


def maps():
    kinds = ("relu/float", "relu/double", "relu/int8", "neg/float", "abs/float", "abs/int8", "sqrt/float", "sqrt/double", "floor/float",
             "reciprocal/float", "leakyrelu/float", "leakyrelu/double", "hardsigmoid/float", "max/float", "max/int32", "min/float",
             "min/int32", "less/float", "less/double", "less/int8", "equal/int16", "equal/int64", "and/bool", "clip/float", "clip/int32", "where/float", "where/int64", "cast/float/float16", "cast/float16/float", "cast/float/double",
             "cast/float/int32", "cast/int32/float", "cast/int64/int32", "cast/uint8/float")
    for kind in kinds:
        op, *types = kind.split("/")
        for power in (14, 24):
            name = f"{kind}/{2**power}"
            yield Row(f"{op.capitalize()} {' to '.join(types)} 2^{power}", f"{MAPS} {name}", f"{MAPS} bare/{name}", "bare loop", 0.9)


def functions():
    for op, goal in (("exp", 2), ("sigmoid", 2), ("tanh", 4), ("log", None), ("erf", None), ("sin", None)):
        name, words = f"{op}/float/{2**14}", f"{op.capitalize()} float 2^14"
        yield Row(words, f"{MAPS} {name}", f"{MAPS} bare/{name}", "the C library's", goal)
        yield Row(words, f"{MAPS} {name}", f"{RUNTIME} {op}/{2**14}", "ONNX Runtime")


def moves():
    for op in ("concat", "split", "gather"):
        for rows, columns in ((64, 1024), (4096, 1024)):
            shape = f"float/{rows}x{columns}"
            peer, words = ("rows", "memcpy row by row") if op == "gather" else ("memcpy", "memcpy")
            yield Row(f"{op.capitalize()} float {rows}×{columns}", f"{MAPS} {op}/{shape}", f"{MAPS} {peer}/{shape}", words, 0.9)
    for op, words, goal in (("slice", "Slice", 0.9), ("expand", "Expand", 0.9), ("tile", "Tile", 0.9),
                            ("padrows", "Pad rows", 0.9), ("pad", "Pad columns", None)):
        for rows, columns in ((64, 1024), (4096, 1024)):
            shape = f"float/{rows}x{columns}"
            yield Row(f"{words} float {rows}×{columns}", f"{MAPS} {op}/{shape}", f"{MAPS} memcpy/{shape}", "memcpy", goal)
    for kind in ("float", "double", "int16", "int8"):
        shape = f"{kind}/4000x4000"
        yield Row(f"Transpose {kind} 4000×4000", f"{MAPS} transpose/{shape}", f"{MAPS} memcpy/{shape}", "memcpy",
                  0.6 if kind == "float" else None)


PEAK = f"{PRODUCTS} peak/float"
CONVOLUTIONS = {"3×3 64→64, 56²": "64x64x56x3x1", "3×3 128→128, 28²": "128x128x28x3x1", "3×3 256→256, 14²": "256x256x14x3x1",
                "3×3 512→512, 7²": "512x512x7x3x1", "1×1 512→128, 28²": "512x128x28x1x1", "1×1 64→256, 56²": "64x256x56x1x1",
                "7×7 stride 2 3→64, 224²": "3x64x224x7x2", "depthwise 3×3 144, 56²": "144x144x56x3x1/groups:144",
                "depthwise 3×3 stride 2 96, 112²": "96x96x112x3x2/groups:96",
                "depthwise 3×3 576, 14²": "576x576x14x3x1/groups:576", "depthwise 3×3 960, 7²": "960x960x7x3x1/groups:960"}


def layers():
    for words, shape in CONVOLUTIONS.items():
        case, ours = f"Conv {words}", f"{LAYERS} conv/fused/{shape}"
        yield Row(f"{case}, fused", ours, f"{RUNTIME} conv/{shape}", "ONNX Runtime", 1.2)
        yield Row(f"{case}, fused", ours, f"{ONEDNN} conv/{shape}", "oneDNN", 0.75 if words[0] in "31" else None)
        yield Row(f"{case}, fused", ours, PEAK, "multiply-add peak")
        yield Row(f"{case}, sequential", f"{LAYERS} conv/sequential/{shape}", ours, "our fused", 0.5)
    for shape in ("1x1024x1024", "64x1024x1024"):
        yield Row(f"Gemm ({shape.replace('x', ',')}), fused", f"{LAYERS} gemm/fused/{shape}", f"{RUNTIME} gemm/{shape}", "ONNX Runtime", 1.0)
    for operation, words, goal in (("softmax", "Softmax", 0.25), ("layernormalization", "LayerNormalization", None)):
        for shape in ("64x1000", "512x64"):
            yield Row(f"{words} {shape.replace('x', '×')}", f"{LAYERS} {operation}/sequential/{shape}", f"{RUNTIME} {operation}/{shape}",
                      "ONNX Runtime", goal)
    for policy in ("sequential", "fused"):
        yield Row(f"LSTM 512, 100 steps, {policy}", f"{LAYERS} lstm/{policy}/100x512x512", f"{RUNTIME} lstm/100x512x512", "ONNX Runtime", 1.0)
    two = "64x64x56x3x1"
    yield Row("Conv 3×3 64→64, 56², 2 threads", f"{LAYERS} conv/fused/{two}/threads:2", f"{LAYERS} conv/fused/{two}", "1 thread, wall clock",
              1.6, clock="real_time")


def quantised():
    """Limited to fewer instructions the figure is stated without a goal: ONNX Runtime takes all that there are."""
    named = {f"MatMulInteger {n}³{', constant B' if constant else ''}": f"matmulinteger/{cube(n)}{constant}"
             for n in (256, 512, 1024) for constant in ("", "/constant")}
    shapes = ("3×3 64→64, 56²", "3×3 128→128, 28²", "3×3 256→256, 14²", "3×3 512→512, 7²", "7×7 stride 2 3→64, 224²", "1×1 64→256, 56²")
    named |= {f"QLinearConv {words}": f"qlinearconv/{CONVOLUTIONS[words]}" for words in shapes}
    named |= {"QLinearConv 3×3 stride 2 64→128, 56²": "qlinearconv/64x128x56x3x2",
              "QLinearConv 1×1 stride 2 64→128, 56²": "qlinearconv/64x128x56x1x2"}
    for case, name in named.items():
        yield Row(case, f"{QUANTISED} {name}", f"{RUNTIME} {name}", "ONNX Runtime", 1.0)
        for process, (_, words) in LIMITED.items():
            yield Row(f"{case}, {words}", f"{process} {name}", f"{RUNTIME} {name}", "ONNX Runtime")
    for words in ("depthwise 3×3 144, 56²", "depthwise 3×3 576, 14²"):
        yield Row(f"QLinearConv {words}", f"{QUANTISED} qlinearconv/{CONVOLUTIONS[words]}", f"{RUNTIME} qlinearconv/{CONVOLUTIONS[words]}",
                  "ONNX Runtime")
    for op in ("QuantizeLinear", "DequantizeLinear"):
        name = f"{op.lower()}/{2**18}"
        yield Row(f"{op} 2^18", f"{QUANTISED} {name}", f"{RUNTIME} {name}", "ONNX Runtime", 1.0)


ROWS = [*products(), *elementwise(), *maps(), *functions(), *moves(), *layers(), *quantised()]

# Curves of the plot: title, process, name of the benchmark at size n; the peak is what they are fractions of.
SIZES = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
CURVES = [("Etalon fused", lambda n: f"{PRODUCTS} matmul/float/fused/{cube(n)}"),
          ("Etalon sequential", lambda n: f"{PRODUCTS} matmul/float/sequential/{cube(n)}"),
          ("OpenBLAS", lambda n: f"{PRODUCTS} openblas/float/{cube(n)}"),
          ("ONNX Runtime", lambda n: f"{RUNTIME} matmul/float/{cube(n)}")]
# Bars of the plot, for each of CONVOLUTIONS: title, name of the benchmark of a shape.
BARS = [("Etalon fused", lambda shape: f"{LAYERS} conv/fused/{shape}"), ("ONNX Runtime", lambda shape: f"{RUNTIME} conv/{shape}"),
        ("oneDNN", lambda shape: f"{ONEDNN} conv/{shape}")]
