# SPDX-License-Identifier: Apache-2.0
"""What proofs/pair.py computes with: numbers that bound their errors, real numbers, and the functions of src/scalar/functions/pair_*.h read as
programs over either."""

import re
from fractions import Fraction
from pathlib import Path

from mpmath import mp, mpf

mp.prec = 400
SCALAR = Path(__file__).resolve().parent.parent / "src" / "scalar" / "functions"
TINY = Fraction(1, 2**300)  # more than mpmath's error in anything here


def power(n):
    return Fraction(2) ** n


def ratio(x):
    """The exact value of an mpf, a float or an integer."""
    return int(x.man) * (-1 if x < 0 else 1) * power(x.exp) if isinstance(x, mpf) else Fraction(x)


def exponent_above(x):
    """The smallest e with x <= 2^e."""
    e = x.numerator.bit_length() - x.denominator.bit_length()
    while power(e) < x:
        e += 1
    while power(e - 1) >= x:
        e -= 1
    return e


# ---- numbers with an error -----------------------------------------------------------------------------------------------------


class Number:
    """A double of at most `size`, within `error` of the real number that it stands for; a multiple of 2^grain, of at most `bits` bits."""

    def __init__(self, size, error=0, bits=53, grain=-1074):
        self.size, self.error, self.bits, self.grain = Fraction(size), Fraction(error), bits, grain
        self.rest = None  # of a head: what its number is more than it, and that number
        self.whole = None

    def rounded(self, exact):
        if exact or self.size == 0:
            return self
        half_unit = power(exponent_above(self.size) - 54)
        return Number(self.size + half_unit, self.error + half_unit, 53, self.grain)

    def __neg__(self):
        return self  # only sizes are known

    def __add__(self, other):
        other = number(other)
        if other.size == 0:
            return self.plus_error(other.error)
        if self.size == 0:
            return other.plus_error(self.error)
        grain = min(self.grain, other.grain)
        total = Number(self.size + other.size, self.error + other.error, 53, grain)
        return total.rounded(total.size <= power(grain + 53))

    def __sub__(self, other):
        return other.rest if isinstance(other, Number) and other.whole is self else self + other

    def __mul__(self, other):
        other = number(other)
        error = self.error * other.size + other.error * self.size + self.error * other.error
        bits = self.bits + other.bits
        product = Number(self.size * other.size, error, min(bits, 53), self.grain + other.grain)
        return product.rounded(bits <= 53 or 1 in (self.bits, other.bits))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return self + other

    def plus_error(self, error):
        return Number(self.size, self.error + error, self.bits, self.grain) if error else self


def number(x, of=None):
    """A double that stands for the real number `of`, or for itself."""
    if isinstance(x, Number):
        return x
    value = ratio(x)
    error = 0 if of is None else abs(value - ratio(of)) + (0 if isinstance(of, Fraction) else TINY)
    size = abs(value)
    zeros = (size.numerator & -size.numerator).bit_length() - 1
    return Number(size, error, max(1, (size.numerator >> max(zeros, 0)).bit_length()), zeros + 1 - size.denominator.bit_length() if value else 2000)


class Pair:
    def __init__(self, high, low):
        self.high, self.low = high, low


class Numbers:
    """Bounds: what the text is built from. The high part of a pair stands for itself, the low one for all that is missing."""

    @staticmethod
    def quotient(n, d):
        return number(n / d, Fraction(n, d))

    @staticmethod
    def pair_head(x, bits=26):
        left = power(exponent_above(x.size) - bits - 1)
        head = Number(x.size + left, 0, bits)
        head.rest, head.whole = Number(min(left, x.size), 0, 53 - bits, x.grain), x
        return head

    @staticmethod
    def pair_sum(a, b):
        a, b = number(a), number(b)
        if a.size == 0 or b.size == 0:
            both = a if b.size == 0 else b
            return Pair(Number(both.size, 0, both.bits, both.grain), Number(0, a.error + b.error))
        size, grain = a.size + b.size, min(a.grain, b.grain)
        exact = size <= power(grain + 53)
        high = Number(size, 0, 53, grain).rounded(exact)
        return Pair(Number(high.size, 0, 53, grain), Number(0 if exact else power(exponent_above(size) - 54), a.error + b.error, 53, grain))

    pair_ordered_sum = pair_sum  # the proof sees to the order
    pair_of = Pair

    @staticmethod
    def pair_product_of(a, b):
        a, b = number(a), number(b)
        high = Number(a.size * b.size).rounded(False)
        return Pair(Number(high.size), Number(power(exponent_above(high.size) - 54) if high.size else 0))

    @classmethod
    def pair_product(cls, a, b):
        """As in the text, and the product of both low parts, which it leaves out."""
        product = cls.pair_product_of(a.high, b.high)
        low = product.low + (number(a.high) * b.low + a.low * number(b.high))
        a_low, b_low = number(a.low), number(b.low)
        left_out = (a_low.size + a_low.error) * (b_low.size + b_low.error)
        return cls.pair_sum(product.high, low.plus_error(left_out))


