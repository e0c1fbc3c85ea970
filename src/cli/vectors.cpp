// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon vectors`: conformance cases as files, in the layout of ONNX's backend tests.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <unordered_set>

#include "base/quote.hpp"
#include "base/small_letters.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "io/file.hpp"
#include "report/conform/vectors_report.hpp"

namespace etalon::impl::cli {
namespace {

namespace fs = std::filesystem;

bool is_wanted(const VectorPlan& plan, const std::vector<std::string>& operators) {
  return operators.empty() || std::ranges::find(operators, small_letters(plan.op->name)) != operators.end();
}

// In the order of the plans however many threads there are.
VectorSet make_vectors(const std::vector<VectorPlan>& plans, const VectorsOptions& options) {
  const std::vector<std::string> all = all_tags();
  const std::unordered_set<std::string_view> tags(all.begin(), all.end());
  const auto is_tag = [&](std::string_view word) { return tags.contains(word); };
  std::vector<std::optional<ConformanceVector>> made(plans.size());
  std::atomic<std::size_t> next = 0;
  Progress progress(plans.size(), "plans", options.quiet);
  {
    std::vector<std::jthread> workers(options.threads != 0 ? options.threads
                                                           : std::max(1u, std::thread::hardware_concurrency()));
    for (std::jthread& worker : workers)
      worker = std::jthread([&] {
        for (std::size_t i = next++; i < plans.size(); i = next++) {
          made[i] = make_vector(plans[i], is_tag);
          progress.advance(1);
        }
      });
  }
  VectorSet set;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (made[i])
      set.vectors.push_back(*std::move(made[i]));
    else
      set.left_out.push_back(plans[i].name());
  }
  return set;
}

// Thousands of small files, which the manifest makes valid: it alone is forced onto the disk.
std::optional<Finding> write_small(const fs::path& path, std::string_view content) {
  std::FILE* const file = std::fopen(path.c_str(), "wbe");
  if (file == nullptr) return write_error(Code::usage, path.string(), errno);
  int problem = std::fwrite(content.data(), 1, content.size(), file) == content.size() ? 0 : errno;
  if (std::fclose(file) != 0 && problem == 0) problem = errno;
  return problem == 0 ? std::nullopt : std::optional(write_error(Code::internal, path.string(), problem));
}

std::optional<Finding> make_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  return problem ? std::optional(write_error(Code::usage, folder.string(), problem.value())) : std::nullopt;
}

std::optional<Finding> write_vector(const fs::path& folder, const ConformanceVector& vector) {
  const fs::path place = folder / vector.plan.name();
  if (auto problem = make_folder(place / "test_data_set_0")) return problem;
  if (auto problem = write_small(place / "model.onnx", vector.model)) return problem;
  for (const auto* files : {&vector.inputs, &vector.outputs})
    for (const VectorFile& file : *files)
      if (auto problem = write_small(place / file.path, file.bytes)) return problem;
  return std::nullopt;
}

// Before the cases are computed, which takes minutes.
std::optional<Finding> prepare(const fs::path& folder) {
  std::error_code problem;
  if (fs::exists(folder, problem) && (!fs::is_directory(folder, problem) || !fs::is_empty(folder, problem)))
    return misuse(fmt::format("{} is not an empty folder", impl::quoted(folder.string())),
                  "name a folder that does not exist, so that no case of another run is left in it");
  if (auto finding = make_folder(folder)) return finding;
  return unwritable((folder / "manifest.json").string());
}

}  // namespace

int vectors(const VectorsOptions& options) {
  const fs::path folder = options.folder;
  if (const auto finding = prepare(folder)) return fail(*finding, {}, options.format);
  std::vector<VectorPlan> plans = vector_plans();
  std::erase_if(plans, [&](const VectorPlan& plan) { return !is_wanted(plan, options.operators); });
  const VectorSet made = make_vectors(plans, options);
  for (const ConformanceVector& vector : made.vectors)
    if (const auto finding = write_vector(folder, vector)) return fail(*finding, {}, options.format);
  const std::string manifest = vectors_json(made);
  if (const auto finding = write_file((folder / "manifest.json").string(), manifest))
    return fail(*finding, {}, options.format);
  fmt::print("{}", options.format == "json" ? manifest : vectors_text(made));
  return 0;
}

}  // namespace etalon::impl::cli
