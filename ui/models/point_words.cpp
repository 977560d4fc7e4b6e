#include "ui/models/point_words.h"

#include "ui/models/decision.h"
#include "ui/number_format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

struct PointWords {
    Q_DECLARE_TR_FUNCTIONS(PointWords)
};

QString ratingSentence(const ExplainedPoint& point, const RatingData& ratings)
{
    const Explanation& explanation = point.explanation;
    if (ratings.scale.binary) {
        const QString seen = !explanation.actual       ? PointWords::tr("not known whether it was chosen")
                             : *explanation.actual > 0 ? PointWords::tr("it was chosen")
                                                       : PointWords::tr("it was not chosen");
        return PointWords::tr("Score %1 for %2; %3")
            .arg(numberText(explanation.prediction), point.pointDescription, seen);
    }
    const bool stars = ratings.scale.low <= 1 && (ratings.scale.high == 5 || ratings.scale.high == 10);
    const QString amount = stars
                               ? PointWords::tr("%1 of %2 stars")
                                     .arg(numberText(explanation.prediction), numberText(ratings.scale.high))
                               : PointWords::tr("%1 on a scale of %2 to %3")
                                     .arg(numberText(explanation.prediction), numberText(ratings.scale.low),
                                          numberText(ratings.scale.high));
    const QString sentence = PointWords::tr("%1: %2").arg(point.pointDescription, amount);
    return explanation.actual
               ? PointWords::tr("%1; the user gave %2").arg(sentence, numberText(*explanation.actual))
               : sentence;
}

} // namespace

double worstResidual(const Explanation& explanation)
{
    double worst = 0;
    for (const SideSum& sum : explanation.sums)
        worst = std::max(worst, std::abs(sum.residual));
    return worst;
}

Completeness completeness(const Explanation& explanation)
{
    if (explanation.exact)
        return Completeness::Exact;
    if (explanation.sums.empty() || explanation.unit == "ranking")
        return Completeness::RankingOnly;
    // A twentieth of the attributed part, or of one unit when that part is small: below what a reader would
    // notice.
    const double scale = std::max(1.0, std::abs(explanation.prediction - explanation.offset));
    return worstResidual(explanation) <= 0.05 * scale ? Completeness::Nearly : Completeness::RankingOnly;
}

QString completenessText(const Explanation& explanation)
{
    switch (completeness(explanation)) {
    case Completeness::Exact:
        return PointWords::tr("exact, residual %1").arg(numberText(worstResidual(explanation)));
    case Completeness::Nearly:
        return PointWords::tr("nearly, residual %1").arg(numberText(worstResidual(explanation)));
    case Completeness::RankingOnly:
        break;
    }
    return PointWords::tr("ranking only");
}

QString completenessToolTip(const ExplainedPoint& point)
{
    const Explanation& explanation = point.explanation;
    QStringList lines;
    switch (completeness(explanation)) {
    case Completeness::Exact:
        lines << PointWords::tr(
            "The importances of all samples add up to the prediction: nothing is left unexplained.");
        break;
    case Completeness::Nearly:
        lines << PointWords::tr(
            "The importances add up to the prediction up to the residual below: the model is close "
            "to its optimum, "
            "not at it. Train longer, or to a smaller tolerance, for an exact sum.");
        break;
    case Completeness::RankingOnly:
        lines << PointWords::tr(
            "The order of the samples carries the meaning, their sum does not: this method or model "
            "promises no "
            "decomposition of the prediction.");
        break;
    }
    for (const SideSum& sum : explanation.sums) {
        const QString side = sideText(sum.side, point.model->dataset());
        lines << PointWords::tr("%1: sum %2, prediction %3, offset %4, residual %5 (%6 samples)")
                     .arg(side.isEmpty() ? PointWords::tr("All samples") : side, numberText(sum.sum),
                          numberText(explanation.prediction), numberText(explanation.offset),
                          numberText(sum.residual))
                     .arg(sum.samples);
    }
    const MethodDescriptor& method = methodOf(point);
    lines << toQString(method.name) + QStringLiteral(": ") + toQString(method.promise);
    for (const std::string& note : explanation.notes)
        lines << toQString(note);
    return lines.join(QLatin1Char('\n'));
}

QString importanceAxisTitle(const Explanation& explanation)
{
    return explanation.unit == "ranking" ? PointWords::tr("importance (ranking only)")
                                         : PointWords::tr("importance [%1]").arg(toQString(explanation.unit));
}

QString predictionSentence(const ExplainedPoint& point)
{
    const Dataset& dataset = point.model->dataset();
    if (const auto* ratings = std::get_if<RatingData>(&dataset.content))
        return ratingSentence(point, *ratings);

    const Explanation& explanation = point.explanation;
    const Decision decision = decide(point.model->model(), explanation.prediction);
    const QString predicted = labelName(dataset, decision.label);
    const QString certainty =
        decision.probability
            ? PointWords::tr("score %1, %2")
                  .arg(signedNumberText(explanation.prediction), percentText(decision.probabilityOfLabel()))
            : PointWords::tr("score %1").arg(signedNumberText(explanation.prediction));
    const QString sentence =
        PointWords::tr("%1: predicted %2 (%3)").arg(point.pointDescription, predicted, certainty);
    if (!explanation.actual)
        return sentence;
    const QString truth = labelName(dataset, *explanation.actual > 0.5 ? 1 : 0);
    return truth == predicted ? PointWords::tr("%1, correctly").arg(sentence)
                              : PointWords::tr("%1; truly %2").arg(sentence, truth);
}

const MethodDescriptor& methodOf(const ExplainedPoint& point)
{
    static const MethodDescriptor unknown;
    for (const MethodDescriptor* method : point.model->methods()) {
        if (method->id == point.explanation.method)
            return *method;
    }
    return unknown;
}

QString sideText(Side side, const Dataset& dataset)
{
    const bool ratings = std::holds_alternative<RatingData>(dataset.content);
    switch (side) {
    case Side::Item:
        return ratings ? PointWords::tr("same user") : PointWords::tr("columns");
    case Side::User:
        return ratings ? PointWords::tr("same item") : PointWords::tr("rows");
    case Side::Both:
        return PointWords::tr("both");
    case Side::Single:
        break;
    }
    return {};
}

} // namespace representer
