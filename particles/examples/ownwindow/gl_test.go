// SPDX-License-Identifier: MIT

//go:build !headless

package main

import (
	"runtime"
	"testing"
)

func TestNoDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if err := display(); (runtime.GOOS == "linux") != (err != nil) {
		t.Errorf("without a display: %v", err)
	}
	t.Setenv("DISPLAY", ":0")
	if err := display(); err != nil {
		t.Error(err)
	}
}
