// SPDX-License-Identifier: MIT

// Package quirks is the only package that compares driver names. Its functions return what the code
// must do on a driver. A test checks that no other code compares the name of a vendor or a
// renderer.
//
// There is one exception: internal/kernel/tiles.go compares GL_RENDERER with the names in
// internal/kernel/tiles.json. Its tiles are measured data of one device each, and no workaround:
// any tile gives correct results on any device. `bench -tune` adds a device to that file without a
// change of code.
//
// Wrong, Slow and Missing list every quirk that comb works around, with its test. They include
// quirks whose workaround is the same on all drivers. docs/drivers.md shows the lists.
package quirks

import "strings"

// nvidia is the GL_VENDOR of NVIDIA's driver.
const nvidia = "NVIDIA Corporation"

// Software reports whether a GL_RENDERER runs on the CPU. Such a renderer may end long loops early,
// and its workgroups may not run while another one waits.
func Software(renderer string) bool {
	r := strings.ToLower(renderer)
	for _, name := range []string{"llvmpipe", "softpipe", "swrast", "lavapipe", "software"} {
		if strings.Contains(r, name) {
			return true
		}
	}
	return false
}

// BarrierOrders reports whether GLSL's barrier() orders shared memory by itself. NVIDIA's compiler
// translates barrier() to PTX's bar.sync, which orders memory among the threads that wait. The
// fence beside it waits for all loads under way, which costs 2 to 3 % of a sort. Mesa's compiler
// needs the fence.
func BarrierOrders(vendor string) bool { return vendor == nvidia }

// SmallPages reports whether glBufferStorage and glBufferData place large buffers in small pages,
// and sparse storage in large ones. NVIDIA (580.159, H200) does so with any flags: beyond 128 MB
// address translations miss. Random reads of 1 GB take 632 ms, and 1.5 ms in sparse storage; 256
// streams written side by side take 0.63 and 0.31.
func SmallPages(vendor string) bool { return vendor == nvidia }

// WaitersProgress reports whether workgroups that wait were seen to let others run, and the single
// pass was seen to be faster than two dispatches. comb then runs the single pass by default. On
// request the single pass runs on every other driver, with correct results.
func WaitersProgress(vendor string, software bool) bool {
	return strings.Contains(vendor, "NVIDIA") && !software
}

// LanesAddInOrder reports whether lanes that add to one word of shared memory were seen to do so in
// the order of the lanes. GLSL does not promise it, so a probe runs on the device before a sort
// relies on it.
func LanesAddInOrder(vendor string) bool { return strings.Contains(vendor, "NVIDIA") }

// FlushBetweenDrawsAndKernels reports whether a glFlush must stand between draws and kernels that
// share buffers or depth. zink (Mesa 26) starts a kernel, or clears a buffer, before an earlier
// draw has finished its atomics. It also draws over depth that an earlier kernel has not read yet.
func FlushBetweenDrawsAndKernels(renderer string) bool { return strings.HasPrefix(renderer, "zink") }
