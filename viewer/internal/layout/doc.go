// SPDX-License-Identifier: MIT

// Package layout places the parts of the window. It draws nothing and has no state: the same size,
// scale and choices give the same rectangles.
package layout
