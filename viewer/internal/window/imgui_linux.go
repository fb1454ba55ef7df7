// SPDX-License-Identifier: MIT

//go:build !headless && !plain && amd64

package window

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
// cimgui-go's prebuilt library was compiled against glibc 2.38 and calls this name of sscanf. Older releases, such as
// Debian 12's, lack it. They differ in binary numbers (0b1) only, which Dear ImGui does not read.
__attribute__((weak)) int __isoc23_sscanf(const char *text, const char *format, ...)
{
	va_list to;
	va_start(to, format);
	int read = vsscanf(text, format, to);
	va_end(to);
	return read;
}
// Dear ImGui's renderer closes this library at its end and keeps the functions' addresses for the next window.
static void hold(void) { dlopen("libOpenGL.so.0", RTLD_LAZY | RTLD_LOCAL); }
*/
import "C"

func init() { holdGL = func() { C.hold() } }
