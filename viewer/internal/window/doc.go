// SPDX-License-Identifier: MIT

// Package window is the viewer's window: GLFW, the camera, keys, comparisons and the panels.
//
// The type view is the state of the window. All that a key or a panel changes is the text of a flag:
// change parses it into flags.Options and applies what differs to the scene. Files panels.go and
// rows.go have the panels, which are Dear ImGui. The table of their rows is package controls, and
// further parts of the interface that need no library, such as its layout, belong in packages like it.
//
// Built with the tag headless, the package is Run with an error. Built with the tag plain, it has no
// panels.
package window
