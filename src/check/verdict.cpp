// SPDX-License-Identifier: Apache-2.0
// Floor 5. See check.hpp: what follows from the findings, and from the calls.
#include "check/check.hpp"

namespace etalon::impl {

std::uint64_t operations_of(const CheckedModel& model) {
  std::uint64_t sum = 0;
  for (const Call& call : model.calls) {
    const std::uint64_t more = operations_of(call);
    sum = sum + more < sum ? UINT64_MAX : sum + more;
  }
  return sum;
}

Judgement judgement_of(std::span<const Finding> findings) {
  bool conformant = true;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::error && finding.status.code == Code::not_conformant)
      return Judgement::not_conformant;
    conformant = conformant && finding.severity == Severity::notice;
  }
  return conformant ? Judgement::conformant : Judgement::not_judged;
}

const Finding* reason_of(std::span<const Finding> findings) {
  const Code code = code_of(findings);
  for (const Finding& finding : findings)
    if (finding.severity != Severity::notice && finding.status.code == code) return &finding;
  return nullptr;
}

Code code_of(std::span<const Finding> findings) {
  Code code = Code::ok;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::error && finding.status.code == Code::not_conformant) return Code::not_conformant;
    if (finding.severity == Severity::error && (code == Code::ok || code == Code::not_judged))
      code = finding.status.code;
    if (finding.severity == Severity::unjudged && code == Code::ok) code = Code::not_judged;
  }
  return code;
}

}  // namespace etalon::impl
