// SPDX-License-Identifier: Apache-2.0
// Floor 9. See verdict_page.hpp.
#include "report/page/verdict_page.hpp"

#include <fmt/format.h>

#include "base/platform.hpp"
#include "report/page/escape.hpp"

namespace etalon::impl {

const std::string_view verdict_style =
    R"(h1 { font-size: 1.2rem; margin: 0 0 .6rem; overflow-wrap: anywhere } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem } h3 { font-size: 1rem; margin: 1rem 0 .3rem }
.verdicts { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem } .verdicts section { border-left: .4rem solid var(--tone); background: var(--soft); padding: .8rem 1rem }
.verdicts h2 { margin: 0; font-size: .9rem; font-weight: normal; color: var(--faint) } .verdicts strong { font-size: 1.4rem; color: var(--tone) } .verdicts p { margin: .3rem 0 0 }
td.is-good, td.is-note, td.is-warn, td.is-bad, td.is-plain { color: var(--tone); font-weight: 600 } .is-plain { --tone: var(--faint) } .nothing { color: var(--faint) }
a { color: inherit } details { margin: .6rem 0 } summary { cursor: pointer } :target { background: var(--soft) } .skip { position: absolute; left: -99rem } .skip:focus { position: static }
input[type=search] { font: inherit; padding: .2rem .4rem; color: inherit; background: var(--paper); border: 1px solid var(--faint); max-width: 100% } :focus-visible { outline: 2px solid var(--note); outline-offset: 1px }
#judged td { font-size: .93rem } [hidden] { display: none !important }
@media (max-width: 50rem) { .verdicts { grid-template-columns: 1fr } .nothing { display: none } }
@media print { body { margin: 0; max-width: none } #search { display: none } th { position: static } tr, figure { break-inside: avoid } }
)";

// `hidden` is taken away here, so that nobody without scripts sees a field that does nothing.
const std::string_view search_script =
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

const std::string_view search_field =
    "<p id=\"search\" hidden><label>Show only rows with <input type=\"search\" id=\"words\" "
    "autocomplete=\"off\"></label> <output id=\"found\" for=\"words\"></output></p>\n";

std::string verdict_card(const char* question, const char* tone, const std::string& answer, const std::string& reason) {
  return fmt::format("<section class=\"{}\"><h2>{}</h2><strong>{}</strong><p>{}.</p></section>\n", tone, question,
                     html_text(answer), html_text(reason));
}

std::string platform_html() {
  const Platform& here = platform();
  return fmt::format(
      "<p>Judged with a build by {} for {} ({}, {}), flags <code>{}</code>. None of it changes a bit of the "
      "reference.</p>\n",
      html_text(here.compiler), html_text(here.processor), here.byte_order, html_text(here.instructions),
      html_text(here.flags));
}

}  // namespace etalon::impl
