// SPDX-License-Identifier: MIT

// The functions of EGL, from a library that is loaded when a context is asked for: a program that is linked with libEGL
// does not start without it, not even to print its help.
#ifndef COMB_OFFSCREEN_LOAD_H
#define COMB_OFFSCREEN_LOAD_H

#define EGL_EGL_PROTOTYPES 0
#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#include <EGL/egl.h>
#include <EGL/eglext.h>

typedef struct {
	PFNEGLBINDAPIPROC BindAPI;
	PFNEGLCHOOSECONFIGPROC ChooseConfig;
	PFNEGLCREATECONTEXTPROC CreateContext;
	PFNEGLCREATEPBUFFERSURFACEPROC CreatePbufferSurface;
	PFNEGLDESTROYCONTEXTPROC DestroyContext;
	PFNEGLDESTROYSURFACEPROC DestroySurface;
	PFNEGLGETCURRENTCONTEXTPROC GetCurrentContext;
	PFNEGLGETDISPLAYPROC GetDisplay;
	PFNEGLGETERRORPROC GetError;
	PFNEGLGETPROCADDRESSPROC GetProcAddress;
	PFNEGLINITIALIZEPROC Initialize;
	PFNEGLMAKECURRENTPROC MakeCurrent;
	PFNEGLQUERYSTRINGPROC QueryString;
	// Extensions; null where the library lacks them.
	PFNEGLQUERYDEVICESEXTPROC QueryDevices;
	PFNEGLQUERYDEVICESTRINGEXTPROC QueryDeviceString;
	PFNEGLGETPLATFORMDISPLAYEXTPROC GetPlatformDisplay;
} comb_egl_table;

// Of libEGL.so.1, once comb_egl_load has returned null. It returns what is wrong otherwise. It may be called often, and
// by several threads.
extern comb_egl_table comb_egl;
const char *comb_egl_load(void);

#endif
