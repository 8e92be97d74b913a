#include "formats/model/stage_event.h"

namespace ioreel {

absl::string_view StageName(Stage stage) {
  constexpr absl::string_view kNames[kStageCount] = {"Q", "M", "F", "G",     "S",        "R",
                                                     "D", "C", "P", "U",     "UT",       "I",
                                                     "X", "B", "A", "abort", "drv_data", "lost"};
  return kNames[static_cast<int>(stage)];
}

}  // namespace ioreel
