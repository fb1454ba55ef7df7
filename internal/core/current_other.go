// SPDX-License-Identifier: MIT

//go:build !linux && !freebsd && !windows

package core

// contextQuery is empty: comb calls no function for the current context on this platform.
type contextQuery struct{ name string }

func (q *contextQuery) found() bool { return false }

func (q *contextQuery) current() uintptr { return 0 }

func (q *contextQuery) read(uintptr) uint32 { return 0 }

func (q *contextQuery) watch(string) {}

func (q *contextQuery) watches() bool { return false }

func findContext() (contextQuery, uintptr) { return contextQuery{}, 0 }
