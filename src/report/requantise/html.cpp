// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: rules and nodes as one HTML page; channels one by one are for programs.
#include <fmt/format.h>

#include <algorithm>

#include "report/page/escape.hpp"
#include "report/page/html.hpp"
#include "report/page/verdict_page.hpp"
#include "report/requantise/report.hpp"

namespace etalon::impl {
namespace {

std::string cell(std::string_view text) { return fmt::format("<td>{}</td>", html_text(text)); }
std::string header(std::string_view text) { return fmt::format("<th>{}</th>", html_text(text)); }
std::string table(const std::string& head, const std::string& rows) {
  return fmt::format("<table><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table>\n", head, rows);
}

std::string rules_html(const RequantiseReport& report) {
  std::string head, rows;
  for (const char* name :
       {"rule", "what it computes", "channels differ", "accumulators", "with operands", "without any", "not known"})
    head += header(name);
  if (report.has_inputs) head += header("by the inputs");
  for (const Requantisation* rule : report.rules.subspan(1)) {
    const RuleCounts counts = counts_of(report, *rule);
    rows += "<tr>" + cell(rule->id) + cell(rule->text);
    for (const std::uint64_t count :
         {counts.channels, counts.accumulators, counts.reached, counts.unreachable, counts.not_known})
      rows += cell(std::to_string(count));
    if (report.has_inputs) rows += cell(seen_text(counts));
    rows += "</tr>\n";
  }
  return table(head, rows);
}

std::string nodes_html(const RequantiseReport& report) {
  std::string head, rows;
  for (const char* name : {"node", "channels", "least accumulator", "largest accumulator"}) head += header(name);
  for (const Requantisation* rule : report.rules.subspan(1)) head += header(rule->id);
  for (const NodeCertificate& node : report.nodes) {
    rows += "<tr>" + cell(site_text(report, node.site));
    if (node.channels.empty()) {
      rows += fmt::format("<td colspan=\"{}\">not judged: {}</td></tr>\n", 2 + report.rules.size(),
                          html_text(node.site.not_judged));
      continue;
    }
    const auto least = std::ranges::min(node.channels, {}, [](const auto& one) { return one.range.low; });
    const auto largest = std::ranges::max(node.channels, {}, [](const auto& one) { return one.range.high; });
    rows += cell(std::to_string(node.channels.size())) + cell(std::to_string(least.range.low)) +
            cell(std::to_string(largest.range.high));
    for (const Requantisation* rule : report.rules.subspan(1))
      rows += cell(std::to_string(std::ranges::count_if(node.channels, [&](const ChannelCertificate& channel) {
        return std::ranges::any_of(channel.differences, [&](const RuleDifference& one) {
          return one.rule == rule && !one.accumulators.empty();
        });
      })));
    rows += "</tr>\n";
  }
  return table(head, rows);
}

}  // namespace

std::string requantise_html(const RequantiseReport& report) {
  const Requantisation& first = *report.rules[0];
  const std::string body = fmt::format("<h1>Requantisation</h1>\n<p>{}</p>\n<p>Held against <code>{}</code>: {}.</p>\n",
                                       html_text(requantise_summary(report)), first.id, html_text(first.text)) +
                           rules_html(report) + "<h2>Nodes, and channels in which a rule differs</h2>\n" +
                           nodes_html(report) + identity_html(report.identity) + platform_html();
  return html_page("etalon requantise", "", body);
}

}  // namespace etalon::impl
