#pragma once

#include <QByteArray>
#include <QProcess>
#include <QStringList>

// Runs the program under test and keeps what it said.
struct Run {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

inline Run runProgram(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(REPRESENTER_PROGRAM), arguments);
    process.closeWriteChannel();
    process.waitForFinished(120000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}
