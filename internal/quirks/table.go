// SPDX-License-Identifier: MIT

package quirks

// Quirk is one thing that a driver does otherwise than expected. Its texts are cells of the tables
// in docs/drivers.md.
type Quirk struct {
	Driver     string // name, and the versions that it was seen on
	Symptom    string
	Workaround string // what comb does, and the file
	Test       string // that fails without the workaround
	Note       string // the measurement of a Slow one
	Upstream   string // the report, or "none known"
}

// Wrong are the quirks that give wrong results or crash.
var Wrong = []Quirk{
	{
		Driver:  "Mesa 22, 25, 26",
		Symptom: "a bare `barrier()` lets a shared load move above it",
		Workaround: "`sync()` in shaders/lib/sync.glsl adds a fence; `Caps.BarrierOrders` leaves " +
			"it out on NVIDIA, where it costs 2 to 3 % of a sort",
		Test:     "`TestKernelsFollowHouseRules`, `TestBarrierOrders`",
		Upstream: "[what the specification says](https://github.com/KhronosGroup/GLSL/issues/10)",
	},
	{
		Driver:  "Mesa 22 to 24 llvmpipe",
		Symptom: "loops of an invocation stop after 65,535 turns in total, in silence",
		Workaround: "many workers and short chunks; more items are an error (`Shape.Check` in " +
			"internal/kernel/shape.go). gpu/probe.go measures the limit. The single pass may run the " +
			"fallback in every tile, so its limit is lower: 0.5 to 1 million items",
		Test: "`TestLoopLimitProbe`, `TestSinglePassStaysBelowLoopLimit`",
		Upstream: "" +
			"[lp_bld_limits.h](https://gitlab.freedesktop.org/mesa/mesa/-/blob/mesa-22.3.6/src/gallium/auxiliary/gallivm/lp_bld_limits.h)",
	},
	{
		Driver:     "Mesa 22.3 llvmpipe",
		Symptom:    "waiting for another workgroup may never end",
		Workaround: "the decoupled fallback, after 4 polls (shaders/lib/look_back.glsl)",
		Test:       "`TestFallbackCountsSilentTiles`, `TestFallbackRecomputesSilentTiles`",
		Upstream: "[no forward-progress " +
			"guarantee](https://github.com/KhronosGroup/Vulkan-Docs/issues/2233)",
	},
	{
		Driver:     "NVIDIA 580.159, H200",
		Symptom:    "`glClearBufferData` overtakes a later `glBufferSubData` of more than 64 KiB",
		Workaround: "new buffers are zeroed by uploads (internal/core/storage.go)",
		Test:       "`TestUploadsKeepTheirOrderWithKernels`",
		Upstream:   "none known",
	},
	{
		Driver: "NVIDIA 580.159, H200",
		Symptom: "an upload of up to 64 KiB after a read-back may land before an upload still " +
			"under way",
		Workaround: "`gpu.Download` ends with `glFinish` (`Settle` in internal/core/storage.go)",
		Test:       "`TestUploadAfterDownloadReachesKernels`",
		Upstream:   "none known",
	},
	{
		Driver:     "NVIDIA 580.159, H200",
		Symptom:    "kernels read nothing of a `glBufferSubData` that ends within a word",
		Workaround: "uploads are whole words (internal/core/storage.go)",
		Test:       "`TestUploadOfBytesReachesKernels`",
		Upstream:   "none known",
	},
	{
		Driver:  "NVIDIA 580.159, H200",
		Symptom: "`glGetBufferSubData` of a sparse buffer of 192 MB crashes",
		Workaround: "sparse buffers, anybody's, are read by way of another buffer (`isSparse` in " +
			"internal/core/storage.go)",
		Test: "`TestPlainAndSparseStorage`",
		Upstream: "similar: [copies corrupt sparse " +
			"buffers](https://github.com/kbiElude/Emerald/issues/61)",
	},
	{
		Driver:     "NVIDIA 580.159, H200",
		Symptom:    "a sparse buffer of 2.4 GB keeps the GPU busy for 15 s, and the context is lost",
		Workaround: "no sparse storage above 1 GiB (`largePagesTo` in internal/core/storage.go)",
		Test:       "`TestLargePageConditions`",
		Upstream:   "none known",
	},
	{
		Driver:     "NVIDIA 580.159, H200",
		Symptom:    "the compiler passes no struct out of a coherent buffer to a function",
		Workaround: "copy it first (shaders/reduce/join.glsl)",
		Test:       "`TestReduceBoundingBoxOfParticles`",
		Upstream:   "none known",
	},
	{
		Driver:     "NVIDIA 580.159, H200",
		Symptom:    "four `subgroupBallot` calls in a row on parts of one vector give wrong bits",
		Workaround: "none: a kernel is used on a device only after its self-test passed there (internal/kernel/selftest.go)",
		Test:       "each operation's self-test",
		Upstream: "similar: [wrong ballots on an " +
			"H100](https://github.com/ginkgo-project/ginkgo/pull/1849)",
	},
	{
		Driver: "NVIDIA 580.159, H200",
		Symptom: "a shared value that was read before a barrier and used behind it came back as " +
			"written behind it",
		Workaround: "a loop branches on the value before the next barrier, and writes another word " +
			"next time (shaders/lib/look_back.glsl)",
		Test:     "`TestFallbackRecomputesSilentTiles`",
		Upstream: "none known",
	},
	{
		Driver: "NVIDIA 580.159, H200",
		Symptom: "persistent workgroups that take tiles by stride and wait hang the GPU once " +
			"not all are resident",
		Workaround: "tiles are the workgroup's number (shaders/lib/look_back.glsl), and waiting is bounded",
		Test:       "`TestFallbackCountsSilentTiles`",
		Upstream: "similar: [a scan that hangs an RTX " +
			"4090](https://github.com/b0nes164/GPUPrefixSums/issues/12)",
	},
	{
		Driver:     "Mesa 26.1 lavapipe",
		Symptom:    "a single-pass compaction of records above 128 bytes crashes",
		Workaround: "none; two tests leave that case out",
		Test:       "compact/selftest_test.go, compact/feedback_test.go",
		Upstream:   "none known",
	},
	{
		Driver:     "Mesa 26.1 lavapipe, subgroups of 16",
		Symptom:    "compiling a kernel with doubles ends the process (\"stack smashing detected\")",
		Workaround: "tests at 16 take no float64 (`gputest.TypesWithFloat64`)",
		Test:       "`TestReduceEveryOperatorTypeSizeAndLanePath` at 4 and 8",
		Upstream:   "none known",
	},
	{
		Driver:     "Mesa 26.1 lavapipe",
		Symptom:    "a predicate with loops crashes where no lane enters them",
		Workaround: "its result is kept from the vote (part keyed of shaders/compact/tile.glsl)",
		Test:       "`TestKeyedFallbackRecomputesSilentTiles`",
		Upstream:   "none known",
	},
	{
		Driver: "Mesa 26.1 zink on lavapipe",
		Symptom: "a kernel runs before an earlier draw has finished its atomics, and a draw " +
			"writes depth before a kernel read it",
		Workaround: "`glFlush` between them on zink (`AfterDraw` in hair/internal/scene)",
		Test:       "hair tests in `./dev subgroups 4`",
		Upstream:   "none known",
	},
	{
		Driver:     "Mesa 26.1, 16-wide lanes",
		Symptom:    "drawing crashes; so does a kernel that fetches a texel of bytes",
		Workaround: "renderer tests run at size 4 there",
		Test:       "`./dev subgroups`",
		Upstream:   "none known",
	},
	{
		Driver:     "Mesa 22.3 llvmpipe",
		Symptom:    "wrong interpolation across ribbons cut far outside of the image",
		Workaround: "none; a test tolerates it",
		Test:       "`TestTilesMatchDrawnRibbonsFromInsideTheHair`",
		Upstream:   "none known",
	},
}

