// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// options are the flags, checked.
type options struct {
	file, out, stats   string
	headless, quiet    bool
	width, height      int
	azimuth, elevation float32 // radians
	distance           float32
	target             mgl32.Vec3 // from the middle of the model, metres
	order              hair.Order
	transparency       hair.Transparency
	keyBits, strands   int
	seed               uint64
	look               look
	samples            int
	closeAfter         int // frames
	targetMS           int // of a frame in the window; 0: none
	noHead             bool

	light              light
	shape              shape
	widthPixels, alpha float64 // 0: the hairs' own
	subdivide          int
	core, compared     bool
	reference          hair.Transparency // that is compared with
	turn               float64           // degrees
	methods            bool
	files              // how files are read and written
	moves              moves
	sequence           sequence
	settings           string            // the file they were read from
	views              []string          // saved ones, as -camera has them
	given              map[string]string // the flags that were given and that settings may hold
	drawnWith          map[string]string // the flags that a frame of a sequence records

	stdout io.Writer
	device gpu.Options // by a test
}

// parse reads the command line, and the settings that it names: what the command line says wins. flag.ErrHelp asks for the
// usage, errHelpAll for all of it; any other error names the flag.
func parse(args []string) (options, error) {
	o, f := options{}, texts{}
	if err := f.read(&o, args); err != nil {
		return o, err
	}
	if o.settings != "" {
		kept, err := readSettings(o.settings)
		if err != nil {
			return o, inputError{err}
		}
		all := append(kept.args(), args...)
		if f.set.NArg() == 0 {
			all = append(all, kept.model()...)
		}
		o, f = options{views: kept.Views}, texts{}
		if err := f.read(&o, all); err != nil {
			return o, fmt.Errorf("%s: %w", kept.path, err)
		}
	}
	err := f.check(&o)
	return o, err
}

// texts are flags as they are given, that options' parse makes sense of.
type texts struct {
	set                               *flag.FlagSet
	size, camera, order, transparency string
	compared, methods, head           string
	view                              int
	helpAll                           bool
}

