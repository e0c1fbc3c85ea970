// SPDX-License-Identifier: Apache-2.0
// Every prefix and every flipped bit of small models, read, checked, planned and run in guarded memory: each ends in a
// finding, a condition or a result.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <numeric>

#include "fuzz/run_guard.hpp"
#include "io/mapped_file.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::fuzz {
namespace {

const std::string seeds = ETALON_FUZZ_FOLDER "/corpus/model/", suite = "/usr/share/libonnx-testdata/data/node/test_";

struct Seed {
  std::string path;
  const char* profile;
  Reached reached;  // by the seed itself
};

const Seed all_seeds[] = {
    {seeds + "chain_float.onnx", "sonnx", Reached::result},
    {seeds + "chain_int32.onnx", "sonnx", Reached::result},
    {seeds + "mul_6_axis.onnx", "onnx", Reached::result},
    {seeds + "mul_broadcast.onnx", "onnx", Reached::result},
    {seeds + "mul_int4.onnx", "sonnx", Reached::result},
    {seeds + "matmul_batch.onnx", "onnx", Reached::result},
    {seeds + "matmul_empty.onnx", "sonnx", Reached::result},
    {seeds + "div_by_zero.onnx", "sonnx", Reached::condition},
    {seeds + "default_input.onnx", "onnx", Reached::result},
    {seeds + "output_is_constant.onnx", "sonnx", Reached::result},
    {seeds + "external.onnx", "onnx", Reached::result},
    {seeds + "sparse.onnx", "onnx", Reached::graph},
    {seeds + "subgraph.onnx", "onnx", Reached::graph},
    {seeds + "function.onnx", "sonnx", Reached::graph},
    {seeds + "unknown_fields.onnx", "sonnx", Reached::result},
    {suite + "add_bcast/model.onnx", "onnx", Reached::result},
    {suite + "div_uint8/model.onnx", "onnx", Reached::result},
    {suite + "matmul_4d/model.onnx", "onnx", Reached::result},
    {suite + "mul_example/model.onnx", "onnx", Reached::result},
};

class Mutations : public testing::TestWithParam<Seed> {};

TEST_P(Mutations, EveryPrefixAndEveryFlippedBitKeepsThePromises) {
  EVIDENCE("FILE-ONNX-FORM", "FILE-ALL-LIMITS", "RUN-ALL-NOTHING", "RUN-ALL-ARENA");
  const Seed& seed = GetParam();
  if (!std::filesystem::exists(seed.path) && seed.path.starts_with(suite))
    GTEST_SKIP() << "package libonnx-testdata is not installed";
  const auto file = impl::map_file(seed.path, 4096);
  ASSERT_TRUE(file) << file.finding().message;
  const std::vector<std::byte> bytes(file->bytes().begin(), file->bytes().end());
  const impl::Profile& profile = *impl::find_profile(seed.profile);
  auto folder = impl::ExternalData::of_folder(ETALON_FUZZ_FOLDER "/beside", {});
  ASSERT_TRUE(folder);

  std::array<std::uint64_t, reached_kinds> ends{};
  const auto visit = [&](const std::vector<std::byte>& given) {
    const Journey journey = travel(given, profile, {}, &*folder);
    ++ends[static_cast<unsigned>(journey.reached)];
    EXPECT_STREQ(journey.broken, nullptr);
    return journey.reached;
  };
  EXPECT_EQ(visit(bytes), seed.reached);
  for (std::size_t length = 0; length < bytes.size(); ++length)
    visit({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)});
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::vector<std::byte> flipped = bytes;
    flipped[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
    visit(flipped);
  }
  EXPECT_EQ(std::accumulate(ends.begin(), ends.end(), std::uint64_t{0}), 1 + 9 * bytes.size());
  EXPECT_GT(ends[0], bytes.size() / 2) << "most prefixes are no models";
  EXPECT_GT(ends[static_cast<unsigned>(seed.reached)], 1u) << "some flips do not matter, say those in a name";
  std::printf("%zu bytes: %llu unread, %llu not conformant, %llu at limits, %llu conditions, %llu results\n",
              bytes.size(), static_cast<unsigned long long>(ends[0]), static_cast<unsigned long long>(ends[1]),
              static_cast<unsigned long long>(ends[2] + ends[3]), static_cast<unsigned long long>(ends[4]),
              static_cast<unsigned long long>(ends[5]));
}

INSTANTIATE_TEST_SUITE_P(Seeds, Mutations, testing::ValuesIn(all_seeds), [](const auto& p) {
  const std::filesystem::path path = p.param.path;
  return path.stem() == "model" ? "suite" + path.parent_path().filename().string().substr(4) : path.stem().string();
});

}  // namespace
}  // namespace etalon::fuzz
