// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/recurrences.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "oracle/cases/calls.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};

// Which numbers a call is made of. Of any patterns, most results are no numbers; of small ones, none.
enum class Numbers { ordinary, with_some_special, any };

Tensor draw_numbers(Random& random, Type type, const Shape& shape, Numbers numbers) {
  Tensor tensor = draw_tensor(random, type, shape);
  if (numbers == Numbers::any || draw_wished(random, type, tensor.patterns)) {
    return tensor;
  }
  const Format f = type.format();
  for (std::uint64_t& pattern : tensor.patterns) {
    if (numbers == Numbers::with_some_special && random.below(12) == 0) {
      continue;
    }
    const auto exponent = static_cast<std::uint64_t>(bias(f) + random.between(-5, 1));
    pattern = (random.coin() ? sign_mask(f) : 0) | exponent << f.fraction | (random.bits() & fraction_mask(f));
  }
  return tensor;
}

std::uint64_t draw_size(Random& random, std::uint64_t most) {
  return random.below(12) == 0 ? 0 : 1 + random.below(most);
}

Float draw_factor(Random& random) {
  constexpr std::array<std::uint32_t, 8> some{0x3F800000, 0x3F000000, 0xBF800000, 0x3E4CCCCD,   // 1, 0.5, -1, 0.2
                                              0x3C23D70A, 0x40400000, 0x00000000, 0x3EAAAAAB};  // 0.01, 3, 0, 1/3
  return {some[random.below(some.size())]};
}

struct Known {
  const char* name;
  bool has_alpha, has_beta;
  std::optional<Float> alpha, beta;  // where they are not given
};
const std::array<Known, 9> known{{{"Sigmoid", false, false, {}, {}},
                                  {"Tanh", false, false, {}, {}},
                                  {"Relu", false, false, {}, {}},
                                  {"Affine", true, true, {}, {}},
                                  {"LeakyRelu", true, false, Float{0x3C23D70A}, {}},
                                  {"ThresholdedRelu", true, false, Float{0x3F800000}, {}},
                                  {"ScaledTanh", true, true, {}, {}},
                                  {"HardSigmoid", true, true, Float{0x3E4CCCCD}, Float{0x3F000000}},
                                  {"Softsign", false, false, {}, {}}}};

// Names, and the factors in the order of the functions that have them. The last factors may be left out where these
// have defaults.
void draw_activations(Random& random, Call& call, const RecurrenceKind& kind, Recurrence& r) {
  const std::size_t count = r.directions * kind.functions.size();
  if (random.below(3) == 0) {
    for (std::size_t k = 0; k < count; ++k) {
      r.activations.push_back({kind.functions[k % kind.functions.size()]});
    }
    return;
  }
  std::vector<std::string> names;
  std::vector<Float> alphas;
  std::vector<Float> betas;
  const bool are_usual = random.coin();
  bool takes_alpha = true;  // until one is left to its default
  bool takes_beta = true;
  for (std::size_t k = 0; k < count; ++k) {
    const Known& one = known[random.below(are_usual ? 3 : known.size())];
    const auto factor = [&](bool has, const std::optional<Float>& otherwise, bool& takes, std::vector<Float>& given) {
      if (!has) {
        return Float{};
      }
      if (otherwise && (!takes || random.below(3) == 0)) {
        takes = false;
        return *otherwise;
      }
      given.push_back(draw_factor(random));
      return given.back();
    };
    Activation activation{one.name};
    if ((one.has_alpha && !one.alpha && !takes_alpha) || (one.has_beta && !one.beta && !takes_beta)) {
      activation.name = "Tanh";  // what has no default cannot follow one that was left out
    } else {
      activation.alpha = factor(one.has_alpha, one.alpha, takes_alpha, alphas);
      activation.beta = factor(one.has_beta, one.beta, takes_beta, betas);
    }
    names.push_back(activation.name);
    r.activations.push_back(std::move(activation));
  }
  give(call, "activations", std::move(names));
  if (!alphas.empty()) {
    give(call, "activation_alpha", std::move(alphas));
  }
  if (!betas.empty()) {
    give(call, "activation_beta", std::move(betas));
  }
}

// Rows of a tensor whose first two axes are exchanged.
Tensor turned(const Tensor& tensor) {
  Shape shape = tensor.shape;
  std::swap(shape[0], shape[1]);
  std::uint64_t row = 1;
  for (std::size_t axis = 2; axis < shape.size(); ++axis) {
    row *= shape[axis];
  }
  Tensor result{tensor.type, shape, {}};
  for (std::uint64_t i = 0; i < shape[0]; ++i) {
    for (std::uint64_t j = 0; j < shape[1]; ++j) {
      for (std::uint64_t k = 0; k < row; ++k) {
        result.patterns.push_back(tensor.patterns[(j * shape[0] + i) * row + k]);
      }
    }
  }
  return result;
}

bool is_batch_first(const Call& call) {
  return std::ranges::any_of(call.attributes, [](const Attribute& attribute) {
    return attribute.name == "layout" && std::get<std::int64_t>(attribute.value) == 1;
  });
}

}  // namespace

