// SPDX-License-Identifier: MIT

package flags

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/go-gl/mathgl/mgl32"
)

// Camera is the position of the camera around the middle of the model.
type Camera struct {
	Azimuth, Elevation float32    // radians
	Distance           float32    // in distances that frame the model
	Target             mgl32.Vec3 // from the middle of the model, metres
	Auto               bool       // Turned sets the azimuth
}

// Whole is the camera that shows the whole model, from where its hair is wide.
var Whole = Camera{Distance: 1, Auto: true}

// autoCamera is the -camera of Whole.
const autoCamera = "auto"

// Hair that is narrow times as deep as it is wide, such as a mohawk, is seen from the side, and a
// little from the front.
const (
	narrow = 1.6
	atSide = 80 * math.Pi / 180
)

// Turned sets the azimuth of an automatic camera by the box around the hair: in front, or at the
// side of hair that is narrow.
func (c Camera) Turned(low, high mgl32.Vec3) Camera {
	if size := high.Sub(low); c.Auto && size[2] > narrow*size[0] {
		c.Azimuth = atSide
	}
	c.Auto = false
	return c
}

// Of returns the camera for a model with these bounds.
func (c Camera) Of(low, high mgl32.Vec3, aspect float32) hair.Camera {
	out := hair.Fit(low, high, aspect).Orbit(c.Azimuth, c.Elevation, c.Distance)
	out.Target = out.Target.Add(c.Target)
	return out
}

// maxSize is the largest side of an image. The driver's limit may be lower.
const maxSize = 32768

func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(strings.ToLower(s), "x")
	if ok {
		width, err = strconv.Atoi(w)
		if err == nil {
			height, err = strconv.Atoi(h)
		}
	}
	if !ok || err != nil || width < 1 || height < 1 || width > maxSize || height > maxSize {
		return 0, 0, fmt.Errorf("-size %q: want WxH, each from 1 to %d pixels", s, maxSize)
	}
	return width, height, nil
}

// ParseCamera reads AZ,EL,DIST or AZ,EL,DIST,X,Y,Z, or auto.
func ParseCamera(s string) (c Camera, err error) {
	if s == autoCamera {
		return Whole, nil
	}
	v, err := numbers(s)
	ok := err == nil && (len(v) == 3 || len(v) == 6)
	for i := 0; ok && i < len(v); i++ {
		ok = math.Abs(float64(v[i])) <= 1e6
	}
	if !ok || v[1] < -90 || v[1] > 90 || v[2] < 0.01 || v[2] > 100 {
		return c, fmt.Errorf("-camera %q: want auto, AZ,EL,DIST or AZ,EL,DIST,X,Y,Z: degrees around, degrees up from -90 to 90, framing distances from 0.01 to 100, metres", s)
	}
	c.Azimuth, c.Elevation = float32(float64(v[0])*math.Pi/180), float32(float64(v[1])*math.Pi/180)
	c.Distance = v[2]
	if len(v) == 6 {
		c.Target = mgl32.Vec3{v[3], v[4], v[5]}
	}
	return c, nil
}

// Text is the inverse of ParseCamera.
func (c Camera) Text() string {
	if c == Whole {
		return autoCamera
	}
	degrees := func(a float32) float32 { return float32(float64(a) * 180 / math.Pi) }
	s := fmt.Sprintf("%v,%v,%v", degrees(c.Azimuth), degrees(c.Elevation), c.Distance)
	if c.Target != (mgl32.Vec3{}) {
		s += fmt.Sprintf(",%v,%v,%v", c.Target[0], c.Target[1], c.Target[2])
	}
	return s
}

// numbers reads numbers separated by commas.
func numbers(s string) (out []float32, err error) {
	for _, part := range strings.Split(s, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 32)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q is no number", part)
		}
		out = append(out, float32(v))
	}
	return out, nil
}
