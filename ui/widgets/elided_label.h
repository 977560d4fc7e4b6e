#pragma once

#include <QLabel>

namespace representer {

// One line of plain text that gives way: shortened with an ellipsis where it does not fit, in full in its
// tooltip.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setFullText(const QString& text);
    const QString& fullText() const { return m_text; }
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void shorten();

    QString m_text;
};

} // namespace representer
