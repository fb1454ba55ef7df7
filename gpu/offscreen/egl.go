// SPDX-License-Identifier: MIT

//go:build linux || freebsd

package offscreen

/*
#cgo LDFLAGS: -Wl,--as-needed
#cgo linux LDFLAGS: -ldl
#include <stdlib.h>
#include <string.h>
#include "load.h"

static int comb_devices(EGLDeviceEXT *out, int max) {
	EGLint n = 0;
	if (!comb_egl.QueryDevices || !comb_egl.GetPlatformDisplay) return 0;
	return comb_egl.QueryDevices(max, out, &n) ? n : 0;
}
static int comb_is_software(EGLDeviceEXT d) {
	const char *e = comb_egl.QueryDeviceString ? comb_egl.QueryDeviceString(d, EGL_EXTENSIONS) : 0;
	return e && strstr(e, "EGL_MESA_device_software") != 0;
}
static EGLDisplay comb_platform(EGLenum platform, void *native) {
	if (!comb_egl.GetPlatformDisplay) return EGL_NO_DISPLAY;
	return comb_egl.GetPlatformDisplay(platform, native, 0);
}
static EGLDisplay comb_default(void) { return comb_egl.GetDisplay(EGL_DEFAULT_DISPLAY); }
static int comb_has(EGLDisplay d, const char *name) {
	const char *e = comb_egl.QueryString(d, EGL_EXTENSIONS);
	return e && strstr(e, name) != 0;
}
static void *comb_proc(const char *name) {
	return comb_egl_load() ? 0 : (void *)comb_egl.GetProcAddress(name);
}

// cgo cannot call function pointers, so each has a wrapper.
static EGLBoolean comb_initialize(EGLDisplay d) { return comb_egl.Initialize(d, 0, 0); }
static EGLBoolean comb_bind_opengl(void) { return comb_egl.BindAPI(EGL_OPENGL_API); }
static EGLBoolean comb_choose(EGLDisplay d, const EGLint *a, EGLConfig *c, EGLint *n) {
	return comb_egl.ChooseConfig(d, a, c, 1, n);
}
static EGLContext comb_context(EGLDisplay d, EGLConfig c, const EGLint *a) {
	return comb_egl.CreateContext(d, c, EGL_NO_CONTEXT, a);
}
static EGLSurface comb_pbuffer(EGLDisplay d, EGLConfig c, const EGLint *a) {
	return comb_egl.CreatePbufferSurface(d, c, a);
}
static EGLBoolean comb_make_current(EGLDisplay d, EGLSurface s, EGLContext c) {
	return comb_egl.MakeCurrent(d, s, s, c);
}
static EGLContext comb_current(void) { return comb_egl.GetCurrentContext(); }
static void comb_destroy_surface(EGLDisplay d, EGLSurface s) { comb_egl.DestroySurface(d, s); }
static void comb_destroy_context(EGLDisplay d, EGLContext c) { comb_egl.DestroyContext(d, c); }
static EGLint comb_error(void) { return comb_egl.GetError(); }
*/
import "C"

import (
	"fmt"
	"os"
	"strings"
	"unsafe"

	"github.com/combgl/comb/gpu"
)

// Context is an EGL context. It is current on the thread that made it.
type Context struct {
	display  C.EGLDisplay
	context  C.EGLContext
	surface  C.EGLSurface
	platform string
}

const (
	platformDevice      = 0x313F
	platformSurfaceless = 0x31DD
)

// platform is a way to open an EGL display.
type platform struct {
	name string
	open func() C.EGLDisplay
}

