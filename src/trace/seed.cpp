// SPDX-License-Identifier: Apache-2.0
// Floor 7. See seed.hpp.
#include "trace/seed.hpp"

#include <random>

namespace etalon::impl {

Sha256::Digest drawn_seed() {
  std::random_device device;
  Sha256::Digest seed;
  for (std::uint8_t& byte : seed) byte = static_cast<std::uint8_t>(device());
  return seed;
}

}  // namespace etalon::impl
