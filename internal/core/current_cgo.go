// SPDX-License-Identifier: MIT

//go:build linux || freebsd

package core

/*
#cgo linux LDFLAGS: -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
	const char *library; // 0: the program itself and the libraries it is linked with
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

// comb_find returns a function of a library that the process has loaded already. It loads none.
static void *comb_find(const comb_platform *p, const char *name) {
	void *handle = p->library ? dlopen(p->library, RTLD_LAZY | RTLD_NOLOAD) : dlopen(0, RTLD_LAZY);
	return handle ? dlsym(handle, name) : 0;
}
static void *comb_find_current(int i) {
	return comb_find(&comb_platforms[i], comb_platforms[i].current);
}
static const char *comb_name(int i) { return comb_platforms[i].current; }

static void *comb_address(int i, const char *name) {
	const comb_platform *p = &comb_platforms[i];
	void *(*address)(const char *) = (void *(*)(const char *))comb_find(p, p->address);
	return address ? address(name) : 0;
}

static void *comb_current(void *get) { return ((void *(*)(void))get)(); }

// comb_query makes both calls at once: a call from Go to C costs more than either.
static unsigned comb_query(void *get, uintptr_t want, void *reset) {
	if ((uintptr_t)comb_current(get) != want) return 1;
	return reset ? ((unsigned (*)(void))reset)() : 0;
}
*/
import "C"

import "unsafe"

// contextQuery calls the platform's function that returns the current context. get is nil if there
// is none.
type contextQuery struct {
	get   unsafe.Pointer
	reset unsafe.Pointer // glGetGraphicsResetStatus, set by watch
	at    C.int          // index in comb_platforms
	name  string
}

// found reports whether the platform has the function.
func (q *contextQuery) found() bool { return q.get != nil }

// current returns the context that is current on this thread, or 0.
func (q *contextQuery) current() uintptr { return uintptr(C.comb_current(q.get)) }

// read returns elsewhere if the context is not current on this thread. Otherwise it returns the
// reset status, or 0 without watch.
func (q *contextQuery) read(context uintptr) uint32 {
	return uint32(C.comb_query(q.get, C.uintptr_t(context), q.reset))
}

// watch makes read return the reset status too, with the GL function of that name.
func (q *contextQuery) watch(name string) {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	q.reset = C.comb_address(q.at, s)
}

// watches reports whether read returns the reset status.
func (q *contextQuery) watches() bool { return q.reset != nil }

// findContext returns the query that reports a current context on this thread, and that context.
func findContext() (contextQuery, uintptr) {
	for i := range C.comb_platform_count() {
		q := contextQuery{get: C.comb_find_current(i), at: i, name: C.GoString(C.comb_name(i))}
		if q.found() {
			if context := q.current(); context != 0 {
				return q, context
			}
		}
	}
	return contextQuery{}, 0
}