// New makes a context and makes it current on the calling thread. The first call loads libEGL.so.1.
// Errors: gpu.ErrNoContext. It names the packages to install if libEGL cannot be loaded, and
// otherwise the error of each platform.
func New(o Options) (*Context, error) {
	if why := C.comb_egl_load(); why != nil {
		return nil, fmt.Errorf("offscreen: New: loading libEGL.so.1: %s: install EGL and a driver for it (Debian, Ubuntu: libegl1 and libegl-mesa0, or NVIDIA's driver): %w", C.GoString(why), gpu.ErrNoContext)
	}
	only := os.Getenv("COMB_EGL")
	var failures []string
	for _, p := range platforms() {
		if only != "" && !strings.HasPrefix(p.name, only) {
			continue
		}
		c, err := open(p, o)
		if err == nil {
			return c, nil
		}
		failures = append(failures, p.name+": "+err.Error())
	}
	if len(failures) == 0 {
		failures = append(failures, fmt.Sprintf("COMB_EGL=%q names no platform, want device, surfaceless or default", only))
	}
	return nil, fmt.Errorf("offscreen: New: EGL made no context (%s): %w", strings.Join(failures, "; "), gpu.ErrNoContext)
}

// platforms lists the platforms to try, hardware devices before software devices.
func platforms() []platform {
	var devices [32]C.EGLDeviceEXT
	n := int(C.comb_devices(&devices[0], C.int(len(devices))))
	var hard, soft []platform
	for i := 0; i < n; i++ {
		d := devices[i]
		p := platform{fmt.Sprintf("device %d", i), func() C.EGLDisplay { return C.comb_platform(platformDevice, unsafe.Pointer(d)) }}
		if C.comb_is_software(d) != 0 {
			soft = append(soft, p)
		} else {
			hard = append(hard, p)
		}
	}
	all := append(hard, soft...)
	all = append(all, platform{"surfaceless", func() C.EGLDisplay { return C.comb_platform(platformSurfaceless, nil) }})
	return append(all, platform{"default", func() C.EGLDisplay { return C.comb_default() }})
}

