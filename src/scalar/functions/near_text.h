/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. exp, log, sigmoid, tanh, erf, sin, cos and acos by a few steps in double arithmetic, close enough that the
 * result, rounded to at most 24 bits, is mostly known to be the function's own. This text is included where a
 * near_number is a double (near.h) and where it is a vector of them (simd/maps/near-inl.h), and proofs/functions.py
 * reads it with a near_number that knows its error; so it has no include guard, no branches, and no other statements
 * than definitions and returns. It is built from
 *   + - *                        each rounded to nearest
 *   near_step(a, b, c)           a b + c, rounded once or twice: the errors hold for either
 *   near_quotient(a, b)          a / b, with an error of at most 2^-51 of it
 *   near_root(x)                 the square root, rounded to nearest
 *   near_size, near_smaller      |x|; the smaller one, or the second where one is a NaN
 *   near_signed(x, s)            |x| with the sign of s
 *   near_below, near_choice      a < b; the second where the first holds, else the third
 *   near_whole                   an integer: near_rounded(x) is the one next to x, near_value(n) the number,
 *                                near_two_to(n) a power, near_next(n) is n + 1, near_is_odd(n) a truth,
 *                                near_turned(x, n) is -x where n mod 4 is 2 or 3, else x
 *   near_exponent, near_fraction x = 2^exponent fraction, sqrt(1/2) <= fraction < sqrt(2); x > 0 and normal
 *   near_polynomial(x, x^2, c, degree), near_piecewise(x, x^2, c, degree, n), the latter with entry n of every row */

/* ---- exp, and what is made of it ------------------------------------------------------------------------------- */

/* x - n ln 2: exact but for its last step, because n has few bits and so has the first part of ln 2. */
NEAR_TEXT near_number near_without_powers(near_number x, near_whole n) {
  const near_number k = near_value(n);
  const near_number first = near_step(k, -NEAR_LN2_HIGH, x);
  return near_step(k, -NEAR_LN2_LOW, first);
}

/* exp(r) - 1 */
NEAR_TEXT near_number near_growth(near_number r) {
  const near_number square = r * r;
  const near_number rest = near_polynomial(r, square, NEAR_EXP, 9);
  return near_step(square, rest, r);
}

/* |x| <= 110 */
NEAR_TEXT near_number near_exp(near_number x) {
  const near_whole n = near_rounded(x * NEAR_LOG2_E);
  const near_number growth = near_growth(near_without_powers(x, n));
  const near_number scale = near_two_to(n);
  return near_step(scale, growth, scale);
}

/* |x| <= 110 */
NEAR_TEXT near_number near_sigmoid(near_number x) {
  const near_number power = near_exp(-x);
  return near_quotient(1, power + 1);
}

/* Every x. With t = exp(-2 |x|) - 1 it is -t / (t + 2), which loses nothing near 0; beyond 22 it is 1 up to 2^-62. */
NEAR_TEXT near_number near_tanh(near_number x) {
  const near_number y = near_smaller(22, near_size(x)) * -2;
  const near_whole n = near_rounded(y * NEAR_LOG2_E);
  const near_number growth = near_growth(near_without_powers(y, n));
  const near_number scale = near_two_to(n);
  const near_number t = near_step(scale, growth, scale - 1);
  return near_signed(near_quotient(t, t + 2), x);
}

/* ---- log ------------------------------------------------------------------------------------------------------- */

/* Every x > 0 that is no infinity. log(x) = k ln 2 + 2 atanh(s) with s = (m - 1) / (m + 1); where k is 0, s alone
 * decides, and m - 1 and m + 1 are exact. */
NEAR_TEXT near_number near_log(near_number x) {
  const near_number k = near_exponent(x);
  const near_number f = near_fraction(x) - 1;
  const near_number s = near_quotient(f, f + 2);
  const near_number square = s * s;
  const near_number rest = near_polynomial(square, square * square, NEAR_LOG, 6);
  const near_number small = near_step(square * s, rest, k * NEAR_LN2_LOW);
  return near_step(k, NEAR_LN2_HIGH, near_step(s, 2, small));
}

/* ---- erf ------------------------------------------------------------------------------------------------------- */

/* |x| < 4; beyond it is that of the last float below 4, which rounds to 1. erf(y) / y has no zero, so that a polynomial
 * for each half of a unit gives all digits everywhere. */
NEAR_TEXT near_number near_erf(near_number x) {
  const near_number y = near_smaller(NEAR_ERF_MOST, near_size(x));
  const near_whole n = near_rounded(near_step(y, 2, -0.5));
  const near_number t = y - near_step(near_value(n), 0.5, 0.25);
  return near_signed(y * near_piecewise(t, t * t, NEAR_ERF, 13, n), x);
}

/* ---- sin, cos -------------------------------------------------------------------------------------------------- */

/* x - n pi/2 for |x| < 2^20: n has 20 bits, so that its products with the first two parts of pi/2 are exact; the
 * difference from the second is exact where it is so small that the third matters. */
NEAR_TEXT near_number near_without_turns(near_number x, near_whole n) {
  const near_number k = near_value(n);
  const near_number first = near_step(k, -NEAR_HALF_PI_1, x);
  const near_number second = near_step(k, -NEAR_HALF_PI_2, first);
  return near_step(k, -NEAR_HALF_PI_3, second);
}

/* sin(r + n pi/2) */
NEAR_TEXT near_number near_sin_of_turn(near_number r, near_whole n) {
  const near_number square = r * r;
  const near_number fourth = square * square;
  const near_number sine = r * near_step(square, near_polynomial(square, fourth, NEAR_SIN, 5), 1);
  const near_number cosine = near_step(square, near_polynomial(square, fourth, NEAR_COS, 6), 1);
  return near_turned(near_choice(near_is_odd(n), cosine, sine), n);
}

/* |x| < 2^20 */
NEAR_TEXT near_number near_small_sin(near_number x) {
  const near_whole n = near_rounded(x * NEAR_TWO_BY_PI);
  return near_sin_of_turn(near_without_turns(x, n), n);
}
NEAR_TEXT near_number near_small_cos(near_number x) {
  const near_whole n = near_rounded(x * NEAR_TWO_BY_PI);
  return near_sin_of_turn(near_without_turns(x, n), near_next(n));
}

/* ---- acos ------------------------------------------------------------------------------------------------------ */

/* |x| <= 1. With a = asin(|x|) up to 1/2 it is pi/2 - a or pi/2 + a; beyond, with a = asin(sqrt((1 - |x|) / 2)), 2 a or
 * pi - 2 a, where 1 - |x| is exact. */
NEAR_TEXT near_number near_acos(near_number x) {
  const near_number size = near_size(x);
  const near_truth is_small = near_below(size, 0.5);
  const near_number square = near_choice(is_small, x * x, (1 - size) * 0.5);
  const near_number s = near_choice(is_small, size, near_root(square));
  const near_number rest = near_polynomial(square, square * square, NEAR_ACOS, 11);
  const near_number a = near_step(square * s, rest, s);
  const near_number sign = near_signed(1, x);
  const near_number start = near_choice(is_small, NEAR_HALF_PI, NEAR_HALF_PI - sign * NEAR_HALF_PI);
  return near_step(near_choice(is_small, -sign, sign * 2), a, start);
}
