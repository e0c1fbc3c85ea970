// SPDX-License-Identifier: Apache-2.0
// Floor 9. See junit.hpp.
#include "report/page/junit.hpp"

#include <fmt/format.h>

#include "report/page/escape.hpp"
#include "report/page/joined.hpp"

namespace etalon::impl {
namespace {

// Its lines stay lines.
std::string body_text(std::string_view words) {
  const std::size_t end = words.find('\n');
  if (end == words.npos) return html_text(words);
  return html_text(words.substr(0, end)) + "\n" + body_text(words.substr(end + 1));
}

}  // namespace

void JUnitSuite::add(const std::string& test, const std::string& inside) {
  ++tests;
  cases += fmt::format("<testcase classname=\"{}\" name=\"{}\">{}</testcase>\n", html_text(classname), html_text(test),
                       inside);
}

void JUnitSuite::pass(const std::string& test, const std::string& words) {
  add(test, fmt::format("<system-out>{}</system-out>", body_text(words)));
}

void JUnitSuite::fail(const std::string& test, const std::string& type, const std::string& message,
                      const std::string& words) {
  ++failures;
  add(test, fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>", html_text(type), html_text(message),
                        body_text(words)));
}

void JUnitSuite::skip(const std::string& test, const std::string& message) {
  ++skipped;
  add(test, fmt::format("<skipped message=\"{}\"/>", html_text(message)));
}

std::string junit_xml(const std::string& name, std::span<const JUnitSuite> suites) {
  std::string inside;
  std::size_t tests = 0, failures = 0, skipped = 0;
  for (const JUnitSuite& suite : suites) {
    inside += fmt::format(
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
        "skipped=\"{}\">\n<properties>\n{}</properties>\n{}</testsuite>\n",
        html_text(suite.name), suite.tests, suite.failures, suite.skipped,
        joined(suite.properties, "",
               [](const auto& one) {
                 return fmt::format("<property name=\"{}\" value=\"{}\"/>\n", html_text(one.first),
                                    html_text(one.second));
               }),
        suite.cases);
    tests += suite.tests, failures += suite.failures, skipped += suite.skipped;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" "
      "errors=\"0\" skipped=\"{}\">\n{}</testsuites>\n",
      html_text(name), tests, failures, skipped, inside);
}

}  // namespace etalon::impl
