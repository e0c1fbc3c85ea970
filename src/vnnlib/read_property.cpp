// SPDX-License-Identifier: Apache-2.0
// Floor 7. See property.hpp: how files of both versions are read.
#include <algorithm>
#include <charconv>
#include <map>

#include "text/type_name.hpp"
#include "vnnlib/formulas.hpp"

namespace etalon::impl {
namespace vnnlib {
namespace {

using Role = PropertyVariable::Role;

constexpr const char* rule = "VNN-ALL-READ";
constexpr const char* hint = "write the property as VNN-LIB 1 or 2 have it";

// Names in small letters, as VNN-LIB has them; those of ONNX's table are also taken.
std::optional<DType> type_named(std::string_view name, bool& is_known) {
  is_known = true;
  if (name == "real" || name == "Real") return std::nullopt;
  const DTypeInfo* type = find_type(name);
  is_known = type != nullptr && type->kind != Kind::exact && type->kind != Kind::boolean;
  return is_known ? std::optional(type->id) : std::nullopt;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name, const PropertyLimits& limits)
      : limits_(limits),
        words_(text, name, limits, rule, hint),
        formulas_(words_, property_, limits_, [this] { return element(); }) {}

  Property read() {
    if (words_.is_end()) words_.refuse_here("the file has no property");
    while (!words_.is_end()) command();
    if (property_.major == 1) place_flat_variables();
    if (property_.networks.empty()) words_.refuse_here("no network and no variable is declared");
    // Of a file that was cut off every input would be a counterexample.
    if (!has_assertions_) words_.refuse_here("the property has no assertion");
    return std::move(property_);
  }

 private:
  void command() {
    const TextPlace place = words_.here().place;
    words_.open();
    const bool is_first = !has_begun_;
    has_begun_ = true;
    const std::string word(words_.here().text);
    const bool is_plain = words_.here().kind == Word::Kind::plain;
    if (is_plain && word == "vnnlib-version" && is_first)
      version();
    else if (is_plain && word == "declare-network" && property_.major == 2)
      network(place);
    else if (is_plain && (word == "declare-const" || word == "declare-fun") && property_.major == 1)
      flat_variable(place, word == "declare-fun");
    else if (is_plain && word == "assert")
      assertion();
    else
      words_.refuse_here(words_.shown() + " is no command of VNN-LIB " + std::to_string(property_.major) + " here");
    words_.close();
  }

  void version() {
    words_.take();
    const Word word = words_.take();
    const std::string_view text = word.text;
    std::size_t dot = text.find('.');
    const auto number = [&](std::size_t from, std::size_t to, unsigned& out) {
      if (text.size() < to || to <= from) return false;
      const char* end = text.data() + to;
      const auto [stop, problem] = std::from_chars(text.data() + from, end, out);
      return problem == std::errc() && stop == end;
    };
    if (text.size() < 5 || text.front() != '<' || text.back() != '>' || dot == text.npos ||
        !number(1, dot, property_.major) || !number(dot + 1, text.size() - 1, property_.minor))
      words_.refuse(word.place, "the version is not of the form <2.0>");
    if (property_.major != 2)
      words_.refuse(word.place, "this is VNN-LIB " + std::to_string(property_.major),
                    "Etalon reads version 1, which states no version, and 2");
  }

  // ---- declarations of version 2 ------------------------------------------------------------------------------------

  void network(const TextPlace& place) {
    words_.take();
    if (!property_.comparisons.empty() || has_assertions_)
      words_.refuse(place, "a network is declared after an assertion", "declare all networks first");
    PropertyNetwork own;
    own.place = place;
    own.name = unused_name("the name of the network");
    const auto index = static_cast<std::uint32_t>(property_.networks.size());
    Role role = Role::input;
    std::size_t counts[3] = {};
    while (!words_.here().is(")")) {
      const TextPlace at = words_.here().place;
      words_.open();
      const std::string word(words_.here().text);
      if (word == "equal-to" || word == "isomorphic-to") {
        words_.take();
        if (own.kinship != PropertyNetwork::Kinship::none || counts[0] != 0)
          words_.refuse(at, "\"" + word + "\" is not the first and only statement of its kind in the network");
        own.kinship = word == "equal-to" ? PropertyNetwork::Kinship::equal : PropertyNetwork::Kinship::isomorphic;
        own.kin = kin();
      } else {
        const Role declared = role_of(word, at);
        if (declared < role) words_.refuse(at, "the order is inputs, hidden variables, outputs");
        role = declared;
        ++counts[static_cast<std::size_t>(role)];
        variable(role, index, at);
      }
      words_.close();
    }
    if (counts[0] == 0 || counts[2] == 0)
      words_.refuse(place, "network " + quoted(own.name, 60) + " declares no " + (counts[0] == 0 ? "input" : "output"));
    property_.networks.push_back(std::move(own));
    if (property_.networks.back().kinship != PropertyNetwork::Kinship::none) demand_kinship();
  }

