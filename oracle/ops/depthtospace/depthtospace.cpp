// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/depthtospace/depthtospace.hpp"

#include <stdexcept>

namespace oracle {

Move depth_to_space(const Shape& data, std::uint64_t blocksize, DepthOrder order) {
  if (data.size() != 4 || blocksize == 0 || data[1] % (blocksize * blocksize) != 0) {
    throw std::invalid_argument("oracle depth to space: no such blocks");
  }
  const std::uint64_t channels = data[1] / (blocksize * blocksize);
  const Shape shape{data[0], channels, data[2] * blocksize, data[3] * blocksize};
  return {shape, [channels, blocksize, order](const Tuple& output) {
            const std::uint64_t in_block = output[2] % blocksize * blocksize + output[3] % blocksize;
            const std::uint64_t channel = order == DepthOrder::block_first
                                              ? in_block * channels + output[1]
                                              : output[1] * blocksize * blocksize + in_block;
            return Place{0, {output[0], channel, output[2] / blocksize, output[3] / blocksize}};
          }};
}

}  // namespace oracle
