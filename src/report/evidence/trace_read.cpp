// SPDX-License-Identifier: Apache-2.0
// Floor 9. See trace.hpp: reads what tests, proofs and vectors left in files.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/limits.hpp"
#include "base/quote.hpp"
#include "io/mapped_file.hpp"
#include "report/evidence/trace.hpp"
#include "text/json.hpp"

namespace etalon::impl {
namespace {

namespace files = std::filesystem;

// When the newest program was built; the beginning of time where there is none.
files::file_time_type last_build(const files::path& programs) {
  files::file_time_type newest = files::file_time_type::min();
  std::error_code failed;
  for (const auto& program : files::directory_iterator(programs, failed))
    if (const auto built = program.last_write_time(failed); !failed) newest = std::max(newest, built);
  return newest;
}

Result<Json> read_document(const std::string& path) {
  const Result<MappedFile> file = map_file(path, Limits{}.file_bytes);
  if (!file) return file.finding();
  Result<Json> json =
      read_json({reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size()}, "FILE-ALL-READ");
  if (json) return json;
  Finding finding = json.finding();
  finding.message.insert(0, impl::quoted(path) + ": ");
  return finding;
}

}  // namespace

Result<std::vector<Evidence>> read_evidence(const std::string& folder) {
  std::vector<Evidence> found;
  std::error_code failed;  // a folder that cannot be read holds no evidence, and every requirement becomes a gap
  const auto built = last_build(files::absolute(folder, failed).lexically_normal().parent_path() / "bin");
  for (const auto& entry : files::recursive_directory_iterator(folder, failed)) {
    if (!entry.is_regular_file(failed)) continue;
    const bool current = entry.last_write_time(failed) >= built;
    std::ifstream file(entry.path());
    const std::string test = entry.path().filename().string();
    std::string tag, verdict;
    while (file >> tag) {
      if (!(file >> verdict) || (verdict != "passed" && verdict != "failed"))
        return error(Code::usage, "",
                     impl::quoted(folder) + " is not a folder of evidence: it has the file " + impl::quoted(test, 60) +
                         ", which is not what a test writes",
                     "name the folder that the tests wrote");
      found.push_back({tag, test, verdict == "passed", current});
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Evidence& a, const Evidence& b) { return std::tie(a.tag, a.test) < std::tie(b.tag, b.test); });
  return found;
}

Result<std::vector<Proof>> read_proofs(const std::string& file) {
  std::vector<Proof> found;
  std::istringstream lines{std::string(page_text("proofs/requirements.txt"))};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Proof proof;
    if (line.starts_with('#') || !(words >> proof.tag >> proof.file)) continue;
    for (std::string goal; words >> goal;) proof.goals.push_back(goal);
    found.push_back(std::move(proof));
  }
  if (file.empty()) return found;
  const Result<Json> results = read_document(file);
  if (!results) return results.finding();
  if ((*results)["requirements"].kind != Json::Kind::array)
    return error(Code::usage, "", impl::quoted(file) + " is not what tools/prove writes",
                 "name its file, build/prove/goals.json");
  if ((*results)["sources"].string() != proof_sources()) return found;  // about another text
  for (const Json& result : (*results)["requirements"].items)
    for (Proof& proof : found)
      if (proof.tag == result["tag"].string() && proof.file == result["file"].string())
        proof.proved = result["proved"].text == "true";
  return found;
}

Result<std::vector<VectorCase>> read_vectors(const std::string& folder) {
  const Result<Json> manifest = read_document((files::path(folder) / "manifest.json").string());
  if (!manifest) return manifest.finding();
  if ((*manifest)["cases"].kind != Json::Kind::array)
    return error(Code::usage, "", impl::quoted(folder) + " is not a folder of vectors: its manifest lists no cases",
                 "name a folder that `etalon vectors` wrote");
  std::vector<VectorCase> found;
  for (const Json& item : (*manifest)["cases"].items)
    found.push_back({item["name"].string(), item["requirements"].strings()});
  return found;
}

}  // namespace etalon::impl
