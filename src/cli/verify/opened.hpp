// SPDX-License-Identifier: Apache-2.0
// Floor 10. The files that `etalon verify` is about: properties, witnesses, and models with what a property settles of
// them.
#pragma once

#include "cli/model.hpp"
#include "conform/properties/networks.hpp"
#include "report/verify/report.hpp"
#include "vnnlib/witness.hpp"

namespace etalon::impl::cli {

// Files are added to the identity.
Result<Property> open_property(const std::string& path, const Limits& limits, Identity& identity);
Result<Witness> open_witness(const std::string& path, const Property& property, const Limits& limits,
                             Identity& identity);

// "NAME=1,5" for each input whose shape the graph leaves open, as the property has it.
std::vector<std::string> open_shapes(const Graph& graph, const Property& property, std::size_t network);

// The model of a network of the property. Shapes that its inputs leave open are those of the property, unless the user
// binds something ("VNN-ALL-FIT").
Result<OpenModel> open_network(const ModelOptions& options, const Property& property, std::size_t network,
                               const Limits& limits, Subject& subject);

// The witnesses of a folder.
Result<VerifyReport> judge_campaign(const VerifyOptions& options, Subject& subject);

}  // namespace etalon::impl::cli
