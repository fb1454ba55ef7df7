// SPDX-License-Identifier: MIT

package gpu

import "syscall"

// contextQuery is the platform's function that returns the current context; get is 0 when there is
// none.
type contextQuery struct {
	get  uintptr
	name string
}

// known says whether there is such a function.
func (q *contextQuery) known() bool { return q.get != 0 }

// current is the context that is current on this thread, 0 when none is.
func (q *contextQuery) current() uintptr {
	context, _, _ := syscall.SyscallN(q.get)
	return context
}

// look is elsewhere when a context is not current on this thread, or else 0.
func (q *contextQuery) look(context uintptr) uint32 {
	if q.current() != context {
		return elsewhere
	}
	return 0
}

func (q *contextQuery) watch(string) {}

func (q *contextQuery) watches() bool { return false }

// findContext is the query that knows of a current context on this thread, and that context.
func findContext() (contextQuery, uintptr) {
	get := syscall.NewLazyDLL("opengl32.dll").NewProc("wglGetCurrentContext")
	if get.Find() != nil {
		return contextQuery{}, 0
	}
	q := contextQuery{get.Addr(), get.Name}
	if context := q.current(); context != 0 {
		return q, context
	}
	return contextQuery{}, 0 // a context of EGL: not known
}
