// SPDX-License-Identifier: MIT

//go:build !headless && !egl

package window

const eglBuild = false