Recurrence draw_recurrence(Random& random, Call& call, const RecurrenceKind& kind) {
  Recurrence r{draw_type_of(random, types)};
  const Type type = r.type;
  r.accumulation = draw_accumulation(random, type);
  call.accumulation = r.accumulation;
  const bool is_wide = random.below(30) == 0;  // more units than a vector has
  r.steps = draw_size(random, is_wide ? 2 : 4);
  r.batch = draw_size(random, is_wide ? 2 : 3);
  r.inputs = draw_size(random, is_wide ? 20 : 4);
  r.hidden = is_wide ? 16 + random.below(25) : draw_size(random, 4);
  const std::uint64_t direction = random.below(4);
  r.directions = direction == 2 ? 2 : 1;
  r.is_reverse = direction == 1;
  if (direction != 3) {
    give(call, "direction", std::string(direction == 0 ? "forward" : direction == 1 ? "reverse" : "bidirectional"));
  }
  const bool turns = call.opset >= 14 && random.coin();
  if (turns || (call.opset >= 14 && random.coin())) {
    give(call, "layout", std::int64_t{turns});
  }
  if (random.coin()) {
    give(call, "hidden_size", static_cast<std::int64_t>(r.hidden));
  }
  if (random.below(3) == 0) {
    constexpr std::array<std::uint32_t, 6> some{0x3F800000, 0x3E800000, 0x00000000,   // 1, 0.25, 0
                                                0x40A00000, 0x7F7FFFFF, 0x3DCCCCCD};  // 5, the largest, 0.1
    r.clip = Float{some[random.below(some.size())]};
    give(call, "clip", *r.clip);
  }
  draw_activations(random, call, kind, r);

  constexpr std::array manners{Numbers::ordinary, Numbers::ordinary, Numbers::with_some_special, Numbers::any};
  const Numbers numbers = manners[random.below(manners.size())];
  const std::uint64_t units = kind.gates * r.hidden;
  const auto draw = [&](const Shape& shape) { return draw_numbers(random, type, shape, numbers); };
  // Operands are drawn in the order of layout 0.
  const auto take = [&](Tensor tensor, bool is_turned) {
    std::vector<std::uint64_t> patterns = tensor.patterns;
    call.inputs.emplace_back(is_turned ? turned(tensor) : std::move(tensor));
    return patterns;
  };
  r.x = take(draw({r.steps, r.batch, r.inputs}), turns);
  r.w = take(draw({r.directions, units, r.inputs}), false);
  r.r = take(draw({r.directions, units, r.hidden}), false);
  const auto take_or_omit = [&](const Shape& shape, bool is_turned, std::optional<std::vector<std::uint64_t>>& to) {
    if (random.coin()) {
      to = take(draw(shape), is_turned);
    } else {
      call.inputs.emplace_back(std::nullopt);
    }
  };
  take_or_omit({r.directions, 2 * units}, false, r.b);
  if (random.coin()) {
    Tensor lengths{int32, {r.batch}, {}};
    for (std::uint64_t i = 0; i < r.batch; ++i) {
      lengths.patterns.push_back(random.below(r.steps + 1));
    }
    r.lengths = take(std::move(lengths), false);
  } else {
    call.inputs.emplace_back(std::nullopt);
  }
  const Shape state{r.directions, r.batch, r.hidden};
  take_or_omit(state, turns, r.initial_h);
  if (kind.has_cell) {
    take_or_omit(state, turns, r.initial_c);
    take_or_omit({r.directions, 3 * r.hidden}, false, r.p);
  }
  while (!call.inputs.back() && random.coin()) {
    call.inputs.pop_back();
  }
  return r;
}

void add_outputs(Call& call, const Recurrence& r, const RecurrenceAnswer& answer, std::size_t count) {
  const bool turns = is_batch_first(call);
  const Shape state{r.directions, r.batch, r.hidden};
  // Y has the axes steps, directions, batch, hidden; with layout 1 batch, steps, directions, hidden.
  const Shape shape =
      turns ? Shape{r.batch, r.steps, r.directions, r.hidden} : Shape{r.steps, r.directions, r.batch, r.hidden};
  Tensor y{r.type, shape, answer.y};
  std::vector<unsigned> events = answer.events;
  for (std::uint64_t i = 0; i < y.patterns.size() && turns; ++i) {
    const Tuple at = tuple_of(i, shape);
    const std::uint64_t from = offset_of({at[1], at[2], at[0], at[3]}, {r.steps, r.directions, r.batch, r.hidden});
    y.patterns[i] = answer.y[from];
    events[i] = answer.events[from];
  }
  call.outputs = {std::move(y)};
  call.events = {std::move(events)};
  for (const auto* last : {&answer.y_h, &answer.y_c}) {
    if (call.outputs.size() == count) {
      break;
    }
    const Tensor tensor{r.type, state, *last};
    call.outputs.push_back(turns ? turned(tensor) : tensor);
    call.events.emplace_back(last->size());
  }
}

}  // namespace oracle
