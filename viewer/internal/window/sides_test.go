// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/glfw/v3.3/glfw"
)

func TestDifferencesNameWhatIsNotTheSame(t *testing.T) {
	look := func(pairs ...string) flags.Settings {
		s := flags.Settings{Flags: map[string]string{}}
		for i := 0; i < len(pairs); i += 2 {
			s.Flags[pairs[i]] = pairs[i+1]
		}
		return s
	}
	file := look("exposure", "2")
	file.File = "/some/folder/wig.hair"
	for _, c := range []struct {
		mine, other flags.Settings
		want        string
	}{
		{look(), look("exposure", "1", "camera", "1,2,3", "size", "9x9"), ""}, {look("exposure", "4"), look(), "exposure 2 stops"},
		{look(), look("exposure", "4"), "exposure 0 stops"}, {file, look("exposure", "2"), "wig.hair"}, {look("exposure", "2"), file, "groom"},
		{look("exposure", "4", "tilt", "4", "tone", "agx", "roughness", "0.5"), look(), "exposure 2 stops, roughness 0.5, 2 more"},
	} {
		if got := differences(c.mine, c.other); got != c.want {
			t.Errorf("%v against %v: %q, want %q", c.mine, c.other, got, c.want)
		}
	}
}

// halves are the pixels of the window's free area left and right of a wipe's line.
func (h hand) halves() (left, right *image.NRGBA, err error) {
	h.v.ui.notify("") // no messages over the image
	img, err := h.shot()
	if err != nil {
		return nil, nil, err
	}
	f, line := h.v.ui.layout.Free, int(h.v.c.line*float64(h.v.ui.layout.Free.W)+0.5)
	part := func(from, to int) *image.NRGBA {
		// The plates are above and below, and the round handle in the middle.
		in := image.Rect(from, int(f.Y+f.H*0.57), to, int(f.Y+f.H*0.85))
		out := image.NewNRGBA(image.Rect(0, 0, in.Dx(), in.Dy()))
		for y := range in.Dy() {
			copy(out.Pix[y*out.Stride:][:out.Stride], img.Pix[img.PixOffset(in.Min.X, in.Min.Y+y):])
		}
		return out
	}
	return part(int(f.X), int(f.X)+line), part(int(f.X)+line+1, int(f.X+f.W*0.8)), nil
}

// wipeShowsStoredLooks stores two looks, one of them with fewer strands, and wipes between them
// while the window shows a third.
func wipeShowsStoredLooks(h hand) error {
	v := h.v
	v.slots, v.slotCameras, v.slot, v.c.line = [2]*flags.Settings{}, [2]*flags.Camera{}, -1, 0.5
	var bright, few, third, left, right [2]*image.NRGBA
	half := func(out *[2]*image.NRGBA) func() error {
		return func() (err error) { out[0], out[1], err = h.halves(); return err }
	}
	same := func(what string, a, b *image.NRGBA, want bool) func() error {
		return func() error {
			return unless(bytes.Equal(a.Pix, b.Pix) == want, "%s: the images are the same: %v", what, !want)
		}
	}
	strands := v.s.Model.Strands()
	return all(
		func() error { return h.key(glfw.KeyW, glfw.ModShift) },
		func() error {
			return unless(v.c.shows == nothing && v.ui.latest() == storeLooks, "without looks it shows %v and says %q", v.c.shows, v.ui.latest())
		},
		// One after the other, as each is drawn alone, with the one sample of a comparison.
		func() error { return v.change("exposure", "3", "samples", "1") }, func() error { return h.key(glfw.KeyLeftBracket, glfw.ModShift) }, half(&bright),
		func() error { return v.change("exposure", "1", "strands", "150") }, func() error { return h.key(glfw.KeyRightBracket, glfw.ModShift) }, half(&few),
		func() error { return v.change("strands", "0", "exposure", "0.3") }, half(&third),
		func() error {
			return unless(v.s.Model.Strands() == strands && !bytes.Equal(bright[0].Pix, few[0].Pix) && !bytes.Equal(few[1].Pix, third[1].Pix), "the looks are the same")
		},
		func() error { return h.key(glfw.KeyW, glfw.ModShift) },
		func() error {
			return unless(v.c.shows == wipe && v.c.sides[0].own == nil && v.c.sides[1].own != nil, "it shows %v, scenes %v and %v", v.c.shows, v.c.sides[0].own, v.c.sides[1].own)
		},
		half(&left),
		func() error {
			return all(same("left is A", left[0], bright[0], true), same("right is B", left[1], few[1], true))
		},
		func() error {
			a, b := v.c.sides[0].name, v.c.sides[1].name
			return unless(strings.HasPrefix(a, "A, exposure 1.58 stops") && strings.HasPrefix(b, "B, exposure 0 stops") && strings.Contains(b, "strands 150"), "plates %q and %q", a, b)
		},
		func() error {
			l, r, line := h.noted("stage/left"), h.noted("stage/right"), v.ui.layout.Free.X+v.ui.layout.Free.W/2
			return unless(l.W > 100 && r.W > 100 && l.X+l.W < line && r.X > line, "plates at %v and %v, the line at %v", l, r, line)
		},
		func() error { return v.measure() },
		func() error {
			return unless(v.c.values != nil && v.c.values.PSNR > 5 && v.c.values.PSNR < 60, "figures %+v", v.c.values)
		},
		// The window's own look does not change the stored ones; other strands of it do not either.
		func() error { return v.change("exposure", "8", "seed", "2", "strands", "200") }, half(&right),
		func() error {
			return all(same("left is A still", right[0], bright[0], true), same("right is B still", right[1], few[1], true))
		},
		func() error { return h.key(glfw.KeyW, glfw.ModShift) },
		func() error {
			return unless(v.c.shows == nothing && v.c.sides[0].of == presentSide && v.c.sides[1].of == referenceSide, "afterwards %v, %s and %s", v.c.shows, v.c.sides[0].of, v.c.sides[1].of)
		},
		func() error { return v.change("exposure", "1", "strands", "0", "seed", "1", "samples", "0") }, h.wait,
	)
}