// Slow are the quirks that cost time alone.
var Slow = []Quirk{
	{
		Driver: "NVIDIA 580.159, H200",
		Symptom: "the compiler uses one thread until `glMaxShaderCompilerThreadsKHR` is called, though it reports " +
			"the value that means any number; half of the work is done in the first query of the link status in " +
			"any case, one kernel at a time on the calling thread, and no program binary has it",
		Workaround: "`CompileAhead` and `Together` call it, and query each kernel when its threads are done " +
			"(internal/core/ahead.go); the driver's own disk cache has the other half",
		Test:     "`TestSelfTestsCompileAhead`",
		Note:     "13 kernels of sorts: 4,500 ms and 2,700",
		Upstream: "none known",
	},
	{
		Driver:     "Mesa llvmpipe",
		Symptom:    "loops of constant bounds are unrolled, and compiling each copy takes long",
		Workaround: "`ROLLED` in bounds of loops (shaders/lib/rolled.glsl), without KHR lanes, with which Mesa 26.1 crashed in a sort",
		Test:       "`TestRolledLoops`",
		Note:       "compiling kernels of reduce: 23 s and 12",
		Upstream:   "none known",
	},
	{
		Driver:  "NVIDIA 580.159",
		Symptom: "buffers lie in small pages; translations miss beyond 128 MB",
		Workaround: "sparse storage lies in large pages: `gpu.Options.LargePages` for 16 MiB to 1 " +
			"GiB (internal/core/storage.go)",
		Test:     "`TestLargePageConditions`",
		Note:     "2^26 pairs: 2,475 us and 1,903",
		Upstream: "none known",
	},
	{
		Driver: "NVIDIA 580.159",
		Symptom: "two dispatches are slower than one pass in which workgroups wait; there the " +
			"others run on",
		Workaround: "the single pass by default (`WaitersProgress` in internal/quirks)",
		Test:       "`TestVariants`",
		Note:       "[decision 2](decisions/02-single-pass-by-default-on-nvidia.md)",
		Upstream:   "none known",
	},
	{
		Driver: "NVIDIA 580.159",
		Symptom: "ranks by match take longer than shared-memory atomics, which lanes there add " +
			"in their order",
		Workaround: "a sort uses the order after a probe of the device has seen it " +
			"(`LanesAddInOrder` in internal/quirks)",
		Test:     "`TestRanksSelection`",
		Note:     "[decision 8](decisions/08-ranks-in-order.md)",
		Upstream: "none known",
	},
	{
		Driver:     "NVIDIA 580.159",
		Symptom:    "a `glBufferData` buffer moves to the host when it is read back",
		Workaround: "fixed storage where GL has it (internal/core/storage.go)",
		Test:       "none: speed alone",
		Note:       "a read of 64 MB: [NOTES.md](../bench/NOTES.md)",
		Upstream:   "none known",
	},
	{
		Driver:     "NVIDIA 580.159",
		Symptom:    "`glCopyBufferSubData` and `glCopyNamedBufferSubData` are slow",
		Workaround: "`Device.Copy` runs a kernel (internal/core/copy.go)",
		Test:       "none: speed alone",
		Note:       "0.18 TB/s; a kernel 3.4 at 64 MB",
		Upstream:   "none known",
	},
	{
		Driver:     "NVIDIA 580.159",
		Symptom:    "an `if` around each load makes the GPU wait for one before the next",
		Workaround: "loads do not branch: [decision 9](decisions/09-loads-without-branches.md)",
		Test:       "none: speed alone",
		Note:       "a copy of 2^22 words: 11.8 us and 9.9",
		Upstream:   "none known",
	},
	{
		Driver:     "NVIDIA 580.159",
		Symptom:    "`atomicAdd` of a constant becomes a search for lanes that share the word",
		Workaround: "the number is not a constant to the compiler; all lanes add, some of them 0 (shaders/lib/match.glsl)",
		Test:       "none: speed alone",
		Note:       "keys of 2^24: 443 us and 426",
		Upstream:   "none known",
	},
	{
		Driver:     "NVIDIA 580.159",
		Symptom:    "the fence before a barrier waits for all loads under way",
		Workaround: "`Caps.BarrierOrders` (shaders/lib/sync.glsl)",
		Test:       "`TestBarrierOrders`",
		Note:       "keys of 2^24: 376 us and 362",
		Upstream:   "none known",
	},
	{
		Driver:     "NVIDIA 580.159, H200",
		Symptom:    "a subgroup's barrier can cost more than the workgroup's",
		Workaround: "the workgroup's (shaders/lib/sync.glsl)",
		Test:       "none: speed alone",
		Note:       "2^24 keys: 1,451 us and 919",
		Upstream:   "none known",
	},
	{
		Driver:     "NVIDIA 580.159, H200",
		Symptom:    "64 KB of shared memory a multiprocessor for OpenGL",
		Workaround: "large tiles use none: [variants](variants.md#which-tile-size)",
		Test:       "none: speed alone",
		Note:       "[NOTES.md](../bench/NOTES.md)",
		Upstream:   "none known",
	},
	{
		Driver:     "Mesa 22.3 llvmpipe",
		Symptom:    "a kernel that reads a buffer as a texture is compiled in up to four forms: for sizes that are powers of two or not, and for sizes with zeros in bits 8 to 15 or not",
		Workaround: "in software, buffer objects have sizes for which neither holds (`storageBytes` in internal/core/storage.go)",
		Test:       "`TestStorageBytes`",
		Note:       "the tests of hair: 195 s of processor time and 134",
		Upstream:   "[lp_bld_sample.c](https://gitlab.freedesktop.org/mesa/mesa/-/blob/mesa-22.3.6/src/gallium/auxiliary/gallivm/lp_bld_sample.c)",
	},
	{
		Driver:     "Mesa 22.3 llvmpipe",
		Symptom:    "the first dispatch compiles, even with a program binary",
		Workaround: "none; Mesa's own shader cache helps",
		Test:       "none: speed alone",
		Note:       "[bench/results](../bench/results/README.md)",
		Upstream:   "none known",
	},
}

