// SPDX-License-Identifier: Apache-2.0
// Floor 9. See network_layout.hpp. The steps are those of Sugiyama, Tagawa and Toda (1981); an edge over several ranks
// passes through a narrow cell in each of them, which all edges from one item share.
#include "report/page/network_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace etalon::impl {
namespace {

constexpr double passing_width = 8, arrow = 7, track = 6;
constexpr int sweeps = 12;

// An item, or a place where edges pass through a rank.
struct Cell {
  std::size_t rank;
  bool passes;
  std::vector<std::uint32_t> above = {}, below = {};  // cells of the neighbouring ranks
  double x = 0, y = 0;
};

class Network {
 public:
  Network(std::span<const double> heights, std::vector<DrawnEdge> edges, const LayoutMeasures& measures)
      : heights_(heights), measures_(measures) {
    rank(edges);
    connect(edges);
    order();
    place();
    straighten();
  }

  NetworkLayout drawn() {
    NetworkLayout out;
    out.omitted = omitted_;
    wrap(out);
    for (std::size_t i = 0; i < heights_.size(); ++i) out.items.push_back({cells_[i].x, cells_[i].y});
    return out;
  }

 private:
  // An item that is used at least as often as it uses others stands right above its first use, not as high as it can:
  // edges get shorter so.
  void rank(const std::vector<DrawnEdge>& edges) {
    const std::size_t count = heights_.size();
    std::vector<std::vector<std::uint32_t>> next(count);
    std::vector<std::size_t> used(count, 0), ranks(count, 0);
    for (const auto& [from, to] : edges) next[from].push_back(to), ++used[to];
    for (std::size_t i = 0; i < count; ++i)
      for (const std::uint32_t to : next[i]) ranks[to] = std::max(ranks[to], ranks[i] + 1);
    for (std::size_t i = count; i-- > 0;) {
      if (next[i].empty() || used[i] > next[i].size()) continue;
      std::size_t first = SIZE_MAX;
      for (const std::uint32_t to : next[i]) first = std::min(first, ranks[to]);
      ranks[i] = first - 1;
    }
    for (const std::size_t r : ranks) {
      rows_.resize(std::max(rows_.size(), r + 1));
      rows_[r].push_back(static_cast<std::uint32_t>(cells_.size()));
      cells_.push_back({r, false});
    }
  }

  void join(std::uint32_t upper, std::uint32_t lower) {
    if (std::ranges::find(cells_[upper].below, lower) != cells_[upper].below.end()) return;
    cells_[upper].below.push_back(lower);
    cells_[lower].above.push_back(upper);
  }

  void connect(std::vector<DrawnEdge>& edges) {
    const auto length = [&](const DrawnEdge& e) { return cells_[e.second].rank - cells_[e.first].rank; };
    std::ranges::sort(edges, {}, [&](const DrawnEdge& e) { return std::pair(length(e), e); });
    std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> passing;  // by item and rank
    for (const DrawnEdge& edge : edges) {
      if (passing.size() + length(edge) > measures_.most_passing) {
        ++omitted_;
        continue;
      }
      std::uint32_t at = edge.first;
      for (std::size_t r = cells_[edge.first].rank + 1; r < cells_[edge.second].rank; ++r) {
        const auto [entry, added] = passing.try_emplace({edge.first, r}, static_cast<std::uint32_t>(cells_.size()));
        if (added) {
          rows_[r].push_back(entry->second);
          cells_.push_back({r, true});
        }
        join(at, entry->second);
        at = entry->second;
      }
      join(at, edge.second);
    }
  }

  static const std::vector<std::uint32_t>& neighbours(const Cell& cell, bool down) {
    return down ? cell.above : cell.below;
  }

