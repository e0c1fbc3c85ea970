// SPDX-License-Identifier: Apache-2.0
// Floor 9. See vectors_report.hpp.
#include "report/conform/vectors_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/page/findings.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {
namespace {

const char* name_of(VectorClass kind) { return vector_class_names[static_cast<unsigned>(kind)]; }

const char* words_of(const Status& status) {
  return status.ok() ? "ok" : status.code == Code::condition ? "error condition" : "not conformant";
}

void write_files(JsonWriter& json, const char* name, const std::vector<VectorFile>& files) {
  json.array(name, [&] {
    for (const VectorFile& file : files)
      json.object([&] {
        json.member("file", file.path).member("type", info(file.is.type).name);
        json.member("shape", std::span(file.is.shape.dims).first(file.is.shape.rank));
      });
  });
}

void write_vector(JsonWriter& json, const ConformanceVector& vector) {
  const VectorPlan& plan = vector.plan;
  const auto name_of_policy = [](Accumulation policy) { return accumulation_names[static_cast<unsigned>(policy)]; };
  json.member("name", plan.name()).member("operator", plan.op->name).member("version", plan.version);
  json.member("opset", plan.version).member("profile", plan.profile->id);
  json.member("policy", plan.policy ? std::optional(name_of_policy(*plan.policy)) : std::nullopt);
  json.member("class", name_of(plan.kind)).array("types", [&] {
    for (const DType type : vector.types) json.item(info(type).name);
  });
  json.member("requirements", vector.requirements).member("status", words_of(vector.status));
  json.member("rule", vector.status.ok() ? std::nullopt : std::optional(vector.status.rule));
  write_files(json, "inputs", vector.inputs);
  write_files(json, "outputs", vector.outputs);
}

}  // namespace

std::string vectors_json(const VectorSet& set) {
  return json_document([&](JsonWriter& json) {
    write_tool(json, "etalon-vectors-1");
    json.member("left_out", set.left_out);
    json.lines("cases", set.vectors, [&](const ConformanceVector& vector) { write_vector(json, vector); });
  });
}

std::string vectors_text(const VectorSet& set) {
  std::string text = counted(set.vectors.size(), "case") + "\n";
  for (std::size_t kind = 0; kind < std::size(vector_class_names); ++kind)
    text += fmt::format("{:6} {}\n",
                        std::ranges::count(set.vectors, static_cast<VectorClass>(kind),
                                           [](const ConformanceVector& vector) { return vector.plan.kind; }),
                        vector_class_names[kind]);
  if (!set.left_out.empty())
    text += fmt::format("{} without a case, because no call was drawn that shows it; the manifest lists them\n",
                        counted(set.left_out.size(), "plan"));
  return text;
}

}  // namespace etalon::impl