func (t *texts) read(o *options, args []string) error {
	f := flag.NewFlagSet("viewer", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(&o.headless, "headless", false, "")
	f.BoolVar(&o.quiet, "quiet", false, "")
	f.StringVar(&o.out, "o", "", "")
	f.StringVar(&o.stats, "stats", "", "")
	t.set = f
	f.BoolVar(&t.helpAll, "help-all", false, "")
	f.StringVar(&o.settings, "settings", "", "")
	f.IntVar(&t.view, "view", 0, "")
	f.StringVar(&t.head, "head", "on", "")
	f.StringVar(&t.size, "size", "1280x720", "")
	f.StringVar(&t.camera, "camera", "0,0,1", "")
	f.StringVar(&t.order, "order", "sorted", "")
	f.StringVar(&t.transparency, "transparency", hair.Tiles.String(), "")
	f.IntVar(&o.keyBits, "keybits", 16, "")
	f.IntVar(&o.strands, "strands", 0, "")
	f.Uint64Var(&o.seed, "seed", 1, "")
	f.IntVar(&o.samples, "samples", 0, "")
	f.IntVar(&o.closeAfter, "close-after", 0, "")
	f.IntVar(&o.targetMS, "target-ms", 33, "")
	f.Float64Var(&o.widthPixels, "width-px", 0, "")
	f.Float64Var(&o.alpha, "alpha", 0, "")
	f.IntVar(&o.subdivide, "subdivide", 1, "")
	f.BoolVar(&o.core, "core", false, "")
	f.StringVar(&t.compared, "compare", "", "")
	f.Float64Var(&o.turn, "turn", 0, "")
	f.StringVar(&t.methods, "methods", "", "")
	o.light.flags(f)
	o.shape.flags(f)
	o.files.flags(f)
	o.moves.flags(f)
	o.look.flags(f)
	o.sequence.flags(f)
	err := f.Parse(args)
	if err == nil && t.helpAll {
		return errHelpAll
	}
	return err
}

// check makes options of the texts.
func (t *texts) check(o *options) (err error) {
	f := t.set
	o.given = map[string]string{}
	f.Visit(func(g *flag.Flag) {
		if settable(g.Name) {
			o.given[g.Name] = g.Value.String()
		}
	})
	if err := o.files.parse(f); err != nil {
		return err
	}
	if err := o.moves.parse(f, o.headless); err != nil {
		return err
	}
	if err := o.sequence.parse(f, o.headless); err != nil {
		return err
	}
	if f.NArg() > 1 && !o.convert {
		return fmt.Errorf("one file at a time: %q is one too many (flags come before the file)", f.Arg(1))
	}
	o.file = f.Arg(0)
	if o.headless && o.out == "" {
		o.out = "out.png"
	}
	if o.width, o.height, err = parseSize(t.size); err != nil {
		return err
	}
	if t.head != "on" && t.head != "off" {
		return fmt.Errorf("-head %q: on or off", t.head)
	}
	o.noHead = t.head == "off"
	if t.view < 0 || t.view > len(o.views) {
		return fmt.Errorf("-view %d: the settings have %d saved views", t.view, len(o.views))
	}
	if t.view > 0 {
		t.camera = o.views[t.view-1]
	}
	if err := o.parseCamera(t.camera); err != nil {
		return err
	}
	if o.order, err = hair.ParseOrder(t.order); err != nil {
		return fmt.Errorf("-order %q: sorted, strands or unsorted", t.order)
	}
	if o.transparency, err = hair.ParseTransparency(t.transparency); err != nil {
		return fmt.Errorf("-transparency: %w", err)
	}
	if err := o.light.parse(); err != nil {
		return err
	}
	if err := o.shape.parse(o.headless); err != nil {
		return err
	}
	if err := o.look.parse(); err != nil {
		return err
	}
	if t.methods != "" && t.methods != "all" {
		return fmt.Errorf("-methods %q: all", t.methods)
	}
	o.methods, o.reference = t.methods != "", hair.Exact
	if o.compared = o.methods || t.compared != ""; t.compared != "" {
		if o.reference, err = hair.ParseTransparency(t.compared); err != nil {
			return fmt.Errorf("-compare: %w", err)
		}
	}
	o.drawnWith = drawnWith(f)
	return o.check()
}

func (o options) check() error {
	switch {
	case o.keyBits < 1 || o.keyBits > 32:
		return fmt.Errorf("-keybits %d: from 1 to 32", o.keyBits)
	case o.strands < 0:
		return fmt.Errorf("-strands %d: not below 0", o.strands)
	case o.file == "" && o.strands != 0 && (o.strands < groom.MinStrands || o.strands > groom.MaxStrands):
		return fmt.Errorf("-strands %d: a groom has from %d to %d", o.strands, groom.MinStrands, groom.MaxStrands)
	case o.samples < 0 || o.samples > 64:
		return fmt.Errorf("-samples %d: from 0 to 64", o.samples)
	case (o.light.measure || o.light.compare != "") && o.light.lamps != nil && len(o.light.lamps) == 0:
		return errors.New("-shadow-error and -shadows: not with -lights none")
	case o.closeAfter < 0:
		return fmt.Errorf("-close-after %d: not below 0", o.closeAfter)
	case o.targetMS < 0 || o.targetMS > maxTarget:
		return fmt.Errorf("-target-ms %d: from 0 to %d", o.targetMS, maxTarget)
	case o.noHead && o.file != "":
		return errors.New("-head off: a file has no head")
	case !(o.widthPixels >= 0 && o.widthPixels <= 1024):
		return fmt.Errorf("-width-px %v: from 0 to 1024", o.widthPixels)
	case !(o.alpha >= 0 && o.alpha <= 1):
		return fmt.Errorf("-alpha %v: from 0 to 1", o.alpha)
	case o.subdivide < 1 || o.subdivide > strands.MaxParts:
		return fmt.Errorf("-subdivide %d: from 1 to %d", o.subdivide, strands.MaxParts)
	}
	if err := o.checkNames(); err != nil {
		return err
	}
	return o.checkComparison()
}

// checkComparison refuses what cannot be drawn together.
func (o options) checkComparison() error {
	switch {
	case o.samples > 1 && o.transparency != hair.Blend && o.transparency != hair.Tiles:
		return fmt.Errorf("-samples %d: -transparency %v takes 1", o.samples, o.transparency)
	case o.samples > 1 && o.compared:
		return fmt.Errorf("-samples %d: pictures are compared with 1", o.samples)
	case o.core && o.transparency == hair.Exact:
		return fmt.Errorf("-core: not with -transparency %v", o.transparency)
	case !(math.Abs(o.turn) <= 360):
		return fmt.Errorf("-turn %v: from -360 to 360", o.turn)
	case o.turn != 0 && !o.compared && o.shape.report == nil:
		return fmt.Errorf("-turn %v: only with -compare, -methods or -lod-report", o.turn)
	case o.shape.recede != 0 && !o.compared && o.shape.report == nil:
		return fmt.Errorf("-recede %v: only with -compare, -methods or -lod-report", o.shape.recede)
	case o.methods && !o.headless:
		return errors.New("-methods: only with -headless")
	}
	return nil
}

// hair are the renderer's options. Pictures are compared at one sample a pixel, which all ways have.
func (o options) hair(head *groom.Head) hair.Options {
	if o.compared {
		o.samples = 1
	}
	if o.noHead {
		head = nil
	}
	h := hair.Options{
		Order: o.order, Transparency: o.transparency, KeyBits: o.keyBits, Head: head, Samples: o.samples,
		WidthPixels: float32(o.widthPixels), Opacity: float32(o.alpha), Core: o.core,
	}
	o.light.set(&h)
	o.shape.set(&h)
	o.look.set(&h)
	return h
}

// maxTarget is the most milliseconds that a frame may be given.
const maxTarget = 10_000

// maxSize is the largest side of a picture; the driver's limit may be lower.
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
		return 0, 0, fmt.Errorf("-size %q: WxH, each from 1 to %d", s, maxSize)
	}
	return width, height, nil
}

func (o *options) parseCamera(s string) error {
	v, err := numbers(s)
	ok := err == nil && (len(v) == 3 || len(v) == 6)
	for i := 0; ok && i < len(v); i++ {
		ok = math.Abs(float64(v[i])) <= 1e6
	}
	if !ok || v[1] < -90 || v[1] > 90 || v[2] < 0.01 || v[2] > 100 {
		return fmt.Errorf("-camera %q: AZ,EL,DIST, and perhaps ,X,Y,Z: degrees, degrees from -90 to 90, from 0.01 to 100 framing distances, metres", s)
	}
	o.azimuth, o.elevation = float32(float64(v[0])*math.Pi/180), float32(float64(v[1])*math.Pi/180)
	o.distance = v[2]
	if o.target = (mgl32.Vec3{}); len(v) == 6 {
		o.target = mgl32.Vec3{v[3], v[4], v[5]}
	}
	return nil
}

// cameraText is what parseCamera reads.
func cameraText(azimuth, elevation, distance float32, target mgl32.Vec3) string {
	degrees := func(a float32) float32 { return float32(float64(a) * 180 / math.Pi) }
	s := fmt.Sprintf("%v,%v,%v", degrees(azimuth), degrees(elevation), distance)
	if target != (mgl32.Vec3{}) {
		s += fmt.Sprintf(",%v,%v,%v", target[0], target[1], target[2])
	}
	return s
}
