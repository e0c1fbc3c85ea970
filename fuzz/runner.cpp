// SPDX-License-Identifier: Apache-2.0
// What can be read and is conformant is planned and run, and keeps the promises of run_guard.hpp; also with what a
// caller binds.
#include "fuzz/run_guard.hpp"

#include "fuzz/bindings.hpp"
#include "fuzz/target.hpp"
#include "onnx/model.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  etalon::impl::ExternalData files = etalon::fuzz::beside();
  for (const char* id : {"onnx", "sonnx"}) {
    etalon::impl::Profile profile = *etalon::impl::find_profile(id);
    profile.choices.accumulation = static_cast<etalon::impl::Accumulation>(size % 4);  // each has its turn
    const auto journey =
        etalon::fuzz::travel(etalon::fuzz::bytes_of(data, size), profile, etalon::fuzz::limits, &files);
    etalon::fuzz::require(journey.broken == nullptr, journey.broken);
  }
  etalon::impl::Result<etalon::impl::Graph> graph =
      etalon::impl::read_model(etalon::fuzz::bytes_of(data, size), etalon::fuzz::limits, &files);
  if (!graph) return 0;
  const etalon::fuzz::DrawnBindings drawn(*graph, etalon::fuzz::bytes_of(data, size));
  if (bind(*graph, drawn.bindings, etalon::fuzz::limits)) return 0;
  const auto journey =
      etalon::fuzz::travel(std::move(*graph), *etalon::impl::find_profile("onnx"), etalon::fuzz::limits);
  etalon::fuzz::require(journey.broken == nullptr, journey.broken);
  return 0;
}