  Role role_of(const std::string& word, const TextPlace& place) {
    for (std::size_t k = 0; k < std::size(property_roles); ++k)
      if (word == std::string("declare-") + property_roles[k]) return static_cast<Role>(k);
    words_.refuse(place, words_.shown() + " is no declaration of a network");
  }

  std::uint32_t kin() {
    const TextPlace place = words_.here().place;
    const std::string_view name = words_.demand_name("the name of a network");
    for (std::size_t k = 0; k < property_.networks.size(); ++k) {
      if (property_.networks[k].name != name) continue;
      if (property_.networks[k].kinship != PropertyNetwork::Kinship::none)
        words_.refuse(place, "network " + quoted(name, 60) + " refers to another network itself",
                      "refer to the network that it refers to");
      return static_cast<std::uint32_t>(k);
    }
    words_.refuse(place, "no network " + quoted(name, 60) + " is declared before");
  }

  // The shapes of inputs and outputs, and of equal networks the types, are those of the network that is named.
  void demand_kinship() {
    const PropertyNetwork& own = property_.networks.back();
    const auto own_index = static_cast<std::uint32_t>(property_.networks.size() - 1);
    const bool is_equal = own.kinship == PropertyNetwork::Kinship::equal;
    for (const Role role : {Role::input, Role::output}) {
      std::vector<const PropertyVariable*> mine, theirs;
      for (const PropertyVariable& variable : property_.variables) {
        if (variable.role != role) continue;
        if (variable.network == own_index) mine.push_back(&variable);
        if (variable.network == own.kin) theirs.push_back(&variable);
      }
      const auto fits = [&](const PropertyVariable* a, const PropertyVariable* b) {
        return a->shape == b->shape && (!is_equal || a->type == b->type);
      };
      if (!std::ranges::equal(mine, theirs, fits))
        words_.refuse(own.place, "the " + std::string(property_roles[static_cast<std::size_t>(role)]) +
                                     "s of network " + quoted(own.name, 60) + " are not those of network " +
                                     quoted(property_.networks[own.kin].name, 60));
    }
  }

  void variable(Role role, std::uint32_t network, const TextPlace& place) {
    words_.take();
    PropertyVariable own;
    own.role = role;
    own.network = network;
    own.place = place;
    own.name = unused_name("the name of a variable");
    const TextPlace type_place = words_.here().place;
    bool is_known = false;
    const std::string type(words_.demand_name("an element type"));
    own.type = type_named(type, is_known);
    if (!is_known)
      words_.refuse(type_place, "element type " + quoted(type, 40) + " is not known",
                    "types are real, float16, bfloat16, float32, float64, and int4 to uint64");
    own.shape = shape();
    if (role == Role::hidden) {
      if (words_.here().kind != Word::Kind::text)
        words_.refuse_here("the name of a node of the model is expected, in quotes, not " + words_.shown());
      own.onnx_name = unescaped(words_.take().text);
    }
    if (role == Role::input && words_.takes("initialized")) own.is_initialized = true;
    add(std::move(own));
  }

  static std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool is_escape = text[i] == '\\' && i + 1 < text.size();
      if (is_escape) ++i;
      out += is_escape && text[i] == 'n' ? '\n' : is_escape && text[i] == 't' ? '\t' : text[i];
    }
    return out;
  }

  Shape shape() {
    const TextPlace place = words_.here().place;
    const std::vector<std::uint64_t> dims = indices("a dimension");
    const std::optional<Shape> shape = Shape::of(dims);
    if (!shape) words_.exceed(place, "the shape has too many dimensions or elements");
    return *shape;
  }

  std::vector<std::uint64_t> indices(const char* what) {
    std::vector<std::uint64_t> all;
    words_.demand("[");
    while (!words_.here().is("]")) {
      if (!all.empty()) words_.demand(",");
      if (all.size() > Limits::max_rank)
        words_.exceed(words_.here().place, "there are more than " + std::to_string(Limits::max_rank) + " dimensions");
      all.push_back(words_.demand_index(what));
    }
    words_.demand("]");
    return all;
  }

  std::string unused_name(const char* what) {
    const TextPlace place = words_.here().place;
    std::string name(words_.demand_name(what));
    if (!names_.emplace(name, std::nullopt).second)
      words_.refuse(place, "the name " + quoted(name, 60) + " is declared twice");
    return name;
  }

