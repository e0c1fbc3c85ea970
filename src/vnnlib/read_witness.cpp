// SPDX-License-Identifier: Apache-2.0
// Floor 7. See witness.hpp.
#include <algorithm>
#include <charconv>

#include "text/type_name.hpp"
#include "vnnlib/witness.hpp"
#include "vnnlib/words.hpp"

namespace etalon::impl {
namespace vnnlib {
namespace {

using Role = PropertyVariable::Role;

constexpr const char* rule = "VNN-ALL-WITNESS";
constexpr const char* hint =
    "give a list ((X_0 0.5) … (Y_0 1.25)), or tensors as VNN-LIB 2 has them: a line with name, type and shape, then "
    "the "
    "elements";

class Reader {
 public:
  Reader(std::string_view text, const std::string& name, const Property& property, const PropertyLimits& limits)
      : property_(property), words_(text, name, limits, rule, hint) {}

  Witness read() {
    if (words_.takes("sat") && words_.is_end()) words_.refuse_here("the file has no inputs");
    if (words_.is_end()) words_.refuse_here("the file has no inputs");
    return words_.here().is("(") ? list() : tensors();
  }

 private:
  std::optional<Number> value() {
    // What is no number can be stated of an output, and is compared with nothing.
    for (const char* other : {"nan", "inf", "-inf", "+inf", "NaN", "Infinity", "-Infinity"})
      if (words_.takes(other)) return std::nullopt;
    return words_.demand_number("a number");
  }

  // ---- a list -------------------------------------------------------------------------------------------------------

  // X is the one input, Y the one output.
  const PropertyVariable& one(Role role, const TextPlace& place) const {
    const PropertyVariable* found = nullptr;
    for (const PropertyVariable& variable : property_.variables) {
      if (variable.role != role) continue;
      if (found != nullptr)
        words_.refuse(place, std::string("a list of X_0, … and Y_0, … is for a property with one ") +
                                 property_roles[static_cast<std::size_t>(role)]);
      found = &variable;
    }
    return *found;
  }

  Witness list() {
    const TextPlace place = words_.here().place;
    std::vector<std::optional<Number>> numbers[2];
    words_.open();
    while (!words_.here().is(")")) {
      words_.open();
      const TextPlace at = words_.here().place;
      const std::string_view name = words_.demand_name("X_0 or Y_0, or what follows them,");
      std::uint64_t index = 0;
      const bool is_flat = name.size() > 2 && (name[0] == 'X' || name[0] == 'Y') && name[1] == '_';
      const char* end = name.data() + name.size();
      if (!is_flat || std::from_chars(name.data() + 2, end, index).ptr != end)
        words_.refuse(at, quoted(name, 60) + " is neither an input X_0, X_1, … nor an output Y_0, Y_1, …");
      auto& own = numbers[name[0] == 'X' ? 0 : 1];
      if (index != own.size()) words_.refuse(at, quoted(name, 60) + " is not the next one: indices count from 0");
      own.push_back(value());
      words_.close();
    }
    words_.close();
    if (!words_.is_end()) words_.refuse_here(words_.shown() + " follows the list");
    const PropertyVariable &x = one(Role::input, place), &y = one(Role::output, place);
    const std::uint64_t inputs = x.shape.count, outputs = y.shape.count,
                        points = inputs == 0 ? 0 : numbers[0].size() / inputs;
    if (points == 0 || points * inputs != numbers[0].size())
      words_.refuse(place, "there are " + std::to_string(numbers[0].size()) + " inputs, and the property has " +
                               std::to_string(inputs));
    // Of some points the outputs may be missing; too many are none of this property.
    if (numbers[1].size() > points * outputs)
      words_.refuse(place, "there are " + std::to_string(numbers[1].size()) + " outputs, and the property has " +
                               std::to_string(outputs));
    Witness witness;
    for (std::uint64_t p = 0; p < points; ++p) {
      WitnessPoint& point = witness.points.emplace_back();
      point.stated.resize(static_cast<std::size_t>(property_.elements()));
      for (std::uint64_t i = 0; i < inputs; ++i) point.stated[x.first + i] = std::move(numbers[0][p * inputs + i]);
      for (std::uint64_t i = 0; i < outputs && p * outputs + i < numbers[1].size(); ++i)
        point.stated[y.first + i] = std::move(numbers[1][p * outputs + i]);
      demand_inputs(point, place);
    }
    return witness;
  }

  // ---- tensors ------------------------------------------------------------------------------------------------------

  Witness tensors() {
    const TextPlace place = words_.here().place;
    Witness witness;
    WitnessPoint& point = witness.points.emplace_back();
    point.stated.resize(static_cast<std::size_t>(property_.elements()));
    std::vector<bool> is_given(property_.variables.size());
    while (!words_.is_end()) {
      const TextPlace at = words_.here().place;
      const std::string_view name = words_.demand_name("the name of a variable");
      const auto found = std::ranges::find(property_.variables, name, &PropertyVariable::name);
      if (found == property_.variables.end()) words_.refuse(at, "the property has no variable " + quoted(name, 60));
      const auto k = static_cast<std::size_t>(found - property_.variables.begin());
      if (is_given[k]) words_.refuse(at, "variable " + quoted(name, 60) + " is given twice");
      is_given[k] = true;
      demand_type(*found);
      demand_shape(*found);
      for (std::uint64_t i = 0; i < found->shape.count; ++i) point.stated[found->first + i] = value();
    }
    demand_inputs(point, place);
    return witness;
  }

  void demand_type(const PropertyVariable& variable) {
    const TextPlace place = words_.here().place;
    const std::string_view text = words_.demand_name("an element type");
    if (text == "real" || text == "Real") return;
    const DTypeInfo* type = find_type(text);
    if (type == nullptr || (variable.type && *variable.type != type->id))
      words_.refuse(place, quoted(text, 40) + " is not the element type of " + quoted(variable.name, 60));
  }

  void demand_shape(const PropertyVariable& variable) {
    const TextPlace place = words_.here().place;
    std::vector<std::uint64_t> dims;
    words_.demand("[");
    while (!words_.here().is("]")) {
      if (!dims.empty()) words_.demand(",");
      dims.push_back(words_.demand_index("a dimension"));
      if (dims.size() > Limits::max_rank) break;
    }
    const std::optional<Shape> shape = Shape::of(dims);
    if (!shape || !(*shape == variable.shape))
      words_.refuse(place, "variable " + quoted(variable.name, 60) + " is " + to_string(variable.shape));
    words_.demand("]");
  }

  void demand_inputs(const WitnessPoint& point, const TextPlace& place) const {
    for (const PropertyVariable& variable : property_.variables)
      for (std::uint64_t i = 0; variable.role == Role::input && !variable.is_initialized && i < variable.shape.count;
           ++i)
        if (!point.stated[variable.first + i])
          words_.refuse(place, "input " + property_.name_of(variable.first + i) + " is not given as a number");
  }

  const Property& property_;
  Words words_;
};

}  // namespace
}  // namespace vnnlib

Result<Witness> read_witness(std::string_view text, const std::string& name, const Property& property,
                             const PropertyLimits& limits) {
  try {
    return vnnlib::Reader(text, name, property, limits).read();
  } catch (vnnlib::Refused& refused) {
    return std::move(refused.finding);
  }
}

}  // namespace etalon::impl
