#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/columnar/layout.h"
#include "formats/format.h"

namespace ioreel {

/// A text format that is all said by its Layout.
class ColumnarFormat : public Format {
 public:
  explicit ColumnarFormat(Layout layout)
      : layout_(std::make_shared<const Layout>(std::move(layout))) {}

  absl::string_view name() const override { return layout_->name; }
  absl::string_view description() const override { return layout_->description; }
  absl::string_view carries() const override { return layout_->carries; }

  bool Sniff(absl::string_view head, absl::string_view name) const override;
  bool SniffLast(absl::string_view head, absl::string_view name) const override;
  bool TakesColumns() const override { return true; }
  bool CouldBe(absl::string_view head) const override;
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override;

 private:
  /// What the first lines of a text are to the layout.
  struct Fit {
    bool header = false;   ///< its header, which says all
    bool foreign = false;  ///< the header of another format
    int rows = 0, bad = 0;
  };
  Fit FitOf(absl::string_view head) const;
  /// All of them are rows as the layout has them, behind the header that it has.
  bool Fits(absl::string_view head) const;

  /// The layout with what the user says of its columns.
  absl::StatusOr<std::shared_ptr<const Layout>> LayoutWith(absl::string_view columns,
                                                           const Input& input) const;

  std::shared_ptr<const Layout> layout_;
};

}  // namespace ioreel
