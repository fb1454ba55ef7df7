// SPDX-License-Identifier: MIT

package flags

import (
	"flag"
	"maps"
	"slices"
)

// flagUse is what a flag is about. It decides where a flag may stand.
type flagUse int

const (
	// ofRun is for what one run does: its inputs, outputs and measurements. Only the command line
	// may hold such a flag.
	ofRun flagUse = iota
	// ofPicture is for how a picture looks. A settings file may hold such a flag, and each frame of
	// a sequence records it.
	ofPicture
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

	"size": ofPicture, "camera": ofPicture, "head": ofPicture, "order": ofPicture, "transparency": ofPicture,
	"keybits": ofPicture, "samples": ofPicture, "core": ofPicture, "subdivide": ofPicture, "strands": ofPicture,
	"seed": ofPicture, "style": ofPicture, "groom": ofPicture, "lod": ofPicture, "cull": ofPicture,
	"width": ofPicture, "width-tip": ofPicture, "width-scale": ofPicture, "width-px": ofPicture, "alpha": ofPicture,
	"shadow": ofPicture, "shadow-size": ofPicture, "lights": ofPicture, "env": ofPicture,
	"unit": ofPicture, "up": ofPicture, "points": ofPicture, "follow": ofPicture, "spread": ofPicture,
	"spread-tip": ofPicture, "wind": ofPicture, "gravity": ofPicture, "stiffness": ofPicture, "steps": ofPicture,
	"shading": ofPicture, "color": ofPicture, "melanin": ofPicture, "redness": ofPicture, "roughness": ofPicture,
	"azimuthal": ofPicture, "tilt": ofPicture, "exposure": ofPicture, "tone": ofPicture, "backdrop": ofPicture,
}

// Settable says whether a settings file may hold a flag.
func Settable(name string) bool { return flagUses[name] == ofPicture }

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
