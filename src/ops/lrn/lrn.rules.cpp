// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for LRN; spec.md gives the reasons.
#include <string>

#include "ops/family/power.hpp"
#include "ops/family/window.hpp"
#include "ops/lrn/lrn.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Result<std::vector<Argument>> normalized(const Call& call) {
  const Argument& x = *call.inputs[0];
  if (x.shape.rank < 2) return refused(call, "X has shape " + to_string(x.shape), "X has a batch and channels");
  const std::int64_t size = *call.named<std::int64_t>("size");
  if (size < 1) return refused(call, "size is " + std::to_string(size), "it is at least 1");
  if (static_cast<std::uint64_t>(size) >= Window::limit)
    return error(Code::limit, "FILE-ALL-LIMITS", std::string(call.op->name) + ": size is " + std::to_string(size),
                 "it is smaller than 2^53");
  const float quarters = 4 * *call.named<float>("beta");
  if (!(quarters >= 0 && quarters <= most_quarters && quarters == static_cast<float>(static_cast<unsigned>(quarters))))
    return unjudged("LRN-ALL-EXPONENT", std::string(call.op->name) + ": beta is not a multiple of 0.25 from 0 to 2",
                    "this release computes these powers; the usual ones are 0.75 and 0.5");
  return std::vector{x};
}

std::uint64_t squares(const Call& call) {
  std::uint64_t count = 0;
  const std::uint64_t each = call.outputs[0]->shape.count == 0 ? 0 : LrnGeometry(call).most_terms();
  return size_mul(call.outputs[0]->shape.count, each, &count) ? count : UINT64_MAX;
}

constexpr int versions[] = {1, 13};
constexpr Formal inputs[] = {{"X"}}, outputs[] = {{"Y"}};
constexpr AttributeFormal attributes[] = {{"alpha", Kind::number, 0.0001f},
                                          {"beta", Kind::number, 0.75f},
                                          {"bias", Kind::number, 1.0f},
                                          {"size", Kind::integer, Required{}}};
constexpr TypeRule v1[] = {{"T", floats, "LRN-ALL-TYPES"}}, v13[] = {{"T", all_floats, "LRN-ALL-TYPES"}};
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, normalized, "LRN-ALL-SHAPE", attributes},
    {Source::onnx, 13, inputs, outputs, v13, normalized, "LRN-ALL-SHAPE", attributes},
};

}  // namespace

extern const Operator lrn_operator{
    .name = "LRN", .versions = versions, .rows = rows, .wide_rule = "LRN-FLOAT-WIDE", .operations = squares};

}  // namespace etalon::impl
