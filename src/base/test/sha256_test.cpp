// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

std::string digest_of(const std::string& text, std::size_t piece) {
  Sha256 sha;
  for (std::size_t at = 0; at < text.size(); at += piece)
    sha.update(std::as_bytes(std::span(text).subspan(at, std::min(piece, text.size() - at))));
  return to_hex(sha.finish());
}

TEST(Sha256, PublishedVectorsAreMet) {  // FIPS 180-4 examples
  EVIDENCE("NUM-ALL-DIGEST");
  EXPECT_EQ(digest_of("", 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_of("abc", 3), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest_of(std::string(1000000, 'a'), 1000000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, TheProcessorsInstructionsGiveThePlainDigest) {
  EVIDENCE("NUM-ALL-DIGEST");
  std::string text;
  for (unsigned i = 0; i < 1000; ++i) {
    Sha256 fastest(Sha256::Way::fastest), plain(Sha256::Way::plain);
    fastest.update(std::as_bytes(std::span(text)));
    plain.update(std::as_bytes(std::span(text)));
    EXPECT_EQ(to_hex(fastest.finish()), to_hex(plain.finish())) << i << " bytes";
    text += static_cast<char>(i * i % 251);
  }
}

TEST(Sha256, TheWayTheInputIsCutDoesNotMatter) {
  EVIDENCE("NUM-ALL-DIGEST");
  const std::string text(1000, 'x');
  const std::string whole = digest_of(text, 1000);
  for (std::size_t piece = 1; piece < 200; ++piece) EXPECT_EQ(digest_of(text, piece), whole) << piece;
}

}  // namespace
}  // namespace etalon::impl
