// SPDX-License-Identifier: Apache-2.0
// Floor 10. See model.hpp: loading and checking.
#include "python/model.hpp"

#include <algorithm>
#include <filesystem>

#include "base/quote.hpp"
#include "check/bind.hpp"
#include "report/check/report.hpp"
#include "report/page/findings.hpp"
#include "report/run/outcome.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"
#include "text/literal.hpp"

namespace etalon::impl::python {
namespace {

py::object declared_shape(const Value& value) {
  if (value.shape) return shape_tuple(*value.shape);
  if (value.open.empty()) return py::none();
  py::list sizes;
  for (const Dimension& dimension : value.open[0]) {
    if (dimension.is_number())
      sizes.append(*dimension.size);
    else
      sizes.append(dimension.symbol.empty() ? py::object(py::none()) : py::str(dimension.symbol));
  }
  return py::tuple(sizes);
}

Shape shape_from(py::handle sizes, const Limits& limits) {
  std::vector<std::uint64_t> dims;
  for (const py::handle size : sizes) {
    const auto number = size.cast<std::int64_t>();
    if (number < 0) raise(misuse("a size is " + std::to_string(number), "give numbers of at least 0"));
    dims.push_back(static_cast<std::uint64_t>(number));
  }
  return taken(checked_shape(dims, DType::u8, limits));
}

}  // namespace

std::shared_ptr<Source> Source::of_path(const std::string& path, bool external_data,
                                        const std::optional<std::string>& folder) {
  auto source = std::make_shared<Source>();
  const std::size_t slash = path.rfind('/');
  source->name = slash == path.npos ? path : path.substr(slash + 1);
  source->file.emplace(taken(map_file(path, source->limits.file_bytes)));
  const std::string beside = slash == path.npos ? "." : path.substr(0, slash + 1);
  source->read(folder ? folder : external_data ? std::optional(beside) : std::nullopt);
  return source;
}

std::shared_ptr<Source> Source::of_bytes(py::bytes bytes, const std::optional<std::string>& folder) {
  auto source = std::make_shared<Source>();
  source->name = "model";
  source->object = std::move(bytes);
  if (source->bytes().size() > source->limits.file_bytes)
    raise(
        error(Code::limit, "FILE-ALL-LIMITS", "the model has more bytes than a file may have", "give a smaller model"));
  source->read(folder);
  return source;
}

std::span<const std::byte> Source::bytes() const {
  if (file) return file->bytes();
  return {reinterpret_cast<const std::byte*>(PyBytes_AS_STRING(object.ptr())),
          static_cast<std::size_t>(PyBytes_GET_SIZE(object.ptr()))};
}

void Source::read(const std::optional<std::string>& folder) {
  if (folder) {
    external.emplace(taken(ExternalData::of_folder(*folder, limits)));
    data_folder = std::filesystem::absolute(*folder).string();
  }
  const auto from = bytes();
  graph = taken(unlocked([&] { return read_model(from, limits, external ? &*external : nullptr); }));
}

py::list Source::ports(bool outputs) const {
  py::list all;
  for (const std::uint32_t i : outputs ? graph.outputs : graph.inputs) {
    const Value& value = graph.values[i];
    all.append(py::make_tuple(py::str(value.name),
                              value.type ? py::object(py::str(info(*value.type).name)) : py::none(),
                              declared_shape(value)));
  }
  return all;
}

py::list Source::nodes() const {
  py::list all;
  for (const Node& node : graph.nodes) all.append(py::make_tuple(py::str(node.operation), py::str(node.name)));
  return all;
}

py::list Source::constants() const {
  py::list all;
  for (const Initializer& initializer : graph.initializers) all.append(py::str(graph.values[initializer.value].name));
  return all;
}

std::shared_ptr<Checked> Checked::make(std::shared_ptr<Source> source, const std::string& profile,
                                       const std::optional<std::string>& accumulate, bool strict, const py::list& sizes,
                                       const py::list& shapes, const py::list& values) {
  const Profile chosen = taken(choose_profile(profile, accumulate ? accumulate->c_str() : nullptr, strict));
  if (sizes.size() + shapes.size() + values.size() > 0 && !allows_bindings(chosen)) raise(no_bindings(chosen));
  const auto checked = std::make_shared<Checked>();
  checked->source = source;
  checked->profile = chosen;
  Bindings bindings;
  for (const py::handle pair : sizes) {
    const auto [name, size] = pair.cast<std::pair<std::string, std::int64_t>>();
    if (size < 0)
      raise(misuse("dimension " + quoted(name, 60) + " is " + std::to_string(size), "give a number of at least 0"));
    bindings.sizes.push_back({name, static_cast<std::uint64_t>(size)});
    checked->parts.push_back({"dimension", name, std::to_string(size)});
  }
  for (const py::handle pair : shapes) {
    const auto [name, dims] = pair.cast<std::pair<std::string, py::object>>();
    bindings.shapes.push_back({name, shape_from(dims, source->limits)});
    checked->parts.push_back({"shape", name, to_string(bindings.shapes.back().shape)});
  }
  static_assert(std::endian::native == std::endian::little, "values would have to be turned round");
  for (const py::handle pair : values) {
    const auto [name, value] = pair.cast<std::pair<std::string, py::object>>();
    const Operand operand = operand_of(value);
    if (operand.view.type == DType::real)
      raise(error(Code::usage, "NUM-REAL-EXACT", "a real has no encoding", "give numbers of a stored type"));
    const Tensor& tensor = *checked->bound.emplace_back(copy_of(operand.view));
    bindings.values.push_back(
        {name, {tensor.type(), tensor.shape(), Constant::Encoding::little_endian, {tensor.data(), tensor.bytes()}}});
    checked->parts.push_back({"value", name, tensor.shape().count <= 64 ? print_tensor(tensor.view()) : ""});
  }
  const auto problem = unlocked([&]() -> std::optional<Finding> {
    Graph graph = source->graph;
    if (!checked->parts.empty())
      if (auto finding = bind(graph, bindings, source->limits)) return finding;
    checked->verdict = check(std::move(graph), chosen, source->limits);
    return std::nullopt;
  });
  if (problem) raise(*problem, &source->graph);
  return checked;
}

const CheckedModel& Checked::model(const char* done) const {
  if (!verdict.model) raise(refusal_of(verdict, done), verdict.graph.get());
  return *verdict.model;
}

Identity Checked::identity(Policy policy) const {
  Identity identity;
  identity.profile = profile.id;
  identity.strict = profile.choices.strict;
  if (policy == Policy::stated)
    identity.accumulation = accumulation_names[static_cast<unsigned>(profile.choices.accumulation)];
  identity.bindings = parts;
  identity.add_file("model", source->name, source->bytes());
  if (source->external)
    for (const auto& [location, beside] : source->external->files())
      identity.add_file("external data", location, beside.bytes());
  return identity;
}

void add_array(Identity& identity, std::string_view role, std::string_view name, const TensorView& array) {
  std::vector<std::byte> bytes;
  give_little_endian(array,
                     [&](std::span<const std::byte> part) { bytes.insert(bytes.end(), part.begin(), part.end()); });
  identity.add_file(role, name, bytes);
}

py::list Checked::findings() const {
  py::list all;
  for (const Finding& finding : verdict.findings) all.append(finding_object(finding, verdict.graph.get()));
  return all;
}

std::vector<std::string> Checked::undecided() const {
  std::vector<std::string> names;
  for (const Finding& finding : verdict.findings)
    if (finding.status.rule == std::string_view("GEN-ALL-KNOWN") &&
        std::ranges::find(names, finding.value) == names.end())
      names.push_back(finding.value);
  return names;
}

std::string Checked::written(const std::string& form) const {
  const CheckReport report{source->name,     &profile,       verdict.graph.get(),
                           verdict.findings, verdict.judged, identity(Policy::left_out)};
  const CheckReports all(&report, 1);
  return unlocked([&] {
    return form == "json"    ? check_json(all)
           : form == "sarif" ? check_sarif(all)
           : form == "html"  ? check_html(all)
                             : check_text(all, Colour::no);
  });
}

Operand input_of(py::handle given, std::string_view name, const Argument& wanted, const char* role) {
  Operand operand = operand_of(given);
  if (operand.is_omitted() || operand.view.type != wanted.type || operand.view.shape != wanted.shape)
    raise(error(Code::usage, "RUN-ALL-INPUTS",
                std::string(role) + " " + quoted(name, 60) + " is " + described(wanted) + ", but " +
                    (operand.is_omitted() ? "None" : described({operand.view.type, operand.view.shape})) + " is given",
                "there is no implicit conversion; give an array of that type and shape"));
  return operand;
}

}  // namespace etalon::impl::python
