// SPDX-License-Identifier: MIT

// Package still is the headless run for one image.
package still
