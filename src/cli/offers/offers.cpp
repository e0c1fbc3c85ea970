// SPDX-License-Identifier: Apache-2.0
// Floor 10. See offers.hpp.
#include "cli/offers/offers.hpp"

#include "check/profile.hpp"
#include "cli/suggest.hpp"
#include "ops/operator.hpp"

namespace etalon::impl::cli {

CLI::Validator one_of(const Names& names) {
  const std::string list = CLI::detail::join(names, ", ");
  return {[names, list](const std::string& word) -> std::string {
            if (std::count(names.begin(), names.end(), word) > 0) return {};
            return quoted(word, 60) + " is not known\n" + did_you_mean(word, names, "give one of " + list);
          },
          "{" + CLI::detail::join(names, ",") + "}"};
}

void offer_common(CLI::App& verb, CommonOptions& o, const Names& formats) {
  verb.add_option("--format", o.format, "How the result is written")->check(one_of(formats))->capture_default_str();
  verb.add_flag("-q,--quiet", o.quiet, "No progress bar, no remarks, and of a report in text the verdict only");
}

void offer_report(CLI::App& verb, std::string& output) {
  verb.add_option("-o,--output", output, "Write the report to this file, and print only the verdict")
      ->type_name("FILE");
}

void offer_list(CLI::App& verb, const char* name, const char* value, Names& values, const std::string& description) {
  verb.add_option(name, values, description)->type_name(value)->allow_extra_args(false);
}

Names operator_names() {
  Names names;
  for (const Operator* op : operators()) names.push_back(CLI::detail::to_lower(op->name));
  return names;
}

CLI::Validator in_small_letters() {
  return {[](std::string& name) {
            name = CLI::detail::to_lower(name);
            return std::string();
          },
          ""};
}

Names profile_names() {
  Names names;
  for (const Profile& profile : profiles()) names.emplace_back(profile.id);
  return names;
}

void offer_profile(CLI::App& verb, std::string& profile) {
  verb.add_option("--profile", profile, "Which rules apply")
      ->type_name("NAME")
      ->check(one_of(profile_names()))
      ->capture_default_str();
}

void offer_accumulate(CLI::App& verb, std::optional<std::string>& accumulate) {
  verb.add_option("--accumulate", accumulate, "How sums of floats are rounded")
      ->type_name("POLICY")
      ->check(one_of(Names(std::begin(accumulation_names), std::end(accumulation_names))))
      ->default_str("sequential");
}

void offer_strict(CLI::App& verb, bool& strict) {
  verb.add_flag("--strict", strict, "Make a broken precondition an error even if there is a result");
}

void offer_external_data(CLI::App& verb, bool& external_data) {
  verb.add_flag("--external-data", external_data, "Read the data files that the model refers to");
}

void offer_bindings(CLI::App& verb, BindingOptions& bindings) {
  offer_list(verb, "--dim", "NAME=SIZE", bindings.dims, "Size of a dimension that the model only names; profile onnx");
  offer_list(verb, "--shape", "NAME=SIZE,SIZE,…", bindings.shapes,
             "Shape of an input whose shape the model leaves open; profile onnx");
  offer_list(verb, "--value", "NAME=VALUE", bindings.values,
             "Make an input a constant: JSON, @file.npy or @file.pb; profile onnx");
}

}  // namespace etalon::impl::cli
