// SPDX-License-Identifier: MIT

//go:build !headless && !egl

package show

const eglBuild = false
