// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
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

// atHome is a path that is typed as a shell takes it: ~ and what begins with ~/ are in the user's
// home folder.
func atHome(path string) string {
	rest, begins := strings.CutPrefix(path, "~")
	if home, err := os.UserHomeDir(); begins && err == nil && (rest == "" || os.IsPathSeparator(rest[0])) {
		return home + rest
	}
	return path
}

// here is the folder that a relative path begins in.
func here() string {
	if folder, err := os.Getwd(); err == nil {
		return folder
	}
	return "the working folder"
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
