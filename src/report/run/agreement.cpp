// SPDX-License-Identifier: Apache-2.0
// Floor 9. See agreement.hpp.
#include "report/run/agreement.hpp"

#include <fmt/format.h>

#include <cstring>

#include "base/quote.hpp"
#include "tensor/pattern.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

Finding contradicted(std::string message) {
  return error(
      Code::internal, "RUN-ALL-KERNELS", std::move(message),
      "this is a fault of Etalon, please report it with the model and its inputs; --kernel reference is right");
}

bool alike(const Status& a, const Status& b) {
  return a.code == b.code && std::strcmp(a.rule, b.rule) == 0 && a.node == b.node && a.index == b.index &&
         a.count == b.count;
}

std::string outcome_of(const Status& status) {
  if (status.ok()) return "succeed";
  return fmt::format("end in {} at node {}, element {}, {} in all", *status.rule == '\0' ? "an error" : status.rule,
                     status.node, status.index, status.count);
}

}  // namespace

std::optional<Finding> contradiction(const Plan& plan, const Ran& fast, const Ran& reference) {
  if (!alike(fast.status, reference.status))
    return contradicted(fmt::format("the fast kernels {}, those of the reference {}", outcome_of(fast.status),
                                    outcome_of(reference.status)));
  if (!fast.status.ok()) return std::nullopt;
  for (std::size_t k = 0; k < reference.outputs.size(); ++k) {
    const TensorView a = fast.outputs[k], b = reference.outputs[k];
    if (a.bytes == 0 || std::memcmp(a.data, b.data, static_cast<std::size_t>(a.bytes)) == 0) continue;
    std::uint64_t first = 0, count = 0;
    for (std::uint64_t i = 0; i < a.shape.count; ++i)
      if (pattern_at(a, i) != pattern_at(b, i) && count++ == 0) first = i;
    if (count == 0) continue;  // only the unused half of a last byte
    return contradicted(
        fmt::format("output {} at {}: the fast kernels give {} ({}), the reference {} ({}); {} of {} elements differ",
                    quoted(plan.outputs()[k].name, 60), index_string(a.shape, first), value_at(a, first),
                    bits_at(a, first), value_at(b, first), bits_at(b, first), count, a.shape.count));
  }
  return std::nullopt;
}

}  // namespace etalon::impl
