// SPDX-License-Identifier: Apache-2.0
// Floor 9. JUnit XML, for servers that collect tests. A test fails where the exit code is 1 because of it, and is
// skipped where nothing is judged.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace etalon::impl {

// What the results are about; a property is what JUnit has for that.
using JUnitProperties = std::vector<std::pair<std::string, std::string>>;

struct JUnitSuite {
  std::string name, classname;  // of its tests
  JUnitProperties properties = {};
  std::string cases = {};
  std::size_t tests = 0, failures = 0, skipped = 0;

  void pass(const std::string& test, const std::string& words);
  void fail(const std::string& test, const std::string& type, const std::string& message, const std::string& words);
  void skip(const std::string& test, const std::string& message);

 private:
  void add(const std::string& test, const std::string& inside);
};

std::string junit_xml(const std::string& name, std::span<const JUnitSuite> suites);

}  // namespace etalon::impl
