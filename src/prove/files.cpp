// SPDX-License-Identifier: Apache-2.0
// Floor 8. See project.hpp: which files there are.
#include <algorithm>
#include <cctype>
#include <map>

#include "prove/project.hpp"

namespace etalon::impl::prove {
namespace {

const ShippedText* shipped_at(std::span<const ShippedText> shipped, std::string_view path) {
  for (const ShippedText& one : shipped)
    if (one.path == path) return &one;
  return nullptr;
}

// Calls f(line) for each preprocessor line, without the spaces around its sign.
template <class F> void for_each_directive(std::string_view text, F f) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    const auto skip = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    skip();
    if (!line.starts_with('#')) continue;
    line.remove_prefix(1);
    skip();
    f(line);
  }
}

std::string beside(std::string_view path, std::string_view name) {
  const std::size_t slash = path.rfind('/');
  return (slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1))) + std::string(name);
}

}  // namespace

SortedFiles sort_files(std::span<const ProjectFile> files, std::span<const ShippedText> shipped) {
  SortedFiles sorted;
  bool has_header = false, has_model = false;
  for (const auto& [path, bytes] : files) {
    const Spot spot{path.c_str()};
    if (!sorted.delivered.insert(path).second) refuse(rules::files, spot, "the file is there twice");
    if (path == "model.h") {
      sorted.header = bytes;
      has_header = true;
    } else if (path == "model.c") {
      sorted.model = bytes;
      has_model = true;
    } else if (path == "weights.c") {
      sorted.weights = bytes;
      sorted.has_weights = true;
    } else if (path == weights_bin) {
      sorted.stored = bytes;
      sorted.has_stored = true;
    } else if (const ShippedText* text = shipped_at(shipped, path)) {
      if (text->text != bytes) refuse(rules::files, spot, "the file is not the one that belongs to this release");
      sorted.compared.push_back(path);
    } else if (path == "Makefile" || path == "CMakeLists.txt" || path == "selftest.c" || path == "README.md" ||
               path == "trace.json") {
      sorted.not_judged.push_back(path);
    } else if (path == "selftest" || (path.ends_with(".o") && path.find('/') == std::string::npos)) {
      refuse(rules::files, spot, "no project has this file: a build has left it",
             "remove what was built with `make clean`, or build in a copy of the folder");
    } else {
      refuse(rules::files, spot, "no project has this file",
             "remove it: a compiler may take it instead of another, and it is not judged");
    }
  }
  if (!has_header) refuse(rules::files, {"model.h"}, "the file is missing");
  if (!has_model) refuse(rules::files, {"model.c"}, "the file is missing");
  return sorted;
}

void check_includes(const Header& header, const SortedFiles& files, std::span<const ShippedText> shipped) {
  std::vector<std::string> open(header.includes);
  std::set<std::string> seen(open.begin(), open.end());
  while (!open.empty()) {
    const std::string path = open.back();
    open.pop_back();
    const ShippedText* text = shipped_at(shipped, path);
    if (text == nullptr || !files.delivered.contains(path))
      refuse(rules::files, {path.c_str()}, "the header is included, and not among the files");
    for_each_directive(text->text, [&](std::string_view line) {
      if (!line.starts_with("include")) return;
      const std::size_t begin = line.find('"'), end = line.rfind('"');
      if (begin == std::string_view::npos || end == begin) return;
      std::string name(line.substr(begin + 1, end - begin - 1));
      if (shipped_at(shipped, name) == nullptr) name = beside(path, name);
      if (seen.insert(name).second) open.push_back(name);
    });
  }
}

std::set<std::string, std::less<>> macros_of(std::span<const ShippedText> shipped, std::string_view model) {
  const auto words = [](std::string_view text) {
    std::set<std::string> names;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
      if (end > begin) names.emplace(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return names;
  };
  std::map<std::string, std::set<std::string>, std::less<>> inside;  // of each macro: the words it is made of
  for (const ShippedText& one : shipped)
    for_each_directive(one.text, [&](std::string_view line) {
      if (!line.starts_with("define")) return;
      // Lines that are continued.
      const auto at = static_cast<std::size_t>(line.data() - one.text.data());
      std::size_t end = at + line.size();
      while (end > 0 && end < one.text.size() && one.text[end - 1] == '\\')
        end = std::min(one.text.find('\n', end + 1), one.text.size());
      line = one.text.substr(at, end - at);
      const std::size_t begin = line.find_first_not_of(" \t", 6);
      if (begin == std::string_view::npos) return;
      const std::size_t behind = std::min(line.find_first_of(" \t(\\", begin), line.size());
      std::set<std::string>& names = inside[std::string(line.substr(begin, behind - begin))];
      std::string_view body = line.substr(behind);
      std::set<std::string> parameters;
      if (body.starts_with('(')) {
        const std::size_t close = std::min(body.find(')'), body.size());
        parameters = words(body.substr(0, close));
        body.remove_prefix(close);
      }
      for (const std::string& word : words(body))
        if (!parameters.contains(word)) names.insert(word);
    });
  std::set<std::string, std::less<>> taken;
  for (const auto& [name, body] : inside) taken.insert(name);
  // What macros that the text names are made of would be taken for a variable of the text.
  std::vector<std::string> open;
  for (const std::string& word : words(model))
    if (inside.contains(word)) open.push_back(word);
  std::set<std::string> seen(open.begin(), open.end());
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    for (const std::string& word : inside[name]) {
      taken.insert(word);
      if (inside.contains(word) && seen.insert(word).second) open.push_back(word);
    }
  }
  return taken;
}

}  // namespace etalon::impl::prove
