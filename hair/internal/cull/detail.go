// SPDX-License-Identifier: MIT

package cull

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// RankSteps is the number of ranks: RANK_MASK + 1 of shaders/hair/width.glsl.
const RankSteps = 4096

// fade is half the range over which strands come and go, as a part of where it begins.
const fade = 0.15

// FullDetail is scene.Frame.Detail with all strands.
var FullDetail = mgl32.Vec4{2, 1, 1, 2}

// Ranks gives strands ranks by their places. The strands below any rank are spread
// evenly over the model. Of neighbours along a Morton curve, every second is in one half of the
// ranks, every fourth in one quarter, and so on; which of them is random. So thinned hair has
// less noise than with random ranks. The same places give the same ranks every time. n is at least
// 1. Scrambling: Laine and Karras, "Stratified Sampling for Stochastic Transparency", EGSR 2011.
func Ranks(places []mgl32.Vec3) []uint32 {
	n := len(places)
	order := AlongCurve(places)
	spread := make([]uint32, n) // of each strand
	for place, strand := range order {
		spread[strand] = scrambled(bits.Reverse32(uint32(place)))
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(spread[a], spread[b]) })
	ranks := make([]uint32, n)
	for place, strand := range order {
		ranks[strand] = uint32(place * RankSteps / n)
	}
	return ranks
}

// ByRank returns the indices of strands by their ranks, and those of one rank in their own order.
func ByRank(ranks []uint32) []uint32 {
	var next [RankSteps + 1]uint32 // where the strands of a rank begin, and then go on
	for _, rank := range ranks {
		next[rank+1]++
	}
	for rank := range RankSteps {
		next[rank+1] += next[rank]
	}
	order := make([]uint32, len(ranks))
	for i, rank := range ranks {
		order[next[rank]] = uint32(i)
		next[rank]++
	}
	return order
}

// AlongCurve returns the indices of places in their order along a Morton curve.
func AlongCurve(places []mgl32.Vec3) []uint32 {
	codes := mortonCodes(places)
	order := make([]uint32, len(places))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(codes[a], codes[b]) })
	return order
}

