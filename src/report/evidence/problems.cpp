// SPDX-License-Identifier: Apache-2.0
// Floor 9. See problems.hpp.
#include "report/evidence/problems.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "report/page/identity.hpp"
#include "report/page/pages.hpp"
#include "text/json.hpp"

namespace etalon::impl {
namespace {

std::array<unsigned, 3> numbers_of(std::string_view version) {
  std::array<unsigned, 3> numbers{};
  for (unsigned& number : numbers) {
    const auto [stop, problem] = std::from_chars(version.data(), version.data() + version.size(), number);
    version.remove_prefix(static_cast<std::size_t>(stop - version.data()));
    if (version.starts_with('.')) version.remove_prefix(1);
  }
  return numbers;
}

}  // namespace

bool older(std::string_view version, std::string_view than) { return numbers_of(version) < numbers_of(than); }

bool KnownProblem::touches(std::string_view operation) const {
  return std::ranges::any_of(operators, [&](const std::string& name) { return name == "*" || name == operation; });
}

bool KnownProblem::is_open(std::string_view version) const {
  return !older(version, from) && (fixed.empty() || older(version, fixed));
}

Result<std::vector<KnownProblem>> known_problems() {
  const Result<Json> data = read_json(page_text("spec/known_problems.json"), "EVI-ALL-PROBLEMS");
  if (!data) return data.finding();
  std::vector<KnownProblem> found;
  for (const Json& item : (*data)["problems"].items)
    found.push_back({item["id"].string(), item["kind"].string(), item["from"].string(), item["fixed"].string(),
                     item["operators"].strings(), item["verbs"].strings(), item["title"].string(),
                     item["description"].string(), item["workaround"].string()});
  return found;
}

std::vector<KnownProblem> touching(std::span<const KnownProblem> all, std::span<const Operator* const> used) {
  std::vector<KnownProblem> found;
  for (const KnownProblem& problem : all)
    if (problem.touches("*") ||
        std::ranges::any_of(used, [&](const Operator* op) { return problem.touches(op->name); }))
      found.push_back(problem);
  return found;
}

std::string problems_json(std::span<const KnownProblem> problems, std::span<const std::string> operators) {
  return json_document([&](JsonWriter& json) {
    write_tool(json, "etalon-problems-1");
    json.line().member("operators", operators);
    json.line().lines("problems", problems, [&](const KnownProblem& problem) {
      json.member("id", problem.id).member("kind", problem.kind).member("open", problem.is_open(ETALON_VERSION));
      json.member("from", problem.from).member("fixed", known(problem.fixed));
      json.member("operators", problem.operators).member("verbs", problem.verbs);
      json.line().member("title", problem.title);
      json.line().member("description", problem.description);
      json.line().member("workaround", problem.workaround);
    });
  });
}

}  // namespace etalon::impl
