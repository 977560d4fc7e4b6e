#include "ui/user_message.h"

#include "core/base/error.h"

#include <QCoreApplication>

#include <filesystem>
#include <new>

namespace representer {

static QString tr(const char* text)
{
    return QCoreApplication::translate("UserMessage", text);
}

QString userMessage(const std::exception_ptr& failure)
{
    if (!failure)
        return {};
    try {
        std::rethrow_exception(failure);
    } catch (const Error& error) {
        return QString::fromStdString(error.what());
    } catch (const Cancelled&) {
        return tr("Stopped.");
    } catch (const std::bad_alloc&) {
        return tr("There is not enough memory for this. Close other programs or choose fewer samples, then "
                  "try again.");
    } catch (const std::filesystem::filesystem_error& error) {
        const QString path = QString::fromStdString(error.path1().string());
        return tr("%1: %2.").arg(path, QString::fromStdString(error.code().message()));
    } catch (const std::exception& error) {
        return tr("Something unexpected went wrong: %1.").arg(QString::fromUtf8(error.what()));
    } catch (...) {
        return tr("Something unexpected went wrong.");
    }
}

} // namespace representer
