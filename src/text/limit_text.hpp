// SPDX-License-Identifier: Apache-2.0
// Floor 3. How a limit of an error or of a distance is written, the same for every verb ("CLI-ALL-LIMIT"): 1e-3, 0.1%,
// 1e-3 rel, 4 ulp. The measure may also come first: abs=1e-3, rel=1e-3, ulp=4.
#pragma once

#include <cstdint>
#include <string_view>

namespace etalon::impl {

// What an error is measured by. A relative error and an ulp are relative to the real value, or to the one expected.
enum class Measure : std::uint8_t { absolute, relative, ulp };
inline constexpr const char* measure_names[] = {"absolute", "relative", "ulp"};

inline constexpr const char* limit_forms = "write 1e-3, or 0.1% or 1e-3 rel of the value, or 4 ulp";

inline std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// A limit, taken apart; whether its number is one is for the caller to see.
struct LimitText {
  Measure measure = Measure::absolute;
  bool percent = false;
  std::string_view number;
};
inline LimitText take_limit_apart(std::string_view text) {
  static constexpr struct {
    std::string_view prefix, suffix;
    Measure measure;
    bool percent;
  } forms[] = {{"abs=", "abs", Measure::absolute, false},
               {"rel=", "rel", Measure::relative, false},
               {"ulp=", "ulp", Measure::ulp, false},
               {"", "%", Measure::relative, true}};
  text = without_blanks(text);
  for (const auto& [prefix, suffix, measure, percent] : forms) {
    if (!prefix.empty() && text.starts_with(prefix))
      return {measure, percent, without_blanks(text.substr(prefix.size()))};
    if (text.ends_with(suffix)) return {measure, percent, without_blanks(text.substr(0, text.size() - suffix.size()))};
  }
  return {Measure::absolute, false, text};
}

}  // namespace etalon::impl
