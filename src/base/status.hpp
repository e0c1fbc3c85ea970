// SPDX-License-Identifier: Apache-2.0
// Floor 0. How every floor reports what went wrong: a Status is a value that crosses all boundaries, a Finding is a
// Status with the words a person needs, a Result is a T or the Finding that explains why there is none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace etalon::impl {

// The numbers are the exit codes of the command line and the status codes of the C interface.
enum class Code : std::uint8_t {
  ok = 0,
  not_conformant = 1,
  usage = 2,
  malformed = 3,
  limit = 4,
  condition = 5,
  not_judged = 6,
  internal = 70,
};

inline constexpr std::uint32_t no_node = 0xFFFFFFFF;

// Plain data without allocation, so that run() can return it. `rule` is a requirement tag with static lifetime.
struct Status {
  Code code = Code::ok;
  const char* rule = "";
  std::uint32_t node = no_node;
  std::uint64_t index = 0;  // first element concerned, in row-major order
  std::uint64_t count = 0;  // how many elements are concerned

  bool ok() const { return code == Code::ok; }
};

// An error breaks a rule. What is unjudged is outside of what this release specifies: it may be right or wrong.
enum class Severity : std::uint8_t { error, unjudged, notice };

inline const char* name_of(Severity severity) {
  static constexpr const char* names[] = {"error", "not judged", "notice"};
  return names[static_cast<unsigned>(severity)];
}

struct ModelEdit;  // graph/edit.hpp

struct Finding {
  Severity severity = Severity::error;
  Status status;
  std::optional<std::uint64_t> offset;  // byte in the file or literal
  std::string value;                    // the value, argument or attribute concerned; "": none
  std::string message;                  // what is wrong, where
  std::string hint;                     // what to do about it, in words
  std::string fix = {};                 // Python statements on the ModelProto `model` that do it, where there are any
  std::shared_ptr<const ModelEdit> edit = {};  // the same as data, where `etalon fix` does it
};

inline Finding error(Code code, const char* rule, std::string message, std::string hint = {}) {
  return {Severity::error, Status{code, rule}, {}, {}, std::move(message), std::move(hint)};
}

// A rule of a profile is broken.
inline Finding broken(const char* rule, std::string message, std::string hint) {
  return error(Code::not_conformant, rule, std::move(message), std::move(hint));
}

// Something that this release does not specify, so that no verdict on it is possible.
inline Finding unjudged(const char* rule, std::string message, std::string hint) {
  return {Severity::unjudged, Status{Code::not_judged, rule}, {}, {}, std::move(message), std::move(hint)};
}

inline Finding notice(const char* rule, std::string message, std::string hint) {
  return {Severity::notice, Status{Code::ok, rule}, {}, {}, std::move(message), std::move(hint)};
}

// A result that would have 2^64 elements or more.
inline Finding uncountable(std::string message) {
  return error(Code::limit, "FILE-ALL-LIMITS", std::move(message) + ": the result would have 2^64 elements or more",
               "give smaller operands");
}

template <class T> class Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Finding finding) : content_(std::move(finding)) {}

  explicit operator bool() const { return content_.index() == 0; }
  T& operator*() { return std::get<0>(content_); }
  const T& operator*() const { return std::get<0>(content_); }
  T* operator->() { return &std::get<0>(content_); }
  const T* operator->() const { return &std::get<0>(content_); }
  const Finding& finding() const { return std::get<1>(content_); }

 private:
  std::variant<T, Finding> content_;
};

}  // namespace etalon::impl
