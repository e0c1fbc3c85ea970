// SPDX-License-Identifier: Apache-2.0
// Floor 9. See compare_report.hpp: as one HTML page ("CON-ALL-REPORT"). Its script only searches the table of nodes;
// the page says everything without it.
#include "report/compare_html.hpp"

#include <fmt/format.h>

#include "base/platform.hpp"
#include "report/escape.hpp"
#include "report/figures.hpp"
#include "report/html.hpp"
#include "report/network_svg.hpp"

namespace etalon::impl {
namespace {

constexpr std::string_view style =
    R"(h1 { font-size: 1.2rem; margin: 0 0 .6rem; overflow-wrap: anywhere } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem } h3 { font-size: 1rem; margin: 1rem 0 .3rem }
.verdicts { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem } .verdicts section { border-left: .4rem solid var(--tone); background: var(--soft); padding: .8rem 1rem }
.verdicts h2 { margin: 0; font-size: .9rem; font-weight: normal; color: var(--faint) } .verdicts strong { font-size: 1.4rem; color: var(--tone) } .verdicts p { margin: .3rem 0 0 }
td.is-good, td.is-note, td.is-warn, td.is-bad, td.is-plain { color: var(--tone); font-weight: 600 } .is-plain { --tone: var(--faint) } .nothing { color: var(--faint) }
.legend td:first-child { white-space: nowrap } a { color: inherit } details { margin: .6rem 0 } summary { cursor: pointer } :target { background: var(--soft) } .skip { position: absolute; left: -99rem } .skip:focus { position: static }
input[type=search] { font: inherit; padding: .2rem .4rem; color: inherit; background: var(--paper); border: 1px solid var(--faint); max-width: 100% } :focus-visible { outline: 2px solid var(--note); outline-offset: 1px }
#judged td:nth-child(1) { min-width: 9rem } #judged td:nth-child(2) { white-space: nowrap } #judged td:nth-child(3) { min-width: 10rem } #judged td:nth-child(8) { min-width: 14rem } #judged td { font-size: .93rem }
@media (max-width: 50rem) { .verdicts { grid-template-columns: 1fr } #judged td:nth-child(n) { min-width: 0 } .nothing { display: none } }
@media print { body { margin: 0; max-width: none } #search { display: none } th { position: static } tr, figure { break-inside: avoid } }
)";

// `hidden` is taken away here, so that nobody without scripts sees a field that does nothing.
constexpr std::string_view script =
    R"(
const field = document.getElementById("words"), found = document.getElementById("found");
if (field) {
  const rows = [...document.querySelectorAll("#judged tbody tr")], texts = rows.map(row => row.textContent.toLowerCase());
  document.getElementById("search").hidden = false;
  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
    let count = 0;
    rows.forEach((row, k) => { row.hidden = !words.every(word => texts[k].includes(word)); count += !row.hidden; });
    found.textContent = words.length ? count + " of " + rows.length : "";
  };
  field.addEventListener("input", search);
  addEventListener("hashchange", () => {  // a row that a link leads to must be there
    const row = document.getElementById(location.hash.slice(1));
    if (row && row.hidden) { field.value = ""; search(); row.scrollIntoView(); }
  });
  search();
}
)";

std::string card(const char* question, const char* tone, const std::string& answer, const std::string& reason) {
  return fmt::format("<section class=\"{}\"><h2>{}</h2><strong>{}</strong><p>{}.</p></section>\n", tone, question,
                     html_text(answer), html_text(reason));
}

// What the first line alone could be misread about.
std::string remark_html(const Comparison& comparison) {
  std::uint64_t elements = 0, open = 0;
  for (const ComparedNode& one : comparison.nodes)
    for (const JudgedOutput& out : one.judged.outputs)
      elements += out.elements.size(), open += out.count(Standing::not_judged) + out.count(Standing::recorded);
  std::string text;
  if (comparison.first_divergence() != nullptr) text += "Bits differ: <a href=\"#first\">where and why</a>. ";
  if (open != 0)
    text += fmt::format(
        "Of {} elements of judged nodes {} are not judged, because too many numbers would conform or the "
        "sources leave them undefined.",
        elements, open);
  return text.empty() ? "" : fmt::format("<p>{}</p>\n", text);
}

// Not to replicate is no fault: only a policy that someone demands can be missed.
std::string verdicts_html(const CompareReport& report) {
  const Comparison& comparison = *report.comparison;
  const std::optional<bool> conforms = comparison.conforms();
  const bool replicates = !comparison.replicates.empty();
  const std::string sign = !conforms ? "? " : *conforms ? "✓ " : "✗ ";
  std::string out = fmt::format(
      "<header><h1>etalon compare: <bdi>{}</bdi></h1>\n<div class=\"verdicts\">\n{}{}", html_text(report.model),
      card("Conforms to the profile?",
           !conforms   ? "is-warn"
           : *conforms ? "is-good"
                       : "is-bad",
           sign + verdict_of(comparison), reason_of(comparison)),
      card("Replicates which policy, bit for bit?", replicates ? "is-good" : "is-note",
           (replicates ? "✓ " : "") + policies_text(comparison.replicates), replication_of(comparison)));
  if (report.tolerance)
    out += report.within_tolerance()
               ? card("Within the required tolerance?", "is-good", "✓ kept", "every output is as near as required")
               : card("Within the required tolerance?", "is-bad", "✗ exceeded",
                      "an output is farther from the reference than required");
  out += "</div></header>\n";
  return out + remark_html(comparison);
}

std::string platform_html() {
  const Platform& here = platform();
  return fmt::format(
      "<p>Judged with a build by {} for {} ({}, {}), flags <code>{}</code>. None of it changes a bit of the "
      "reference.</p>\n",
      html_text(here.compiler), html_text(here.processor), here.byte_order, html_text(here.instructions),
      html_text(here.flags));
}

}  // namespace

std::string value_html(const Graph& graph, std::uint32_t value) {
  const std::string& name = graph.values[value].name;
  return fmt::format("<bdi>\"{}{}\"</bdi>", html_text(name.substr(0, 60)), name.size() > 60 ? "…" : "");
}

std::string compare_html(const CompareReport& report) {
  const Comparison& comparison = *report.comparison;
  const std::string body = verdicts_html(report) + first_difference_html(comparison) + stretches_html(comparison) +
                           drawing_html(comparison) + outputs_html(report) + operators_html(comparison) +
                           nodes_html(comparison) + identity_html(report.identity) + platform_html();
  return html_page(fmt::format("{}: etalon compare", report.model),
                   std::string(style) + std::string(figure_style) + std::string(network_style), body, script);
}

}  // namespace etalon::impl
