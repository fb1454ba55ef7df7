// SPDX-License-Identifier: MIT

package core

import "syscall"

// contextQuery calls the platform's function that returns the current context. get is 0 if there is
// none.
type contextQuery struct {
	get  uintptr
	name string
}

// found reports whether the platform has the function.
func (q *contextQuery) found() bool { return q.get != 0 }

// current returns the context that is current on this thread, or 0.
func (q *contextQuery) current() uintptr {
	context, _, _ := syscall.SyscallN(q.get)
	return context
}

// read returns elsewhere if the context is not current on this thread, and 0 otherwise.
func (q *contextQuery) read(context uintptr) uint32 {
	if q.current() != context {
		return elsewhere
	}
	return 0
}

func (q *contextQuery) watch(string) {}

func (q *contextQuery) watches() bool { return false }

// findContext returns the query that reports a current context on this thread, and that context.
func findContext() (contextQuery, uintptr) {
	get := syscall.NewLazyDLL("opengl32.dll").NewProc("wglGetCurrentContext")
	if get.Find() != nil {
		return contextQuery{}, 0
	}
	q := contextQuery{get.Addr(), get.Name}
	if context := q.current(); context != 0 {
		return q, context
	}
	return contextQuery{}, 0 // the context is EGL's, which WGL does not report
}
