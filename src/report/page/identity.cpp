// SPDX-License-Identifier: Apache-2.0
// Floor 9. See identity.hpp.
#include "report/page/identity.hpp"

#include <fmt/format.h>

#include "base/quote.hpp"
#include "base/sha256.hpp"
#include "report/page/escape.hpp"
#include "report/page/joined.hpp"

namespace etalon::impl {
namespace {

// "profile sonnx, accumulation sequential, strict": what of it applies.
std::string rules_text(const Identity& identity) {
  std::string text;
  if (!identity.profile.empty()) text += "profile " + identity.profile;
  if (!identity.accumulation.empty()) text += (text.empty() ? "" : ", ") + ("accumulation " + identity.accumulation);
  if (identity.strict) text += ", strict";
  return text;
}

// dimension "N" is bound to 4
std::string bound_text(const BoundPart& part, std::string name) {
  const char* what = part.kind == "shape" ? "shape of input " : part.kind == "value" ? "input " : "dimension ";
  return what + std::move(name) + " is bound to " + (part.value.empty() ? "what its file holds" : part.value);
}

}  // namespace

void Identity::add_file(std::string_view role, std::string_view name, std::span<const std::byte> bytes) {
  if (!hashes) return;
  files.push_back({std::string(role), std::string(name), sha256_of(bytes)});
}

std::string tool_text() {
  return fmt::format("etalon {}, commit {}{}", ETALON_VERSION, source_commit,
                     source_modified ? " with local changes" : "");
}

void write_tool(JsonWriter& json, std::string_view format) {
  json.member("format", format).object("tool", [&] {
    json.member("name", "etalon").member("version", ETALON_VERSION);
    json.member("commit", source_commit).member("modified", source_modified);
  });
}

void write_bindings(JsonWriter& json, const Identity& identity) {
  if (identity.bindings.empty()) return;
  json.array("bindings", [&] {
    for (const BoundPart& part : identity.bindings)
      json.wrap().object([&] {
        json.member("kind", part.kind).member("name", part.name);
        json.member("value", JsonText{part.value.empty() ? "null" : part.value});
      });
  });
}

void write_files(JsonWriter& json, std::span<const HashedFile> files) {
  for (const HashedFile& file : files)
    json.wrap().object([&] { json.member("role", file.role).member("name", file.name).member("sha256", file.sha256); });
}

void write_identity(JsonWriter& json, std::string_view format, const Identity& identity) {
  write_tool(json, format);
  if (!identity.profile.empty()) json.line().member("profile", identity.profile);
  if (!identity.accumulation.empty()) json.member("accumulation", identity.accumulation);
  if (identity.strict) json.member("strict", true);
  if (!identity.bindings.empty()) write_bindings(json.line(), identity);
  json.line().array("files", [&] { write_files(json, identity.files); });
}

std::string identity_text(const Identity& identity) {
  const std::string rules = rules_text(identity);
  std::string out = tool_text() + (rules.empty() ? "" : ", " + rules) + "\n";
  for (const BoundPart& part : identity.bindings) out += bound_text(part, quoted(part.name, 60)) + "\n";
  for (const HashedFile& file : identity.files)
    out += fmt::format("sha256 {} of {} {}\n", file.sha256, file.role, quoted(file.name, 60));
  return out;
}

std::string identity_html(const Identity& identity) {
  const std::string rules = rules_text(identity);
  const std::string rows = joined(identity.files, "", [](const HashedFile& file) {
    return fmt::format("<tr><td>{} <bdi>{}</bdi></td><td><code>{}</code></td></tr>\n", file.role, html_text(file.name),
                       file.sha256);
  });
  return fmt::format(
      "<h2>Made by</h2>\n<p>{}{}</p>\n{}{}", html_text(tool_text()), rules.empty() ? "" : html_text(", " + rules),
      joined(identity.bindings, "",
             [](const BoundPart& part) {
               return "<p>" + bound_text(part, "<bdi>" + html_text(part.name) + "</bdi>") + "</p>\n";
             }),
      rows.empty()
          ? ""
          : "<table><thead><tr><th>File</th><th>SHA-256</th></tr></thead><tbody>\n" + rows + "</tbody></table>\n");
}

}  // namespace etalon::impl