// Missing are the quirks by which information is missing or unreliable.
var Missing = []Quirk{
	{
		Driver:  "any",
		Symptom: "`glGetGraphicsResetStatus` reports a loss once",
		Workaround: "the Device remembers it and refuses every call; reads query it again after " +
			"they have read (gpu/device.go, gpu/lost_test.go)",
		Test: "`TestLostContextIsCheckedFirst`, " +
			"`TestContextLostDuringReadReturnsNoData`",
		Upstream: "none known",
	},
	{
		Driver:  "any",
		Symptom: "a context without reset notification never reports a loss",
		Workaround: "offscreen and the viewer request contexts with it, without robust access " +
			"where possible",
		Test:     "`TestContextLossReporting`",
		Upstream: "none known",
	},
	{
		Driver:     "Mesa 22.3 llvmpipe",
		Symptom:    "GPU timestamps disagree with the wall clock at times",
		Workaround: "`Stage.Reliable` of a `gpu.Timer` (gpu/timer.go)",
		Test:       "`TestTimerNamesItsStages`",
		Upstream:   "none known",
	},
	{
		Driver: "Mesa 22.3",
		Symptom: "no program binaries if its own shader cache is off " +
			"(`MESA_SHADER_CACHE_DISABLE`)",
		Workaround: "comb then keeps no programs (internal/core/linker.go)",
		Test:       "bench/startup_test.go",
		Upstream:   "none known",
	},
	{
		Driver:  "Mesa 22.3",
		Symptom: "every `#line` source string reads as 0",
		Workaround: "the line number carries the part (shaders/assemble.go): " +
			"[kernels](kernels.md#from-spec-to-program)",
		Test:     "`TestEveryLineMapsToItsSource`",
		Upstream: "none known",
	},
	{
		Driver: "NVIDIA 580.159",
		Symptom: "signed normalised texels of floats follow the formula of before OpenGL 4.2; " +
			"of bytes they are exact",
		Workaround: "tests use bytes",
		Test:       "`TestImageLevelsAndFormats`",
		Upstream:   "none known",
	},
}
