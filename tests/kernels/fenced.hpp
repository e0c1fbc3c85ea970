// SPDX-License-Identifier: Apache-2.0
// Memory for operands, results and scratch that shows when a kernel leaves it: inaccessible pages before and after, and
// known bytes in the rest of its own pages.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace etalon::tests {

class Fenced {
 public:
  enum class At { begin, end };

  Fenced() = default;

  // `bytes` bytes, filled with `filling`, as close to a fence as the alignment and the distance allow.
  Fenced(std::size_t bytes, std::size_t alignment, std::size_t distance, At at, unsigned char filling) : bytes_(bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    inner_ = (bytes + alignment + distance + page - 1) / page * page;
    whole_ = inner_ + 2 * page;
    void* const pages = mmap(nullptr, whole_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) std::abort();
    begin_ = static_cast<unsigned char*>(pages);
    if (mprotect(inner(), inner_, PROT_READ | PROT_WRITE) != 0) std::abort();
    const std::size_t last = (inner_ - bytes - distance) / alignment * alignment;
    data_ = inner() + (at == At::begin ? distance : last);
    std::memset(inner(), guard, static_cast<std::size_t>(data_ - inner()));
    std::memset(data_, filling, bytes);
    std::memset(data_ + bytes, guard, inner_ - bytes - static_cast<std::size_t>(data_ - inner()));
  }
  Fenced(Fenced&& other) noexcept { *this = std::move(other); }
  Fenced& operator=(Fenced&& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(data_, other.data_);
    std::swap(whole_, other.whole_);
    std::swap(inner_, other.inner_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Fenced() {
    if (begin_ != nullptr) munmap(begin_, whole_);
  }

  unsigned char* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  // Whether the bytes around are what they were.
  bool intact() const {
    for (const unsigned char* p = inner(); p < data_; ++p)
      if (*p != guard) return false;
    for (const unsigned char* p = data_ + bytes_; p < inner() + inner_; ++p)
      if (*p != guard) return false;
    return true;
  }

  bool holds_only(unsigned char filling) const {
    for (std::size_t i = 0; i < bytes_; ++i)
      if (data_[i] != filling) return false;
    return true;
  }

 private:
  static constexpr unsigned char guard = 0xA5;
  unsigned char* inner() const { return begin_ + (whole_ - inner_) / 2; }

  unsigned char* begin_ = nullptr;  // of the lower fence
  unsigned char* data_ = nullptr;
  std::size_t whole_ = 0, inner_ = 0, bytes_ = 0;
};

}  // namespace etalon::tests
