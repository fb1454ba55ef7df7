// SPDX-License-Identifier: MIT

//go:build !headless && !plain && amd64

package window

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
// cimgui-go's prebuilt library was compiled against glibc 2.38 and calls sscanf by this name. Older
// releases, such as that of Debian 12, lack it. Both functions differ only for binary numbers
// (0b1), which Dear ImGui does not read.
__attribute__((weak)) int __isoc23_sscanf(const char *text, const char *format, ...)
{
	va_list to;
	va_start(to, format);
	int read = vsscanf(text, format, to);
	va_end(to);
	return read;
}
// Dear ImGui's renderer closes this library at its end, but keeps the addresses of its functions
// for the next window. This handle keeps the library loaded.
static void hold(void) { dlopen("libOpenGL.so.0", RTLD_LAZY | RTLD_LOCAL); }
*/
import "C"

func init() { holdGL = func() { C.hold() } }
