// SPDX-License-Identifier: MIT

// Package flags reads the viewer's command line and settings files into Options, without OpenGL.
//
// The window changes Options only by the texts of flags. So every view of it can be saved and drawn
// without a window.
package flags
