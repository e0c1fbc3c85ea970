// SPDX-License-Identifier: Apache-2.0
// Floor 9. See release.hpp.
#include "report/evidence/release.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <set>
#include <sstream>

#include "base/limits.hpp"
#include "base/quote.hpp"
#include "base/sha256.hpp"
#include "io/mapped_file.hpp"
#include "report/page/escape.hpp"
#include "text/json.hpp"

namespace etalon::impl {
namespace {

namespace files = std::filesystem;

constexpr const char* rule = "EVI-ALL-RELEASE";

Finding damaged(const std::string& name, std::string_view why) {
  return error(Code::malformed, rule, fmt::format("evidence bundle: {} {}", quoted(name, 200), why),
               "take the bundle from the release again, and compare the archive with the SHA256SUMS of the release");
}

// Of the program that was tested, in the words of tool_text().
std::string tested_tool(const Json& tool) {
  return fmt::format("{} {}, commit {}{}", tool["name"].string(), tool["version"].string(), tool["commit"].string(),
                     tool["modified"].text == "true" ? " with local changes" : "");
}

std::string_view text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

}  // namespace

Result<std::string> verify_bundle(const std::string& folder) {
  const files::path root(folder);
  const auto map = [&](const std::string& name) { return map_file((root / name).string(), Limits{}.file_bytes); };
  const Result<MappedFile> list = map(bundle::list);
  if (!list) return list.finding();
  std::set<std::string> listed{bundle::list};
  std::istringstream lines{std::string(text_of(*list))};
  for (std::string line; std::getline(lines, line);) {
    constexpr std::size_t digits = 64;
    if (line.size() < digits + 3 || line.substr(digits, 2) != "  ")
      return damaged(bundle::list, "has a line that sha256sum does not write");
    const std::string name = line.substr(digits + 2);
    const Result<MappedFile> file = map(name);
    if (!file) return damaged(name, "is listed but cannot be read");
    if (sha256_of(file->bytes()) != line.substr(0, digits)) return damaged(name, "does not have the SHA-256 listed");
    listed.insert(name);
  }
  std::error_code failed;
  for (const auto& entry : files::recursive_directory_iterator(root, failed)) {
    const std::string name = entry.path().lexically_relative(root).generic_string();
    if (!entry.is_directory(failed) && !listed.contains(name)) return damaged(name, "is not listed");
  }
  if (!listed.contains(bundle::trace)) return damaged(bundle::trace, "is not listed");
  const Result<MappedFile> trace = map(bundle::trace);
  if (!trace) return trace.finding();
  const Result<Json> matrix = read_json(text_of(*trace), rule);
  if (!matrix) return matrix.finding();
  if (const std::string tested = tested_tool((*matrix)["tool"]); tested != tool_text())
    return error(Code::usage, rule,
                 fmt::format("the evidence bundle is about {}; this program is {}", quoted(tested, 200), tool_text()),
                 "use the bundle of the release that this program is from");
  return sha256_of(list->bytes());
}

std::string release_text(const Trace& trace) {
  return trace.release.empty() ? ""
                               : fmt::format(
                                     "The results of tests, proofs and vectors are the release's own, not "
                                     "yours: they were read from its evidence bundle, sha256 {}.",
                                     trace.release);
}

void write_release(JsonWriter& json, const Trace& trace) {
  if (trace.release.empty()) return;
  json.object("release",
              [&] { json.member("sha256", trace.release).member("covers", std::array{"tests", "proofs", "vectors"}); });
}

std::string release_html(const Trace& trace) {
  return trace.release.empty() ? "" : "<p class=\"release\"><b>" + html_text(release_text(trace)) + "</b></p>\n";
}

}  // namespace etalon::impl
