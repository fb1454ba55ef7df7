// SPDX-License-Identifier: MIT

package hair

import (
	"math"
	"sort"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Options.Detail.
const (
	LeastDetail = 0.02
	AutoDetail  = -1 // all strands where their mean width is autoWidth pixels or more, and a share of them below
)

// autoWidth is the width in pixels that AutoDetail makes thinner hairs up to: below it,
// neighbours can stand in for each other.
const autoWidth = 0.1

// rankSteps is how many ranks there are: RANK_MASK + 1 of shaders/hair/width.glsl.
const rankSteps = 4096

// fade is half the range over which strands come and go, as a part of where it begins.
const fade = 0.15

// fullDetail is the frame's detail with all strands.
var fullDetail = mgl32.Vec4{2, 1, 1}

// ranksOf gives strands ranks in an order that no file has: the same strand has the same rank
// every time, and those below any rank are spread over the model.
func ranksOf(strands int) []uint32 {
	order := make([]uint32, strands)
	for i := range order {
		order[i] = uint32(i)
	}
	sort.Slice(order, func(a, b int) bool { return hashed(order[a]) < hashed(order[b]) })
	ranks := make([]uint32, strands)
	for place, strand := range order {
		ranks[strand] = uint32(place * rankSteps / strands)
	}
	return ranks
}

// hashed hashes an index, to a number of its own.
func hashed(i uint32) uint32 {
	i = (i ^ i>>16) * 0x45D9F3B
	i = (i ^ i>>16) * 0x45D9F3B
	return i ^ i>>16
}

// ranked puts a rank into the lowest bits of a width.
func ranked(width float32, rank uint32) float32 {
	bits := math.Float32bits(width)
	return math.Float32frombits(bits&^(rankSteps-1) | rank&(rankSteps-1))
}

// detailOf is the frame's detail for a share of the strands, of which there are so many of each
// rank. Those that are kept are as much wider as the others take away. On the mean the share is
// drawn: those of low rank whole, the next ones fading. Near 1 more is drawn, so that nothing
// fades at 1 itself.
func detailOf(share float32, ranks []int) mgl32.Vec4 {
	if share >= 1 {
		return fullDetail
	}
	const near = (1 + fade) / (1 + 2*fade) // from here on the fading ranks end above 1
	begin := share / (1 + fade)
	if share > near {
		begin = (1 + 2*fade*(share-near)/(1-near)) / (1 + 2*fade)
	}
	end, slope := begin*(1+2*fade), 1/(begin*2*fade)
	all, left := 0.0, 0.0
	for rank, n := range ranks {
		all += float64(n)
		left += float64(n) * float64(min(max((end-float32(rank)/rankSteps)*slope, 0), 1))
	}
	return mgl32.Vec4{end, slope, float32(all / left)}
}

// thinning is the level of detail: it expands a share of the strands only, so that all that comes
// behind has less to do.
type thinning struct {
	r               *Renderer
	keep            *compact.Compactor
	scanner         *scan.Scanner
	measure, expand *gpu.Kernel
	kept, ends      *gpu.Buffer[uint32] // strands, and the running totals of their segments
	counts, draw    *gpu.Buffer[uint32] // segments, once and times 2 to mostPieces; a draw of them
	words           [mostPieces]gpu.View
	share           float32 // of the latest frame
	most            int     // segments that it keeps
}

// The bindings that the predicates of strands and segments read at, beside the points at
// gpu.UserBinding.
const (
	firstBinding    = gpu.UserBinding + 1
	farthestBinding = gpu.UserBinding + 1
)

func thinOptions() compact.Options {
	return compact.Options{
		Output:    compact.Indices,
		Predicate: defined(shaders.Constants{"BIND_POINTS": gpu.UserBinding, "BIND_FIRST": firstBinding}, "hair/strand_keep.glsl"),
		Name:      "the level of detail",
	}
}

func thinSpecs() (measure, expand gpu.Spec) {
	measure = gpu.Spec{File: "hair/strands_measure.comp.glsl", Shape: flat, Buffers: []string{"Strands", "First", "Lengths", "Count"}}
	expand = gpu.Spec{File: "hair/strands_expand.comp.glsl", Shape: flat, Constants: shaders.Constants{"MOST_PIECES": uint32(mostPieces)},
		Buffers: []string{"Strands", "First", "Ends", "Segments", "Counts", "Draw", "Count"}}
	return measure, expand
}

func newThinning(r *Renderer) (*thinning, error) {
	t := &thinning{r: r, share: 1, most: r.m.segments}
	if err := t.build(); err != nil {
		t.release()
		return nil, err
	}
	return t, nil
}

func (t *thinning) build() (err error) {
	d := t.r.d
	if t.keep, err = compact.New(d, thinOptions()); err != nil {
		return err
	}
	if t.scanner, err = scan.New(d, scan.Options{}); err != nil {
		return err
	}
	measure, expand := thinSpecs()
	if t.measure, err = d.NewKernel(measure); err != nil {
		return err
	}
	if t.expand, err = d.NewKernel(expand); err != nil {
		return err
	}
	for b, words := range map[**gpu.Buffer[uint32]]int{&t.kept: t.r.m.strands, &t.ends: t.r.m.strands, &t.counts: mostPieces, &t.draw: 4} {
		if *b, err = gpu.NewBuffer[uint32](d, words); err != nil {
			return err
		}
	}
	for i := range t.words {
		if t.words[i], err = t.counts.Slice(i, i+1); err != nil {
			return err
		}
	}
	return nil
}

// set decides a frame's share.
func (t *thinning) set(f *frame, c Camera) {
	t.share = t.r.o.Detail
	if t.share == AutoDetail {
		t.share = t.r.autoShare(f, c)
	}
	f.detail = detailOf(t.share, t.r.m.ranks)
	t.most = segmentsBelow(f.detail[0], t.r.m.rankSegments)
}

// segmentsBelow is how many segments the strands have whose rank, 0 to below 1, is below end: at
// least 1, as counts have. The predicate in shaders/hair/strand_keep.glsl decides the same on the
// GPU.
func segmentsBelow(end float32, rankSegments []int) (n int) {
	for rank, segments := range rankSegments {
		if float32(rank)/rankSteps < end {
			n += segments
		}
	}
	return max(n, 1)
}

// groups are the workgroups of a kernel with an invocation for each segment that the level of
// detail keeps.
func (t *thinning) groups() int { return (t.most + groupSize - 1) / groupSize }

// autoShare is the share of strands that shows as much as all of them from a camera.
func (r *Renderer) autoShare(f *frame, c Camera) float32 {
	pixels := r.o.WidthPixels
	if pixels == 0 {
		away := c.Eye().Sub(f.centre.Vec3()).Len()
		pixels = r.m.meanWidth * r.o.WidthScale * f.eye[3] / max(away, 1e-6)
	}
	return min(max(pixels/autoWidth, LeastDetail), 1)
}

// Detail is the share of the strands that the latest frame drew.
func (r *Renderer) Detail() float32 { return r.thin.share }

// SetDetail changes the share of the frames that follow: see Options.Detail. It costs nothing.
// Others are cut to what is possible.
func (r *Renderer) SetDetail(share float32) {
	if share != AutoDetail {
		share = min(max(share, LeastDetail), 1)
	}
	r.o.Detail = share
}

// thins says whether the latest frame left strands out.
func (t *thinning) thins() bool { return t.share < 1 }

// segments is how many segments are expanded, times 1 to mostPieces.
func (t *thinning) segments(pieces int) gpu.Count {
	if !t.thins() {
		return gpu.N(pieces * t.r.m.segments)
	}
	return gpu.CountAt(t.words[pieces-1], pieces*t.most)
}

// expandKept enqueues: the strands that are kept, and their segments.
func (t *thinning) expandKept() error {
	r, first := t.r, t.r.m.first.View()
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, r.m.points.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, firstBinding, first.ID())
	if err := t.keep.Indices(t.kept.View(), gpu.View{}, gpu.N(r.m.strands)); err != nil {
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
	groups := (r.m.strands + groupSize - 1) / groupSize
	k.Dispatch(groups)
	r.d.Barrier()
	if err := t.scanner.Inclusive(t.ends.View(), t.ends.View(), kept); err != nil {
		return err
	}
	k = t.expand
	k.SetBuffer(0, t.kept.View())
	k.SetBuffer(1, first)
	k.SetBuffer(2, t.ends.View())
	k.SetBuffer(3, r.segments.View())
	k.SetBuffer(4, t.counts.View())
	k.SetBuffer(5, t.draw.View())
	k.SetCount(kept)
	k.Dispatch(groups)
	r.d.Publish() // arguments of draws too
	return nil
}

func (t *thinning) release() {
	if t == nil {
		return
	}
	t.keep.Release()
	t.scanner.Release()
	t.measure.Release()
	t.expand.Release()
	for _, b := range []*gpu.Buffer[uint32]{t.kept, t.ends, t.counts, t.draw} {
		b.Release()
	}
}
