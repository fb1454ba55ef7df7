// SPDX-License-Identifier: MIT

//go:build linux || freebsd

package gpu

/*
#cgo linux LDFLAGS: -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
	const char *library; // 0: what the program is linked with
	const char *current, *address;
} comb_platform;

static const comb_platform comb_platforms[] = {
	{0, "eglGetCurrentContext", "eglGetProcAddress"},
	{"libEGL.so.1", "eglGetCurrentContext", "eglGetProcAddress"},
	{0, "glXGetCurrentContext", "glXGetProcAddressARB"},
	{"libGLX.so.0", "glXGetCurrentContext", "glXGetProcAddressARB"},
	{"libGL.so.1", "glXGetCurrentContext", "glXGetProcAddressARB"},
};

static int comb_platform_count(void) { return sizeof comb_platforms / sizeof comb_platforms[0]; }

// comb_find takes a function of a library that the process has loaded already. It loads none.
static void *comb_find(const comb_platform *p, const char *name) {
	void *handle = p->library ? dlopen(p->library, RTLD_LAZY | RTLD_NOLOAD) : dlopen(0, RTLD_LAZY);
	return handle ? dlsym(handle, name) : 0;
}
static void *comb_find_current(int i) { return comb_find(&comb_platforms[i], comb_platforms[i].current); }
static const char *comb_name(int i) { return comb_platforms[i].current; }

static void *comb_address(int i, const char *name) {
	void *(*address)(const char *) = (void *(*)(const char *))comb_find(&comb_platforms[i], comb_platforms[i].address);
	return address ? address(name) : 0;
}

static void *comb_current(void *get) { return ((void *(*)(void))get)(); }

// comb_look asks both questions at once: a call from Go to C costs more than either.
static unsigned comb_look(void *get, uintptr_t want, void *reset) {
	if ((uintptr_t)comb_current(get) != want) return 1;
	return reset ? ((unsigned (*)(void))reset)() : 0;
}
*/
import "C"

import "unsafe"

// contextQuery is the platform's function that returns the current context; get is nil when there
// is none.
type contextQuery struct {
	get   unsafe.Pointer
	reset unsafe.Pointer // glGetGraphicsResetStatus, once watch has found it
	at    C.int          // in the table above
	name  string
}

// known says whether there is such a function.
func (q *contextQuery) known() bool { return q.get != nil }

// current is the context that is current on this thread, 0 when none is.
func (q *contextQuery) current() uintptr { return uintptr(C.comb_current(q.get)) }

// look is elsewhere when a context is not current on this thread, or else its reset status, 0 when
// that is not watched.
func (q *contextQuery) look(context uintptr) uint32 {
	return uint32(C.comb_look(q.get, C.uintptr_t(context), q.reset))
}

// watch makes look ask for the reset status by the GL function of that name.
func (q *contextQuery) watch(name string) {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	q.reset = C.comb_address(q.at, s)
}

// watches says whether look asks for the reset status.
func (q *contextQuery) watches() bool { return q.reset != nil }

// findContext is the query that knows of a current context on this thread, and that context.
func findContext() (contextQuery, uintptr) {
	for i := range C.comb_platform_count() {
		q := contextQuery{get: C.comb_find_current(i), at: i, name: C.GoString(C.comb_name(i))}
		if q.known() {
			if context := q.current(); context != 0 {
				return q, context
			}
		}
	}
	return contextQuery{}, 0
}
