// SPDX-License-Identifier: Apache-2.0
// The command lines of test programs: options that are each followed by a value; and whose turn it is in long
// campaigns.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace etalon::tests {

struct Option {
  std::string_view name;
  std::variant<std::uint64_t*, std::optional<std::uint64_t>*, std::string*> value;
};

// False where a word is none of these options, or an option has no value.
inline bool read_options(int argc, char** argv, std::initializer_list<Option> options) {
  for (int i = 1; i < argc; i += 2) {
    const Option* found = nullptr;
    for (const Option& option : options)
      if (option.name == argv[i]) found = &option;
    if (found == nullptr || i + 1 == argc) return false;
    const char* const given = argv[i + 1];
    if (auto* const* text = std::get_if<std::string*>(&found->value))
      **text = given;
    else if (auto* const* number = std::get_if<std::uint64_t*>(&found->value))
      **number = std::strtoull(given, nullptr, 10);
    else
      *std::get<std::optional<std::uint64_t>*>(found->value) = std::strtoull(given, nullptr, 10);
  }
  return true;
}

// CI takes another part of a long campaign every day: which one, 0 where nobody says.
inline std::uint64_t turn() {
  const char* const given = std::getenv("ETALON_TURN");
  return given == nullptr ? 0 : std::strtoull(given, nullptr, 10);
}

// A part of 1/every of so many blocks (a power of 2) has this many of them, ...
constexpr std::uint64_t blocks_in_turn(std::uint64_t blocks, std::uint64_t every) {
  return (blocks + every - 1) / every;
}

// ... and this is the i-th. Steps of the golden ratio spread a turn over signs, exponents and leading digits; `every`
// turns take all blocks.
inline std::uint64_t block_of_turn(std::uint64_t i, std::uint64_t blocks, std::uint64_t every) {
  return (turn() % every * blocks_in_turn(blocks, every) + i) * 40503 % blocks;
}

}  // namespace etalon::tests
