// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// line is a straight hair on the screen, in pixels: its middle, half its length, its direction and
// its width.
type line struct{ x, y, half, dx, dy, width float64 }

// place is how far a place lies from the line's middle along it, and from the line.
func (l line) place(x, y float64) (along, across float64) {
	x, y = x-l.x, y-l.y
	return x*l.dx + y*l.dy, y*l.dx - x*l.dy
}

// supersampled is the coverage of a pixel's middle by a Gaussian of 0.5 pixels that is cut at one
// pixel: 32 x 32 samples. It is the default filter of film renderers such as Arnold.
func (l line) supersampled(x, y float64) float64 {
	const n = 32
	sum, all := 0.0, 0.0
	for j := range n {
		for i := range n {
			dx, dy := (float64(i)+0.5)/n*2-1, (float64(j)+0.5)/n*2-1
			weight := math.Exp(-2 * (dx*dx + dy*dy))
			all += weight
			if _, across := l.place(x+dx, y+dy); math.Abs(across) < 0.5*l.width {
				sum += weight
			}
		}
	}
	return sum / all
}

// boxed is the coverage by a box of one pixel across the hair.
func (l line) boxed(across float64) float64 {
	return max(min(across+0.5, 0.5*l.width)-max(across-0.5, -0.5*l.width), 0)
}

// filtered is the CPU twin of ribbonAlpha in shaders/hair/ribbon_fragment.glsl.
func (l line) filtered(across float64) float64 {
	upTo := func(x float64) float64 {
		t := min(max(x/1.4+0.5, 0), 1)
		return t * t * (3 - 2*t)
	}
	return upTo(across+0.5*l.width) - upTo(across-0.5*l.width)
}

// A hair's coverage is nearer to a supersampled image than that of a box of one pixel, at all
// angles and widths, and adds up to its area. Each is drawn at four places between pixels.
func TestCoverageIsNearSupersampled(t *testing.T) {
	dev := gputest.Device(t)
	const size, half, places = 256, 60.0, 4
	metre := size / (2 * math.Tan(fieldOfView/2)) // pixels, one metre before the camera
	for _, angle := range []float64{0, 3, 11, 27, 45, 68, 90} {
		gputest.Run(t, dev, fmt.Sprint("angle=", angle), func(t *testing.T) {
			set := &strands.Set{First: []uint32{0}, Unit: 1, DefaultOpacity: 1, DefaultColor: mgl32.Vec3{1, 1, 1}}
			sin, cos := math.Sincos(angle * math.Pi / 180)
			period := max(math.Abs(sin), math.Abs(cos)) // of the pixels, across the hair
			var lines []line
			for k := range 5 * places {
				width := []float64{0.2, 0.5, 1, 2, 4}[k/places]
				off := period * (math.Round(10/period)*float64(k-2*places) + float64(k%places)/places + 0.03)
				l := line{size/2 - off*sin, size/2 + off*cos, half, cos, sin, width}
				lines = append(lines, l)
				for _, side := range []float64{-1, 1} {
					x, y := l.x+side*half*cos-size/2, l.y+side*half*sin-size/2
					set.Points = append(set.Points, mgl32.Vec3{float32(x / metre), float32(y / metre), 0})
					set.Thickness = append(set.Thickness, float32(width/metre))
				}
				set.First = append(set.First, uint32(len(set.Points)))
			}
			defer func() { oit.TableForTests = nil }()
			for _, form := range []struct {
				name   string
				method Transparency
				table  bool // tiles as in software, else as on a GPU
			}{{"tiles by a table", Tiles, true}, {"tiles in batches", Tiles, false}, {"blend", Blend, false}} {
				oit.TableForTests = &form.table
				r := newRenderer(t, dev, set, Options{Transparency: TransparencyOptions{Method: form.method}, Image: ImageOptions{Samples: 1, NoBackdrop: true}}, size, size)
				light := lightOf(t, r, Camera{FieldOfView: fieldOfView, Distance: 1})
				for k := 0; k < len(lines); k += places {
					compareCoverage(t, form.name, lines[k:k+places], light, size)
				}
			}
		})
	}
}

// compareCoverage compares the alpha of an image with the coverage of lines of one width.
func compareCoverage(t *testing.T, method string, lines []line, light []float32, size int) {
	t.Helper()
	sum, area, box, filter, worst := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, l := range lines {
		area += 2 * l.half * l.width
		for p := range size * size {
			x, y := float64(p%size)+0.5, float64(p/size)+0.5
			along, across := l.place(x, y)
			if math.Abs(across) > 0.5*l.width+2 || math.Abs(along) > l.half+2 {
				continue
			}
			got := float64(light[4*p+3])
			sum += got
			if math.Abs(along) > l.half-2 {
				continue
			}
			want := l.supersampled(x, y)
			box += (l.boxed(across) - want) * (l.boxed(across) - want)
			filter += (got - want) * (got - want)
			worst = max(worst, math.Abs(got-l.filtered(across)))
		}
	}
	width, part := lines[0].width, math.Sqrt(filter/box)
	t.Logf("%v, %v pixels: %.2f of the box's error, %.4f of the area", method, width, part, sum/area)
	if part > 0.9 {
		t.Errorf("%v, %v pixels: %.3f of the error of a box, want 0.9 at most", method, width, part)
	}
	if worst > 0.004 {
		t.Errorf("%v, %v pixels: the coverage is off by %.4f", method, width, worst)
	}
	if math.Abs(sum/area-1) > 0.01 {
		t.Errorf("%v, %v pixels: the coverage adds up to %.4f of the area", method, width, sum/area)
	}
}
