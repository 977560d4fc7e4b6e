#include "ui/models/what_if_words.h"

#include "ui/models/metric_names.h"
#include "ui/number_format.h"

#include <QCoreApplication>

namespace representer {

QString whatIfSentence(const WhatIfResult& result)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("WhatIf", text); };
    const auto changed =
        static_cast<std::int64_t>(result.edit.removed.size() + result.edit.relabelled.size());
    QString sentence = tr("Before %1, ").arg(numberText(result.before));
    if (result.predicted)
        sentence += tr("predicted %1, ").arg(numberText(*result.predicted));
    sentence += tr("after retraining %1 %2 (%3, %4, %5).")
                    .arg(numberText(result.after), toQString(result.unit),
                         signedNumberText(result.after - result.before),
                         countedText(changed, tr("%1 sample changed"), tr("%1 samples changed")),
                         durationText(result.retrainSeconds));
    if (result.impact.points > 0) {
        sentence += QLatin1Char(' ') + tr("On the whole test part %1 goes from %2 to %3")
                                           .arg(metricText(result.impact.metric),
                                                numberText(result.impact.metricBefore),
                                                numberText(result.impact.metricAfter));
        if (result.impact.changedClass)
            sentence += tr(", %1 of %2 predictions change sides")
                            .arg(*result.impact.changedClass)
                            .arg(result.impact.points);
        sentence += QLatin1Char('.');
    }
    return sentence;
}

} // namespace representer
