#pragma once

namespace representer {

// One reverse-DNS id for the desktop entry, the metainfo, the icon and the window.
inline constexpr char applicationId[] = "io.github.representer_explorer.RepresenterExplorer";

// Names the application to Qt (settings, window system). Harmless when called again.
void identifyApplication();

} // namespace representer
