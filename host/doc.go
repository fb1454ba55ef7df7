// SPDX-License-Identifier: MIT

// Package host sorts, compacts, scans, reduces and counts Go slices, one call each.
//
//	err := host.Sort(keys, host.Ascending)            // []float32{3, 1, 2} -> {1, 2, 3}
//	order, err := host.Argsort(keys, host.Descending) // {3, 1, 2} -> {0, 2, 1}
//	sum, err := host.Reduce(keys, gpu.Sum)            // 6
//
// A call copies its slices to the GPU, runs the operation of package radix, compact, scan or
// reduce, waits, and copies the result back. Where no OpenGL runs, the same call runs in plain Go.
// Programs with several operations in a row should use those packages: their data stays on the GPU.
//
// # Choosing an operation
//
//   - Sort, SortBy, Argsort, TopK: keys of 8 to 64 bits, integers and floats;
//   - Compact, CompactIf, Unique: numbers of 4 and 8 bytes, arrays and structs of numbers;
//   - ExclusiveScan, InclusiveScan, Reduce: sums, minima and maxima;
//   - Histogram, HistogramRange: counts by bin.
//
// # OpenGL or plain Go
//
// The first call opens an offscreen device that the process shares. Backend returns its name, or
// the error why there is none. Close frees it. A call runs in plain Go if there is no device, and
// also if the driver has no room for its slices or fails (gpu.ErrUnsupported, gpu.ErrEnvironment).
// Backend counts these calls and returns the reason of the latest.
//
// Other errors are returned: mistakes of the caller, which both platforms find alike, and
// gpu.ErrInternal. GLSL of the caller is checked where OpenGL runs.
//
// The environment variable COMB_HOST changes the choice. Without it, comb does not use OpenGL that
// runs on the CPU, because plain Go is faster there. On 2 shared cores a Sort of 2^20 uint32 takes
// 28 ms in plain Go and 2.2 s on llvmpipe. COMB_HOST=opengl uses such a driver too. COMB_HOST=go
// uses no OpenGL.
//
// The device has its own locked thread. Any goroutine may make calls, which run on the GPU one at a
// time, and in plain Go side by side. Slices must not change during a call. A program that uses
// OpenGL itself should call Backend before it does: to open a device loads OpenGL's functions anew
// for the whole process.
//
// # Guarantees
//
// Every sort is stable, also when descending. Floats are sorted by their bits, as in IEEE 754's
// totalOrder: -NaN, -Inf, ..., -0, +0, ..., +Inf, +NaN. Minima and maxima skip NaN and order -0
// below +0.
//
// Both platforms give the same bits, with one exception: sums of float32. On the GPU they are added
// in a fixed order, the same on every run of one machine. Plain Go adds in float64 by index and
// rounds each result once. Sums of integers are modulo 2^32 or 2^64.
//
// A nil slice is an empty one. A call without items copies nothing, runs nothing, and opens no
// device. n is at most gpu.MaxItems. Each function says what it writes in place; other arguments
// are only read. Results in new slices share no memory with arguments.
//
// # Memory
//
// Buffers on the GPU are kept between calls and grow to the largest call: the items, the results
// and the scratch of sorts. If they hold more than KeepBytes at the end of a call, all are freed.
// Besides, at most KeepOperations operations are kept, with their kernels and a few megabytes of
// scratch each. Close frees everything.
//
// # Cost
//
// Each call copies all its items to the GPU and each result back, and waits. From which n that is
// faster than plain Go depends on the bus and the driver; BenchmarkCalls measures both. Reductions,
// compactions and scans read each item once on either platform, so that the copies alone take about
// as long as plain Go.
//
// Wall times of uint32 on an H100, and on a core of the Xeon beside it:
//
//	         Sort: OpenGL, plain Go    Reduce: OpenGL, plain Go
//	2^10         85 us      15 us          80 us     2.5 us
//	2^15        206 us     515 us         136 us      76 us
//	2^20        3.4 ms      23 ms         1.8 ms     2.0 ms
//	2^24         45 ms     633 ms          21 ms      27 ms
//
// The first call of a kind compiles kernels, or loads them from the cache of package gpu. Keys of 1
// and 2 bytes whose number does not fill a word wait once more.
//
// Plain Go sorts by 8 bits in a pass. It allocates a copy of the keys, one of the payload, and for
// TopK the indices of all keys.
//
// # Sources
//
// Those of packages radix, compact, scan and reduce. The sort in plain Go is the least-significant
// digit radix sort: Knuth, "The Art of Computer Programming", volume 3, section 5.2.5.
package host
