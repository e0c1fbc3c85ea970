// SPDX-License-Identifier: Apache-2.0
// Floor 10. How a function of the C interface takes structs of any release, and says what went wrong: nothing here
// throws or allocates, except where a caller wants a sentence about what was prepared.
#pragma once

#include <etalon/etalon.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.hpp"

namespace etalon::impl {

// The struct as this release has it: what the caller's is too short for is zero. Nothing where its size makes no sense,
// or where it asks for what only a later release has.
template <class T> std::optional<T> taken(const T* given) {
  T it{};
  if (given == nullptr || given->size < sizeof given->size) return std::nullopt;
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  if (given->size > sizeof it &&
      std::any_of(bytes + sizeof it, bytes + given->size, [](unsigned char byte) { return byte != 0; }))
    return std::nullopt;
  std::memcpy(&it, given, std::min(given->size, sizeof it));
  return it;
}

// The same for options that may be left out.
template <class T> std::optional<T> taken_or_none(const T* given) { return given == nullptr ? T{} : taken(given); }

// Writes as much as the caller's struct has room for.
template <class T> bool give(T* to, T it) {
  if (to == nullptr || to->size < sizeof to->size) return false;
  it.size = to->size;
  std::memcpy(to, &it, std::min(it.size, sizeof it));
  return true;
}

// Where something is wrong, besides what a status says.
struct Where {
  etalon_part part = ETALON_NOTHING;
  std::size_t index = 0;
};

// The caller's etalon_problem, or nothing.
class Report {
 public:
  explicit Report(etalon_problem* problem) : problem_(problem) {}

  // Whether what was given can be written to.
  bool fits() const { return problem_ == nullptr || problem_->size >= offsetof(etalon_problem, code); }

  std::int32_t ok() const { return tell({}, "", {}); }
  std::int32_t failed(const Finding& finding, Where where = {}) const;
  std::int32_t failed(const Status& status, const char* message, Where where = {}) const {
    return tell(status, message, where);
  }
  // Of a run: elements and buffers are numbered as inside, the inputs before the outputs and the arena last.
  std::int32_t ran(const Status& status, std::size_t inputs, std::size_t outputs) const;

 private:
  std::int32_t tell(const Status& status, const char* message, Where where) const;

  etalon_problem* problem_;
};

inline std::int32_t Report::tell(const Status& status, const char* message, Where where) const {
  const auto code = static_cast<std::int32_t>(status.code);
  if (problem_ == nullptr) return code;
  etalon_problem it{};
  it.size = problem_->size;
  it.message = problem_->message;
  it.message_bytes = problem_->message_bytes;
  it.code = code;
  it.rule = status.rule;
  it.node = status.node;
  it.part = where.part;
  it.index = where.part == ETALON_NOTHING ? 0 : where.index;
  it.count = where.part == ETALON_NOTHING ? 0 : std::max<std::uint64_t>(status.count, 1);
  if (it.message != nullptr && it.message_bytes > 0) {
    const std::size_t length = std::min(std::strlen(message), it.message_bytes - 1);
    std::memcpy(it.message, message, length);
    it.message[length] = '\0';
  }
  std::memcpy(problem_, &it, std::min(it.size, sizeof it));
  return code;
}

inline std::int32_t Report::failed(const Finding& finding, Where where) const {
  return tell(finding.status, (finding.message + (finding.hint.empty() ? "" : "; " + finding.hint)).c_str(), where);
}

inline std::int32_t Report::ran(const Status& status, std::size_t inputs, std::size_t outputs) const {
  if (status.ok()) return ok();
  if (status.count == 0)
    return tell(status, status.code == Code::usage ? "there are too few or too many buffers" : "", {});
  const auto index = static_cast<std::size_t>(status.index);
  if (status.code != Code::usage) return tell(status, "no output was written", {ETALON_ELEMENT, index});
  const Where where = index < inputs             ? Where{ETALON_INPUT, index}
                      : index < inputs + outputs ? Where{ETALON_OUTPUT, index - inputs}
                                                 : Where{ETALON_ARENA, 0};
  const bool overlaps = std::string_view(status.rule) == "API-ALL-OVERLAP";
  return tell(status, overlaps ? "a buffer that is to be written overlaps another" : "a buffer is not what it must be",
              where);
}

// Calls body(report), and lets no exception out.
template <class F> std::int32_t guarded(etalon_problem* problem, F body) noexcept {
  const Report report(problem);
  if (!report.fits()) return ETALON_USAGE;
  try {
    return body(report);
  } catch (const std::bad_alloc&) {
    return report.failed({Code::limit, "FILE-ALL-LIMITS"}, "out of memory");
  } catch (...) {
    return report.failed({Code::internal}, "an internal error");
  }
}

}  // namespace etalon::impl
