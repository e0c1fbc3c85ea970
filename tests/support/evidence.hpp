// SPDX-License-Identifier: Apache-2.0
// A test says which requirements it is evidence of; what ran is written to the folder named by ETALON_EVIDENCE, for
// `etalon trace`.
#pragma once

#include <initializer_list>
#include <string_view>

namespace etalon::tests {
void cite(std::initializer_list<std::string_view> tags);
}

#define EVIDENCE(...) ::etalon::tests::cite({__VA_ARGS__})
