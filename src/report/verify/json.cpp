// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as JSON for programs, and as a table of comma-separated values.
#include <fmt/format.h>

#include "report/page/escape.hpp"
#include "report/page/json_writer.hpp"
#include "report/verify/report.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {
namespace {

void write_judged(JsonWriter& json, std::string_view name, const JudgedProperty& judged) {
  json.object(name, [&] {
    json.member("answer", answer_names[static_cast<std::size_t>(judged.answer)]);
    json.member("margin_low", JsonText{end_json(judged.margin.low, End::low)});
    json.member("margin_high", JsonText{end_json(judged.margin.high, End::high)});
  });
}

void write_evaluation(JsonWriter& json, std::string_view name, const Evaluation& evaluation) {
  json.object(name, [&] {
    json.member("evaluation", evaluation.name);
    write_judged(json, "judged", evaluation.judged);
  });
}

void write_point(JsonWriter& json, const WitnessRow& row) {
  const JudgedPoint& point = *row.judged;
  json.object("in_box", [&] {
    for (std::size_t k = 0; k < std::size(box_readings); ++k) json.member(box_readings[k], point.in_box[k]);
  });
  json.member("reading", point.reading ? known(box_readings[static_cast<std::size_t>(*point.reading)]) : std::nullopt);
  write_judged(json, "real", point.real);
  json.object("policies", [&] {
    for (std::size_t p = 0; p < property_policies; ++p)
      if (point.policies[p]) write_judged(json, accumulation_names[p], *point.policies[p]);
  });
  json.member("any_order", any_order_names[static_cast<std::size_t>(point.any_order)]);
  json.member("bounded_margin_low", JsonText{end_json(point.bounded_margin.low, End::low)});
  json.member("bounded_margin_high", JsonText{end_json(point.bounded_margin.high, End::high)});
  json.member("orders_tried", point.tried);
  if (point.shown) {
    write_evaluation(json, "holds", point.shown->first);
    write_evaluation(json, "fails", point.shown->second);
    json.member("parting", known(row.parting));
  }
  json.object("stated_outputs", [&] {
    json.member("given", point.stated.given).member("all", point.stated.all);
    json.member("farthest", JsonText{end_json(point.stated.farthest, End::high)});
    json.member("relative", JsonText{end_json(point.stated.relative, End::high)});
    json.member("same", point.stated.is_same);
    write_judged(json, "judged", point.stated.judged);
  });
  json.member("checker", checker_names[static_cast<std::size_t>(point.checker)]);
}

void write_totals(JsonWriter& json, const WitnessTotals& totals) {
  json.member("witnesses", totals.witnesses).member("judged", totals.judged).member("in_no_box", totals.in_no_box);
  const auto counts = [&](const char* name, const auto& names, const auto& numbers) {
    json.object(name, [&] {
      for (std::size_t k = 0; k < std::size(numbers); ++k) json.member(names[k], numbers[k]);
    });
  };
  counts("in_box", box_readings, totals.in_box);
  counts("real", answer_names, totals.real);
  counts("satisfied", accumulation_names, totals.satisfied);
  json.member("policies_differ", totals.policies_differ);
  counts("any_order", any_order_names, totals.any_order);
  counts("checker", checker_names, totals.checker);
}

}  // namespace

std::string csv_field(std::string_view text) {
  std::string plain = printable(text);
  if (!plain.empty() && std::string_view("=+-@").find(plain[0]) != std::string_view::npos) plain.insert(0, 1, '\'');
  if (plain.find_first_of("\",") == plain.npos) return plain;
  std::string out = "\"";
  for (const char c : plain) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_number(double x, End end) {
  const std::string text = end_json(x, end);
  return text.starts_with('"') ? text.substr(1, text.size() - 2) : text;
}
std::string verify_json(const VerifyReport& report) {
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-verify-1", report.identity);
    json.line().member("property", known(report.property));
    json.line().object("totals", [&] { write_totals(json, totals_of(report)); });
    json.line().lines("by_tool", tables_of(report), [&](const auto& one) {
      json.member("benchmark", one.first.first).member("tool", one.first.second);
      write_totals(json, one.second);
    });
    json.line().lines("witnesses", report.rows, [&](const WitnessRow& row) {
      json.member("benchmark", known(row.benchmark)).member("tool", known(row.tool));
      json.member("network", row.network).member("property", row.property).member("witness", row.witness);
      json.member("points", row.points).member("point", row.best);
      json.member("problem", known(row.problem));
      if (row.judged) write_point(json, row);
    });
  });
}

std::string verify_csv(const VerifyReport& report) {
  std::string out =
      "benchmark,tool,network,property,witness,points,point,in_box_decimals,in_box_rounded_input,in_box_all_rounded,"
      "real,real_margin_low,real_margin_high,sequential,fused,wide,exact,any_order,bounded_margin_low,"
      "bounded_margin_high,holds,fails,parting,stated_outputs,stated_relative,as_stated,checker,problem,made_by\n";
  const std::string made_by = csv_field(tool_text());
  for (const WitnessRow& row : report.rows) {
    for (const std::string* name : {&row.benchmark, &row.tool, &row.network, &row.property, &row.witness})
      out += csv_field(*name) + ',';
    out += fmt::format("{},{},", row.points, row.best);
    if (!row.judged) {
      out += std::string(20, ',') + csv_field(row.problem) + ',' + made_by + '\n';
      continue;
    }
    const JudgedPoint& point = *row.judged;
    for (const bool is_in : point.in_box) out += is_in ? "yes," : "no,";
    out += fmt::format("{},{},{},", answer_text(point.real.answer), csv_number(point.real.margin.low, End::low),
                       csv_number(point.real.margin.high, End::high));
    for (const auto& run : point.policies) out += (run ? answer_text(run->answer) : "") + ',';
    out += fmt::format("{},{},{},", any_order_text(point.any_order), csv_number(point.bounded_margin.low, End::low),
                       csv_number(point.bounded_margin.high, End::high));
    out += point.shown ? csv_field(point.shown->first.name) + ',' + csv_field(point.shown->second.name) + ',' : ",,";
    out += fmt::format("{},{},{},{},{},,{}\n", csv_field(row.parting), point.stated.given,
                       csv_number(point.stated.relative, End::high), answer_text(point.stated.judged.answer),
                       checker_names[static_cast<std::size_t>(point.checker)], made_by);
  }
  return out;
}

}  // namespace etalon::impl
