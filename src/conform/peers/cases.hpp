// SPDX-License-Identifier: Apache-2.0
// Floor 8. A folder of conformance cases in the layout of ONNX's backend tests: CASE/model.onnx with
// CASE/test_data_set_0/input_N.pb and output_N.pb, and a manifest that says what each case is about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

struct Case {
  std::string name;       // of its folder
  std::string operation;  // "Mul"; of a model of several nodes "Mul+Add"
  std::string profile = "onnx";
  std::string policy = {};    // how sums are rounded; "" where nothing is accumulated
  std::string kind = {};      // the class: nominal, boundary, …; "" where the folder has no manifest
  std::string status = "ok";  // or the error condition that is specified
  std::string rule = {};      // of that condition
  std::vector<std::string> types = {}, requirements = {};
  std::optional<std::uint64_t> version = {}, opset = {};
  std::string seen = {};  // SHA-256 of its model, where there is no manifest

  bool has_result() const { return status == "ok"; }
};

struct CaseList {
  std::string folder, sha256;  // the digest of the manifest, or of all models where there is none
  std::vector<Case> cases;     // in the order of the manifest, or of their names
};

// Where there is no manifest.json, every folder with a model is a case of profile onnx.
Result<CaseList> read_cases(const std::string& folder, const Limits& limits);

// The tensors input_0.pb, input_1.pb, … or output_0.pb, … of a folder; those of a peer may be .npy files. Without
// `count` as many as there are.
Result<std::vector<Tensor>> read_tensors(const std::string& folder, const std::string& role,
                                         std::optional<std::size_t> count, const Limits& limits);

// Where the operands and the expected outputs of a case are.
std::string data_of(const CaseList& list, const Case& one);

}  // namespace etalon::impl
