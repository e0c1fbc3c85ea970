// SPDX-License-Identifier: Apache-2.0
// Floor 8. Conformance vectors: models of one node with inputs and the outputs that the oracle gives, for any
// implementation ("VEC-ALL-ORACLE"). What there is follows from the rows of the operators and from what a type has to
// show; nothing depends on time, machine or order.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "check/profile.hpp"
#include "oracle/call.hpp"

namespace etalon::impl {

enum class VectorClass : std::uint8_t { nominal, boundary, special, error, shape, version };
inline constexpr const char* vector_class_names[] = {"nominal",         "boundary", "special value",
                                                     "error condition", "shape",    "version"};

// What one vector is to show; the vector is the first call the oracle draws that does.
struct VectorPlan {
  oracle::DrawCall draw;
  const Operator* op;
  const Profile* profile;
  const Row* row;
  int version;
  DType type;  // of the first operand that is computed with or moved, else of the result
  VectorClass kind;
  std::string stratum;                      // what is special about it, in a word
  std::optional<Accumulation> policy = {};  // nothing where it makes no difference
  oracle::Shape sides = {};                 // of a large matrix product

  std::vector<std::uint64_t> elements() const;  // that operands are made of; none: any

  std::string name() const;  // sonnx-Div-14-int8-minimum, onnx-MatMul-13-float-sums-exact
};

// All of them, in the order of profiles, operators, versions and types.
std::vector<VectorPlan> vector_plans();

struct VectorFile {
  std::string path;  // in the folder of the case: test_data_set_0/input_0.pb
  Argument is;
  std::string bytes;
};

struct ConformanceVector {
  VectorPlan plan;
  std::vector<DType> types;               // of all operands and results, each once
  std::vector<std::string> requirements;  // tags that it is evidence of, sorted
  Status status;                          // that must come of it
  std::string model;                      // model.onnx
  std::vector<VectorFile> inputs = {}, outputs = {};
};

// Nothing where the oracle draws no such call. `is_tag` knows the requirements that there are.
std::optional<ConformanceVector> make_vector(const VectorPlan& plan,
                                             const std::function<bool(std::string_view)>& is_tag);

}  // namespace etalon::impl
