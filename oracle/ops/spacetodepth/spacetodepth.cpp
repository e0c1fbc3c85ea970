// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/spacetodepth/spacetodepth.hpp"

#include <stdexcept>

namespace oracle {

Move space_to_depth(const Shape& data, std::uint64_t blocksize) {
  if (data.size() != 4 || blocksize == 0 || data[2] % blocksize != 0 || data[3] % blocksize != 0) {
    throw std::invalid_argument("oracle space to depth: no such blocks");
  }
  const std::uint64_t channels = data[1];
  const Shape shape{data[0], channels * blocksize * blocksize, data[2] / blocksize, data[3] / blocksize};
  return {shape, [channels, blocksize](const Tuple& output) {
            const std::uint64_t in_block = output[1] / channels;
            return Place{0,
                         {output[0], output[1] % channels, output[2] * blocksize + in_block / blocksize,
                          output[3] * blocksize + in_block % blocksize}};
          }};
}

}  // namespace oracle
