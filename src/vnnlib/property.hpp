// SPDX-License-Identifier: Apache-2.0
// Floor 7. A property of networks as plain data, read from VNN-LIB 1 or 2 ("VNN-ALL-READ"): networks with their
// variables, and a formula whose atoms compare polynomials over exact rationals with zero. It describes what must not
// happen: inputs that satisfy it are a counterexample.
#pragma once

#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "exact/rational.hpp"
#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::impl {

// What a file may ask for, beside the limits of every file ("VNN-ALL-LIMITS").
struct PropertyLimits {
  std::uint64_t file_bytes = std::uint64_t{256} << 20;
  std::uint64_t depth = 64;                                // of brackets in brackets
  std::uint64_t literal_characters = 4096;                 // of one number
  std::uint64_t exponent = 4096;                           // |e| of a number
  std::uint64_t variables = 4096;                          // of all networks
  std::uint64_t elements = std::uint64_t{1} << 31;         // of all variables; they are numbered, not stored
  std::uint64_t stored_elements = std::uint64_t{1} << 24;  // of all points of a witness; of the inputs of a claim
  std::uint64_t comparisons = std::uint64_t{1} << 22;      // atoms of the formula
  std::uint64_t degree = 64;                               // of a monomial
  std::uint64_t terms = std::uint64_t{1} << 20;            // of all polynomials and of those they are made of
  std::uint64_t number_bits = std::uint64_t{1} << 31;      // likewise: of all coefficients, or numbers of a witness
  std::uint64_t conjunctions = std::uint64_t{1} << 16;     // of the normal form; their comparisons are limited, too
};

// Where something is in the file, both counted from 1.
struct TextPlace {
  std::uint64_t line = 1, column = 1;
};

struct PropertyVariable {
  enum class Role : std::uint8_t { input, hidden, output };
  std::string name;
  Role role = Role::input;
  std::uint32_t network = 0;
  std::optional<DType> type;    // nothing: real
  Shape shape;                  // of version 1: the number of elements, which are those of the network, flattened
  std::string onnx_name;        // of a hidden variable: the value or the node of the model
  bool is_initialized = false;  // an input that has its value from the model
  std::uint64_t first = 0;      // its elements have the numbers from here on, in row-major order
  TextPlace place = {};
};
inline constexpr const char* property_roles[] = {"input", "hidden", "output"};

struct PropertyNetwork {
  enum class Kinship : std::uint8_t { none, equal, isomorphic };
  std::string name;
  Kinship kinship = Kinship::none;
  std::uint32_t kin = 0;  // the network before this one that it is equal or isomorphic to
  TextPlace place = {};
};

// A product of elements with a coefficient; the same element may occur several times. No elements: a constant.
struct Monomial {
  Number coefficient;
  std::vector<std::uint64_t> elements = {};  // ascending
};

// Sorted by elements, each once, without coefficients of zero.
struct Polynomial {
  std::vector<Monomial> terms;

  bool is_linear() const;
  Number constant() const;
};

// `polynomial` RELATION 0. What the file writes as a >= b is here b - a <= 0.
struct PropertyComparison {
  enum class Relation : std::uint8_t { less, at_most, equal, unequal } relation = Relation::at_most;
  Polynomial polynomial;
  TextPlace place = {};
};

struct Formula {
  enum class Kind : std::uint8_t { comparison, all, any } kind = Kind::all;
  std::uint32_t comparison = 0;  // into Property::comparisons
  std::vector<Formula> parts = {};
};

struct Property {
  unsigned major = 1, minor = 0;  // of VNN-LIB
  std::vector<PropertyNetwork> networks;
  std::vector<PropertyVariable> variables;  // network by network: inputs, hidden ones, outputs
  std::vector<PropertyComparison> comparisons;
  Formula formula;  // all assertions

  std::uint64_t elements() const;
  std::size_t variable_of(std::uint64_t element) const;
  // "X_3" in version 1, "X[0,3]" in version 2.
  std::string name_of(std::uint64_t element) const;
  bool is_of(PropertyVariable::Role role, std::uint64_t element) const;
  bool is_about_inputs(const PropertyComparison& comparison) const;  // and about nothing else
  std::string text_of(const PropertyComparison& comparison) const;   // "Y_0 - Y_1 <= 0"
};

// A claim stores its inputs, unlike a property ("VNN-ALL-LIMITS").
std::optional<Finding> too_many_inputs(const Property& property, const PropertyLimits& limits = {});

// A finding says in which line and column what breaks which rule. `name` is that of the file, for messages.
Result<Property> read_property(std::string_view text, const std::string& name, const PropertyLimits& limits = {});

}  // namespace etalon::impl
