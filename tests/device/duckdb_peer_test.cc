#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

/// DuckDB finds in ioreel's Parquet the rows that it finds in ioreel's CSV. It is taken from Node's
/// package @duckdb/node-api, where NODE_PATH leads to it.

namespace ioreel {
namespace {

/// Prints the first row of the result of the SQL.
ProgramRun RunDuckDb(const std::string& sql) {
  return RunProgram({"node", "-e",
                     "const {DuckDBInstance} = require('@duckdb/node-api');"
                     "DuckDBInstance.create().then(db => db.connect())"
                     ".then(connection => connection.runAndReadAll(process.argv[1]))"
                     ".then(result => console.log(result.getRows()[0].join(' ')))",
                     sql});
}

/// How many rows there are, and how many are in one file only.
std::string ComparisonSql(const std::vector<std::string>& columns, const std::string& parquet,
                          const std::string& csv, const std::string& csv_rows) {
  const std::string texts = absl::StrJoin(columns, ", ", [](std::string* out, const auto& column) {
    absl::StrAppend(out, "coalesce(", column, "::varchar, '')");
  });
  return absl::StrCat("with a as (select ", texts, " from '", parquet, "'), b as (select ", texts,
                      " from read_csv('", csv, "', all_varchar = true) where ", csv_rows, ") ",
                      "select (select count(*) from a), ",
                      "(select count(*) from (from a except all from b)), ",
                      "(select count(*) from (from b except all from a))");
}

TEST(DuckDbPeerTest, ParquetAndCsvHaveTheSameRows) {
  if (RunProgram({"node", "-e", "require('@duckdb/node-api')"}).code != 0)
    GTEST_SKIP() << "node with @duckdb/node-api is not installed";
  const std::string trace = ProjectFile("traces/demo/trace.ioreel");
  const std::string csv = ScratchPath("peer.csv"), parquet = ScratchPath("peer.parquet");
  ASSERT_EQ(RunIoreel({"convert", trace, "-o", csv}).code, 0);
  std::vector<std::string> columns = {"complete_ns", "op",    "offset_bytes", "length_bytes",
                                      "device",      "flags", "error",        "issue_ns"};
  ASSERT_EQ(RunIoreel({"convert", trace, "-o", parquet, "--level", "issue"}).code, 0);
  ProgramRun run = RunDuckDb(ComparisonSql(columns, parquet, csv, "queue_ns is null"));
  EXPECT_EQ(run.out, "33498 0 0\n") << run.err;

  columns.back() = "queue_ns";
  columns.insert(columns.end(), {"pid", "tid", "process", "class"});
  ASSERT_EQ(RunIoreel({"convert", trace, "-o", parquet, "--level", "queue"}).code, 0);
  run = RunDuckDb(ComparisonSql(columns, parquet, csv, "queue_ns is not null"));
  EXPECT_EQ(run.out, "83511 0 0\n") << run.err;
}

}  // namespace
}  // namespace ioreel
