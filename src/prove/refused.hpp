// SPDX-License-Identifier: Apache-2.0
// Floor 8. Why a delivered project is not proved: a rule, a place in a file, what is wrong and what to do. Thrown
// inside of this folder only; prove_project() returns it.
#pragma once

#include <string>
#include <utility>

#include "base/quote.hpp"
#include "base/status.hpp"

namespace etalon::impl::prove {

namespace rules {
inline constexpr const char *text = "GENERATE-CHECK-TEXT", *meaning = "GENERATE-CHECK-MEANING",
                            *memory = "GENERATE-CHECK-MEMORY", *weights = "GENERATE-CHECK-WEIGHTS",
                            *refusal = "GENERATE-CHECK-REFUSAL", *files = "GENERATE-CHECK-FILES",
                            *scope = "GENERATE-ALL-SCOPE";
}

struct Refused {
  Finding finding;
};

// A place in a delivered file; line 0: the file as a whole.
struct Spot {
  const char* file = "";
  std::uint32_t line = 0, column = 0;
};

inline constexpr const char *model_h = "model.h", *model_c = "model.c", *weights_c = "weights.c",
                            *weights_bin = "weights.bin";

inline std::string to_string(const Spot& spot) {
  std::string text = spelled_out(spot.file, "");  // a stranger's, where it is no file of a project
  if (spot.line != 0) text += ":" + std::to_string(spot.line);
  if (spot.column != 0) text += ":" + std::to_string(spot.column);
  return text;
}

inline constexpr const char* generate_again = "generate the project again, and change none of its files";

[[noreturn]] inline void refuse(const char* rule, const Spot& spot, const std::string& what,
                                std::string hint = generate_again) {
  Finding finding = error(Code::not_conformant, rule, to_string(spot) + ": " + what, std::move(hint));
  finding.value = spot.file;
  throw Refused{std::move(finding)};
}

}  // namespace etalon::impl::prove
