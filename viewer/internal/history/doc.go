// SPDX-License-Identifier: MIT

// Package history stores the changes of the window's settings, for undo and redo. Each change is a
// change of the texts of flags, so a step is the settings before and after.
package history
