// SPDX-License-Identifier: MIT

//go:build !headless && egl

package window

// eglBuild says that go-gl finds its functions through EGL, so that contexts must come from there too.
const eglBuild = true
