#pragma once

#include <QWidget>

class QListWidget;
class QTextBrowser;

namespace representer {

// The pages of resources/help: our own Markdown, the same that can be read in the repository.
class HelpWindow final : public QWidget {
    Q_OBJECT
public:
    explicit HelpWindow(QWidget* parent = nullptr);
    void showTopic(const QString& topic); // file name without ending
    QString currentTopic() const;

    struct Topic {
        QString key;
        QString title;
    };
    static QList<Topic> topics();

private:
    QListWidget* m_list;
    QTextBrowser* m_text;
};

} // namespace representer