  void add(PropertyVariable variable) {
    if (property_.variables.size() >= limits_.variables)
      words_.exceed(variable.place, "there are more variables than " + std::to_string(limits_.variables));
    variable.first = property_.elements();
    if (variable.shape.count > limits_.elements - std::min(variable.first, limits_.elements))
      words_.exceed(variable.place, "the variables have more elements than " + std::to_string(limits_.elements));
    names_[variable.name] = property_.variables.size();
    property_.variables.push_back(std::move(variable));
  }

  // ---- declarations of version 1 ------------------------------------------------------------------------------------

  void flat_variable(const TextPlace& place, bool is_function) {
    words_.take();
    const TextPlace name_place = words_.here().place;
    const std::string_view name = words_.demand_name("the name of a variable");
    const std::optional<FlatName> flat = flat_name_of(name);
    if (!flat)
      words_.refuse(name_place, quoted(name, 60) + " is neither an input nor an output",
                    "in VNN-LIB 1 inputs are X_0, X_1, … and outputs Y_0, Y_1, …");
    if (is_function) words_.demand("("), words_.demand(")");
    const TextPlace type_place = words_.here().place;
    if (const std::string_view type = words_.demand_name("a type"); type != "Real" && type != "real")
      words_.refuse(type_place, "the type of a variable of VNN-LIB 1 is Real, not " + quoted(type, 40));
    std::uint64_t& declared = declared_[flat->variable];
    if (declared >= limits_.elements / 2) words_.exceed(place, "there are too many variables");
    if (flat->index != declared)
      words_.refuse(name_place, quoted(name, 60) + (flat->index < declared ? " is declared twice" : " leaves a gap"),
                    "declare variables in order, from index 0 on");
    ++declared;
  }

  // Until all are declared, Y_i has the number i + 2^62.
  static constexpr std::uint64_t of_outputs = std::uint64_t{1} << 62;

  void place_flat_variables() {
    const char* names[] = {"X", "Y"};
    if (declared_[0] == 0 || declared_[1] == 0)
      words_.refuse_here(std::string("no ") + (declared_[0] == 0 ? "input X_0" : "output Y_0") + " is declared");
    for (std::size_t k = 0; k < 2; ++k) {
      PropertyVariable variable;
      variable.name = names[k];
      variable.role = k == 0 ? Role::input : Role::output;
      variable.shape = *Shape::of(std::span(&declared_[k], 1));
      add(std::move(variable));
    }
    property_.networks.push_back({"N"});
    const std::uint64_t first = property_.variables[1].first;
    for (PropertyComparison& comparison : property_.comparisons)
      for (Monomial& term : comparison.polynomial.terms)
        for (std::uint64_t& element : term.elements)
          if (element >= of_outputs) element += first - of_outputs;
  }

  // ---- assertions ---------------------------------------------------------------------------------------------------

  void assertion() {
    words_.take();
    has_assertions_ = true;
    property_.formula.parts.push_back(formulas_.read());
  }

  std::uint64_t element() {
    const TextPlace place = words_.here().place;
    const std::string_view name = words_.demand_name("a variable");
    if (property_.major == 1) {
      const std::optional<FlatName> flat = flat_name_of(name);
      if (!flat || flat->index >= declared_[flat->variable])
        words_.refuse(place, "variable " + quoted(name, 60) + " is not declared");
      return flat->index + (flat->variable == 0 ? 0 : of_outputs);
    }
    const auto found = names_.find(name);
    if (found == names_.end() || !found->second)
      words_.refuse(place, "variable " + quoted(name, 60) + " is not declared");
    const PropertyVariable& variable = property_.variables[*found->second];
    const std::vector<std::uint64_t> at = words_.here().is("[") ? indices("an index") : std::vector<std::uint64_t>{};
    std::uint64_t index = 0;
    bool fits = at.size() == variable.shape.rank;
    for (unsigned axis = 0; fits && axis < variable.shape.rank; ++axis) {
      fits = at[axis] < variable.shape[axis];
      index = index * variable.shape[axis] + at[axis];
    }
    if (!fits)
      words_.refuse(place, "the index is not one of " + quoted(name, 60) + ", which is " + to_string(variable.shape),
                    "give as many indices as the variable has dimensions, each from 0 on");
    return variable.first + index;
  }

  const PropertyLimits limits_;
  Words words_;
  Property property_;
  FormulaReader formulas_;
  std::map<std::string, std::optional<std::size_t>, std::less<>> names_;  // of networks, and of variables the number
  std::uint64_t declared_[2] = {};                                        // inputs and outputs of version 1
  bool has_begun_ = false, has_assertions_ = false;
};

}  // namespace
}  // namespace vnnlib

Result<Property> read_property(std::string_view text, const std::string& name, const PropertyLimits& limits) {
  try {
    return vnnlib::Reader(text, name, limits).read();
  } catch (vnnlib::Refused& refused) {
    return std::move(refused.finding);
  }
}

}  // namespace etalon::impl
