#include "ui/models/what_if_words.h"

#include "ui/number_format.h"

#include <QCoreApplication>

namespace representer {

QString whatIfSentence(const WhatIfResult& result)
{
    const auto tr = [](const char* text, int n = -1) {
        return QCoreApplication::translate("WhatIf", text, nullptr, n);
    };
    const int changed = static_cast<int>(result.edit.removed.size() + result.edit.relabelled.size());
    QString sentence = tr("Before %1, ").arg(numberText(result.before));
    if (result.predicted)
        sentence += tr("predicted %1, ").arg(numberText(*result.predicted));
    sentence += tr("after retraining %1 %2 (%3, %4 sample(s) changed, %5).")
                    .arg(numberText(result.after), toQString(result.unit),
                         signedNumberText(result.after - result.before))
                    .arg(changed)
                    .arg(durationText(result.retrainSeconds));
    if (result.impact.points > 0) {
        sentence += QLatin1Char(' ') + tr("On the whole test part %1 goes from %2 to %3")
                                           .arg(toQString(result.impact.metric),
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
