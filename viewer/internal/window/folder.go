// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
)

// opener is the program of the system that shows a folder.
func opener() string {
	switch runtime.GOOS {
	case "windows":
		return "explorer"
	case "darwin":
		return "open"
	}
	return "xdg-open"
}

// showFolder shows the folder of a file in the system's file manager. It does not wait for it.
func showFolder(path string) error {
	c := exec.Command(opener(), filepath.Dir(path))
	if err := c.Start(); err != nil {
		return fmt.Errorf("no program shows folders here: %w. The file is %s", err, path)
	}
	go func() { _ = c.Wait() }() // so that no zombie is left
	return nil
}
