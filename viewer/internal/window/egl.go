// SPDX-License-Identifier: MIT

//go:build !headless && egl

package window

// eglBuild is true if go-gl loads its functions through EGL. Contexts must then come from EGL too.
const eglBuild = true
