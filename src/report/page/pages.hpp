// SPDX-License-Identifier: Apache-2.0
// Floor 9. The spec pages with their data, the published digests, and where the code cites a requirement: built into
// the program by tools/embed_pages, so that it can print them wherever it is installed.
#pragma once

#include <span>
#include <string_view>

namespace etalon::impl {

struct Page {
  std::string_view path;  // within the repository
  std::string_view text;
};

struct Citation {
  std::string_view tag;
  std::string_view file;
  unsigned line;
};

std::span<const Page> pages();
std::span<const Citation> citations();

std::string_view page_text(std::string_view path);  // of the page at that path; "" where there is none

std::string_view proof_sources();  // the digest of what the proofs are about (tools/proof_sources.py)

}  // namespace etalon::impl
