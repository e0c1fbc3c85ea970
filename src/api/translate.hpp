// SPDX-License-Identifier: Apache-2.0
// Floor 10. Between the types of the C interface and those inside.
#pragma once

#include <etalon/etalon.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/profile.hpp"
#include "ops/events.hpp"
#include "ops/operator.hpp"

namespace etalon::impl {

static_assert(ETALON_MAX_RANK == Limits::max_rank);
static_assert(ETALON_EVENT_KINDS == static_cast<int>(EVENT_KINDS));
static_assert(ETALON_NO_NODE == no_node);

inline Finding misuse(std::string message, std::string hint) {
  return error(Code::usage, "API-ALL-REQUEST", std::move(message), std::move(hint));
}

inline Result<Profile> profile_of(const char* name, const char* accumulate, bool strict) {
  return choose_profile(name == nullptr ? "sonnx" : name, accumulate, strict);
}

// Null where it may be empty: text() is for strings that must be there.
template <class T> bool lacks(const T* list, std::size_t count) { return list == nullptr && count > 0; }

// ---- tensors that a caller describes ------------------------------------------------------------------------------

Result<Argument> argument_of(const etalon_tensor_type& given);

// A copy of the operand's value; null where it has none.
Result<std::shared_ptr<const Tensor>> value_of(const etalon_operand& operand, const Argument& argument);

// A constant as files hold it; its bytes go to `kept`.
Result<Constant> constant_of(const etalon_operand& operand, std::vector<std::vector<std::byte>>& kept);

etalon_port port_of(const char* name, const Argument& argument);

void copy_events(const Events& counted, etalon_events& events);

etalon_finding finding_of(const Finding& finding);

// ---- notices of a run ---------------------------------------------------------------------------------------------

// Gives each notice to the caller's function.
class Notices {
 public:
  explicit Notices(const etalon_run_options& options) : notice_(options.notice), context_(options.context) {}
  bool wanted() const { return notice_ != nullptr; }
  void tell(std::size_t node, const Call& call, const Events& events) const;
  void tell(std::size_t node, const Precondition& precondition, const Events::Tally& broken) const;

 private:
  void (*notice_)(void*, const etalon_notice*);
  void* context_;
};

}  // namespace etalon::impl
