// SPDX-License-Identifier: MIT

// Package theme is the table of the window's colours and sizes. It draws nothing. A test computes
// the contrast of each pair of colours that the window shows together.
package theme
