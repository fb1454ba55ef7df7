// SPDX-License-Identifier: MIT

//go:build !headless && egl

package show

// eglBuild is set if go-gl loads its functions through EGL, so that contexts must come from EGL
// too.
const eglBuild = true
