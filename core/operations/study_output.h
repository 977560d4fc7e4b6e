#pragma once

#include "core/exporters/table.h"
#include "core/operations/any_study.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace representer {

// Studies as scripts read them: the fields of the command-line contract - rows[{method,sign,k,mean,ci95,n}],
// auc[{method,sign,mean,ci95}] - whatever was studied.
//   deletion   mean: change of the score in the user's unit
//   negatives  k: percentage of the unobserved pairs removed; mean: change of recall@20; found: share of the
//              held-out positives among them
//   mislabel   k: percentage of the list inspected; mean: share of the planted mistakes found
nlohmann::ordered_json studyJson(const AnyStudy& study);

// The same for people: curves, areas, and who wins where the difference is significant.
std::vector<Table> studyTables(const AnyStudy& study);

// Every finished row: for a deletion study the change of each point, and the one that was predicted.
// `describe`: a test point in the user's words.
Table studyRows(const AnyStudy& study, const std::function<std::string(const TestPoint&)>& describe);

// The most suspect unobserved pairs, with titles.
Table suspectTable(const std::string& model, NegativeRanking ranking,
                   const std::vector<SuspectedNegative>& suspects);
nlohmann::ordered_json suspectJson(const std::vector<SuspectedNegative>& suspects);

} // namespace representer
