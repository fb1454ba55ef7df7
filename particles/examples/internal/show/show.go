// SPDX-License-Identifier: MIT

// Package show is the common part of the examples of package particles: flags, a window or an image
// without one, a stage, and numbers in JSON.
package show

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/draw"
	"github.com/go-gl/mathgl/mgl32"
)

// Scene is the content of an example.
type Scene interface {
	Step(dt float64, camera particles.Camera) error
	Draw(camera particles.Camera, target draw.Target) error
	Systems() []Named // in the order of Step, for the numbers
	Release()
}

// Named is a system with its name.
type Named struct {
	Name string
	*particles.System
}

// App describes an example.
type App struct {
	Name, About string
	Orbit       Orbit                            // the first camera
	Steps       int                              // steps before an image without a window
	Glow        [4]float32                       // the light over the floor, and how far it reaches
	Balls       [4][4]float32                    // on the stage: centre and radius; 0 is none
	Haze        float32                          // share of the light that a metre of air takes; 0 means 0.04
	View        func() (Orbit, bool)             // the first camera where flags need another; may be nil
	Flags       func(*flag.FlagSet)              // the example's own; may be nil
	Check       func() error                     // of them; may be nil
	Open        func(*gpu.Device) (Scene, error) // after the flags are read
}

func (a App) haze() float32 {
	if a.Haze == 0 {
		return 0.04
	}
	return a.Haze
}

// Orbit is a camera around a target: degrees and metres.
type Orbit struct {
	Target                       [3]float32
	Azimuth, Elevation, Distance float64
}

func (o Orbit) eye() mgl32.Vec3 {
	sa, ca := math.Sincos(o.Azimuth * math.Pi / 180)
	se, ce := math.Sincos(o.Elevation * math.Pi / 180)
	return mgl32.Vec3(o.Target).Add(mgl32.Vec3{float32(sa * ce), float32(se), float32(ca * ce)}.Mul(float32(o.Distance)))
}

// camera sees the stage from the orbit.
func (o Orbit) camera(width, height int) particles.Camera {
	d := float32(o.Distance)
	near, far := d/50, d*4
	return particles.Camera{
		View:       mgl32.LookAtV(o.eye(), o.Target, mgl32.Vec3{0, 1, 0}),
		Projection: mgl32.Perspective(0.7, float32(width)/float32(max(height, 1)), near, far), Near: near, Far: 2 * d,
	}
}

// options are the flags that all examples have.
type options struct {
	headless, quiet bool
	out, stats      string
	width, height   int
	steps, frames   int
	orbit           Orbit
	exposure        float64
}

const usage = `usage: %s [flags]

%s

  -headless            make one image without a window, through EGL
  -o FILE              where it goes (%s.png); in a window: the S key's name
  -stats FILE          with -headless or -frames: write one JSON object: counts, the time of each stage
  -size WxH            pixels (1280x720)
  -steps N             with -headless: steps of 1/60 s before the image (%d)
  -camera AZ,EL,DIST   degrees around, degrees up, metres (%g,%g,%g)
  -exposure X          brightness, 0.01 to 100 (1)
  -frames N            in a window: close after N frames, writing -o and -stats if given; 0: stay open (0)
  -quiet               no words on the terminal
%s
in the window: drag orbits, the wheel goes near, Space pauses, N makes one step, R starts over, S saves an image, Esc closes
`

