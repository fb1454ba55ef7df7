// SPDX-License-Identifier: MIT

// Package controls is the table of what the window's panels can change: one line for each control.
// A control changes the text of a flag. The package draws nothing.
package controls
