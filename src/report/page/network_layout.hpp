// SPDX-License-Identifier: Apache-2.0
// Floor 9. Where the items of a graph are drawn: ranks from top to bottom by the longest path to an item, the order
// within a rank by barycentre, and a long drawing wrapped into columns, so that hundreds of items stay legible.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace etalon::impl {

using DrawnEdge = std::pair<std::uint32_t, std::uint32_t>;  // from an item to a later one

struct LayoutMeasures {
  double item_width = 140, item_height = 36, rank_pitch = 60, item_gap = 16;
  double wanted_width = 1200;        // columns are added while they fit
  std::size_t fewest_ranks = 12;     // of a column
  std::size_t most_passing = 30000;  // places that edges pass through; the longest edges beyond that are left out
};

struct NetworkLayout {
  struct Point {
    double x = 0, y = 0;
  };
  std::vector<Point> items;   // centres
  std::string edges, arrows;  // paths for SVG, of lines and of areas
  double width = 0, height = 0;
  std::uint64_t omitted = 0;  // edges
};

// The edges are distinct. `heights` are those of the items' boxes, at most the pitch of the ranks less the arrow.
NetworkLayout layout_of(std::span<const double> heights, std::vector<DrawnEdge> edges,
                        const LayoutMeasures& measures = {});

}  // namespace etalon::impl
