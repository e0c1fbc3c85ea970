// SPDX-License-Identifier: Apache-2.0
// Calls on random shapes.
#include "check/resolve.hpp"
#include "tests/kernels/cases.hpp"
#include "tests/kernels/sides.hpp"

namespace etalon::tests {

using namespace impl;

namespace {

struct Drawn {
  Dims a, b;
  int opset = newest_opset;
  std::vector<Attribute> attributes = {};
};

std::optional<Call> call_of(const Combination& combination, const Drawn& drawn) {
  const auto a = Shape::of(drawn.a), b = Shape::of(drawn.b);
  const Argument arguments[] = {{combination.type, *a}, {combination.type, *b}};
  Node node;
  node.operation = combination.op->name;
  node.attributes = drawn.attributes;
  for (const char* id : {"onnx", "sonnx"}) {  // SONNX does not broadcast, but has types that ONNX has not
    Profile profile = *find_profile(id);
    profile.choices = combination.choices;
    if (auto resolution = resolve(profile, drawn.opset, node, arguments)) return std::move(resolution->call);
  }
  return std::nullopt;
}

// Most are small, because many shapes show more than large ones; some are large enough for what only large ones reach:
// blocks in all directions, shares for many threads.
std::uint64_t draw_room(const Combination& combination, oracle::Random& random) {
  const std::uint64_t kind = random.below(100);
  if (combination.is_product()) {
    if (combination.is_slow()) return kind < 80 ? 1 << 14 : kind < 97 ? 1 << 16 : 1 << 18;
    return kind < 50 ? 1 << 15 : kind < 85 ? 1 << 18 : 1 << 21;
  }
  return kind < 60 ? 1 << 12 : kind < 85 ? 1 << 15 : 1 << 19;
}

Drawn draw_elementwise(oracle::Random& random, std::uint64_t room) {
  const Dims result = draw_sides(random, random.below(6), room);
  Drawn drawn{result, result};
  switch (random.below(8)) {
    case 0:
    case 1:
      drawn.a = drawn.b = draw_sides(random, 1, room);
      break;
    case 2:
      break;
    case 3:
      drawn.b = Dims(random.below(result.size() + 1), 1);
      break;
    case 4:
      drawn.b = stretched(random, result);
      break;
    case 5:
    case 6:
      drawn.a = stretched(random, result);
      drawn.b = stretched(random, result);
      break;
    default: {  // versions 1 and 6: B is a run of A's dimensions
      const std::uint64_t first = random.below(result.size() + 1), length = random.below(result.size() - first + 1);
      const auto begin = result.begin() + static_cast<std::ptrdiff_t>(first);
      drawn.b = Dims(begin, begin + static_cast<std::ptrdiff_t>(length));
      drawn.opset = random.coin() ? 1 : 6;
      drawn.attributes = {{"broadcast", std::int64_t{1}}, {"axis", static_cast<std::int64_t>(first)}};
      return drawn;
    }
  }
  if (random.coin()) std::swap(drawn.a, drawn.b);
  return drawn;
}

Drawn draw_product(oracle::Random& random, std::uint64_t room) {
  Dims sides = draw_sides(random, 3, room);
  if (random.below(20) == 0) sides[2] = 0;  // sums of nothing
  const std::uint64_t m = sides[0], n = sides[1], k = sides[2];
  switch (random.below(12)) {
    case 0:
      return {{k}, {k, n}};
    case 1:
      return {{m, k}, {k}};
    case 2:
      return {{k}, {k}};
    case 3:
    case 4:
    case 5: {
      const std::uint64_t used = std::max<std::uint64_t>(m * n * k, 1);
      const Dims batch = draw_sides(random, 1 + random.below(3), std::clamp<std::uint64_t>(room / used, 1, 64));
      Dims a = stretched(random, batch), b = random.below(3) == 0 ? batch : stretched(random, batch);
      if (random.coin()) std::swap(a, b);
      if (random.below(6) == 0)
        b.clear(), b.push_back(k);  // a vector has no batch
      else
        b.insert(b.end(), {k, n});
      a.insert(a.end(), {m, k});
      return {a, b};
    }
    default:
      return {{m, k}, {k, n}};
  }
}

// More than one block in each direction.
Drawn draw_large_product(oracle::Random& random, bool slow) {
  const std::uint64_t more = random.below(40);
  return slow ? Drawn{{61 + more, 300}, {300, 35 + more}} : Drawn{{281 + more, 600}, {600, 281 + more}};
}

// A result of nine mebibytes: more than caches are expected to keep, and shares for many threads.
Drawn draw_large_elementwise(oracle::Random& random, unsigned bits) {
  const std::uint64_t rows = 9 + random.below(40), columns = (std::uint64_t{9} << 23) / bits / rows + random.below(40);
  Drawn drawn{{rows, columns}, {rows, columns}};
  switch (random.below(6)) {
    case 0:
      drawn.b = {};
      break;
    case 1:
      drawn.b = {columns};
      break;
    case 2:
      drawn.a = {rows, 1};
      break;
    default:
      break;
  }
  if (random.coin()) std::swap(drawn.a, drawn.b);
  return drawn;
}

}  // namespace

Call draw_call(const Combination& combination, oracle::Random& random, Size size) {
  const unsigned bits = info(combination.type).bits;
  const bool product = combination.is_product();
  for (;;) {
    const std::uint64_t room = draw_room(combination, random);
    const Drawn drawn = size == Size::large ? product ? draw_large_product(random, combination.is_slow())
                                                      : draw_large_elementwise(random, bits)
                        : product ? draw_product(random, room)
                                            : draw_elementwise(random, room);
    // not every type is in every version, nor may it be broadcast
    if (auto call = call_of(combination, drawn)) return *std::move(call);
  }
}

}  // namespace etalon::tests
