// SPDX-License-Identifier: Apache-2.0
// Floor 10. Models as the extension has them. Each keeps what it was made from: a plan its check, a check its source.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "accuracy/shadow.hpp"
#include "check/check.hpp"
#include "onnx/load.hpp"
#include "python/arrays.hpp"
#include "report/page/identity.hpp"
#include "run/plan.hpp"

namespace etalon::impl::python {

// A model that was read. Its constants lie in a file that is mapped, or in the bytes of a Python object.
class Source {
 public:
  static std::shared_ptr<Source> of_path(const std::string& path, bool external_data,
                                         const std::optional<std::string>& folder);
  static std::shared_ptr<Source> of_bytes(py::bytes bytes, const std::optional<std::string>& folder);

  std::string name;  // the base name of the file
  Limits limits = {};
  std::optional<MappedFile> file = {};
  py::object object = {};
  std::optional<ExternalData> external = {};
  std::string data_folder = {};  // of `external`, absolute
  Graph graph = {};

  std::span<const std::byte> bytes() const;
  py::list ports(bool outputs) const;  // name, type, shape
  py::list nodes() const;
  py::list constants() const;  // names of values that the model gives itself

 private:
  void read(const std::optional<std::string>& folder);
};

// A model that was checked under a profile, with what the caller binds.
class Checked : public std::enable_shared_from_this<Checked> {
 public:
  static std::shared_ptr<Checked> make(std::shared_ptr<Source> source, const std::string& profile,
                                       const std::optional<std::string>& accumulate, bool strict, const py::list& sizes,
                                       const py::list& shapes, const py::list& values);

  std::shared_ptr<Source> source;
  std::vector<std::shared_ptr<const Tensor>> bound = {};
  std::vector<BoundPart> parts = {};
  Profile profile;
  Verdict verdict = {};

  const CheckedModel& model(const char* done) const;  // or the error that says why it is not "run"
  enum class Policy : bool { left_out, stated };      // of accumulation
  Identity identity(Policy policy) const;
  py::list findings() const;
  std::vector<std::string> undecided() const;  // inputs that would have to be known
  std::string written(const std::string& form) const;
};

// The tensors of these inputs by name; `ports` are all that there must be.
Operand input_of(py::handle given, std::string_view name, const Argument& wanted, const char* role = "input");

// The arrays of all inputs, by the number of their value.
Trail inputs_in(const Graph& graph, const py::dict& arrays);

// Adds the digest of an array's elements, as a file would hold them.
void add_array(Identity& identity, std::string_view role, std::string_view name, const TensorView& array);

void define_models(py::module_& module);
void define_compare(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module);
void define_equal(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module);
void define_fix(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module);
void define_generate(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module);
void define_requantise(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module);
void define_verify(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module);
void define_accuracy(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module);
void define_decisions(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module);

}  // namespace etalon::impl::python
