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
)

const usage = `viewer shows hair: a file of strands (.hair, .tfx, .data, .bin, .npy, .ply, .obj), or a procedural groom when none is given.

usage: viewer [flags] [file]
       viewer -convert [flags] file to

  -headless            render one picture without a window, through EGL
  -o FILE              where the picture goes: .png, or .exr for linear light before exposure and tone, with alpha
                       (headless: out.png; in a window: the screenshot key's name)
  -size WxH            of the picture or window, in pixels (1280x720)
  -camera AZ,EL,DIST   degrees around, degrees up, distance in framing distances (0,0,1)
                       0,0,1 is the front; 90,0,1 the side; 180,0,1 the back
  -order ORDER         sorted (far to near), strands (whole ones far to near) or unsorted (as in the file)
  -transparency WAY    blend (in that order), or in no order weighted, lists8, lists16, occupancy, exact (blend)
  -keybits N           bits of depth to sort by, 1 to 32 (16)
  -shadow WAY          how hair shadows itself and the head: volume, slices, deep, deep-8, deep-16, occupancy, exact or
                       none (volume)
  -lod SHARE           draw this share of the strands, 0.02 to 1, the wider; auto: by how wide hairs are on the screen (1)
  -lod-report LIST     headless: measure shares with commas between, or auto, against all strands, as a table and in the stats
  -cull on|off         leave out what the picture or the head hides and what is next to nothing; off: draw all of it (on)
  -width MM            all hairs so many millimetres wide at the root; 0: the file's own, or 0.07 and more (0)
  -width-tip X         their width at the tip, as a part of the root's, 0 to 10; -1: as it is (-1)
  -width-scale X       all hairs so many times as wide, 0.01 to 100 (1)
  -width-px W          all hairs W pixels wide, at most 1024; 0: their own widths (0)
  -alpha A             all hairs of opacity A, at most 1; 0: their own (0)
  -subdivide N         cut each segment into N parts, 1 to 1024: closer to the right order (1)
  -core                draw what is nearly opaque first, with depth: for thick opaque hairs
  -strands N           grow N strands, 1,000 to 1,000,000 (groom), or keep N (file); 0: all of a file, the groom's own
  -style NAME          of the groom: wavy, straight, curly, bob or short (wavy)
  -seed N              of the groom, and of the choice of strands (1)
  -shading WAY         dual (Marschner with dual scattering), marschner (each hair by itself) or kajiya, the fast one (dual)
  -color COLOR         black, blond, brown, red, white or #rrggbb for all hairs, each as much darker or lighter as it is in
                       the file; without it the file's colours, turned into what a fibre of that colour absorbs
  -melanin M           in place of -color: 0 (white) to 1 (black);  -redness R: the red part of it, 0 to 1 (0)
  -roughness B         along the hair, 0.05 to 1 (0.2);  -azimuthal B: around it, 0.1 to 1 (0.3)
  -tilt DEG            of the hair's scales, 0 to 11: how far apart its two highlights lie (3)
  -exposure X          a factor on the light, 0.01 to 100: 2 is one stop more (1)
  -tone CURVE          aces (Hill's fit), agx (Wrensch's fit) or none: light above 1 is cut off (aces)
  -backdrop NAME       studio or none: black, of alpha 0 in .exr (studio)
  -samples N           samples a pixel, for the edges of the head; 0: 4, or what the driver has (0)
  -shadow-size N       texels on a side of a light's map, 16 to 8192; 0: 1024 (0)
  -shadow-error        compare the shadow with the exact one: its mean error at 20,000 points goes to the stats
  -shadows all         compare all of them, in a table and in the stats
  -lights LIST         up to 4 of KIND,X,Y,Z,STRENGTH[,R,G,B] with semicolons between, or none. KIND is camera (towards
                       the light: right, up, back), sun (towards the light, in the world) or point (its place in metres)
                       ("camera,-0.55,0.65,0.75,2.8;camera,0.75,0.45,-0.75,1.2")
  -env NAME[,X]        light from all around, and its strength: studio, sky, even or none (studio)
  -wind SPEED[:FROM]   metres a second, at most 40, and the degrees around that it blows from, as in -camera (0:60)
  -gravity G           m/s2 (9.81)
  -stiffness S         how firmly hair keeps its style, 0 to 1 (0.5)
  -steps N             move the hair by N steps of 1/120 s before the picture, at most 1,000,000 (0; 240 headless with -wind)
  -convert             write the file in another format, that the second name ends in: .hair, .data, .npy or .ply
  -unit U              the file's unit: m, cm, mm, in, 0.1in, or a number of metres; auto: as the file says, or by its size (auto)
  -up AXIS             the file's axis that points up: x, y, z, -x, -y, -z; auto: as the format has it, or as hair hangs (auto)
  -points N            points a strand, where a .ply, .npy or .obj file lists points alone; 0: found by the gaps (0)
  -follow N            grow N hairs around each of the file's, as .tfx files ask for; -seed changes them (0)
  -spread M            so many metres around, 0 to 1000; 0: a hundredth of the model (0)
  -spread-tip X        and X times as far more at the tip, 0 to 1000 (0)
  -resample N          give each of the file's strands N points, evenly, 2 to 65,536; 0: as they are (0)
  -write-unit U        of the file written by -convert; auto: 0.1in for .hair, m for .data and .npy, as it was for .ply (auto)
  -write-up AXIS       likewise; auto: z for .hair, y for the others (auto)
  -stats FILE          write one JSON object: counts, order, the time of each stage, and what is compared
  -compare WAY         measure against this way, exact for example, and write its picture, the difference and a heat map
                       beside -o: NAME-exact.png, NAME-diff.png (8 times as strong), NAME-heat.png (FLIP, black to bright
                       from 0 to 0.25); in a window: begin with a wipe
  -turn DEG            with -compare or -methods: turn the camera so far for a second frame, and tell what flickers (0)
  -recede X            likewise, or with -lod-report: move the camera to X times the distance, 0.1 to 10; 0: leave it (0)
  -methods all         headless: measure every way, order and number of key bits against -compare (exact), as a table
  -frames N            in a window: close after N frames, writing -o if given; 0: stay open (0)
  -quiet               no progress on the terminal
  -h, -help            this text

in the window:
  left drag     orbit             F  frame the model         1 2 3  front, side, back
  right drag    pan               O  the next order          + -    exposure
  wheel         dolly             T  the next transparency   K      the next number of key bits
  W             wipe to exact     H  heat map against exact  S      screenshot
  L             next shadow       M  the next shading    N      the next tone curve
  A             wind, and none    Esc  close
In a wipe the cursor leads the line; left of it is the way chosen, right of it exact. The title tells the figures.

With -convert: -strands, -seed, -subdivide, -quiet and the flags of files above; no OpenGL is needed.

exit codes: 0 done, 1 failed (no OpenGL 4.3, out of memory, a GPU that was reset, a file that cannot be written), 2 a bad
flag or input file, 130 interrupted.

environment: COMB_CACHE is the folder for compiled programs, off for none (comb in the user's cache folder).
`