func (a App) parse(args []string) (o options, err error) {
	var size, camera string
	f := flag.NewFlagSet(a.Name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	if a.Flags != nil {
		a.Flags(f)
	}
	f.BoolVar(&o.headless, "headless", false, "")
	f.BoolVar(&o.quiet, "quiet", false, "")
	f.StringVar(&o.out, "o", "", "")
	f.StringVar(&o.stats, "stats", "", "")
	f.StringVar(&size, "size", "1280x720", "")
	f.IntVar(&o.steps, "steps", a.Steps, "")
	f.IntVar(&o.frames, "frames", 0, "")
	f.Float64Var(&o.exposure, "exposure", 1, "")
	f.StringVar(&camera, "camera", "", "")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("got the argument %q, want flags only", f.Arg(0))
	}
	w, h, ok := strings.Cut(size, "x")
	if o.width, err = strconv.Atoi(w); err == nil {
		o.height, err = strconv.Atoi(h)
	}
	if err != nil || !ok || o.width < 1 || o.height < 1 || o.width > 16384 || o.height > 16384 {
		return o, fmt.Errorf("-size is %q, want WxH from 1x1 to 16384x16384", size)
	}
	o.orbit = a.Orbit
	if a.View != nil {
		if view, ok := a.View(); ok {
			o.orbit = view
		}
	}
	if camera != "" {
		parts := strings.Split(camera, ",")
		var v [3]float64
		for i := range v {
			if len(parts) != 3 {
				err = errors.New("three numbers")
			} else if err == nil {
				v[i], err = strconv.ParseFloat(parts[i], 64)
			}
		}
		if err != nil || !(math.Abs(v[0]) <= 3600) || !(math.Abs(v[1]) <= 89) || !(v[2] >= 0.01 && v[2] <= 1000) {
			return o, fmt.Errorf("-camera is %q, want degrees around, degrees up (to 89), metres (0.01 to 1000)", camera)
		}
		o.orbit.Azimuth, o.orbit.Elevation, o.orbit.Distance = v[0], v[1], v[2]
	}
	given := map[string]bool{}
	f.Visit(func(x *flag.Flag) { given[x.Name] = true })
	switch {
	case o.headless && given["frames"]:
		return o, errors.New("got -frames with -headless, want one of them: -headless makes one image after -steps")
	case !o.headless && given["steps"]:
		return o, errors.New("got -steps without -headless, want -headless: a window begins with the first step")
	case !o.headless && given["stats"] && o.frames == 0:
		return o, errors.New("got -stats without -headless or -frames, want one of them: they end a run, and the last step is measured")
	case o.steps < 1 || o.steps > 1e6:
		return o, fmt.Errorf("-steps is %d, want 1 to 1000000", o.steps)
	case o.frames < 0:
		return o, fmt.Errorf("-frames is %d, want 0 or more", o.frames)
	case !(o.exposure >= 0.01 && o.exposure <= 100):
		return o, fmt.Errorf("-exposure is %v, want 0.01 to 100", o.exposure)
	}
	if o.headless && o.out == "" {
		o.out = a.Name + ".png"
	}
	if err := o.checkFiles(); err != nil {
		return o, err
	}
	if a.Check != nil {
		return o, a.Check()
	}
	return o, nil
}

// usage is the text of -h: the flags of the example are described by their usage.
func (a App) usage() string {
	var own strings.Builder
	if a.Flags != nil {
		f := flag.NewFlagSet("", flag.ContinueOnError)
		a.Flags(f)
		f.VisitAll(func(x *flag.Flag) {
			if b, ok := x.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
				fmt.Fprintf(&own, "  -%-20s%s\n", x.Name, x.Usage)
				return
			}
			fmt.Fprintf(&own, "  -%-20s%s (%s)\n", x.Name+" "+strings.ToUpper(x.Name[:1]), x.Usage, x.DefValue)
		})
	}
	return fmt.Sprintf(usage, a.Name, a.About, a.Name, a.Steps, a.Orbit.Azimuth, a.Orbit.Elevation, a.Orbit.Distance, own.String())
}

// Main runs an example as a program.
func Main(a App) {
	runtime.LockOSThread()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Run(ctx, a, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Run is Main without the process. It returns the exit code: 0 done, 1 failed, 2 a bad flag, 130
// interrupted.
func Run(ctx context.Context, a App, args []string, stdout, stderr io.Writer) int {
	runtime.LockOSThread() // a context belongs to one thread
	defer runtime.UnlockOSThread()
	o, err := a.parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, a.usage())
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "%s: %v (-h lists all flags)\n", a.Name, err)
		return 2
	case o.headless:
		err = headless(ctx, a, o, stderr)
	default:
		err = window(ctx, a, o, stderr)
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(stderr, "%s: interrupted\n", a.Name)
		return 130
	}
	fmt.Fprintf(stderr, "%s: %v\n", a.Name, err)
	return 1
}
