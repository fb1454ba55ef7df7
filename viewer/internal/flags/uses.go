// SPDX-License-Identifier: MIT

package flags

import (
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// flagUse is what a flag is about. It decides where a flag may stand.
type flagUse int

const (
	// ofRun is for what one run does: its inputs, outputs and measurements. Only the command line
	// may hold such a flag.
	ofRun flagUse = iota
	// ofImage is for flags that change the image. A settings file may hold such a flag, and each
	// frame of a sequence records it.
	ofImage
	// ofFrames is for what each frame of a sequence records too, but no settings file may hold.
	ofFrames
)

// flagUses has every flag, as a test checks. A flag that is missing here counts as ofRun.
var flagUses = map[string]flagUse{
	"headless": ofRun, "quiet": ofRun, "help-all": ofRun, "close-after": ofRun, "target-ms": ofRun, "convert": ofRun,
	"o": ofRun, "stats": ofRun, "settings": ofRun, "view": ofRun, "write-unit": ofRun, "write-up": ofRun,
	"frames": ofRun, "of": ofRun, "overwrite": ofRun,
	"compare": ofRun, "methods": ofRun, "turn": ofRun, "recede": ofRun, "lod-report": ofRun, "shadow-error": ofRun,
	"shadows": ofRun,

	"turntable": ofFrames, "resample": ofFrames,

	"size": ofImage, "camera": ofImage, "head": ofImage, "order": ofImage, "transparency": ofImage,
	"keybits": ofImage, "samples": ofImage, "core": ofImage, "fragment-light": ofImage, "subdivide": ofImage, "strands": ofImage,
	"seed": ofImage, "style": ofImage, "groom": ofImage, "lod": ofImage, "cull": ofImage,
	"width": ofImage, "width-tip": ofImage, "width-scale": ofImage, "width-px": ofImage, "alpha": ofImage,
	"shadow": ofImage, "shadow-size": ofImage, "shadow-share": ofImage, "lights": ofImage, "env": ofImage,
	"unit": ofImage, "up": ofImage, "points": ofImage, "raw": ofImage, "follow": ofImage, "spread": ofImage,
	"spread-tip": ofImage, "smooth": ofImage, "wind": ofImage, "gravity": ofImage, "stiffness": ofImage, "guides": ofImage, "steps": ofImage,
	"shading": ofImage, "color": ofImage, "melanin": ofImage, "redness": ofImage, "roughness": ofImage,
	"azimuthal": ofImage, "tilt": ofImage, "exposure": ofImage, "tone": ofImage, "backdrop": ofImage,
}

// Settable says whether a settings file may hold a flag.
func Settable(name string) bool { return flagUses[name] == ofImage }

// ofGrooms are the flags that only mean something for a groom.
var ofGrooms = []string{"style", "groom"}

// unused has a function for each flag that other options can make ineffective. It returns why, or
// "".
var unused = map[string]func(o Options) string{
	"style": notGrown, "groom": notGrown,
	"camera": func(o Options) string {
		return reason(o.Run.View > 0, "not with -view, which is a saved camera")
	},
	"close-after": notInWindow, "target-ms": notInWindow,
	"stats": notHeadless, "turn": notHeadless, "recede": notHeadless, "shadow-error": notHeadless, "shadows": notHeadless,
	"order": unsorted, "keybits": func(o Options) string {
		if why := unsorted(o); why != "" || o.Order != hair.Unsorted {
			return why
		}
		return "not with -order unsorted, which sorts nothing"
	},
	"samples": func(o Options) string {
		switch {
		case o.Run.Compared:
			return "not with -compare and -methods, which draw one sample a pixel"
		case !o.Sorts():
			return fmt.Sprintf("not with -transparency %v, which draws one sample a pixel: it is for blend and tiles", o.Transparency)
		case o.Run.Headless && o.HeadName() == "none" && o.Transparency == hair.Tiles && !o.Core: // in a window a head may come
			return "not without a head, whose edges it smooths with -transparency tiles"
		}
		return ""
	},
	"shadow-size": func(o Options) string {
		if o.Run.Measuring.ShadowError { // the exact shadow has maps
			return ""
		}
		return shadowless(o)
	},
	"shadow-share": func(o Options) string {
		if why := shadowless(o); why != "" || o.Light.Shadow == hair.VolumeShadow || o.Run.Measuring.Shadows {
			return why
		}
		return fmt.Sprintf("not with -shadow %v, where all strands shade others: it is for volume", o.Light.Shadow)
	},
	"gravity": atRest, "stiffness": atRest, "guides": atRest,
	"width": evenlyWide, "width-tip": evenlyWide, "width-scale": evenlyWide,
	"exposure": linear, "tone": linear,
	"spread": notFollowed, "spread-tip": notFollowed, "points": marked,
	"seed": func(o Options) string {
		still := o.Files.Convert || o.Run.Headless && !o.Motion.Requested
		return reason(o.File != "" && o.Strands == 0 && o.Files.Reading.Follow.Count == 0 && still, "nothing is left to chance without -strands, -follow and -wind")
	},
	"wind": func(o Options) string {
		return reason(o.Motion.Wind != (mgl32.Vec3{}) && atRest(o) != "", "not with -steps 0, by which nothing moves")
	},
}

func notGrown(o Options) string {
	return reason(o.File != "", "not with a file, it is for hair that the viewer grows")
}

func notInWindow(o Options) string {
	return reason(o.Run.Headless, "not with -headless, it is for a window")
}

func notHeadless(o Options) string {
	return reason(!o.Run.Headless && !o.Files.Convert, "only with -headless")
}

func unsorted(o Options) string {
	return reason(!o.Sorts(), fmt.Sprintf("not with -transparency %v, which sorts no segments: it is for blend and tiles", o.Transparency))
}

func shadowless(o Options) string {
	switch {
	case o.Light.Lamps != nil && len(o.Light.Lamps) == 0:
		return "not with -lights none, which cast no shadow"
	case o.Light.Shadow == hair.NoShadow && !o.Run.Measuring.Shadows:
		return "not with -shadow none, which has no maps"
	}
	return ""
}

// atRest is about hair that does not move. In a window wind may come, and in a later frame of a
// sequence hair has moved.
func atRest(o Options) string {
	return reason(o.Run.Headless && !o.Run.Sequence.Requested && o.Motion.Steps == 0, "not with hair at rest: give -wind or -steps, which move it")
}

func evenlyWide(o Options) string {
	return reason(o.WidthPixels > 0, "not with -width-px, which gives all hairs one width")
}

// linear is about a run that writes one image of linear light and nothing else. Frames of a
// sequence record all flags.
func linear(o Options) string {
	run := &o.Run
	one := run.Headless && !run.Sequence.Requested && !run.Counts()
	return reason(one && strings.EqualFold(filepath.Ext(run.Out), ".exr"), "not with an .exr image, which has the light before exposure and tone curve")
}

func notFollowed(o Options) string {
	return reason(o.File != "" && o.Files.Reading.Follow.Count == 0, "only with hairs around those of the file: give -follow")
}

// marked is about files whose strands have ends of their own, by the endings of their names.
func marked(o Options) string {
	f := strands.FormatOf(o.File)
	says := f == strands.Hair || f == strands.TFX || f == strands.Data || f == strands.Bin
	return reason(says && o.Files.Reading.StrandPoints != 0, fmt.Sprintf("not with a %v file, which says where its strands end", f))
}

func reason(holds bool, why string) string {
	if holds {
		return why
	}
	return ""
}

// Sorts reports whether the OIT method sorts segments.
func (o Options) Sorts() bool { return o.Transparency == hair.Blend || o.Transparency == hair.Tiles }

// Unused returns why a flag has no effect with the other options, or "".
func (o Options) Unused(name string) string {
	if why := unused[name]; why != nil {
		return why(o)
	}
	return ""
}

// checkUnused refuses flags of the command line that this run would ignore. Settings may have some,
// as the window changes one flag at a time.
func (o Options) checkUnused(typed map[string]bool) error {
	for _, name := range slices.Sorted(maps.Keys(typed)) {
		if why := o.Unused(name); why != "" {
			return fmt.Errorf("-%s: %s", name, why)
		}
	}
	return nil
}

// drawnWith are the flags that a frame depends on, those that are not as by default.
func drawnWith(set *flag.FlagSet) map[string]string {
	with := map[string]string{}
	set.VisitAll(func(f *flag.Flag) {
		if text := f.Value.String(); flagUses[f.Name] != ofRun && text != f.DefValue {
			with[f.Name] = text
		}
	})
	return with
}

// Defaults returns the texts of flags that nobody gave.
func Defaults() map[string]string {
	var o Options
	var t texts
	t.read(&o, nil)
	out := map[string]string{}
	t.set.VisitAll(func(f *flag.Flag) { out[f.Name] = f.DefValue })
	return out
}

// Value returns a flag's text: the one given, or its default.
func Value(given map[string]string, name string) string {
	if text, ok := given[name]; ok {
		return text
	}
	return Defaults()[name]
}

// Differing returns the names of the flags whose texts differ, in order. A flag that was not given
// has its default.
func Differing(a, b map[string]string) (names []string) {
	all := Defaults()
	before, after := maps.Clone(all), maps.Clone(all)
	maps.Copy(before, a)
	maps.Copy(after, b)
	maps.Copy(all, before)
	maps.Copy(all, after)
	for name := range all {
		if before[name] != after[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
