// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/cull"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// Model is a set of strands on the GPU.
type Model struct {
	hair  scene.Hair // what the stages of a frame read
	draft cull.DraftPlan

	low, high  mgl32.Vec3
	hull       []mgl32.Vec3 // of the points, with the margin
	margin     float32      // metres that points may leave low to high: see Moving
	opacity    float32      // the highest of any point
	meanWidth  float32      // metres, over all points
	usualWidth float32      // metres, the median over points
	ink        float64      // the mean of the points': see scatter.RGB.Ink
}

// MaxPoints is the largest model: two bits of a segment's word are flags.
const MaxPoints = 1 << 30

// NewModel uploads a set. It takes 20 bytes a point and 4 a strand. Errors: gpu.ErrTooLarge when
// the points pass the driver's shader-storage limit or MaxPoints; gpu.ErrOutOfMemory;
// gpu.ErrArgument for no set or one without segments; gpu.ErrReleased without a Device; those of
// Set.Validate.
func NewModel(d *gpu.Device, s *strands.Set) (*Model, error) {
	if s == nil {
		return nil, fmt.Errorf("hair: NewModel: the set is nil: %w", gpu.ErrArgument)
	}
	if err := d.Internal().Enter(); err != nil {
		return nil, fmt.Errorf("hair: NewModel: %w", err)
	}
	defer d.Internal().Leave()
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if len(s.Points) > MaxPoints {
		return nil, fmt.Errorf("hair: NewModel: got %d points, want at most %d: %w", len(s.Points), MaxPoints, gpu.ErrTooLarge)
	}
	m := &Model{hair: scene.Hair{Strands: s.Strands(), Segments: s.Segments()}}
	if m.hair.Segments == 0 {
		return nil, fmt.Errorf("hair: NewModel: got a set without segments, want 1 or more: %w", gpu.ErrArgument)
	}
	low, high := s.Bounds()
	m.low, m.high = low.Mul(s.Unit), high.Mul(s.Unit)
	m.hair.Extent = m.room().span()
	if err := m.upload(d, s); err != nil {
		m.Release()
		return nil, fmt.Errorf("hair: NewModel: %d points: %w", len(s.Points), err)
	}
	return m, nil
}

func (m *Model) upload(d *gpu.Device, s *strands.Set) (err error) {
	if m.hair.First, err = gpu.NewBufferFrom(d, s.First); err != nil {
		return err
	}
	points := make([][4]float32, len(s.Points))
	colors := make([]uint32, len(s.Points))
	ranks := cull.Ranks(rootsOf(s))
	m.hair.Order = cull.AlongCurve(middlesOf(s))
	m.draft = cull.PlanDraft(s.First, ranks)
	m.hair.Ranks, m.hair.RankSegments = make([]int, cull.RankSteps), make([]int, cull.RankSteps)
	m.hair.ByRank = cull.ByRank(ranks)
	widths, colored := 0.0, tintsOf(s)
	for i := range s.Strands() {
		m.hair.Ranks[ranks[i]]++
		segments := int(s.First[i+1]-s.First[i]) - 1
		m.hair.RankSegments[ranks[i]] += segments
		m.hair.MostSegments = max(m.hair.MostSegments, segments)
		colored.paint(i, func(p uint32, color mgl32.Vec3) {
			opacity, thickness := s.DefaultOpacity, s.DefaultThickness
			if s.Opacity != nil {
				opacity = s.Opacity[p]
			}
			if s.Thickness != nil {
				thickness = s.Thickness[p]
			}
			at := s.Points[p].Mul(s.Unit)
			points[p] = [4]float32{at[0], at[1], at[2], cull.Ranked(thickness*s.Unit, ranks[i])}
			widths += float64(thickness * s.Unit)
			colors[p] = pack(color, opacity)
			m.ink += tintOf(color).Ink() / float64(len(s.Points))
			m.opacity = max(m.opacity, opacity)
		})
	}
	m.meanWidth = float32(widths / float64(len(points)))
	m.usualWidth = usualWidth(points)
	m.hull = hullOf(points)
	m.hair.MeanSegment = meanSegment(s)
	if m.hair.Points, err = gpu.NewBufferFrom(d, points); err != nil {
		return err
	}
	m.hair.Colors, err = gpu.NewBufferFrom(d, colors)
	return err
}

// usualWidth is the median of the points' widths, of a few thousand of them at even distances.
func usualWidth(points [][4]float32) float32 {
	const most = 4096
	step := (len(points) + most - 1) / most
	var widths []float32
	for i := 0; i < len(points); i += step {
		widths = append(widths, points[i][3])
	}
	slices.Sort(widths)
	return widths[len(widths)/2]
}

// meanSegment is the mean length of the segments, in metres.
func meanSegment(s *strands.Set) float32 {
	sum := 0.0
	for i := range s.Strands() {
		for p := s.First[i]; p+1 < s.First[i+1]; p++ {
			sum += float64(s.Points[p+1].Sub(s.Points[p]).Len())
		}
	}
	return float32(sum) / float32(max(s.Segments(), 1)) * s.Unit
}

// unit hashes an index to 0..1.
func unit(i uint32) float32 {
	i = (i ^ i>>16) * 0x7FEB352D
	i = (i ^ i>>15) * 0x846CA68B
	return float32((i^i>>16)>>8) / (1 << 24)
}

// tintOf is the linear colour that shaders make of a display colour.
func tintOf(c mgl32.Vec3) (tint scatter.RGB) {
	for i, v := range c {
		tint[i] = math.Pow(float64(min(max(v, 0), 1)), 2.2)
	}
	return tint
}

func pack(c mgl32.Vec3, opacity float32) uint32 {
	q := func(v float32) uint32 { return uint32(math.Round(float64(min(max(v, 0), 1)) * 255)) }
	return q(c[0]) | q(c[1])<<8 | q(c[2])<<16 | q(opacity)<<24
}

// Strands is the number of strands.
func (m *Model) Strands() int { return m.hair.Strands }

// Segments is the number of segments of all strands.
func (m *Model) Segments() int { return m.hair.Segments }

// Bounds is the box around all points, in metres.
func (m *Model) Bounds() (low, high mgl32.Vec3) { return m.low, m.high }

// Release frees the model's buffers. Release its renderers first: later they return
// gpu.ErrReleased.
func (m *Model) Release() {
	if m == nil {
		return
	}
	m.hair.First.Release()
	m.hair.Points.Release()
	m.hair.Colors.Release()
}

// rootsOf returns the first point of each strand.
func rootsOf(s *strands.Set) []mgl32.Vec3 {
	roots := make([]mgl32.Vec3, s.Strands())
	for i := range roots {
		roots[i] = s.Points[s.First[i]]
	}
	return roots
}

// middlesOf returns the point in the middle of each strand.
func middlesOf(s *strands.Set) []mgl32.Vec3 {
	middles := make([]mgl32.Vec3, s.Strands())
	for i := range middles {
		middles[i] = s.Points[(s.First[i]+s.First[i+1])/2]
	}
	return middles
}
