#include "analysis/svg/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/svg/bars.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::pair<double, double>> Pairs(const std::vector<Point>& points) {
  std::vector<std::pair<double, double>> pairs;
  for (const Point& point : points) pairs.push_back({point.x, point.y});
  return pairs;
}

TEST(StepLineTest, KeepsToEachValueFromItsEdgeToTheNext) {
  using Expected = std::vector<std::pair<double, double>>;
  EXPECT_EQ(Pairs(StepLine({0, 1, 2}, {5, 7})), (Expected{{0, 5}, {1, 5}, {1, 7}, {2, 7}}));
  EXPECT_EQ(Pairs(StepLine({0, 1, 2, 3}, {5, 5, 5})), (Expected{{0, 5}, {3, 5}}));
  EXPECT_TRUE(StepLine({0}, {}).empty());
}

TEST(FittingTextTest, CutsBetweenCharacters) {
  EXPECT_EQ(FittingText("short", 100), "short");
  EXPECT_EQ(FittingText("µµµµµµµµµµ", 40), "µµµµ…");
  EXPECT_LE(TextWidth(FittingText(std::string(500, 'x'), 100)), 100);
  EXPECT_EQ(FittingText("abc", 0), "…");
}

TEST(PlotTest, EscapesNames) {
  Plot plot(400, 200, LinearAxis("<x>", 0, 1, 4), LinearAxis("\"y\"", 0, 1, 4), {{"<b>&", 0}});
  plot.Dot({0.5, 0.5}, 1, "</title><script>");
  EXPECT_THAT(plot.svg(), Not(HasSubstr("<b>")));
  EXPECT_THAT(plot.svg(), Not(HasSubstr("<script>")));
  EXPECT_THAT(plot.svg(), HasSubstr("&lt;b&gt;&amp;"));
}

TEST(PlotTest, MoreNamesThanFitTakeFurtherLines) {
  const Axis axis = LinearAxis("", 0, 1, 4);
  std::vector<LegendEntry> legend;
  const int bare = Plot(400, 200, axis, axis, legend).height();
  for (int i = 0; i < 20; ++i) legend.push_back({"a name of some length", i});
  EXPECT_GT(Plot(400, 200, axis, axis, legend).height(), bare + 100);
}

TEST(BarsTest, ARunWithoutTheFigureHasNoBar) {
  const Axis axis = LinearAxis("s", 0, 10, 5);
  const Bar known{.label = "a", .value_text = "5 s", .value = 5, .low = 4, .high = 6, .dots = {5}};
  const Bar unknown{
      .label = "b", .value_text = "unknown", .value = {}, .low = {}, .high = {}, .dots = {}};
  EXPECT_THAT(DrawBars({known}, axis, 380).svg, HasSubstr("class=\"b0\""));
  EXPECT_THAT(DrawBars({known}, axis, 380).svg, HasSubstr("whisker"));
  EXPECT_THAT(DrawBars({unknown}, axis, 380).svg, Not(HasSubstr("class=\"b0\"")));
  EXPECT_THAT(DrawBars({unknown}, axis, 380).svg, HasSubstr("unknown"));
}

TEST(EstimatesTest, AnUnboundedIntervalReachesTheEdge) {
  const Axis axis = LinearAxis("", 0, 10, 5);
  const Estimate estimate{
      .label = "a", .value_text = "", .value = 5, .low = {}, .high = 7, .css_class = "bad"};
  const std::string svg = DrawEstimates({estimate}, axis, 1, 114).svg;
  EXPECT_THAT(svg, HasSubstr("x1=\"0\" y1=\"27\" x2=\"70\" y2=\"27\" class=\"est bad\""));
  EXPECT_THAT(svg, HasSubstr("x1=\"70\" y1=\"23\" x2=\"70\" y2=\"31\""));
  EXPECT_THAT(svg, Not(HasSubstr("x1=\"0\" y1=\"23\""))) << "an end that is none";
}

}  // namespace
}  // namespace ioreel
