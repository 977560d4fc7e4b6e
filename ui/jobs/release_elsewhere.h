#pragma once

#include <QThreadPool>

#include <memory>

namespace representer {

// The same object, freed by a worker when the last owner lets go: a dataset with a million words takes longer
// to free than a window may stand still.
template<class T>
std::shared_ptr<const T> releasedElsewhere(std::shared_ptr<const T> owner)
{
    const T* object = owner.get();
    return {object, [held = std::move(owner)](const T*) mutable {
                QThreadPool::globalInstance()->start([last = std::move(held)]() mutable { last.reset(); });
            }};
}

} // namespace representer
