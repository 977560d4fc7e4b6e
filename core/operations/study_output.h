#pragma once

#include "core/exporters/table.h"
#include "core/operations/any_study.h"

#include <nlohmann/json.hpp>

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

// The most suspect unobserved pairs, with titles.
Table suspectTable(const std::string& model, NegativeRanking ranking,
                   const std::vector<SuspectedNegative>& suspects);
nlohmann::ordered_json suspectJson(const std::vector<SuspectedNegative>& suspects);

} // namespace representer
