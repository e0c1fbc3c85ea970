#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bounds the errors of src/scalar/functions/near_text.h and compares them with the NEAR_..._ERROR of src/scalar/functions/near.h: functions.py [--controls]

The text is read as it is compiled, with numbers that know an interval of the value that their formula has in real arithmetic and how far the
computed one may be from it. Every range is cut into pieces. Rounding is to nearest; a near_step is charged for two roundings, so that
the bounds hold fused or not; a near_quotient for 2^-51. What the formula itself is off comes from Sollya's supnorm, which is rigorous.
With --controls every claim is halved, and coefficients are changed, which must fail."""
import argparse
import math
import pathlib
import re
import subprocess
import sys
from fractions import Fraction

SCALAR = pathlib.Path(__file__).resolve().parent.parent / "src" / "scalar" / "functions"
U = 2.0**-53
NONE = -5000  # the grain of a number of which nothing is known


def up(x):
    return math.nextafter(x, math.inf)


def down(x):
    return math.nextafter(x, -math.inf)


# ---- numbers that know their error ---------------------------------------------------------------------------------


class Case:
    """What a piece is computed with: the integers that near_rounded may give, and whether it is odd."""
    first = last = 0
    odd = False


class Number:
    """In real arithmetic slope k + something in [low, high], k the integer of the case; computed, a multiple of 2^grain that is at most
    `error` away from that."""

    def __init__(self, low, high, error=0.0, grain=NONE, slope=Fraction(0)):
        self.low, self.high, self.error, self.grain, self.slope = low, high, error, grain, slope

    def bounds(self):
        if self.slope == 0:
            return self.low, self.high
        ends = [float(self.slope * k) for k in (Case.first, Case.last)]
        return down(down(min(ends)) + self.low), up(up(max(ends)) + self.high)

    def size(self):
        return max(map(abs, self.bounds()))

    def is_zero(self):
        return self.low == self.high == self.error == 0 and (self.slope == 0 or Case.first == Case.last == 0)

    def is_constant(self):
        return self.slope == 0 and self.error == 0 and self.low == self.high

    def is_power(self):
        return self.is_constant() and math.frexp(abs(self.low))[0] == 0.5

    def rounded(self, exact=False):
        """One more rounding, which is none where the number is a multiple of its grain that 53 bits hold."""
        most = up(self.size() + self.error)
        if exact or most < 2.0 ** (min(self.grain, 900) + 53):
            return self
        return Number(self.low, self.high, up(self.error + max(math.ldexp(1, math.frexp(most)[1] - 54), 2.0**-1074)), NONE, self.slope)

    def __neg__(self):
        return Number(-self.high, -self.low, self.error, self.grain, -self.slope)

    def __add__(self, other):
        other = number(other)
        if self.is_zero() or other.is_zero():
            rest = other if self.is_zero() else self
            return Number(rest.low, rest.high, rest.error, rest.grain, self.slope + other.slope)
        return Number(down(self.low + other.low), up(self.high + other.high), up(self.error + other.error),
                      min(self.grain, other.grain), self.slope + other.slope).rounded()

    def __sub__(self, other):
        return self + -number(other)

    def __mul__(self, other):
        other = number(other)
        if other.is_constant():
            self, other = other, self
        if self.is_constant():
            ends, slope = (self.low * other.low, self.low * other.high), other.slope * Fraction(self.low)
        else:
            ends, slope = [a * b for a in self.bounds() for b in other.bounds()], Fraction(0)
        low, high = (end(bound) if bound else 0.0 for end, bound in ((down, min(ends)), (up, max(ends))))
        error = up(up(self.size() * other.error) + up(up(other.size() * self.error) + up(self.error * other.error)))
        grain = NONE if NONE in (self.grain, other.grain) else self.grain + other.grain
        return Number(low, high, error, grain, slope).rounded(self.is_power() or other.is_power())

    def __radd__(self, other):
        return number(other) + self

    def __rsub__(self, other):
        return number(other) - self

    def __rmul__(self, other):
        return number(other) * self


def number(x):
    """A constant."""
    if isinstance(x, Number):
        return x
    x = float(x)
    return Number(x, x, 0.0, 1 - Fraction(x).denominator.bit_length() if x else 900)


# ---- what the text is built from, over them ------------------------------------------------------------------------


def near_step(a, b, c):
    return number(a) * number(b) + number(c)


def near_quotient(a, b):
    a, b = number(a), number(b)
    ends = [x / y for x in a.bounds() for y in b.bounds()]
    low, high = down(min(ends)), up(max(ends))
    most = max(abs(low), abs(high))
    error = up(up(a.error + up(most * b.error)) / down(min(map(abs, b.bounds())) - b.error))
    return Number(low, high, up(error + up(2.0**-51 * up(most + error))))


def near_root(x):
    low, high = x.bounds()
    return Number(down(math.sqrt(low)), up(math.sqrt(high)), up(x.error / down(math.sqrt(low)))).rounded()


def is_negative(x):
    low, high = number(x).bounds()
    assert low >= 0 or high <= 0, "a piece on both sides of zero"
    return high <= 0


def near_size(x):
    return -x if is_negative(x) else x


def near_smaller(most, x):
    return x  # pieces end at most there


def near_signed(x, s):
    size = near_size(number(x))
    return -size if is_negative(s) else size


def near_below(a, b):
    (low, high), limit = a.bounds(), number(b).low
    assert high <= limit or low >= limit, "a piece on both sides of a decision"
    return low < limit


def near_choice(which, a, b):
    return number(a if which else b)


def near_rounded(x):
    return x  # the caller says in Case what it is


def near_value(_):
    return Number(0.0, 0.0, 0.0, 0, Fraction(1))


def near_two_to(_):
    assert Case.first == Case.last
    return number(2.0**Case.first)


def near_next(n):
    return n  # Case is given for the last one


def near_is_odd(_):
    return Case.odd


def near_turned(x, _):
    return x  # the sign changes no error


def near_exponent(x):
    return number(x[0])


def near_fraction(x):
    return x[1]


def near_polynomial(x, square, c, degree):
    last, following = number(c[degree]), number(c[degree - 1])
    for i in range(degree - 2, -1, -1):
        last, following = following, near_step(last, square, c[i])
    return near_step(last, x, following)


def near_piecewise(x, square, c, degree, _):
    return near_polynomial(x, square, [row[Case.first] for row in c], degree)


# ---- the text ------------------------------------------------------------------------------------------------------


def constants(text):
    """The macros and arrays of near_coefficients.h."""
    found = {name: float.fromhex(value) for name, value in re.findall(r"#define (NEAR_\w+) (-?0x\S+)", text)}
    for name, body in re.findall(r"static const double (\w+)(?:\[\d+\])+ = (\{.*?\});", text, re.S):
        found[name] = eval(re.sub(r"-?0x[^,}\s]+", lambda m: repr(float.fromhex(m[0])), body).replace("{", "[").replace("}", "]"))
    return found


def functions(text, values):
    """The functions of near_text.h over the numbers above."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    source = ""
    for name, arguments, body in re.findall(r"NEAR_TEXT \w+ (\w+)\((.*?)\) \{(.*?)\n\}", text, re.S):
        source += f"def {name}({', '.join(a.split()[-1] for a in arguments.split(','))}):\n"
        for statement in filter(None, (" ".join(s.split()) for s in body.split(";"))):
            source += "  " + re.sub(r"^const \w+ (\w+) =", r"\1 =", statement) + "\n"
    scope = {**globals(), **values, "NEAR_ERF_MOST": 4.0}
    exec(source, scope)
    return scope


