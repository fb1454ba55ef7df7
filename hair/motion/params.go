// SPDX-License-Identifier: MIT

package motion

import (
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/mathgl/mgl32"
)

// params is the block Params of shaders/hair/motion/params.glsl, in the same order (std430: all
// members have 16 bytes).
type params struct {
	turn, at         mgl32.Vec4
	gravity, carried mgl32.Vec4
	wind, style      mgl32.Vec4
	gridLow          mgl32.Vec4
	gridSize         [4]uint32
	waveAt, waveBy   [waves]mgl32.Vec4
}

// Constants of the kernels: see strands_step.comp.glsl.
const (
	waves      = 4
	pushes     = 8             // at most, out of the head in a step
	slack      = float32(1e-5) // metres that a point may lack of the clearance
	tiny       = float32(1e-8) // metres: no direction
	reference  = float32(0.4)  // metres: a strand as stiff as Style says. Others by the square of their length
	firmest    = float32(100)  // times as stiff, at most
	rootHold   = float32(40)   // stiffness of the root's end, relative to the tip
	holds      = float32(16)   // 1/s2: a spring from which on the style holds up all of a strand's weight
	shelter    = float32(0.08) // metres from the root on that get less wind
	leastPivot = float32(0.05) // of the system for lengths: a point that the head holds may leave none
	inner      = float32(60)   // 1/s: how fast points take on the mean of their neighbours' speeds
	fastest    = float32(10)   // metres a second
	windSpread = float32(0.12) // how differently strands catch the wind
	opposite   = float32(1e-3) // a turn by nearly half a circle has no least rotation
	partsMetre = float32(66.7) // parts a metre of a segment, rounded up; between them it is kept out of the head too
	mostParts  = float32(4)    // of a segment
	catchUp    = float32(0.25) // of a follower's distance from its place, at each point
	groupSize  = 64            // strands: a large model is tens of thousands, to be spread over all multiprocessors
)

func constants() shaders.Constants {
	return shaders.Constants{
		"WAVES": waves, "PUSHES": pushes, "SLACK": slack, "TINY": tiny, "REFERENCE": reference, "FIRMEST": firmest, "ROOT_HOLD": rootHold,
		"HOLDS": holds, "SHELTER": shelter, "FASTEST": fastest, "WIND_SPREAD": windSpread, "LEAST_PIVOT": leastPivot,
		"OPPOSITE": opposite, "CATCH_UP": catchUp, "PARTS_A_METRE": partsMetre, "MOST_PARTS": mostParts,
	}
}

// specs returns the kernels.
func specs() (step, rest, follow kernel.Spec) {
	s := kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: groupSize, ItemsPerThread: 1}
	step = kernel.Spec{File: "hair/motion/strands_step.comp.glsl", Shape: s, Constants: constants(),
		Buffers: []string{"First", "Rest", "Points", "Velocities", "Work", "Solid", "Params", "Count"}}
	rest = kernel.Spec{File: "hair/motion/points_rest.comp.glsl", Shape: s, Constants: shaders.Constants{"WAVES": waves},
		Buffers: []string{"Rest", "Points", "Velocities", "Params", "Count"}}
	follow = kernel.Spec{File: "hair/motion/strands_follow.comp.glsl", Shape: s, Constants: constants(),
		Buffers: []string{"Strands", "Rest", "GuideRest", "GuidePoints", "Points", "Solid", "Params", "Count"}}
	return step, rest, follow
}

// paramsOf computes the block from the options and the matrix of the head.
func paramsOf(o Options, head mgl32.Mat4) (p params) {
	dt := 1 / float64(o.Rate)
	part := func(rate float32) float32 { return float32(math.Exp(-float64(rate) * dt)) }
	turn := mgl32.Mat4ToQuat(head).Normalize()
	p.turn = turn.V.Vec4(turn.W)
	p.at = head.Col(3).Vec3().Vec4(float32(dt))
	p.gravity = o.Gravity.Vec4(1 - part(o.Drag))
	p.carried = turn.Rotate(mgl32.Vec3{0, -standard, 0}).Vec4(part(o.Damping))
	p.wind = o.Wind.Vec4(1 - part(inner))
	p.style = mgl32.Vec4{o.spring(), 20 * o.Bend * o.Bend, o.Clearance, o.Friction}
	if o.Solid != nil {
		p.gridLow = o.Solid.low.Vec4(1 / o.Solid.cell)
		for a, n := range o.Solid.size {
			p.gridSize[a] = uint32(n)
		}
	}
	for k, w := range wavesOf(o.Seed) {
		p.waveAt[k] = w.at.Vec4(0)
		p.waveBy[k] = w.by(o.Wind, o.Gusts).Vec4(0)
	}
	return p
}