// mortonCodes interleaves ten bits of each coordinate in the places' box.
func mortonCodes(places []mgl32.Vec3) []uint32 {
	low, high := places[0], places[0]
	for _, p := range places {
		for k := range p {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	}
	side := high.Sub(low)
	longest := max(side[0], side[1], side[2], math.SmallestNonzeroFloat32)
	codes := make([]uint32, len(places))
	for i, p := range places {
		for k := range p {
			at := uint32(1023 * ((p[k] - low[k]) / longest))
			for bit := range 10 {
				codes[i] |= at >> bit & 1 << (3*bit + k)
			}
		}
	}
	return codes
}

// scrambled is a random permutation in which each bit depends on itself and those above it (Owen's
// scrambling): numbers with equal upper bits keep that.
func scrambled(v uint32) uint32 {
	v = bits.Reverse32(v)
	v += 0x9E3779B9
	v ^= v * 0x6C50B47C
	v ^= v * 0xB82F1E52
	v ^= v * 0xC7AFE638
	v ^= v * 0x8D22F6E6
	return bits.Reverse32(v)
}

// Ranked puts a rank into the lowest bits of a width.
func Ranked(width float32, rank uint32) float32 {
	bits := math.Float32bits(width)
	return math.Float32frombits(bits&^(RankSteps-1) | rank&(RankSteps-1))
}

// DetailOf is the frame's detail for a share of the strands, of which there are so many of each
// rank. Those that are kept are as much wider as the others take away. On the mean the share is
// drawn: those of low rank whole, the next ones fading. Near 1 more is drawn, so that nothing
// fades at 1 itself.
func DetailOf(share float32, ranks []int) mgl32.Vec4 {
	if share >= 1 {
		return FullDetail
	}
	begin := beginOf(share)
	detail := mgl32.Vec4{begin * (1 + 2*fade), 1 / (begin * 2 * fade), 1}
	all, left := 0.0, 0.0
	for rank, n := range ranks {
		all += float64(n)
		left += float64(n) * scene.FadeOf(detail, float32(rank)/RankSteps)
	}
	detail[2], detail[3] = float32(all/left), detail[0]
	return detail
}

// beginOf is the rank, 0 to 1, up to which a share draws strands whole.
func beginOf(share float32) float32 {
	const near = (1 + fade) / (1 + 2*fade) // from here on the fading ranks end above 1
	if share > near {
		return (1 + 2*fade*(share-near)/(1-near)) / (1 + 2*fade)
	}
	return share / (1 + fade)
}

// Detail is the level of detail. It expands only a share of the strands, so that all later stages
// have less to do.
type Detail struct {
	Share  float32             // of the latest frame
	Most   int                 // segments that it keeps
	Counts *gpu.Buffer[uint32] // segments, once and times 2 to scene.MostPieces
	Draw   *gpu.Buffer[uint32] // arguments of a draw of them

	s          *scene.Scene
	strands    int            // of the whole model; a draft has fewer
	all        *kernel.Kernel // expands all strands
	keep       *compact.Compactor
	scanner    *scan.Scanner // the scene's
	measure    *kernel.Kernel
	some       *kernel.Kernel      // expands the strands that are kept; nil before the first frame that leaves some out
	segments   *gpu.Buffer[uint32] // scene.Expanded.Segments
	kept, ends *gpu.Buffer[uint32] // strands, and the running totals of their segments
	countWords [scene.MostPieces]gpu.View
}

func keepOptions() compact.Options {
	return compact.Options{
		Output:    compact.Indices,
		Predicate: defined(shaders.Constants{"BIND_POINTS": gpu.UserBinding, "BIND_FIRST": firstBinding}, "hair/keep.glsl#strand"),
		Name:      "the level of detail",
	}
}

// strandLanes is the number of invocations that share a strand. On a GPU neighbours write
// neighbours: one invocation a strand took 0.27 ms for 13 million segments. Software has no use for
// more. It is pure.
func strandLanes(software bool) uint32 {
	if software {
		return 1
	}
	return 32
}

// expandSpec is the kernel that expands all strands.
func expandSpec(software bool) kernel.Spec {
	return kernel.Spec{File: "hair/segments_expand.comp.glsl#all", Shape: scene.Flat, Constants: shaders.Constants{"STRAND_LANES": strandLanes(software)},
		Buffers: []string{"First", "Segments", "Count"}}
}

func detailSpecs(software bool) (measure, expand kernel.Spec) {
	measure = kernel.Spec{File: "hair/strands_measure.comp.glsl", Shape: scene.Flat, Buffers: []string{"Strands", "First", "Lengths", "Count"}}
	expand = kernel.Spec{File: "hair/segments_expand.comp.glsl#kept", Shape: scene.Flat, Constants: shaders.Constants{"MOST_PIECES": uint32(scene.MostPieces), "STRAND_LANES": strandLanes(software)},
		Buffers: []string{"Strands", "First", "Ends", "Segments", "Counts", "Draw", "Count"}}
	return measure, expand
}

// NewDetail compiles the expansion of the whole model, which the scene has then, and takes 4 bytes
// a segment. Errors: gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrOutOfMemory.
func NewDetail(s *scene.Scene) (*Detail, error) {
	t := &Detail{s: s, strands: s.Hair.Strands}
	if err := t.build(); err != nil {
		t.Release()
		return nil, err
	}
	return t, t.SetShare(1)
}

func (t *Detail) build() (err error) {
	d := t.s.Device
	all := expandSpec(t.s.Texels)
	if t.all, err = kernel.New(d, all); err != nil {
		return err
	}
	if err := kernel.RunSelfTest(d, "hair: expand", scene.Flat, kernel.SelfTest{Specs: []kernel.Spec{all}, Test: t.test}); err != nil {
		return err
	}
	t.segments, err = gpu.NewBuffer[uint32](d, t.s.Hair.Segments)
	return err
}

// prepare compiles what leaves strands out, and takes 8 bytes a strand.
func (t *Detail) prepare() (err error) {
	if t.some != nil {
		return nil
	}
	defer func() {
		if err != nil {
			t.releaseKept()
		}
	}()
	d, strands := t.s.Device, t.strands
	if t.keep, err = compact.New(d, keepOptions()); err != nil {
		return err
	}
	if t.scanner, err = t.s.Scanner(); err != nil {
		return err
	}
	for b, words := range map[**gpu.Buffer[uint32]]int{&t.kept: strands, &t.ends: strands, &t.Counts: scene.MostPieces, &t.Draw: 4} {
		if *b, err = gpu.NewBuffer[uint32](d, words); err != nil {
			return err
		}
	}
	for i := range t.countWords {
		if t.countWords[i], err = t.Counts.Slice(i, i+1); err != nil {
			return err
		}
	}
	measure, expand := detailSpecs(t.s.Texels)
	if t.measure, err = kernel.New(d, measure); err != nil {
		return err
	}
	t.some, err = kernel.New(d, expand)
	return err
}

// SetShare decides the share of the strands that a frame draws, and writes scene.Frame.Detail and
// the counts of scene.Expanded. The first share below 1 compiles kernels and takes 8 bytes a
// strand. Errors: gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrOutOfMemory.
func (t *Detail) SetShare(share float32) error {
	if share < 1 {
		if err := t.prepare(); err != nil {
			return err
		}
	}
	t.Share = share
	t.s.Frame.Detail = DetailOf(share, t.s.Hair.Ranks)
	t.Most = segmentsBelow(t.s.Frame.Detail[0], t.s.Hair.RankSegments)
	e := &t.s.Expanded
	e.Segments = t.segments
	e.Groups, e.Draw = scene.Groups(t.Most), gpu.View{}
	if t.Thins() {
		e.Draw = t.Draw.View()
	}
	for i := range e.Counts {
		if e.Counts[i] = gpu.N((i + 1) * t.s.Hair.Segments); t.Thins() {
			e.Counts[i] = gpu.CountAt(t.countWords[i], (i+1)*t.Most)
		}
	}
	return nil
}

// segmentsBelow is the number of segments of the strands whose rank, 0 to below 1, is below end: at
// least 1, as counts have. The predicate in shaders/hair/keep.glsl decides the same on the
// GPU.
func segmentsBelow(end float32, rankSegments []int) (n int) {
	for rank, segments := range rankSegments {
		if float32(rank)/RankSteps < end {
			n += segments
		}
	}
	return max(n, 1)
}

// Thins says whether the latest frame left strands out.
func (t *Detail) Thins() bool { return t.Share < 1 }

// Run enqueues the expansion of the strands that are drawn.
func (t *Detail) Run() error {
	if t.Thins() {
		return t.expandKept()
	}
	t.expandAll(t.s.Hair.First.View(), t.s.Expanded.Segments.View(), t.s.Hair.Strands)
	return nil
}

// ExpandAll enqueues the expansion of all strands of a hair into a buffer.
func (t *Detail) ExpandAll(h *scene.Hair, segments gpu.View) {
	t.expandAll(h.First.View(), segments, h.Strands)
}

func (t *Detail) expandAll(first, segments gpu.View, strands int) {
	t.all.SetBuffer(0, first)
	t.all.SetBuffer(1, segments)
	t.all.SetCount(gpu.N(strands))
	t.all.Dispatch(t.groups(strands))
	t.s.Device.MemoryBarrier()
}

// groups is the number of workgroups that expand so many strands.
func (t *Detail) groups(strands int) int {
	return scene.Groups(strands * int(strandLanes(t.s.Texels)))
}

// expandKept enqueues the selection of strands, and the expansion of those that are kept.
func (t *Detail) expandKept() error {
	s, first := t.s, t.s.Hair.First.View()
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, s.Hair.Points.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, firstBinding, first.ID())
	if err := t.keep.Indices(t.kept.View(), gpu.View{}, gpu.N(s.Hair.Strands)); err != nil {
		return err
	}
	kept := t.keep.Result().Count
	k := t.measure
	k.SetBuffer(0, t.kept.View())
	k.SetBuffer(1, first)
	k.SetBuffer(2, t.ends.View())
	k.SetCount(kept)
	// Not indirect: on an H200 an indirect dispatch takes longer to begin than groups without
	// work take to end.
	k.Dispatch(scene.Groups(s.Hair.Strands))
	s.Device.StorageBarrier()
	if err := t.scanner.Inclusive(t.ends.View(), t.ends.View(), kept); err != nil {
		return err
	}
	k = t.some
	k.SetBuffer(0, t.kept.View())
	k.SetBuffer(1, first)
	k.SetBuffer(2, t.ends.View())
	k.SetBuffer(3, s.Expanded.Segments.View())
	k.SetBuffer(4, t.Counts.View())
	k.SetBuffer(5, t.Draw.View())
	k.SetCount(kept)
	k.Dispatch(t.groups(s.Hair.Strands))
	s.Device.MemoryBarrier() // arguments of draws too
	return nil
}

// Release frees the kernels and buffers.
func (t *Detail) Release() {
	if t == nil {
		return
	}
	t.releaseKept()
	t.all.Release()
	t.segments.Release()
}

// releaseKept frees what prepare made.
func (t *Detail) releaseKept() {
	t.keep.Release()
	t.measure.Release()
	t.some.Release()
	for _, b := range []*gpu.Buffer[uint32]{t.kept, t.ends, t.Counts, t.Draw} {
		b.Release()
	}
	t.keep, t.measure, t.some = nil, nil, nil
}