// options are the flags, checked.
type options struct {
	file, out, stats   string
	headless, quiet    bool
	width, height      int
	azimuth, elevation float32 // radians
	distance           float32
	order              hair.Order
	transparency       hair.Transparency
	keyBits, strands   int
	seed               uint64
	samples, frames    int

	light              light
	shape              shape
	look               look
	widthPixels, alpha float64 // 0: the hairs' own
	subdivide          int
	core, compared     bool
	reference          hair.Transparency // that is compared with
	turn               float64           // degrees
	methods            bool
	files              // how files are read and written
	moves              moves

	stdout io.Writer
	device gpu.Options // by a test
}

// parse reads the command line. flag.ErrHelp asks for the usage; any other error names the flag.
func parse(args []string) (options, error) {
	var o options
	var size, camera, order, transparency, compared, methods string
	f := flag.NewFlagSet("viewer", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(&o.headless, "headless", false, "")
	f.BoolVar(&o.quiet, "quiet", false, "")
	f.StringVar(&o.out, "o", "", "")
	f.StringVar(&o.stats, "stats", "", "")
	f.StringVar(&size, "size", "1280x720", "")
	f.StringVar(&camera, "camera", "0,0,1", "")
	f.StringVar(&order, "order", "sorted", "")
	f.StringVar(&transparency, "transparency", "blend", "")
	f.IntVar(&o.keyBits, "keybits", 16, "")
	f.IntVar(&o.strands, "strands", 0, "")
	f.Uint64Var(&o.seed, "seed", 1, "")
	f.IntVar(&o.samples, "samples", 0, "")
	f.IntVar(&o.frames, "frames", 0, "")
	f.Float64Var(&o.widthPixels, "width-px", 0, "")
	f.Float64Var(&o.alpha, "alpha", 0, "")
	f.IntVar(&o.subdivide, "subdivide", 1, "")
	f.BoolVar(&o.core, "core", false, "")
	f.StringVar(&compared, "compare", "", "")
	f.Float64Var(&o.turn, "turn", 0, "")
	f.StringVar(&methods, "methods", "", "")
	o.light.flags(f)
	o.shape.flags(f)
	o.look.flags(f)
	o.files.flags(f)
	o.moves.flags(f)
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if err := o.files.parse(f); err != nil {
		return o, err
	}
	if err := o.moves.parse(f, o.headless); err != nil {
		return o, err
	}
	if f.NArg() > 1 && !o.convert {
		return o, fmt.Errorf("one file at a time: %q is one too many (flags come before the file)", f.Arg(1))
	}
	o.file = f.Arg(0)
	if o.headless && o.out == "" {
		o.out = "out.png"
	}
	var err error
	if o.width, o.height, err = parseSize(size); err != nil {
		return o, err
	}
	if err := o.parseCamera(camera); err != nil {
		return o, err
	}
	if o.order, err = hair.ParseOrder(order); err != nil {
		return o, fmt.Errorf("-order %q: sorted, strands or unsorted", order)
	}
	if o.transparency, err = hair.ParseTransparency(transparency); err != nil {
		return o, fmt.Errorf("-transparency: %w", err)
	}
	if err := o.light.parse(); err != nil {
		return o, err
	}
	if err := o.shape.parse(o.headless); err != nil {
		return o, err
	}
	if err := o.look.parse(); err != nil {
		return o, err
	}
	if methods != "" && methods != "all" {
		return o, fmt.Errorf("-methods %q: all", methods)
	}
	o.methods, o.reference = methods != "", hair.Exact
	if o.compared = o.methods || compared != ""; compared != "" {
		if o.reference, err = hair.ParseTransparency(compared); err != nil {
			return o, fmt.Errorf("-compare: %w", err)
		}
	}
	return o, o.check()
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
	case o.frames < 0:
		return fmt.Errorf("-frames %d: not below 0", o.frames)
	case !(o.widthPixels >= 0 && o.widthPixels <= 1024):
		return fmt.Errorf("-width-px %v: from 0 to 1024", o.widthPixels)
	case !(o.alpha >= 0 && o.alpha <= 1):
		return fmt.Errorf("-alpha %v: from 0 to 1", o.alpha)
	case o.subdivide < 1 || o.subdivide > strands.MaxParts:
		return fmt.Errorf("-subdivide %d: from 1 to %d", o.subdivide, strands.MaxParts)
	}
	return o.checkComparison()
}