class Reals:
    """Real arithmetic, in which every pair is one number and a head may be anything: does the text say the function?"""

    pair_of = Pair
    quotient = staticmethod(lambda n, d: mpf(n) / d)
    pair_head = staticmethod(lambda x, bits=26: x * mpf(3) / 4)
    pair_sum = pair_ordered_sum = staticmethod(lambda a, b: Pair(mpf(a) + b, mpf(0)))
    pair_product_of = staticmethod(lambda a, b: Pair(mpf(a) * b, mpf(0)))
    pair_product = staticmethod(lambda a, b: Pair((a.high + a.low) * (b.high + b.low), mpf(0)))


# ---- the text ------------------------------------------------------------------------------------------------------------------


def pieces(text, separator):
    """Split where no bracket is open."""
    depth, start, found = 0, 0, []
    for i, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if c == separator and depth == 0:
            found.append(text[start:i])
            start = i + 1
    return found + [text[start:]]


class Text:
    """The functions of some headers, of which run() executes one."""

    def __init__(self, change=None):
        text = "".join(path.read_text() for path in sorted(SCALAR.glob("pair_*.h")) if "tables" not in path.name)
        if change is not None:
            assert change[0] in text
            text = text.replace(*change)
        text = re.sub(r"/\*.*?\*/|^#.*?$", "", text, flags=re.S | re.M)
        self.bodies = {name: " ".join(body.split()) for name, body in
                       re.findall(r"^static inline \w+ (\w+)\([^{;]*?\) \{\n(.*?)^\}", text, re.S | re.M)}

    def steps(self, name):
        """Python statements, one for each assignment."""
        body = self.bodies[name]
        loop = re.search(r"for \(n = (\d+); n < (\d+); \+\+n\) \{(.*?)\}", body)
        if loop:
            body = body.replace(loop[0], "".join(loop[3].replace("[n", f"[{n}") for n in range(int(loop[1]), int(loop[2]))))
        for statement in map(str.strip, body.split(";")):
            if not statement or statement.startswith(("if ", "static const")):
                continue
            if statement.startswith("return "):
                yield "result", "result = " + statement[7:].split("?")[0]
                continue
            declared = re.sub(r"^(const )?(double|pair_power|pair_log_parts|pair|int|unsigned)\b ?", "", statement)
            for one in pieces(declared, ","):
                one = one.strip().lstrip("* ")
                if "=" in one:
                    yield re.match(r"\w+", one)[0] + ("." if "." in one.split("=")[0] else ""), one

    def run(self, name, domain, given, left_out=None):
        """The variables of the function at its end. Those that are given are not assigned; left_out[name] is what a variable leaves out of
        the real number that it stands for."""
        scope = {key: getattr(domain, key) for key in dir(domain) if key.startswith(("pair_", "quotient"))} | given
        for target, step in self.steps(name):
            if target in given or (target == "result" and "result" in given):
                continue
            step = re.sub(r"(\d+)\.0 / (\d+)", r"quotient(\1, \2)", step)
            step = step.replace("f64_of_bits((f64_bits(d) + 0x40000000u) & ~(uint64_t)0x7FFFFFFFu)", "pair_head(d, 22)")
            exec(step, scope)
            if left_out and target in left_out:
                scope[target] = scope[target].plus_error(left_out[target])
        return scope
