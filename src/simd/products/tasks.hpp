// SPDX-License-Identifier: Apache-2.0
// Floor 7. Tasks of products of matrices: how a product is cut into them, and how a team computes them.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/fp_environment.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

// About as many parts as are wanted: by rows or by columns, whichever there are more of, in whole tiles.
struct MatrixParts {
  std::size_t rows, columns;  // of a part; the last one may have fewer
  std::size_t across, count;  // parts beside each other, and all of them

  MatrixParts(std::size_t all_rows, std::size_t all_columns, std::size_t columns_unit, std::size_t wanted)
      : rows(all_rows), columns(all_columns) {
    const auto share = [&](std::size_t whole, std::size_t unit) {
      return std::min(whole, ((whole + wanted - 1) / wanted + unit - 1) / unit * unit);
    };
    if (all_rows >= all_columns)
      rows = share(all_rows, 12);
    else
      columns = share(all_columns, columns_unit);
    across = (all_columns + columns - 1) / columns;
    count = (all_rows + rows - 1) / rows * across;
  }
  std::size_t row(std::size_t part) const { return part / across * rows; }
  std::size_t column(std::size_t part) const { return part % across * columns; }
};

// job.task(i) for every i below `tasks`.
template <class Job> void in_tasks(const Work& work, std::size_t tasks, Job& job) {
  if (tasks == 1) return job.task(0);
  work.team->run(
      tasks,
      [](void* context, std::size_t i) {
        const FpGuard guard;
        static_cast<const Job*>(context)->task(i);
      },
      &job);
}

}  // namespace etalon::impl
