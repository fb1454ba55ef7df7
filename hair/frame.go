// SPDX-License-Identifier: MIT

package hair

import (
	"math"

	"github.com/combgl/comb/hair/internal/cull"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/mathgl/mgl32"
)

// leastCoverage is the part of a pixel, by width and opacity, below which a segment is drawn by
// chance: a quarter of a step of an 8-bit image.
const leastCoverage = 1.0 / 1024

// fillFrame computes a frame's uniforms but for the lights. low and high are the corners of the box
// around the hair, reach is the box around hair and head. It is pure.
func fillFrame(f *scene.Frame, c Camera, width, height int, low, high mgl32.Vec3, reach box, opacity float32, o Options) {
	half := high.Sub(low).Mul(0.5)
	centre := low.Add(half)
	radius := max(half.Len(), 1e-6)
	// The head may reach past the hair: the planes stand well clear of both.
	far := 3*radius + c.Target.Sub(centre).Len()
	far = max(far, 1.1*reach.high.Sub(reach.low).Len()/2+c.Target.Sub(reach.centre()).Len())
	view, projection, near := c.matrices(float32(width)/float32(height), far)
	f.View, f.ViewProjection = view, projection.Mul4(view)
	focal := float32(height) / (2 * float32(math.Tan(float64(c.FieldOfView)/2)))
	f.Eye = c.Eye().Vec4(focal)
	f.Viewport = mgl32.Vec4{float32(width), float32(height), near}
	f.Pixel = mgl32.Vec4{2 / float32(width), 2 / float32(height)}

	// The depths that the model can have from here are those of its box's sphere.
	middle := c.Eye().Sub(centre).Dot(c.direction())
	nearest := max(middle-radius, 0)
	farthest := max(middle+radius, nearest+1e-6)
	if o.Strands.Opacity > 0 {
		opacity = o.Strands.Opacity
	}
	f.DepthKeys = mgl32.Vec4{nearest, 1 / (farthest - nearest), kernel.LargestKey(o.Transparency.KeyBits)}

	f.Centre = centre.Vec4(0)
	if o.Debug.KeepAll {
		f.Centre[3] = 1
	} else {
		f.Viewport[3] = leastCoverage / max(opacity, 1e-3)
	}
	floor := 0.05 * radius
	f.Extent = mgl32.Vec4{max(half[0], floor), max(half[1], floor), max(half[2], floor), o.Image.Exposure}
	f.Ribbons = mgl32.Vec4{o.Debug.WidthPixels, o.Strands.Opacity, o.Strands.WidthScale}
	if o.Image.Samples > 1 && o.Transparency.Method != Tiles {
		f.Ribbons[3] = 1
	}
	f.Detail = cull.FullDetail
}

// mapEdge is how many texels at the edge of a light's map stay empty, for what ribbons reach beyond
// their points.
const mapEdge = 3

// setLights computes the lights' part of a frame. It is pure. hull has the points of the hair that
// reach farthest. all is the box around hair and head, which a light's map shows.
func setLights(f *scene.Frame, c Camera, hull []mgl32.Vec3, all box, o Options, size int) {
	f.Lights = mgl32.Vec4{float32(len(o.Light.Lights)), 0, float32(size)}
	if o.Light.Shadow != NoShadow && len(o.Light.Lights) > 0 {
		f.Lights[1] = 1
	}
	if o.Head != nil {
		f.Lights[3] = 1
	}
	for i := range o.Light.Lights {
		setLight(f, i, &o.Light.Lights[i], c, hull, all, float32(size))
	}
	for i, s := range o.Light.Environment.folded() {
		f.Sky[i] = s.Vec4(0)
	}
}

func setLight(f *scene.Frame, i int, l *Light, c Camera, hull []mgl32.Vec3, all box, size float32) {
	centre := all.centre()
	toward := l.InWorld(c).Direction
	if l.Point {
		toward = l.Position.Sub(centre)
	}
	distance := toward.Len()
	toward = toward.Normalize()
	axis := mgl32.Vec3{0, 1, 0}
	if toward[1] > 0.9 || toward[1] < -0.9 {
		axis = mgl32.Vec3{0, 0, 1}
	}
	right := axis.Cross(toward).Normalize()
	up := toward.Cross(right)

	// Depth goes away from the light: a plane over all, and the hair's own range in it.
	corners := all.corners()
	nearest, farthest := along(toward, corners[:])
	span := max(farthest-nearest, 1e-6)
	f.LightDepth[i] = toward.Mul(-1 / span).Vec4(-nearest / span)
	hairNearest, hairFarthest := along(toward, hull)

	hairSpan := max(hairFarthest-hairNearest, 1e-6)
	f.LightScale[i] = mgl32.Vec4{span / hairSpan, (nearest - hairNearest) / hairSpan, 0, 1 / span}

	color := l.Color
	if color == (mgl32.Vec3{}) {
		color = mgl32.Vec3{1, 1, 1}
	}
	inner := 1 - 2*mapEdge/size
	if l.Point {
		// The widest angle of a corner, seen along the axis; w is the distance along it.
		widest := float32(0)
		for _, p := range corners {
			p = p.Sub(l.Position)
			depth := -p.Dot(toward)
			widest = max(widest, max(abs(p.Dot(right)), abs(p.Dot(up)))/depth)
		}
		scale := inner / max(widest, 1e-6)
		f.LightClip[i] = rows(right.Mul(scale).Vec4(-scale*right.Dot(l.Position)), up.Mul(scale).Vec4(-scale*up.Dot(l.Position)),
			toward.Mul(-1).Vec4(toward.Dot(l.Position)))
		f.LightScale[i][2] = scale * size / 2
		f.LightFrom[i] = l.Position.Vec4(1)
		f.LightColor[i] = color.Mul(l.Strength * distance * distance).Vec4(0)
		return
	}
	reach := float32(1e-6)
	for _, p := range corners {
		p = p.Sub(centre)
		reach = max(reach, abs(p.Dot(right)), abs(p.Dot(up)))
	}
	scale := inner / reach
	f.LightClip[i] = rows(right.Mul(scale).Vec4(-scale*right.Dot(centre)), up.Mul(scale).Vec4(-scale*up.Dot(centre)), mgl32.Vec4{0, 0, 0, 1})
	f.LightScale[i][2] = scale * size / 2
	f.LightFrom[i] = toward.Vec4(0)
	f.LightColor[i] = color.Mul(l.Strength).Vec4(0)
}

// along is how far points reach away from a light: the least and the greatest of -toward.p.
func along(toward mgl32.Vec3, points []mgl32.Vec3) (nearest, farthest float32) {
	nearest, farthest = float32(math.Inf(1)), float32(math.Inf(-1))
	for _, p := range points {
		d := -toward.Dot(p)
		nearest, farthest = min(nearest, d), max(farthest, d)
	}
	return nearest, farthest
}

// rows is the matrix that gives x, y and w; z stays 0.
func rows(x, y, w mgl32.Vec4) mgl32.Mat4 { return mgl32.Mat4FromRows(x, y, mgl32.Vec4{}, w) }

func abs(v float32) float32 { return max(v, -v) }
