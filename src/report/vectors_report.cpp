// SPDX-License-Identifier: Apache-2.0
// Floor 9. See vectors_report.hpp.
#include "report/vectors_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/escape.hpp"
#include "report/identity.hpp"
#include "report/joined.hpp"

namespace etalon::impl {
namespace {

const char* name_of(VectorClass kind) { return vector_class_names[static_cast<unsigned>(kind)]; }

const char* words_of(const Status& status) {
  return status.ok() ? "ok" : status.code == Code::condition ? "error condition" : "not conformant";
}

std::string files_json(const std::vector<VectorFile>& files) {
  return joined(files, ",", [](const VectorFile& file) {
    const auto dims = std::span(file.is.shape.dims).first(file.is.shape.rank);
    return fmt::format(R"({{"file":"{}","type":"{}","shape":[{}]}})", file.path, info(file.is.type).name,
                       fmt::join(dims, ","));
  });
}

std::string vector_json(const ConformanceVector& vector) {
  const VectorPlan& plan = vector.plan;
  const auto text_or_null = [](bool given, const char* text) { return given ? json_string(text) : "null"; };
  return fmt::format(
      "\n{{\"name\":{},\"operator\":\"{}\",\"version\":{},\"opset\":{},\"profile\":\"{}\",\"policy\":{},\"class\":\"{}"
      "\","
      "\"types\":[{}],\"requirements\":[{}],\"status\":\"{}\",\"rule\":{},\"inputs\":[{}],\"outputs\":[{}]}}",
      json_string(plan.name()), plan.op->name, plan.version, plan.version, plan.profile->id,
      text_or_null(plan.policy.has_value(),
                   accumulation_names[static_cast<unsigned>(plan.policy.value_or(Accumulation::sequential))]),
      name_of(plan.kind), joined(vector.types, ",", [](DType type) { return json_string(info(type).name); }),
      joined(vector.requirements, ",", [](const std::string& tag) { return json_string(tag); }),
      words_of(vector.status), text_or_null(!vector.status.ok(), vector.status.rule), files_json(vector.inputs),
      files_json(vector.outputs));
}

}  // namespace

std::string vectors_json(const VectorSet& set) {
  return fmt::format("{{{},\"left_out\":[{}],\"cases\":[{}]}}\n", tool_json("etalon-vectors-1"),
                     joined(set.left_out, ",", [](const std::string& name) { return json_string(name); }),
                     joined(set.vectors, ",", vector_json));
}

std::string vectors_text(const VectorSet& set) {
  std::string text = fmt::format("{} cases\n", set.vectors.size());
  for (std::size_t kind = 0; kind < std::size(vector_class_names); ++kind)
    text += fmt::format("{:6} {}\n",
                        std::ranges::count(set.vectors, static_cast<VectorClass>(kind),
                                           [](const ConformanceVector& vector) { return vector.plan.kind; }),
                        vector_class_names[kind]);
  if (!set.left_out.empty())
    text += fmt::format("{} plans have no case, because no call was drawn that shows them; the manifest lists them\n",
                        set.left_out.size());
  return text;
}

}  // namespace etalon::impl
