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
  std::optional<Dims> c = std::nullopt;  // a third operand
};

std::optional<Call> call_of(const Combination& combination, const Drawn& drawn) {
  std::vector<Given> arguments{Argument{combination.type, *Shape::of(drawn.a)},
                               Argument{combination.type, *Shape::of(drawn.b)}};
  if (drawn.c) arguments.emplace_back(Argument{combination.type, *Shape::of(*drawn.c)});
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
  if (combination.is_sum()) {
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

// ---- Gemm -----------------------------------------------------------------------------------------------------------

Drawn draw_gemm(const Combination& combination, oracle::Random& random, std::uint64_t m, std::uint64_t n,
                std::uint64_t k) {
  constexpr float factors[] = {0, -1, 2, 3, 0.5F, -0.75F, 0.1F, 1e-30F};
  const auto factor = [&] {  // of unsigned integers none is negative, of any none is a fraction
    for (;;)
      if (const float one = factors[random.below(std::size(factors))];
          combination.is_float() || one == 2 || one == 3 || one == 0)
        return one;
  };
  const bool turned_a = random.coin(), turned_b = random.below(3) != 0;
  Drawn drawn{turned_a ? Dims{k, m} : Dims{m, k}, turned_b ? Dims{n, k} : Dims{k, n}};
  if (turned_a) drawn.attributes.push_back({"transA", std::int64_t{1}});
  if (turned_b) drawn.attributes.push_back({"transB", std::int64_t{1}});
  if (random.below(3) == 0) drawn.attributes.push_back({"alpha", factor()});
  if (random.below(3) == 0) drawn.attributes.push_back({"beta", factor()});
  if (random.below(4) != 0) drawn.c = random.coin() ? Dims{n} : stretched(random, Dims{m, n});
  return drawn;
}

// ---- Conv -----------------------------------------------------------------------------------------------------------

// Attributes and operands from the places of a window; nothing where the window does not fit.
struct DrawnWindow {
  Dims in, kernel;
  std::vector<std::int64_t> strides, dilations, pads;

  std::uint64_t positions() const {
    std::uint64_t count = 1;
    for (std::size_t a = 0; a < in.size(); ++a) {
      const auto number = [](std::int64_t n) { return static_cast<std::uint64_t>(n); };
      const std::uint64_t padded = in[a] + number(pads[a]) + number(pads[in.size() + a]);
      const std::uint64_t reach = (kernel[a] - 1) * number(dilations[a]) + 1;
      count *= padded < reach ? 0 : (padded - reach) / number(strides[a]) + 1;
    }
    return count;
  }
  Drawn call(std::uint64_t batches, std::uint64_t groups, std::uint64_t channels, std::uint64_t features) const {
    Drawn drawn{{batches, groups * channels}, {groups * features, channels}};
    drawn.a.insert(drawn.a.end(), in.begin(), in.end());
    drawn.b.insert(drawn.b.end(), kernel.begin(), kernel.end());
    drawn.attributes = {
        {"strides", strides}, {"dilations", dilations}, {"pads", pads}, {"group", static_cast<std::int64_t>(groups)}};
    return drawn;
  }
};

DrawnWindow draw_window(oracle::Random& random, std::size_t axes, std::uint64_t room) {
  DrawnWindow window;
  const bool simple = random.coin();
  for (std::size_t a = 0; a < axes; ++a) {
    window.kernel.push_back(random.below(4) == 0 ? 1 : 1 + random.below(simple ? 3 : 7));
    window.strides.push_back(random.below(3) != 0 ? 1 : random.between(1, random.below(10) == 0 ? 40 : 3));
    window.dilations.push_back(simple || random.coin() ? 1 : random.between(1, random.below(10) == 0 ? 40 : 3));
  }
  for (std::size_t a = 0; a < 2 * axes; ++a)
    window.pads.push_back(random.coin() ? 0 : random.between(0, random.below(20) == 0 ? 30 : 3));
  window.in = draw_sides(random, axes, std::max<std::uint64_t>(room, 1));
  return window;
}

Drawn draw_conv(oracle::Random& random, std::uint64_t room) {
  for (;;) {
    const DrawnWindow window = draw_window(random, 1 + random.below(3), std::max<std::uint64_t>(room >> 5, 4));
    std::uint64_t cost = window.positions();
    for (const std::uint64_t side : window.kernel) cost *= side;
    if (cost == 0 || cost > room) continue;
    const bool apart = random.below(4) == 0;  // depthwise
    const Dims sides = draw_sides(random, 4, room / cost);
    Drawn drawn = window.call(sides[3] % 4, apart || random.below(4) == 0 ? 1 + sides[2] : 1,
                              apart ? 1 : std::max<std::uint64_t>(sides[0], 1), apart ? 1 : sides[1]);
    if (random.below(3) != 0) drawn.c = Dims{drawn.b[0]};
    return drawn;
  }
}

// More than a slab: of lines, of long lines, of three axes, of a long one; or many features.
Drawn draw_large_conv(oracle::Random& random, bool slow) {
  const std::uint64_t more = random.below(9), features = slow ? 1 : 7;
  switch (random.below(6)) {
    case 4:  // many features, short lines
      return DrawnWindow{{5 + more, 1 + random.below(9)}, {3, 3}, {1, 1}, {1, 1}, {1, 1, 1, 1}}.call(
          1, 1 + random.below(2), slow ? 3 : 9, 14 + random.below(60));
    case 5:  // many features, long lines
      return DrawnWindow{{6, 10 + random.below(60)}, {3, 2}, {1, 1}, {1, 2}, {1, 1, 1, 1}}.call(1, 1, slow ? 2 : 9,
                                                                                                30 + random.below(60));
    case 0:
      return DrawnWindow{{90 + more, 95}, {3, 3}, {1, 1}, {1, 1}, {1, 1, 1, 1}}.call(1, 1, slow ? 11 : 13, features);
    case 1:
      return DrawnWindow{{2, 30000 + more}, {2, 3}, {1, 2}, {1, 3}, {1, 1, 0, 5}}.call(1, 1, slow ? 3 : 8, features);
    case 2:
      return DrawnWindow{{5, 28, 28 + more}, {2, 3, 3}, {1, 2, 1}, {1, 1, 2}, {1, 1, 1, 0, 1, 2}}.call(
          1, 2, slow ? 5 : 12, features);
    default:
      return DrawnWindow{{40000 + more}, {5}, {2}, {3}, {4, 2}}.call(1, 1, slow ? 4 : 11, features);
  }
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
  const bool is_large = size == Size::large, slow = combination.is_slow();
  const auto draw = [&](std::uint64_t room) {
    if (combination.is("Conv")) return is_large ? draw_large_conv(random, slow) : draw_conv(random, room);
    if (combination.is("Gemm")) {
      const std::uint64_t more = random.below(40);
      if (is_large) return draw_gemm(combination, random, 281 + more, slow ? 30 : 281, slow ? 70 : 600 + more);
      const Dims sides = draw_sides(random, 3, room);
      return draw_gemm(combination, random, sides[0], sides[1], random.below(20) == 0 ? 0 : sides[2]);
    }
    if (combination.is_product()) return is_large ? draw_large_product(random, slow) : draw_product(random, room);
    return is_large ? draw_large_elementwise(random, info(combination.type).bits) : draw_elementwise(random, room);
  };
  for (;;) {
    const Drawn drawn = draw(draw_room(combination, random));
    // not every type is in every version, nor may it be broadcast
    if (auto call = call_of(combination, drawn)) return *std::move(call);
  }
}

}  // namespace etalon::tests
