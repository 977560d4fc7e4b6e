#include "ui/user_message.h"

#include "core/base/error.h"

#include <QCoreApplication>

#include <filesystem>
#include <new>

namespace representer {

struct UserMessage {
    Q_DECLARE_TR_FUNCTIONS(UserMessage)
};

QString userMessage(const std::exception_ptr& failure)
{
    if (!failure)
        return {};
    try {
        std::rethrow_exception(failure);
    } catch (const Error& error) {
        return QString::fromStdString(error.what());
    } catch (const Cancelled&) {
        return UserMessage::tr("Stopped.");
    } catch (const std::bad_alloc&) {
        return UserMessage::tr(
            "There is not enough memory for this. Close other programs or choose fewer samples, then "
            "try again.");
    } catch (const std::filesystem::filesystem_error& error) {
        const QString path = QString::fromStdString(error.path1().string());
        return UserMessage::tr("%1: %2.").arg(path, QString::fromStdString(error.code().message()));
    } catch (const std::exception& error) {
        return UserMessage::tr("Something unexpected went wrong: %1.").arg(QString::fromUtf8(error.what()));
    } catch (...) {
        return UserMessage::tr("Something unexpected went wrong.");
    }
}

} // namespace representer