# ---- what formulas are off -----------------------------------------------------------------------------------------


def polynomial(c, variable):
    """Horner's scheme for Sollya, with exact coefficients."""
    text = "0"
    for x in reversed(c):
        text = f"({text}) * ({variable}) + ({x.hex()})"
    return f"({text})"


def series(terms):
    return " + ".join(f"{term.numerator} / {term.denominator} * x^{n}" for n, term in enumerate(terms))


def approximations(v):
    """How far each formula is from its function at most, relative to that, and what constants are off. atanh(s) / s and asin(s) / s are series in x = s^2 with
    coefficients of at most 1; 36 terms of them, up to 1/4, leave less than 2^-70 behind, as 20 of erf(x) / x do up to 1/2."""
    asked = {
        "exp": (f"1 + x + x^2 * {polynomial(v['NEAR_EXP'], 'x')}", "exp(x)", "[-0.3467; 0.3467]"),
        "growth": (f"x + x^2 * {polynomial(v['NEAR_EXP'], 'x')}", "expm1(x)", "[-0.3467; 0.3467]"),
        "log": (f"1 + x * {polynomial(v['NEAR_LOG'], 'x')} / 2", series(Fraction(1, 2 * n + 1) for n in range(36)), "[0; 0.02944]"),
        "sine": (f"x + x^3 * {polynomial(v['NEAR_SIN'], 'x^2')}", "sin(x)", "[-0.7855; 0.7855]"),
        "cosine": (f"1 + x^2 * {polynomial(v['NEAR_COS'], 'x^2')}", "cos(x)", "[-0.7855; 0.7855]"),
        "asin": (f"1 + x * {polynomial(v['NEAR_ACOS'], 'x')}",
                 series(Fraction(math.comb(2 * n, n), 4**n * (2 * n + 1)) for n in range(36)), "[0; 0.25]"),
    }
    for j in range(8):
        centre = 0.5 * j + 0.25
        row = polynomial([row[j] for row in v["NEAR_ERF"]], f"x - {centre}")
        asked[f"erf{j}"] = (f"x * {row}", "erf(x)", f"[{centre - 0.25}; {centre + 0.25}]")
        if j == 0:
            terms = series(Fraction((-1) ** (n // 2), math.factorial(n // 2) * (n + 1)) if n % 2 == 0 else Fraction(0) for n in range(40))
            asked["erf0"] = (row, f"2 / sqrt(pi) * ({terms})", "[0; 0.5]")
    exact = {
        "ln2": f"{v['NEAR_LN2_HIGH'].hex()} + {v['NEAR_LN2_LOW'].hex()} - log(2)",
        "turn": " + ".join(v[f"NEAR_HALF_PI_{i}"].hex() for i in (1, 2, 3)) + " - pi / 2",
        "pi": f"{v['NEAR_HALF_PI'].hex()} - pi / 2",
    }
    script = "display = decimal!; prec = 400!;\n"
    script += "".join(f"print(\"{name}\", round(abs({text}), D, RU));\n" for name, text in exact.items())
    script += "".join(f"print(\"{name}\", sup(supnorm({p}, {f}, {i}, relative, 2^-6)));\n" for name, (p, f, i) in asked.items())
    run = subprocess.run(["sollya", "--warnonstderr"], input=script + "quit;\n", capture_output=True, text=True, check=True)
    found = dict(line.split() for line in run.stdout.splitlines() if len(line.split()) == 2)
    found = {name: float(value) * (1 + 2.0**-40) for name, value in found.items()}
    return found | {name: found[name] + 2.0**-70 for name in asked}


# ---- pieces --------------------------------------------------------------------------------------------------------


def linear(low, high, count):
    ends = [low + (high - low) * i / count for i in range(count)] + [high]
    return list(zip(ends, ends[1:]))


def geometric(low, high, parts):
    """Positive pieces, so many for each power of two."""
    ends, base = [low], 2.0 ** math.floor(math.log2(low))
    while base < high:
        ends += [x for x in (base * (1 + i / parts) for i in range(parts)) if low < x < high]
        base *= 2
    ends.append(high)
    return list(zip(ends, ends[1:]))


def relative(result, value):
    """The error of a result relative to it; a value of the function shows that it is the right formula."""
    low, high = result.bounds()
    assert low - abs(low) * 2.0**-40 <= value <= high + abs(high) * 2.0**-40, "a formula of another function"
    return up(result.error / down(min(abs(low), abs(high))))


TINY = 2.0**-149  # the smallest float
LN2_HALF, QUARTER = 0.3467, 0.7855  # |r| <= (1/2 + 2^-31) ln 2 or pi/2, where the rounding of x / ln 2 or x 2/pi is in the 2^-31


def powers(name, function, f, v, ks, factor, negative=False):
    """Arguments factor (k ln 2 + r) of a function that takes exp apart; they may have to be negative before the factor."""
    ln2 = Fraction(v["NEAR_LN2_HIGH"]) + Fraction(v["NEAR_LN2_LOW"])
    worst = 0.0
    for k in ks:
        Case.first = Case.last = k
        if k == 0 and negative:
            pieces = [(-high, -low) for low, high in geometric(TINY, LN2_HALF, 16)]
        else:
            pieces = linear(-LN2_HALF, LN2_HALF, 40)
        for low, high in pieces:
            # where k is not 0, |k ln 2 + r| > 1/4, and a float is a multiple of 2^-25
            x = Number(low, high, 0.0, NONE if k == 0 else -25, ln2)
            assert f["near_without_powers"](x, None).slope == 0
            value = function(factor * (k * math.log(2) + (low + high) / 2))
            worst = max(worst, relative(f[name](factor * x), value))
    return worst


def exp_bounds(f, v, a):
    all_ks, off = range(-160, 161), a["exp"] + 160 * a["ln2"]
    return {"EXP": powers("near_exp", math.exp, f, v, all_ks, 1) + off,
            "SIGMOID": powers("near_sigmoid", lambda x: 1 / (1 + math.exp(-x)), f, v, all_ks, -1) + off,
            # t is off by what the growth is, -t / (t + 2) by at most twice as much; 2^-61: beyond 22
            "TANH": powers("near_tanh", math.tanh, f, v, range(-64, 1), -0.5, True) + 2 * a["growth"] + 2.0**-61}


def log_bound(f, v, a):
    worst = 0.0
    for k in range(-149, 128):
        if k == 0:  # m - 1 is a multiple of 2^-24; at 0 the result is exact
            near_1 = geometric(2.0**-24, 0.41422, 24)
            pieces = [(1 + low, 1 + high) for low, high in near_1] + [(1 - high, 1 - low) for low, high in near_1 if low < 0.293]
        else:
            pieces = linear(0.7071, 1.41422, 40)
        for low, high in pieces:
            value = k * math.log(2) + math.log((low + high) / 2)
            worst = max(worst, relative(f["near_log"]((k, Number(low, high, 0.0, -24))), value))
    return worst + a["log"] + 3 * a["ln2"]  # |k ln 2 + log m| is at least |log m| and |k| / 3


def erf_bound(f, v, a):
    worst = 0.0
    for j in range(8):
        Case.first = Case.last = j
        for low, high in geometric(TINY, 0.5, 16) if j == 0 else linear(0.5 * j, 0.5 * j + 0.5, 40):
            worst = max(worst, relative(f["near_erf"](Number(low, high)), math.erf((low + high) / 2)) + a[f"erf{j}"])
    return worst


def least_rest():
    """No float of at least 1/2 has |x 2/pi - n| below this. x = m 2^e with m < 2^24: of all integers below 2^24, none brings
    m (2^e 2/pi) closer to an integer than the denominators of its continued fraction."""
    two_by_pi = Fraction(0xA2F9836E4E441529FC2757D1F534DDC0DB6295993C439041FE5163ABDEBBC561B7246E3A424DD2E0, 1 << 320)
    least = Fraction(1)
    for e in range(-24, 105):
        alpha = two_by_pi * Fraction(2) ** e % 1
        rest, p, q = alpha, (1, 0), (0, 1)  # convergents p/q, the last one first
        while q[0] < 1 << 24:
            if q[0]:
                least = min(least, abs(q[0] * alpha - p[0]))
            whole = math.floor(rest)
            p, q = (whole * p[0] + p[1], p[0]), (whole * q[0] + q[1], q[0])
            rest = 1 / (rest - whole)
    return down(float(least))


def turn_bounds(f, v, a):
    parts = sum(Fraction(v[f"NEAR_HALF_PI_{i}"]) for i in (1, 2, 3))
    least = least_rest() * 1.57
    off = 2.0**20 * a["turn"] / least
    worst = {False: 0.0, True: 0.0}
    for Case.odd in worst:
        def see(x, reduced=True):
            r = f["near_without_turns"](x, None) if reduced else x
            value = (math.cos if Case.odd else math.sin)((x.low + x.high) / 2)
            assert r.slope == 0
            worst[Case.odd] = max(worst[Case.odd], relative(f["near_sin_of_turn"](r, None), value))
        for low, high in geometric(TINY, QUARTER, 16):
            Case.first = Case.last = 0
            see(Number(low, high, 0.0, NONE, parts))
            if high < least:
                continue
            for Case.first, Case.last in ((-2**20, -1), (1, 2**20)):  # where k is not 0, |x| > 1/2, and it is a multiple of 2^-24
                see(Number(low, high, 0.0, -24, parts))
            # near_big_turn: two conversions and a sum, a product and pi/2 in it; 2^-102 quarters cut off
            see(Number(low, high, up(high * (4 * U + 2.0**-102 / least))), False)
    return max(worst[False] + a["sine"], worst[True] + a["cosine"]) + off


def acos_bound(f, v, a):
    near_1 = geometric(2.0**-24, 0.5, 24)  # 1 - |x| is a multiple of 2^-24; at 0 the result is 0 or pi rounded
    pieces = [(piece, NONE) for piece in linear(0.0, 0.5, 200)] + [((1 - high, 1 - low), -24) for low, high in near_1]
    pieces += [((-high, -low), grain) for (low, high), grain in pieces]
    worst = max(relative(f["near_acos"](Number(low, high, 0.0, grain)), math.acos((low + high) / 2)) for (low, high), grain in pieces)
    return worst + a["asin"] + a["pi"]  # where pi/2 is added once or twice, the result is more than 1 or 2


def bounds(v, text):
    f, a = functions(text, v), approximations(v)
    found = exp_bounds(f, v, a)
    found["LOG"] = log_bound(f, v, a)
    found["ERF"] = erf_bound(f, v, a)
    found["SIN"] = found["COS"] = turn_bounds(f, v, a)
    found["ACOS"] = acos_bound(f, v, a)
    return found


# The claims that a formula stands behind.
CLAIMED = {"exp": "EXP", "growth": "TANH", "log": "LOG", "sine": "SIN", "cosine": "COS", "asin": "ACOS", "erf": "ERF"}


def spoilt(values):
    """The constants with the second coefficient of every polynomial wrong by 2^-30 of it."""
    wrong = 1 + 2.0**-30
    second = {name: [c[0], [x * wrong for x in c[1]] if name == "NEAR_ERF" else c[1] * wrong, *c[2:]]
              for name, c in values.items() if isinstance(c, list)}
    return values | second


def held(bound, claim):
    return bound + 2.0**-52 <= claim


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--controls", action="store_true")
    controls = options.parse_args().controls
    claims = {name: float.fromhex(value) for name, value in
              re.findall(r"#define NEAR_(\w+)_ERROR (0x\S+)", (SCALAR / "near.h").read_text(encoding="utf-8"))}
    text = (SCALAR / "near_text.h").read_text(encoding="utf-8")
    values = constants((SCALAR / "near_coefficients.h").read_text(encoding="utf-8"))
    found = bounds(values, text)
    failed = 0
    for name, claim in claims.items():
        good = held(found[name], claim)
        print(f"{name.lower():8} 2^{math.log2(found[name]):.2f}, with the test's own rounding 2^{math.log2(found[name] + 2.0**-52):.2f}; "
              f"claimed 2^{math.log2(claim):.2f}: {'holds' if good else 'FAILS'}")
        failed += not good
    if controls:
        for name, claim in claims.items():
            caught = not held(found[name], claim / 2)
            print(f"control: half of the error of {name.lower()}: {'fails' if caught else 'NOT NOTICED'}")
            failed += not caught
        for name, off in approximations(spoilt(values)).items():
            claim = claims.get(CLAIMED.get(name.rstrip("01234567")))
            if claim is not None:
                print(f"control: a coefficient of {name} wrong by 2^-30: {'NOT NOTICED' if held(off, claim) else 'fails'}")
                failed += held(off, claim)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
