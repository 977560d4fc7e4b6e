#pragma once

#include "ui/models/sample_detail_data.h"

namespace representer {

// Where the words stand in a text, whole words only, whatever their case; terms of several words match across
// any spacing. Where a term lies inside a longer one, the stronger contribution wins. At most the strongest
// 200 words are looked for.
std::vector<WordPlace> wordPlaces(const QString& text, const std::vector<SharedWord>& words,
                                  const TaskContext& context);

} // namespace representer
