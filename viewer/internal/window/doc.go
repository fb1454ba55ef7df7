// SPDX-License-Identifier: MIT

// Package window is the viewer's window: GLFW, the camera, keys, comparisons and the panels.
//
// The type view is the state of the window. A key or a panel changes only the text of a flag. The
// method change parses it into flags.Options and applies the differences to the scene. Files
// panels.go and rows.go have the panels, which use Dear ImGui. The table of their rows is package
// controls. Other parts of the interface that need no library, such as its layout, belong in
// packages like it.
//
// Built with the tag headless, the package has only a Run that returns an error. Built with the tag
// plain, it has no panels.
package window
