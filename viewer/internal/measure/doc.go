// SPDX-License-Identifier: MIT

// Package measure compares images with a reference and counts what was drawn, for the stats file
// and the tables of a headless run.
package measure