func open(p platform, o Options) (*Context, error) {
	display := p.open()
	if display == 0 {
		return nil, fmt.Errorf("no display")
	}
	if C.comb_initialize(display) == C.EGL_FALSE {
		return nil, eglError("eglInitialize")
	}
	if C.comb_bind_opengl() == C.EGL_FALSE {
		return nil, eglError("eglBindAPI")
	}
	config, window := chooseConfig(display)
	c := &Context{display: display, platform: p.name}
	var err error
	for _, how := range resets {
		for _, v := range [][2]C.EGLint{{4, 6}, {4, 5}, {4, 3}} {
			if c.context == nil {
				c.context, err = createContext(display, config, v, how, o.Debug)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	if window && !c.surfaceless() {
		attributes := []C.EGLint{C.EGL_WIDTH, 16, C.EGL_HEIGHT, 16, C.EGL_NONE}
		c.surface = C.comb_pbuffer(display, config, &attributes[0])
	}
	if C.comb_make_current(display, c.surface, c.context) == C.EGL_FALSE {
		err := eglError("eglMakeCurrent")
		c.Release()
		return nil, err
	}
	return c, nil
}

func (c *Context) surfaceless() bool { return has(c.display, "EGL_KHR_surfaceless_context") }

func has(display C.EGLDisplay, extension string) bool {
	name := C.CString(extension)
	defer C.free(unsafe.Pointer(name))
	return C.comb_has(display, name) != 0
}

// chooseConfig returns a config that supports a pbuffer, or else any config, or else none
// (EGL_KHR_no_config_context).
func chooseConfig(display C.EGLDisplay) (config C.EGLConfig, pbuffer bool) {
	for _, surface := range []C.EGLint{C.EGL_PBUFFER_BIT, 0} {
		attributes := []C.EGLint{C.EGL_SURFACE_TYPE, surface, C.EGL_RENDERABLE_TYPE, C.EGL_OPENGL_BIT, C.EGL_NONE}
		var n C.EGLint
		if C.comb_choose(display, &attributes[0], &config, &n) == C.EGL_TRUE && n > 0 {
			return config, surface != 0
		}
	}
	return 0, false
}

// resets are attributes for a context that reports its loss after a hang or a reset, in the order
// in which New tries them. Without reset notification every read after a loss returns zeros and no
// error. Robust access checks the bounds of every access, so it is requested only if the driver
// requires it for reset notification. The last entry requests neither.
var resets = [][]C.EGLint{
	{C.EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, C.EGL_LOSE_CONTEXT_ON_RESET},
	{C.EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, C.EGL_LOSE_CONTEXT_ON_RESET, C.EGL_CONTEXT_OPENGL_ROBUST_ACCESS, C.EGL_TRUE},
	nil,
}

func createContext(display C.EGLDisplay, config C.EGLConfig, version [2]C.EGLint, reset []C.EGLint, debug bool) (C.EGLContext, error) {
	attributes := []C.EGLint{
		C.EGL_CONTEXT_MAJOR_VERSION, version[0],
		C.EGL_CONTEXT_MINOR_VERSION, version[1],
		C.EGL_CONTEXT_OPENGL_PROFILE_MASK, C.EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
	}
	attributes = append(attributes, reset...)
	if debug {
		attributes = append(attributes, debugAttribute(display)...)
	}
	attributes = append(attributes, C.EGL_NONE)
	context := C.comb_context(display, config, &attributes[0])
	if context == nil {
		return nil, eglError(fmt.Sprintf("a core context of %d.%d", version[0], version[1]))
	}
	return context, nil
}

// debugAttribute requests a debug context: by the extension where the display has it, as displays
// of EGL 1.4 do not know the attribute of EGL 1.5.
func debugAttribute(display C.EGLDisplay) []C.EGLint {
	if has(display, "EGL_KHR_create_context") {
		return []C.EGLint{C.EGL_CONTEXT_FLAGS_KHR, C.EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR}
	}
	return []C.EGLint{C.EGL_CONTEXT_OPENGL_DEBUG, C.EGL_TRUE}
}

func eglError(doing string) error {
	return fmt.Errorf("%s: EGL error 0x%X", doing, int(C.comb_error()))
}

// ProcAddr returns the address of a GL function for this context, or nil.
func ProcAddr(name string) unsafe.Pointer {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.comb_proc(s)
}

// Platform returns the platform of the context: "device 0", "surfaceless" or "default". It returns
// "" for a nil Context.
func (c *Context) Platform() string {
	if c == nil {
		return ""
	}
	return c.platform
}

// usable returns an error for a Context that is nil, that New did not make, or that is released.
func (c *Context) usable(operation string) error {
	if c == nil || c.context == nil {
		return fmt.Errorf("offscreen: %s: the Context: %w", operation, gpu.ErrReleased)
	}
	return nil
}

// displaced reports whether another context is current on the calling thread.
func (c *Context) displaced() bool {
	current := C.comb_current()
	return current != nil && current != c.context
}

// MakeCurrent makes the context current on the calling thread. Call Leave on the other thread
// first. Errors: gpu.ErrNoContext; gpu.ErrReleased.
func (c *Context) MakeCurrent() error {
	if err := c.usable("MakeCurrent"); err != nil {
		return err
	}
	if C.comb_make_current(c.display, c.surface, c.context) == C.EGL_FALSE {
		return fmt.Errorf("offscreen: MakeCurrent: %v: %w", eglError("eglMakeCurrent"), gpu.ErrNoContext)
	}
	return nil
}

// Leave makes no context current on the calling thread. It does nothing for a Context that is nil,
// that New did not make, or that is released.
func (c *Context) Leave() {
	if c == nil || c.context == nil {
		return
	}
	C.comb_make_current(c.display, C.EGLSurface(nil), C.EGLContext(nil))
}

// Release destroys the context.
func (c *Context) Release() {
	if c == nil || c.context == nil {
		return
	}
	if C.comb_current() == c.context { // another one stays current
		c.Leave()
	}
	if c.surface != nil {
		C.comb_destroy_surface(c.display, c.surface)
	}
	C.comb_destroy_context(c.display, c.context)
	c.context = nil
}
