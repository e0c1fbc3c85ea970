// SPDX-License-Identifier: Apache-2.0
//
// Arguments that are hard on functions which are rounded once: next to where the kind of result changes, known to come
// close to a halfway point, and random ones in the range where something happens.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/arithmetic/functions.hpp"
#include "oracle/random.hpp"

namespace oracle {

// Doubles whose results are hardest to round among those that were ever searched for. Which they are is published (V.
// Lefevre, J.-M. Muller and P. Zimmermann); how close they are is computed by a test.
std::vector<std::uint64_t> hard_doubles(const RealFunction& function);

// Patterns on both sides of every place where the events change, or where the result begins or ceases to be a simple
// number or the argument itself; with their neighbours, and with the special values.
std::vector<std::uint64_t> edges(const RealFunction& function, Format f);

// Of some thousand arguments, the ones whose results are nearest to a halfway point; of doubles those known to be.
std::vector<std::uint64_t> hard_arguments(const RealFunction& function, Format f);

// Half of them anywhere, half with exponents where the function is neither near its value at 0 nor at infinity.
std::uint64_t draw_argument(Format f, Random& random);

}  // namespace oracle
