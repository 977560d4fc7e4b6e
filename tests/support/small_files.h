#pragma once

#include <QFile>
#include <QString>
#include <QtTest>

// Files to import, small enough to see through.

// 60 rows of two classes: words 1-5 speak for +1, 6-10 for -1, with two rows that say the opposite of their
// label.
inline QByteArray libsvmRows(int first, int count)
{
    QByteArray text;
    for (int i = first; i < first + count; ++i) {
        const bool positive = i % 2 == 0;
        const bool contrary = i % 29 == 0;
        text += positive ? "+1" : "-1";
        for (int k = 0; k < 3; ++k) {
            const int word = 1 + (i * 3 + k * 2) % 5 + (positive != contrary ? 0 : 5);
            if (k == 0 || !text.endsWith(' '))
                text += ' ';
            text += QByteArray::number(word + k * 100) + ":" + QByteArray::number(1.0 + 0.1 * ((i + k) % 7));
        }
        text += '\n';
    }
    return text;
}

inline QByteArray ratingRows()
{
    QByteArray text = "user,item,rating\n";
    for (int u = 0; u < 20; ++u)
        for (int i = 0; i < 15; ++i)
            if ((u * 7 + i * 3) % 4 != 0)
                text += QStringLiteral("u%1,i%2,%3\n")
                            .arg(u)
                            .arg(i)
                            .arg((u + i) % 2 == 0 ? 4 + (u % 2) : 1 + (i % 2))
                            .toUtf8();
    return text;
}

inline void writeFile(const QString& path, const QByteArray& content)
{
    QFile out(path);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(content);
}
