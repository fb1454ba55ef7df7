// SPDX-License-Identifier: MIT

// Package window is the viewer's window: GLFW, the camera, keys, comparisons and the panels.
//
// The type view is the state of the window. A key or a panel changes only the text of a flag. The
// method change parses it into flags.Options and applies the differences to the scene. Changes
// wait in a queue until the panels of a frame are drawn, see later.
//
// The type panels draws with Dear ImGui: toolbar.go, status.go, look.go with row.go and
// sections.go, measure.go, help.go, and overlay.go for what lies over the image. What needs no
// library is in packages of its own: the colours in theme, the rectangles in layout, the rows in
// controls, undo in history.
//
// Built with the tag headless, the package has only a Run that returns an error. Built with the tag
// plain, it has no panels.
package window
