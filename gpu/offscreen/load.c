// SPDX-License-Identifier: MIT

//go:build linux || freebsd

#include "load.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

comb_egl_table comb_egl;
static char wrong[512];

static void *find(void *library, const char *name)
{
	void *f = dlsym(library, name);
	if (!f && !wrong[0]) snprintf(wrong, sizeof wrong, "it has no %s", name);
	return f;
}

static void load(void)
{
	void *library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		const char *why = dlerror();
		snprintf(wrong, sizeof wrong, "%s", why ? why : "dlopen failed");
		return;
	}
#define FIND(name) *(void **)&comb_egl.name = find(library, "egl" #name)
	FIND(BindAPI);
	FIND(ChooseConfig);
	FIND(CreateContext);
	FIND(CreatePbufferSurface);
	FIND(DestroyContext);
	FIND(DestroySurface);
	FIND(GetCurrentContext);
	FIND(GetDisplay);
	FIND(GetError);
	FIND(GetProcAddress);
	FIND(Initialize);
	FIND(MakeCurrent);
	FIND(QueryString);
	if (wrong[0]) return;
	comb_egl.QueryDevices = (PFNEGLQUERYDEVICESEXTPROC)comb_egl.GetProcAddress("eglQueryDevicesEXT");
	comb_egl.QueryDeviceString = (PFNEGLQUERYDEVICESTRINGEXTPROC)comb_egl.GetProcAddress("eglQueryDeviceStringEXT");
	comb_egl.GetPlatformDisplay = (PFNEGLGETPLATFORMDISPLAYEXTPROC)comb_egl.GetProcAddress("eglGetPlatformDisplayEXT");
}

const char *comb_egl_load(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, load);
	return wrong[0] ? wrong : 0;
}

// go-gl calls this function by its name when it is built with the tag egl, and links libEGL for it alone. With a
// definition in the program itself, which no library sees, --as-needed leaves libEGL out.
__attribute__((weak, visibility("hidden"))) __eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name)
{
	return comb_egl_load() ? 0 : comb_egl.GetProcAddress(name);
}
