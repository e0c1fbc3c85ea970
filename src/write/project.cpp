// SPDX-License-Identifier: Apache-2.0
// Floor 8. See project.hpp.
#include "write/project.hpp"

#include <algorithm>

#include "write/model_text.hpp"
#include "write/pages.hpp"
#include "write/selftest.hpp"

namespace etalon::impl {

bool is_prefix(std::string_view prefix) {
  constexpr std::size_t longest = 32;
  if (prefix.empty() || prefix.size() > longest || prefix[0] < 'a' || prefix[0] > 'z') return false;
  for (const char c : prefix)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
  if (prefix.ends_with('_') || prefix.ends_with("_t") || prefix.find("__") != prefix.npos) return false;
  constexpr std::string_view taken[] = {"copy", "node", "scalar"};
  // Names of the scalar headers begin with a type, or with one of these.
  constexpr std::string_view firsts[] = {"etalon", "exact", "exponent", "fraction", "i4x2", "integer", "place", "u4x2"};
  const std::string_view first = prefix.substr(0, prefix.find('_'));
  const bool is_type =
      std::ranges::any_of(dtype_table, [&](const DTypeInfo& one) { return c_prefix(one.id) == first; });
  if (is_type || is_c_word(prefix) || std::ranges::find(taken, prefix) != std::end(taken) ||
      std::ranges::find(firsts, first) != std::end(firsts))
    return false;
  // As the guard of a header is, or i4_load.
  const std::string name(prefix);
  for (const char* own : {"_ok", "_environment", "_other_weights", "_run", "_load", "_arena", "_weights"})
    if (have_word(shipped_texts(), name + own) || have_word(shipped_texts(), capitals(name + own))) return false;
  return !have_word(shipped_texts(), capitals(name) + "_H");
}

Result<Project> write_project(const Plan& plan, const ProjectSettings& settings) {
  Result<ModelText> made = ModelText::make(plan, settings);
  if (!made) return made.finding();
  ModelText& model = *made;
  Result<std::string> weights = model.weights();
  if (!weights) return weights.finding();
  Result<std::string> selftest = selftest_of(plan, settings, model);
  if (!selftest) return selftest.finding();
  Project project;
  project.needs = model.needs();
  project.files = {{"model.h", model.header()},
                   {"model.c", model.code()},
                   {"weights.c", *std::move(weights)},
                   {"selftest.c", *std::move(selftest)}};
  if (model.has_weights_apart()) project.files.push_back({"weights.bin", model.stored_weights()});
  std::vector<std::string> shipped = model.headers();
  for (const char* one : {"Makefile", "CMakeLists.txt"}) shipped.push_back(one);
  for (const ShippedText& one : shipped_with(shipped))
    project.files.push_back({std::string(one.path), std::string(one.text)});
  project.files.push_back({"README.md", readme_of(plan, settings, model)});
  project.files.push_back({"trace.json", trace_of(plan, settings, model)});
  return project;
}

}  // namespace etalon::impl
