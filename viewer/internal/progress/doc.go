// SPDX-License-Identifier: MIT

// Package progress writes to the terminal what the viewer does and how long it took.
package progress
