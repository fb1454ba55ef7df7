// SPDX-License-Identifier: MIT

//go:build linux || freebsd

package offscreen

/*
#cgo pkg-config: egl
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>

static PFNEGLQUERYDEVICESEXTPROC queryDevices;
static PFNEGLQUERYDEVICESTRINGEXTPROC queryDeviceString;
static PFNEGLGETPLATFORMDISPLAYEXTPROC platformDisplay;

static int comb_devices(EGLDeviceEXT *out, int max) {
	queryDevices = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
	queryDeviceString = (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
	platformDisplay = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
	EGLint n = 0;
	if (!queryDevices || !platformDisplay || !queryDevices(max, out, &n)) return 0;
	return n;
}
static int comb_is_software(EGLDeviceEXT d) {
	const char *e = queryDeviceString ? queryDeviceString(d, EGL_EXTENSIONS) : 0;
	return e && strstr(e, "EGL_MESA_device_software") != 0;
}
static EGLDisplay comb_platform(EGLenum platform, void *native) {
	return platformDisplay ? platformDisplay(platform, native, 0) : EGL_NO_DISPLAY;
}
static int comb_has(EGLDisplay d, const char *name) {
	const char *e = eglQueryString(d, EGL_EXTENSIONS);
	return e && strstr(e, name) != 0;
}
static void *comb_proc(const char *name) { return (void *)eglGetProcAddress(name); }
*/
import "C"

import (
	"fmt"
	"os"
	"strings"
	"unsafe"

	"github.com/combgl/comb/gpu"
)

// Context is an EGL context, current on the thread that made it.
type Context struct {
	display C.EGLDisplay
	context C.EGLContext
	surface C.EGLSurface
	road    string
}

const (
	platformDevice      = 0x313F
	platformSurfaceless = 0x31DD
)

type road struct {
	name string
	open func() C.EGLDisplay
}

// New makes a context and makes it current. Errors: gpu.ErrNoContext, with what each road said.
func New(o Options) (*Context, error) {
	only := os.Getenv("COMB_EGL")
	var said []string
	for _, r := range roads() {
		if only != "" && !strings.HasPrefix(r.name, only) {
			continue
		}
		c, err := open(r, o)
		if err == nil {
			return c, nil
		}
		said = append(said, r.name+": "+err.Error())
	}
	if len(said) == 0 {
		said = append(said, fmt.Sprintf("COMB_EGL=%q names no road (device, surfaceless, default)", only))
	}
	return nil, fmt.Errorf("%w: EGL gave none (%s)", gpu.ErrNoContext, strings.Join(said, "; "))
}

// roads lists the displays to try: GPUs first, software devices after them.
func roads() []road {
	var devices [32]C.EGLDeviceEXT
	n := int(C.comb_devices(&devices[0], C.int(len(devices))))
	var hard, soft []road
	for i := 0; i < n; i++ {
		d := devices[i]
		r := road{fmt.Sprintf("device %d", i), func() C.EGLDisplay { return C.comb_platform(platformDevice, unsafe.Pointer(d)) }}
		if C.comb_is_software(d) != 0 {
			soft = append(soft, r)
		} else {
			hard = append(hard, r)
		}
	}
	all := append(hard, soft...)
	all = append(all, road{"surfaceless", func() C.EGLDisplay { return C.comb_platform(platformSurfaceless, nil) }})
	return append(all, road{"default", func() C.EGLDisplay { return C.eglGetDisplay(nil) }})
}

func open(r road, o Options) (*Context, error) {
	display := r.open()
	if display == 0 {
		return nil, fmt.Errorf("no display")
	}
	if C.eglInitialize(display, nil, nil) == C.EGL_FALSE {
		return nil, eglError("eglInitialize")
	}
	if C.eglBindAPI(C.EGL_OPENGL_API) == C.EGL_FALSE {
		return nil, eglError("eglBindAPI")
	}
	config, window := chooseConfig(display)
	c := &Context{display: display, road: r.name}
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
		c.surface = C.eglCreatePbufferSurface(display, config, &attributes[0])
	}
	if C.eglMakeCurrent(display, c.surface, c.surface, c.context) == C.EGL_FALSE {
		err := eglError("eglMakeCurrent")
		c.Release()
		return nil, err
	}
	return c, nil
}

func (c *Context) surfaceless() bool {
	name := C.CString("EGL_KHR_surfaceless_context")
	defer C.free(unsafe.Pointer(name))
	return C.comb_has(c.display, name) != 0
}

// chooseConfig takes a config that can have a pbuffer, else any, else none (EGL_KHR_no_config_context).
func chooseConfig(display C.EGLDisplay) (config C.EGLConfig, pbuffer bool) {
	for _, surface := range []C.EGLint{C.EGL_PBUFFER_BIT, 0} {
		attributes := []C.EGLint{C.EGL_SURFACE_TYPE, surface, C.EGL_RENDERABLE_TYPE, C.EGL_OPENGL_BIT, C.EGL_NONE}
		var n C.EGLint
		if C.eglChooseConfig(display, &attributes[0], &config, 1, &n) == C.EGL_TRUE && n > 0 {
			return config, surface != 0
		}
	}
	return 0, false
}

// resets are ways to ask for a context that tells when it was lost to a hang or a reset; without one all that is read
// afterwards is zero, and nothing says why. Robust access, which checks the bounds of every access, only where the driver
// wants it for that; then without either.
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
		attributes = append(attributes, C.EGL_CONTEXT_OPENGL_DEBUG, C.EGL_TRUE)
	}
	attributes = append(attributes, C.EGL_NONE)
	context := C.eglCreateContext(display, config, nil, &attributes[0])
	if context == nil {
		return nil, eglError(fmt.Sprintf("a core context of %d.%d", version[0], version[1]))
	}
	return context, nil
}

func eglError(doing string) error {
	return fmt.Errorf("%s: EGL error 0x%X", doing, int(C.eglGetError()))
}

// ProcAddr finds a GL function for this context.
func ProcAddr(name string) unsafe.Pointer {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.comb_proc(s)
}

// Road says how the context was found: "device 0", "surfaceless" or "default".
func (c *Context) Road() string { return c.road }

// MakeCurrent moves the context to the calling thread, after Leave on the other.
func (c *Context) MakeCurrent() error {
	if C.eglMakeCurrent(c.display, c.surface, c.surface, c.context) == C.EGL_FALSE {
		return fmt.Errorf("%w: %v", gpu.ErrNoContext, eglError("eglMakeCurrent"))
	}
	return nil
}

// Leave makes no context current on the calling thread.
func (c *Context) Leave() {
	C.eglMakeCurrent(c.display, C.EGLSurface(nil), C.EGLSurface(nil), C.EGLContext(nil))
}

// Release destroys the context.
func (c *Context) Release() {
	if c == nil || c.context == nil {
		return
	}
	if C.eglGetCurrentContext() == c.context { // another one stays current
		c.Leave()
	}
	if c.surface != nil {
		C.eglDestroySurface(c.display, c.surface)
	}
	C.eglDestroyContext(c.display, c.context)
	c.context = nil
}
