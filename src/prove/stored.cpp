// SPDX-License-Identifier: Apache-2.0
// Floor 8. See project.hpp: weights.bin, and the function of weights.c that loads it, which has one form only.
#include <algorithm>
#include <bit>

#include "prove/project.hpp"

namespace etalon::impl::prove {
namespace {

constexpr std::size_t most_loader_words = 1 << 22;

// CRC-32, written apart from the one that a project has: the remainder of the bytes, whose lowest bits come first.
std::uint32_t remainder_of(std::string_view bytes) {
  constexpr std::uint32_t divisor = 0xEDB88320;  // from the lowest power on
  std::uint32_t table[256];
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    table[byte] = byte;
    for (int bit = 0; bit < 8; ++bit) table[byte] = (table[byte] >> 1) ^ (table[byte] % 2 == 1 ? divisor : 0);
  }
  std::uint32_t remainder = UINT32_MAX;
  for (const char c : bytes) remainder = (remainder >> 8) ^ table[(remainder ^ static_cast<unsigned char>(c)) & 255];
  return remainder ^ UINT32_MAX;
}

std::vector<std::byte> in_native_order(std::string_view stored, std::size_t size) {
  std::vector<std::byte> bytes(stored.size());
  std::ranges::transform(stored, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
  if constexpr (std::endian::native == std::endian::big)
    for (auto at = bytes.begin(); at != bytes.end(); at += static_cast<std::ptrdiff_t>(size))
      std::reverse(at, at + static_cast<std::ptrdiff_t>(size));
  return bytes;
}

}  // namespace

void take_loader_head(Words& words, const Header& header) {
  for (const std::string& word :
       {std::string("int32_t"), header.prefix + "_load", std::string("("), header.prefix + "_weights", std::string("*"),
        std::string("restrict"), std::string("weights"), std::string(","), std::string("const"), std::string("uint8_t"),
        std::string("*"), std::string("restrict"), std::string("bytes"), std::string(","), std::string("uint32_t"),
        std::string("size"), std::string(")")})
    words.demand(word);
}

StoredWeights read_stored_weights(std::string_view text, std::string_view stored, const Header& header) {
  std::uint64_t all = 0;
  for (const Header::Weight& weight : header.weights) all += buffer_bytes(weight.type, weight.size);
  if (all != stored.size() || all > UINT32_MAX)
    refuse(rules::weights, {weights_bin},
           "the file has " + std::to_string(stored.size()) + " bytes, and its tables " + std::to_string(all));
  StoredWeights result{{}, std::to_string(remainder_of(stored)) + "u"};
  const std::string size = std::to_string(all) + "u";
  Words words(weights_c, text, most_loader_words);
  const auto demand = [&](std::initializer_list<std::string_view> all_words) {
    for (const std::string_view word : all_words) words.demand(word);
  };
  words.demand_directive("#include \"model.h\"");
  take_loader_head(words, header);
  demand({"{", "if", "(", "size", "!=", size, ")", "{", "return", header.other_weights(), ";", "}"});
  demand({"if", "(", "stored_checksum", "(", "bytes", ",", size, ")", "!=", result.checksum, ")", "{", "return",
          header.other_weights(), ";", "}"});
  std::uint64_t at = 0;
  for (const Header::Weight& weight : header.weights) {
    demand(
        {"for", "(", "int32_t", "i", "=", "0", ";", "i", "<", std::to_string(weight.size), ";", "++", "i", ")", "{"});
    demand({"weights", "->", weight.name, "[", "i", "]", "=", prefix_of(weight.type) + std::string("_stored"), "(",
            "bytes", "+", std::to_string(at), ",", "i", ")", ";", "}"});
    const std::uint64_t bytes = buffer_bytes(weight.type, weight.size);
    result.tables.push_back(in_native_order(stored.substr(at, bytes), buffer_bytes(weight.type, 1)));
    at += bytes;
  }
  demand({"weights", "->", "checksum", "=", result.checksum, ";", "return", header.prefix + "_ok", ";", "}"});
  if (words.here().kind != Token::Kind::end) words.refuse_here("text behind the function that loads weights");
  return result;
}

}  // namespace etalon::impl::prove