// compareSectionChoosesSides uses the rows of the section Compare.
func compareSectionChoosesSides(h hand) error {
	v := h.v
	pick := func(row, entry string) func() error {
		return func() error {
			return all(func() error { return h.click("Compare/" + row) }, func() error { return h.click("Compare/" + row + "/" + entry) })
		}
	}
	sides := func(left, right string) func() error {
		return func() error {
			return unless(v.c.sides[0].of == left && v.c.sides[1].of == right, "sides %s and %s, want %s and %s", v.c.sides[0].of, v.c.sides[1].of, left, right)
		}
	}
	h.find("compare")
	return all(
		h.wait, pick("Mode", "wipe"), func() error { return unless(v.c.shows == wipe, "it shows %v", v.c.shows) },
		pick("Right", "weighted"), sides(presentSide, "weighted"),
		func() error { return unless(v.c.sides[1].name == "weighted", "the plate says %q", v.c.sides[1].name) },
		pick("Left", "weighted"), sides("weighted", presentSide), // they change places
		pick("Left", v.o.Run.Reference.String()), sides(referenceSide, presentSide),
		func() error { return v.measure() }, h.wait,
		func() error {
			return unless(v.c.values != nil && !h.noted("Compare/Copy figures").Empty(), "no figures: %+v", v.c.values)
		},
		func() error { return h.click("Compare/Copy figures") },
		func() error {
			text := v.w.GetClipboardString()
			return unless(strings.HasPrefix(text, "Left: ") && strings.Contains(text, "PSNR: ") && strings.Contains(text, "FLIP: "), "copied %q", text)
		},
		pick("Mode", "difference map"), func() error { return unless(v.c.shows == heat, "it shows %v", v.c.shows) },
		pick("Left", "weighted"),
		func() error {
			seen := func() int { return bright(v.c.out) }
			before := seen()
			p := h.noted("Compare/Gain")
			if err := h.press(float64(p.X+p.W*0.99), float64(p.Y+p.H/2), 0, 0, 0); err != nil {
				return err
			}
			return unless(v.c.gain == mostGain && seen() > before, "gain %v, brightness %d, before %d", v.c.gain, seen(), before)
		},
		// The present look changes while it is compared, and the other method follows.
		func() error { return v.change("color", "#ff0000") }, h.wait,
		func() error {
			r, g := 0, 0
			for i := 0; i < len(v.c.sides[0].image.Pix); i += 4 {
				r, g = r+int(v.c.sides[0].image.Pix[i]), g+int(v.c.sides[0].image.Pix[i+1])
			}
			return unless(r > 2*g, "the other side keeps the old colour: red %d, green %d", r, g)
		},
		func() error { return v.change("color", "") },
		pick("Mode", "layers per pixel"), func() error { return unless(v.c.shows == layerCounts, "it shows %v", v.c.shows) },
		pick("Colours", "viridis"),
		func() error {
			last := theme.Maps[0].Stops[9]
			n := has(v.c.out, layout.Rect{W: float32(v.c.out.Rect.Dx()), H: float32(v.c.out.Rect.Dy())}, last)
			return unless(n > 0 && v.ui.config.Colors == "viridis", "%d pixels have the brightest colour of viridis", n)
		},
		func() error {
			f := v.free()
			h.v.onCursor(float64(f.X+f.W/2), float64(f.Y+f.H/2))
			value, place, ok := v.under()
			return unless(ok && value >= 1 && place > 0 && place <= 1, "under the cursor: %v at %v, %v", value, place, ok)
		},
		pick("Mode", "off"), func() error { return unless(v.c.shows == nothing, "it shows %v", v.c.shows) },
		func() error {
			v.c.sides, v.c.gain, v.ui.config.Colors = usualSides(), usualGain, ""
			h.find("")
			return h.wait()
		},
	)
}

// bright is the sum of an image's values.
func bright(img *image.NRGBA) (sum int) {
	for _, v := range img.Pix {
		sum += int(v)
	}
	return sum
}
