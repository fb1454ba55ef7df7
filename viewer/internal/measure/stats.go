// SPDX-License-Identifier: MIT

package measure

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/scene"
	"github.com/combgl/comb/viewer/internal/studio"
)

// Stats is the object that -stats writes.
type Stats struct {
	File         string       `json:"file"`
	Strands      int          `json:"strands"`
	Segments     int          `json:"segments"`
	Detail       float64      `json:"detail"` // the share of the strands that was drawn
	CoveragePx   float64      `json:"coverage_px,omitempty"`
	Inversions   int          `json:"inversions"` // neighbours in drawing order that are not far to near
	Stages       []StageStats `json:"stages"`
	WallMS       float64      `json:"wall_ms"`      // the whole frame by the wall clock, to glFinish
	FramesTimed  int          `json:"frames_timed"` // of how many frames stages and wall are the medians
	Device       string       `json:"device"`
	Driver       string       `json:"driver"`
	GL           string       `json:"gl"`
	Width        int          `json:"width"`
	Height       int          `json:"height"`
	Order        string       `json:"order"`
	KeyBits      int          `json:"key_bits"`
	Transparency string       `json:"transparency"`
	Shadow       string       `json:"shadow"`
	ShadowError  *float64     `json:"shadow_error,omitempty"` // of Shadow
	ListLeftover int          `json:"list_leftover"`          // fragments without a place in the per-pixel lists
	WidthPixels  float64      `json:"width_px,omitempty"`     // of all hairs
	Alpha        float64      `json:"alpha,omitempty"`        // likewise
	Subdivide    int          `json:"subdivide"`
	Core         bool         `json:"core"`
	CoreNote     string       `json:"core_note,omitempty"` // why Core does nothing
	Steps        int          `json:"steps,omitempty"`     // of motion
	Head         string       `json:"head"`
	Camera       string       `json:"camera"`

	Flags    map[string]string `json:"flags,omitempty"`    // that the image depends on, if not as by default
	Warnings []string          `json:"warnings,omitempty"` // as on stderr

	cullStats
	shadingStats
	*Source // of a file
	Layers
	*comparison               // with -compare
	*gain                     // and -core or -subdivide
	Methods     []method      `json:"methods,omitempty"`
	Shadows     []shadowStats `json:"shadows,omitempty"`
	Details     []detailStats `json:"details,omitempty"`
}

// Layers count the fragments of hair over each other.
type Layers struct {
	Fragments  int     `json:"fragments"`
	HairPixels int     `json:"hair_pixels"`
	LayersMean float64 `json:"layers_mean"` // over the pixels with hair
	LayersMax  int     `json:"layers_max"`
}

// LayersOf returns the counts of a frame.
func LayersOf(l hair.Layers) Layers {
	return Layers{l.Fragments(), l.Pixels(), l.Mean(), l.Max()}
}

func (l Layers) String() string {
	return fmt.Sprintf("%d fragments over %d pixels: %.1f layers on average, %d at most", l.Fragments, l.HairPixels, l.LayersMean, l.LayersMax)
}

type StageStats struct {
	Name     string  `json:"name"`
	MS       float64 `json:"ms"`
	Reliable bool    `json:"reliable"`
}

// statsOf returns the stats of a frame without what count and the measurements add.
func statsOf(s *scene.Scene, o flags.Options, c gpu.Caps, f studio.Frame) Stats {
	return Stats{
		File:         s.Name,
		Strands:      s.Model.Strands(),
		Segments:     s.Model.Segments(),
		Detail:       float64(s.Renderer.Detail()),
		cullStats:    cullOf(f.Drawn),
		Inversions:   f.Drawn.Inversions,
		Stages:       stagesOf(f.Stages),
		WallMS:       Milliseconds(f.Wall),
		FramesTimed:  f.Timed,
		Device:       c.Renderer,
		Driver:       c.Version,
		GL:           fmt.Sprintf("%d.%d", c.Major, c.Minor),
		Width:        o.Width,
		Height:       o.Height,
		Order:        o.Order.String(),
		KeyBits:      o.KeyBits,
		Transparency: o.Transparency.String(),
		Shadow:       o.Light.Shadow.String(),
		ListLeftover: f.Drawn.Leftover,
		WidthPixels:  o.WidthPixels,
		Alpha:        o.Alpha,
		Subdivide:    o.Subdivide,
		Core:         s.Options.Transparency.Core,
		CoreNote:     scene.CoreNote(o, s.Model, s.Options),
		shadingStats: shadingStatsOf(o.Appearance),
		Source:       sourceOf(s.Origin, o.Files.Raw),
		Steps:        s.Steps(),
		Head:         o.HeadName(),
		Camera:       s.Turned(o.Camera).Text(),
		Flags:        o.DrawnWith,
	}
}

// count adds how deep the hair of the renderer's latest frame is. It waits for the GPU.
func (s *Stats) count(r *hair.Renderer) error {
	l, err := r.Layers()
	if err != nil {
		return err
	}
	s.Layers = LayersOf(l)
	if s.Automatic {
		factor, err := r.ExposureFactor()
		if err != nil {
			return err
		}
		s.Exposure = float64(factor)
	}
	s.CoveragePx, err = r.Coverage()
	return err
}

func stagesOf(stages []gpu.Stage) (out []StageStats) {
	for _, st := range stages {
		out = append(out, StageStats{st.Name, Milliseconds(st.Time), st.Reliable})
	}
	return out
}

func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (s Stats) Write(path string) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(s)
	})
}

// Source describes a file. It is exported so that encoding/json can make one.
type Source struct {
	Format string  `json:"format"`
	Unit   float64 `json:"unit_m"`
	UnitBy string  `json:"unit_by"`
	Up     string  `json:"up"`
	UpBy   string  `json:"up_by"`
	Left   int     `json:"strands_left_out"`
	Guides int     `json:"guides,omitempty"`
	Before int     `json:"unsmoothed_segments,omitempty"` // before -smooth cut some
	Raw    bool    `json:"raw"`
}

// sourceOf is nil for a groom.
func sourceOf(o strands.Origin, raw bool) *Source {
	if o.Format == strands.Auto {
		return nil
	}
	return &Source{o.Format.String(), float64(o.Unit), o.UnitBy.String(), o.Up.String(), o.UpBy.String(), o.Dropped, o.Guides, o.Segments, raw}
}

// shadingStats has the flags of package flags' Appearance.
type shadingStats struct {
	Shading    string      `json:"shading"`
	PerFrag    bool        `json:"fragment_light"`
	Color      string      `json:"color,omitempty"` // as -color gave it
	Absorption *[3]float64 `json:"absorption,omitempty"`
	Roughness  float64     `json:"roughness"`
	Azimuthal  float64     `json:"azimuthal_roughness"`
	Tilt       float64     `json:"tilt_degrees"`
	Exposure   float64     `json:"exposure"`
	Automatic  bool        `json:"exposure_auto"` // Exposure was found by the frame
	Tone       string      `json:"tone"`
	Backdrop   string      `json:"backdrop"`
}

func shadingStatsOf(l flags.Appearance) shadingStats {
	return shadingStats{
		Shading: l.Shading.String(), PerFrag: l.FragmentLight, Color: l.Color, Absorption: (*[3]float64)(l.Dye), Roughness: l.Fibre.Roughness,
		Azimuthal: l.Fibre.Azimuthal, Tilt: l.Tilt, Exposure: l.Exposure, Automatic: l.AutoExposure, Tone: l.ToneMap.String(), Backdrop: l.Backdrop,
	}
}
