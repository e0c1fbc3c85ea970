// SPDX-License-Identifier: Apache-2.0
//
// A call of an operator with its right results, as plain data: whoever runs the operator hands it the inputs and the
// attributes, and compares what it gets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "oracle/arithmetic/dot.hpp"
#include "oracle/indices/tuples.hpp"
#include "oracle/oracle.hpp"
#include "oracle/random.hpp"

namespace oracle {

struct Tensor {
  Type type;
  Shape shape;
  std::vector<std::uint64_t> patterns;  // in row-major order
};

// A number of type float, as its pattern.
struct Float {
  std::uint32_t pattern;
};

using AttributeValue = std::variant<std::int64_t, Float, std::string, std::vector<std::int64_t>, std::vector<Float>,
                                    std::vector<std::string>, Tensor>;
struct Attribute {
  std::string name;
  AttributeValue value;
};

struct Call {
  std::string operation;
  int opset;                                       // the version of the operator set that the call is written for
  std::vector<std::optional<Tensor>> inputs = {};  // nothing: omitted
  std::vector<Attribute> attributes = {};
  std::vector<Tensor> outputs = {};                // the right ones
  std::vector<std::vector<unsigned>> events = {};  // of each output, by element; none for an operator that only moves
  Accumulation accumulation = Accumulation::sequential;
};

// Draws random calls of an operator, all of them allowed by ONNX but for the type: that may be one which the version
// does not have. oracle/ops/NAME/NAME.calls.cpp defines draw_NAME_call; CMake lists these files.
using DrawCall = Call (*)(Random&);
struct Drawing {
  const char* name;
  DrawCall draw;
};
const std::vector<Drawing>& drawings();

}  // namespace oracle
