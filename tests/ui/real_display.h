#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <csignal>
#include <fcntl.h>
#include <memory>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace representer {

// A program that runs as long as this object, started before there is a QCoreApplication.
class Companion {
public:
    // `keep`: a file descriptor the program inherits.
    explicit Companion(const QList<QByteArray>& command, int keep = -1)
    {
        m_pid = ::fork();
        if (m_pid != 0)
            return;
        ::prctl(PR_SET_PDEATHSIG, SIGTERM); // nothing is left behind when the test is killed
        const int nowhere = ::open("/dev/null", O_RDWR);
        for (const int descriptor : {0, 1, 2})
            if (descriptor != keep)
                ::dup2(nowhere, descriptor);
        QList<char*> arguments;
        for (const QByteArray& word : command)
            arguments << const_cast<char*>(word.constData());
        arguments << nullptr;
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    ~Companion()
    {
        if (m_pid <= 0)
            return;
        ::kill(m_pid, SIGTERM);
        ::waitpid(m_pid, nullptr, 0);
    }
    Companion(const Companion&) = delete;
    Companion& operator=(const Companion&) = delete;

private:
    pid_t m_pid = 0;
};

// Starts an X server on a free display and returns its number, or nothing when it cannot be started.
inline QByteArray startDisplay(std::unique_ptr<Companion>& server, const QByteArray& size)
{
    int ends[2];
    if (::pipe(ends) != 0)
        return {};
    server = std::make_unique<Companion>(QList<QByteArray>{"Xvfb", "-displayfd", QByteArray::number(ends[1]),
                                                           "-screen", "0", size + "x24", "-nolisten", "tcp"},
                                         ends[1]);
    ::close(ends[1]);
    QByteArray number;
    char c = 0;
    while (::read(ends[0], &c, 1) == 1 && c != '\n')
        number += c;
    ::close(ends[0]);
    return number;
}

} // namespace representer
