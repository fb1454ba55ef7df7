// SPDX-License-Identifier: MIT

//go:build !headless && !egl

package main

const eglBuild = false
