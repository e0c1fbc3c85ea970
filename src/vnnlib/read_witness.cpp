// SPDX-License-Identifier: Apache-2.0
// Floor 7. See witness.hpp.
#include <algorithm>

#include "text/type_name.hpp"
#include "vnnlib/polynomials.hpp"
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
      : property_(property), limits_(limits), words_(text, name, limits, rule, hint) {}

  Witness read() {
    if (words_.takes("sat") && words_.is_end()) words_.refuse_here("the file has no inputs");
    if (words_.is_end()) words_.refuse_here("the file has no inputs");
    demand_room(1, words_.here().place);
    return words_.here().is("(") ? list() : tensors();
  }

 private:
  // For so many points, each with all elements of the property.
  void demand_room(std::uint64_t points, const TextPlace& place) const {
    if (points > limits_.stored_elements / std::max<std::uint64_t>(property_.elements(), 1))
      words_.exceed(place, "the points have more elements than " + std::to_string(limits_.stored_elements));
  }

  // Of an element, which is added to those that are -0 if it is.
  std::optional<Number> value(std::uint64_t element, std::vector<std::uint64_t>& negative_zeros) {
    // What is no number can be stated of an output, and is compared with nothing.
    for (const char* other : {"nan", "inf", "-inf", "+inf", "NaN", "Infinity", "-Infinity"})
      if (words_.takes(other)) return std::nullopt;
    const Word word = words_.here();
    Number number = words_.demand_number("a number");
    bits_ += bits_of(number);
    if (bits_ > limits_.number_bits)
      words_.exceed(word.place, "the numbers have more bits than " + std::to_string(limits_.number_bits));
    if (number.sign() == 0 && word.text.starts_with('-')) negative_zeros.push_back(element);
    return number;
  }

  // ---- a list -------------------------------------------------------------------------------------------------------

  // What is stated of X_0, X_1, … or of Y_0, Y_1, …, of all points.
  struct Listed {
    std::vector<std::optional<Number>> numbers;
    std::vector<std::uint64_t> negative_zeros;  // of these
  };

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
    Listed listed[2];
    words_.open();
    while (!words_.here().is(")")) assignment(listed);
    words_.close();
    if (!words_.is_end()) words_.refuse_here(words_.shown() + " follows the list");
    const PropertyVariable &x = one(Role::input, place), &y = one(Role::output, place);
    Witness witness;
    witness.points.resize(static_cast<std::size_t>(points_in(listed, x.shape.count, y.shape.count, place)));
    for (WitnessPoint& point : witness.points) point.stated.resize(static_cast<std::size_t>(property_.elements()));
    distribute(std::move(listed[0]), x, witness);
    distribute(std::move(listed[1]), y, witness);
    for (WitnessPoint& point : witness.points) finish(point, place);
    return witness;
  }

  void assignment(Listed (&listed)[2]) {
    words_.open();
    const TextPlace at = words_.here().place;
    const std::string_view name = words_.demand_name("X_0 or Y_0, or what follows them,");
    const std::optional<FlatName> flat = flat_name_of(name);
    if (!flat) words_.refuse(at, quoted(name, 60) + " is neither an input X_0, X_1, … nor an output Y_0, Y_1, …");
    Listed& own = listed[flat->variable];
    if (flat->index != own.numbers.size())
      words_.refuse(at, quoted(name, 60) + " is not the next one: indices count from 0");
    if (listed[0].numbers.size() + listed[1].numbers.size() >= limits_.stored_elements)
      words_.exceed(at, "the points have more elements than " + std::to_string(limits_.stored_elements));
    own.numbers.push_back(value(flat->index, own.negative_zeros));
    words_.close();
  }

  std::uint64_t points_in(const Listed (&listed)[2], std::uint64_t inputs, std::uint64_t outputs,
                          const TextPlace& place) const {
    const std::uint64_t given = listed[0].numbers.size(), points = inputs == 0 ? 0 : given / inputs;
    if (points == 0 || points * inputs != given)
      words_.refuse(place,
                    "there are " + std::to_string(given) + " inputs, and the property has " + std::to_string(inputs));
    demand_room(points, place);
    // Of some points the outputs may be missing; too many are none of this property.
    if (listed[1].numbers.size() > points * outputs)
      words_.refuse(place, "there are " + std::to_string(listed[1].numbers.size()) + " outputs, and the property has " +
                               std::to_string(outputs));
    return points;
  }

  // To the points, one after the other.
  static void distribute(Listed listed, const PropertyVariable& variable, Witness& witness) {
    const std::uint64_t each = variable.shape.count;
    for (std::uint64_t i = 0; i < listed.numbers.size(); ++i)
      witness.points[i / each].stated[variable.first + i % each] = std::move(listed.numbers[i]);
    for (const std::uint64_t i : listed.negative_zeros)
      witness.points[i / each].negative_zeros.push_back(variable.first + i % each);
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
      for (std::uint64_t i = found->first; i < found->first + found->shape.count; ++i)
        point.stated[i] = value(i, point.negative_zeros);
    }
    finish(point, place);
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

  void finish(WitnessPoint& point, const TextPlace& place) const {
    std::ranges::sort(point.negative_zeros);
    for (const PropertyVariable& variable : property_.variables)
      for (std::uint64_t i = 0; variable.role == Role::input && !variable.is_initialized && i < variable.shape.count;
           ++i)
        if (!point.stated[variable.first + i])
          words_.refuse(place, "input " + property_.name_of(variable.first + i) + " is not given as a number");
  }

  const Property& property_;
  const PropertyLimits limits_;
  Words words_;
  std::uint64_t bits_ = 0;  // of all numbers
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