  void order() {
    std::vector<double> position(cells_.size());
    const auto number = [&](const std::vector<std::uint32_t>& row) {
      for (std::size_t k = 0; k < row.size(); ++k) position[row[k]] = static_cast<double>(k);
    };
    for (const auto& row : rows_) number(row);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        std::vector<std::uint32_t>& row = rows_[down ? k : rows_.size() - 1 - k];
        std::vector<std::tuple<double, double, std::uint32_t>> keyed;  // where two are alike their order stays
        for (const std::uint32_t c : row) {
          const auto& others = neighbours(cells_[c], down);
          double sum = 0;
          for (const std::uint32_t other : others) sum += position[other];
          keyed.emplace_back(others.empty() ? position[c] : sum / static_cast<double>(others.size()), position[c], c);
        }
        std::ranges::sort(keyed);
        for (std::size_t n = 0; n < row.size(); ++n) row[n] = std::get<2>(keyed[n]);
        number(row);
      }
    }
  }

  double width_of(std::uint32_t cell) const { return cells_[cell].passes ? passing_width : measures_.item_width; }

  // Edges that pass make room for items. The same weights tell where a cell is drawn to.
  double weight_of(std::uint32_t cell) const { return cells_[cell].passes ? 1 : 2; }

  // The nearest positions to those wanted that keep the order and the distances: neighbours that would overlap are
  // pooled and move together.
  void settle(const std::vector<std::uint32_t>& row, const std::vector<double>& wanted) {
    struct Pool {
      double sum, weight;
      std::size_t size;
      double mean() const { return sum / weight; }
    };
    std::vector<double> offset(row.size(), 0);
    for (std::size_t k = 1; k < row.size(); ++k)
      offset[k] = offset[k - 1] + (width_of(row[k - 1]) + width_of(row[k])) / 2 + measures_.item_gap;
    std::vector<Pool> pools;
    for (std::size_t k = 0; k < row.size(); ++k) {
      pools.push_back({weight_of(row[k]) * (wanted[k] - offset[k]), weight_of(row[k]), 1});
      while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
        const Pool last = pools.back();
        pools.pop_back();
        pools.back() = {pools.back().sum + last.sum, pools.back().weight + last.weight, pools.back().size + last.size};
      }
    }
    std::size_t k = 0;
    for (const Pool& pool : pools)
      for (std::size_t n = 0; n < pool.size; ++n, ++k) cells_[row[k]].x = pool.mean() + offset[k];
  }

  void place() {
    for (const auto& row : rows_) settle(row, std::vector<double>(row.size(), 0));
    for (int sweep = 0; sweep < 2 * sweeps; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        const std::vector<std::uint32_t>& row = rows_[down ? k : rows_.size() - 1 - k];
        std::vector<double> wanted;
        for (const std::uint32_t c : row) {
          double sum = 0, weight = 0;
          for (const std::uint32_t other : neighbours(cells_[c], down))
            sum += weight_of(other) * cells_[other].x, weight += weight_of(other);
          wanted.push_back(weight == 0 ? cells_[c].x : sum / weight);
        }
        settle(row, wanted);
      }
    }
  }

  // A long network drifts to one side, rank by rank. Each rank is moved by what the ranks around it have drifted.
  void straighten() {
    constexpr std::size_t around = 8;
    std::vector<double> sums = {0};
    for (const auto& row : rows_) sums.push_back(sums.back() + (cells_[row.front()].x + cells_[row.back()].x) / 2);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const std::size_t from = r < around ? 0 : r - around, to = std::min(r + around + 1, rows_.size());
      for (const std::uint32_t c : rows_[r]) cells_[c].x -= (sums[to] - sums[from]) / static_cast<double>(to - from);
    }
  }

  // The ranks of a column, and the edges that lead to the next one through the gap behind it.
  struct Column {
    std::size_t from, to;
    double low, high;
    std::size_t crossing = 0;
    double width() const { return high - low + 2 * track + track * static_cast<double>(crossing); }
  };

  std::vector<Column> columns(std::size_t count) const {
    std::vector<Column> out;
    const std::size_t each = (rows_.size() + count - 1) / count;
    for (std::size_t from = 0; from < rows_.size(); from += each) {
      Column column{from, std::min(from + each, rows_.size()), beyond, -beyond};
      for (std::size_t r = column.from; r < column.to; ++r)
        for (const std::uint32_t c : rows_[r]) {
          column.low = std::min(column.low, cells_[c].x - width_of(c) / 2 - measures_.item_gap);
          column.high = std::max(column.high, cells_[c].x + width_of(c) / 2 + measures_.item_gap);
        }
      if (column.to < rows_.size())
        for (const std::uint32_t c : rows_[column.to - 1]) column.crossing += cells_[c].below.size();
      out.push_back(column);
    }
    return out;
  }

  static double total(const std::vector<Column>& columns) {
    return std::accumulate(columns.begin(), columns.end(), 0.0,
                           [](double sum, const Column& c) { return sum + c.width(); });
  }

  void wrap(NetworkLayout& out) {
    std::vector<Column> chosen = columns(1);
    for (std::size_t n = 2; n * measures_.fewest_ranks < rows_.size() + measures_.fewest_ranks; ++n) {
      std::vector<Column> tried = columns(n);
      if (total(tried) > measures_.wanted_width) break;
      chosen = std::move(tried);
    }
    std::size_t most_crossing = 0, most_ranks = 0;
    for (const Column& c : chosen)
      most_crossing = std::max(most_crossing, c.crossing), most_ranks = std::max(most_ranks, c.to - c.from);
    const double margin = track * static_cast<double>(most_crossing + 1), first = margin + measures_.rank_pitch / 2;
    out.height = 2 * margin + measures_.rank_pitch * static_cast<double>(most_ranks);
    for (const Column& column : chosen) {
      for (std::size_t r = column.from; r < column.to; ++r)
        for (const std::uint32_t c : rows_[r]) {
          cells_[c].x += out.width - column.low;
          cells_[c].y = first + measures_.rank_pitch * static_cast<double>(r - column.from);
        }
      out.width += column.width();
    }
    double right = 0;
    for (const Column& column : chosen) {
      right += column.width();
      double lane = right - track * static_cast<double>(column.crossing + 1);
      double under = cells_[rows_[column.to - 1][0]].y + measures_.rank_pitch / 2 + track;
      double over = margin - track;
      for (std::size_t r = column.from; r < column.to; ++r)
        for (const std::uint32_t c : rows_[r])
          for (const std::uint32_t to : cells_[c].below) {
            const Cell &a = cells_[c], &b = cells_[to];
            const double start = a.y + half(c), end = b.y - half(to) - (b.passes ? 0 : arrow);
            if (r + 1 < column.to) {
              const double middle = (start + end) / 2;
              out.edges += fmt::format("M{:.0f} {:.0f}C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}", a.x, start, a.x,
                                       middle, b.x, middle, b.x, end);
            } else {
              out.edges += fmt::format("M{:.0f} {:.0f}V{:.0f}H{:.0f}V{:.0f}H{:.0f}V{:.0f}", a.x, start, under, lane,
                                       over, b.x, end);
              lane += track, under += track, over -= track;
            }
            if (b.passes)
              out.edges += fmt::format("V{:.0f}", b.y + half(to));  // to where the next piece starts
            else
              out.arrows += fmt::format("M{:.0f} {:.0f}h8l-4 {}z", b.x - 4, end, arrow);
          }
    }
  }

  double half(std::uint32_t cell) const { return (cells_[cell].passes ? measures_.item_height : heights_[cell]) / 2; }

  static constexpr double beyond = 1e300;  // every drawing

  std::span<const double> heights_;
  const LayoutMeasures& measures_;
  std::vector<Cell> cells_;  // the items first
  std::vector<std::vector<std::uint32_t>> rows_;
  std::uint64_t omitted_ = 0;
};

}  // namespace

NetworkLayout layout_of(std::span<const double> heights, std::vector<DrawnEdge> edges, const LayoutMeasures& measures) {
  if (heights.empty()) return {};
  return Network(heights, std::move(edges), measures).drawn();
}

}  // namespace etalon::impl
