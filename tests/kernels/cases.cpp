// SPDX-License-Identifier: Apache-2.0
// See cases.hpp.
#include "tests/kernels/cases.hpp"

#include "check/resolve.hpp"

namespace etalon::tests {

using namespace impl;

namespace {

constexpr DType storable[] = {
#define STORABLE(id, ...) DType::id,
#include "tensor/dtype.def"
};

// Whether it takes two operands of the type to a number of it. The program `maps` has those with truth values.
bool allowed(const Operator& op, DType type, const Choices& choices) {
  const std::uint64_t dims[] = {1, 1, 1};
  const auto shape = Shape::of(std::span(dims).first(std::string_view(op.name) == "Conv" ? 3 : 2));
  const Argument arguments[] = {{type, *shape}, {type, *shape}};
  Node node;
  node.operation = op.name;
  for (Profile profile : profiles()) {
    profile.choices = choices;
    if (const auto resolution = resolve(profile, newest_opset, node, arguments))
      return type != DType::boolean && resolution->call.outputs[0]->type == type;
  }
  return false;
}

}  // namespace

bool Combination::is_slow() const {
  return is_float() && (info(type).bits == 16 || (is_sum() && choices.accumulation != Accumulation::sequential));
}

std::vector<Combination> combinations() {
  std::vector<Combination> all;
  for (const Operator* op : operators()) {
    // moves, a power, which the reference computes, and slices: the program `calls` has their cases
    const std::string_view name = op->name;
    if (op->moves() || name == "Pow" || name == "LayerNormalization") continue;
    for (const DType type : storable) {
      const auto add = [&](const Choices& choices, const char* word) {
        if (allowed(*op, type, choices))
          all.push_back({op, type, choices, std::string(op->name) + " " + info(type).name + word});
      };
      if (op->wide_rule != nullptr && !is_integer(type)) {
        for (std::size_t i = 0; i < std::size(accumulation_names); ++i)
          add({.accumulation = static_cast<Accumulation>(i)}, (std::string(" ") + accumulation_names[i]).c_str());
      } else if (std::string_view(op->name) == "Div" && is_integer(type)) {
        add({.integer_division = IntegerDivision::floor}, " floor");
        add({.integer_division = IntegerDivision::truncate}, " truncate");
      } else {
        add({}, "");
      }
    }
  }
  return all;
}

std::string Case::text() const {
  std::string text = combination->name;
  for (const auto& input : call.inputs) text += " " + (input ? to_string(input->shape) : "-");
  for (std::size_t k = 0; k < call.attributes.size(); ++k) {
    const std::string name = std::string(" ") + call.row->attributes[k].name;
    if (const auto* integer = call.attribute<std::int64_t>(k)) text += name + " " + std::to_string(*integer);
    if (const auto* factor = call.attribute<float>(k)) text += name + " " + std::to_string(*factor);
    if (const auto* integers = call.attribute<std::vector<std::int64_t>>(k)) {
      text += name;
      for (const std::int64_t integer : *integers) text += " " + std::to_string(integer);
    }
  }
  return text + ", " + data + " (case " + std::to_string(number) + ")";
}

Case make_case(const Combination& combination, std::uint64_t seed, std::uint64_t number, Size size) {
  oracle::Random random(seed * 0x9E3779B97F4A7C15 + number);
  Case made{&combination, number, draw_call(combination, random, size), "", {}};
  std::vector<MutableTensorView> views;
  const std::size_t element = std::max<std::size_t>(info(combination.type).bits / 8, 1);
  for (std::size_t x = 0; x < made.call.inputs.size(); ++x) {
    const Argument& argument = *made.call.inputs[x];
    const auto bytes = static_cast<std::size_t>(*stored_bytes(argument.type, argument.shape.count));
    const std::size_t distance = random.coin() ? 0 : element * random.below(17);
    made.operands.emplace_back(bytes, element, distance, random.coin() ? Fenced::At::begin : Fenced::At::end, 0);
    views.push_back({argument.type, argument.shape, made.operands[x].data(), bytes});
  }
  made.data = draw_operands(combination, made.call, random, views);
  return made;
}

}  // namespace etalon::tests
