// SPDX-License-Identifier: MIT

// Package flags reads the viewer's command line and settings files into Options. It needs no OpenGL.
//
// The window changes Options by flags' texts alone, so that all it shows can be saved and drawn
// without a window.
package flags
