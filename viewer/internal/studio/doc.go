// SPDX-License-Identifier: MIT

// Package studio draws and times frames without a window.
package studio
