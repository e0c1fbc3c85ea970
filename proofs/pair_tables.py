#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/scalar/functions/pair_tables.h: the constants and tables of the stages in pairs of doubles.

    proofs/pair_tables.py > src/scalar/functions/pair_tables.h

Every entry is a real number rounded to nearest; the mantissas of parts that take part in exact products are short. The
proof (proofs/pair.py) reads the header, not this script, so that nothing here has to be believed."""

import sys

from mpmath import mp, mpf, erf, exp, frexp, ldexp, log, nint, pi, sin, sqrt

mp.prec = 400
HEADER = "src/scalar/functions/pair_tables.h"


def to_bits(x, bits):
    """x rounded to a significand of so many bits."""
    if x == 0:
        return mpf(0)
    mantissa, exponent = frexp(x)
    return ldexp(nint(ldexp(mantissa, bits)), exponent - bits)


def to_multiple(x, exponent):
    return ldexp(nint(ldexp(x, -exponent)), exponent)


def double(x):
    return to_bits(mpf(x), 53)


def text(x):
    return "0" if x == 0 else float(x).hex().replace("0x1.0000000000000p", "0x1p")


def short_and_rest(x, bits=26):
    first = to_bits(x, bits)
    return first, double(x - first)


def constant(name, value, why=""):
    print(f"#define {name} {text(value)}" + (f" /* {why} */" if why else ""))


def table(name, columns, rows, why):
    rows = [", ".join(text(x) for x in row) for row in rows]
    print(f"\n/* {why} */")
    print(f"static const double {name}[{len(rows)}][{columns}] = {{")
    for row in rows:
        print("    {" + row + "},")
    print("};")


def main():
    print("""/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Constants and tables of the stages in pairs of doubles, written by proofs/pair_tables.py. */
#ifndef ETALON_SCALAR_PAIR_TABLES_H
#define ETALON_SCALAR_PAIR_TABLES_H

/* clang-format off */""")
    step = log(2) / 256
    first = to_bits(step, 34)
    second = to_bits(step - first, 34)
    constant("PAIR_STEPS_OF_LN2", double(1 / step), "256 / ln 2")
    constant("PAIR_LN2_STEP_1", first, "ln 2 / 256 in three parts, the first two of 34 bits")
    constant("PAIR_LN2_STEP_2", second)
    constant("PAIR_LN2_STEP_3", double(step - first - second))
    ln2 = to_multiple(log(2), -42)
    constant("PAIR_LN2_1", ln2, "ln 2: a multiple of 2^-42, and the rest")
    constant("PAIR_LN2_2", double(log(2) - ln2))
    third = double(mpf(1) / 3)
    constant("PAIR_THIRD_1", third)
    constant("PAIR_THIRD_2", double(mpf(1) / 3 - third))
    turn, parts = pi / 512, []
    for _ in range(3):
        parts.append(to_bits(turn - sum(parts), 25))
    constant("PAIR_STEPS_OF_PI", double(1 / turn), "512 / pi")
    for k, part in enumerate(parts):
        constant(f"PAIR_PI_STEP_{k + 1}", part, "" if k else "pi / 512 in four parts, the first three of 25 bits")
    constant("PAIR_PI_STEP_4", double(turn - sum(parts)))

    table("pair_exp_table", 2, (short_and_rest(2 ** (mpf(j) / 256)) for j in range(256)),
          "2^(j/256): 26 bits, and the rest")
    logs = []
    for j in range(181, 363):
        factor = to_multiple(mpf(256) / j, -12)
        value = -log(factor)
        head = to_multiple(value, -42)
        logs.append((factor, head, double(value - head)))
    table("pair_log_table", 3, logs,
          "for m about j/256, j from 181 on: c about 1/m, a multiple of 2^-12; -log c: a multiple of 2^-42, and the rest")
    table("pair_sine_table", 2, (short_and_rest(sin(turn * j)) if j else (mpf(0), mpf(0)) for j in range(257)),
          "sin(j pi/512): 26 bits, and the rest")
    table("pair_erf_table", 4, (short_and_rest(erf(mpf(j) / 64)) + short_and_rest(2 / sqrt(pi) * exp(-(mpf(j) / 64) ** 2))
                                for j in range(381)),
          "erf(j/64) and its slope there: each 26 bits, and the rest")
    print("\n/* clang-format on */\n\n#endif")


if __name__ == "__main__":
    sys.exit(main())
