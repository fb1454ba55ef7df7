// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a command and its children into a process group, which ends as one.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
