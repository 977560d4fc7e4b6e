#pragma once

#include <QWidget>

class QMimeData;

namespace representer {

// "Drop files here", with buttons for those who would rather choose.
class DropArea final : public QWidget {
    Q_OBJECT
public:
    explicit DropArea(QWidget* parent = nullptr);

signals:
    void dropped(const QStringList& paths);
    void filesWanted();
    void folderWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    bool m_hovered = false;
};

// Local files of a drag, or nothing.
QStringList localFiles(const QMimeData* data);

} // namespace representer