// checkComparison refuses what cannot be drawn together.
func (o options) checkComparison() error {
	switch {
	case o.samples > 1 && o.transparency != hair.Blend:
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
	h := hair.Options{
		Order: o.order, Transparency: o.transparency, KeyBits: o.keyBits, Head: head, Samples: o.samples,
		WidthPixels: float32(o.widthPixels), Opacity: float32(o.alpha), Core: o.core,
	}
	o.light.set(&h)
	o.shape.set(&h)
	o.look.set(&h)
	return h
}

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
	parts := strings.Split(s, ",")
	var v [3]float64
	ok := len(parts) == 3
	for i := 0; ok && i < 3; i++ {
		var err error
		v[i], err = strconv.ParseFloat(strings.TrimSpace(parts[i]), 64)
		ok = err == nil && !math.IsNaN(v[i]) && math.Abs(v[i]) <= 1e6
	}
	if !ok || v[1] < -90 || v[1] > 90 || v[2] < 0.01 || v[2] > 100 {
		return fmt.Errorf("-camera %q: AZ,EL,DIST: degrees, degrees from -90 to 90, and from 0.01 to 100 framing distances", s)
	}
	o.azimuth, o.elevation = float32(v[0]*math.Pi/180), float32(v[1]*math.Pi/180)
	o.distance = float32(v[2])
	return nil
}
