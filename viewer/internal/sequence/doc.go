// SPDX-License-Identifier: MIT

// Package sequence is the headless run for many images. Each one depends on its number alone, and a
// note in it records what it was drawn with, so that finished ones are skipped.
package sequence
