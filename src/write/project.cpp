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
  constexpr std::string_view taken[] = {"etalon", "scalar", "node", "copy", "int", "float", "double", "truth"};
  if (prefix.empty() || prefix.size() > longest || prefix[0] < 'a' || prefix[0] > 'z') return false;
  for (const char c : prefix)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
  return !prefix.ends_with('_') && prefix.find("__") == prefix.npos &&
         std::ranges::find(taken, prefix) == std::end(taken);
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
