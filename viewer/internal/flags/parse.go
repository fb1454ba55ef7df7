// SPDX-License-Identifier: MIT

package flags

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/strands"
)

// Parse reads the command line and the settings file that it names. The command line overrides the
// file. Errors: flag.ErrHelp for -h, ErrHelpAll for -help-all; any other error names the flag.
func Parse(args []string) (Options, error) {
	o, typed, err := parse(args)
	if err != nil {
		return o, err
	}
	if err := o.checkUnused(typed); err != nil {
		return o, err
	}
	return o, o.checkClashes()
}

// Options are the options of the settings, without those of a run. A flag may be without effect.
func (s Settings) Options() (Options, error) {
	o, _, err := parse(append(s.Args(), s.Model()...))
	return o, err
}

// parse is Parse without the checks of unused flags and of clashes. typed are the flags of the
// command line.
func parse(args []string) (o Options, typed map[string]bool, err error) {
	f := texts{}
	if err := f.read(&o, args); err != nil {
		return o, nil, err
	}
	typed = f.given()
	if err := f.checkEmpty(); err != nil {
		return o, nil, err
	}
	if o.Run.Settings != "" {
		kept, err := ReadSettings(o.Run.Settings)
		if err != nil {
			return o, nil, InputError(err)
		}
		all := append(kept.Args(), args...)
		if f.set.NArg() == 0 {
			all = append(all, kept.Model()...)
		}
		o, f = Options{Views: kept.Views}, texts{}
		if err := f.read(&o, all); err != nil {
			return o, nil, fmt.Errorf("-settings %s: %w", kept.path, err)
		}
		return o, typed, kept.named(f.check(&o), typed)
	}
	return o, typed, f.check(&o)
}

// texts has flags as given, before parse of the options reads them.
type texts struct {
	set                               *flag.FlagSet
	size, camera, order, transparency string
	compared, head                    string
	helpAll                           bool
}

func (t *texts) read(o *Options, args []string) error {
	o.AutoCore = true
	f := flag.NewFlagSet("viewer", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(&o.Run.Headless, "headless", false, "")
	f.BoolVar(&o.Run.Quiet, "quiet", false, "")
	f.StringVar(&o.Run.Out, "o", "", "")
	f.StringVar(&o.Run.Stats, "stats", "", "")
	t.set = f
	f.BoolVar(&t.helpAll, "help-all", false, "")
	f.StringVar(&o.Run.Settings, "settings", "", "")
	number[int]{at: &o.Run.View, most: math.MaxInt}.define(f, "view", 0)
	f.StringVar(&t.head, "head", "on", "")
	f.StringVar(&t.size, "size", "1280x720", "")
	f.StringVar(&t.camera, "camera", autoCamera, "")
	f.StringVar(&t.order, "order", "sorted", "")
	f.StringVar(&t.transparency, "transparency", hair.Tiles.String(), "")
	number[int]{at: &o.KeyBits, least: 1, most: 32}.define(f, "keybits", 16)
	number[int]{at: &o.Strands, most: math.MaxInt}.define(f, "strands", 0)
	number[uint64]{at: &o.Seed, most: math.MaxUint64}.define(f, "seed", 1)
	number[int]{at: &o.Samples, most: 64}.define(f, "samples", 0)
	number[int]{at: &o.Run.CloseAfter, most: math.MaxInt, unit: " frames"}.define(f, "close-after", 0)
	number[int]{at: &o.Run.TargetMS, most: maxTarget, unit: " milliseconds"}.define(f, "target-ms", 33)
	number[float64]{at: &o.WidthPixels, most: 1024, unit: " pixels"}.define(f, "width-px", 0)
	number[float64]{at: &o.Alpha, most: 1}.define(f, "alpha", 0)
	number[int]{at: &o.Subdivide, least: 1, most: strands.MaxParts}.define(f, "subdivide", 1)
	f.Var((*coreFlag)(o), "core", "")
	f.StringVar(&t.compared, "compare", "", "")
	o.Light.flags(f)
	o.Shape.flags(f)
	o.Files.flags(f)
	o.Run.Measuring.flags(f)
	o.Motion.flags(f)
	o.Appearance.flags(f)
	o.Run.Sequence.flags(f)
	err := parseArgs(f, args)
	if err == nil && t.helpAll {
		return ErrHelpAll
	}
	return err
}

// given are the names of the flags that were given.
func (t *texts) given() map[string]bool {
	given := map[string]bool{}
	t.set.Visit(func(f *flag.Flag) { given[f.Name] = true })
	return given
}

// checkEmpty refuses an empty text where a name or a list must stand. As a rule it is a variable of
// a script that was not set, and the run would draw something else.
func (t *texts) checkEmpty() (err error) {
	t.set.Visit(func(f *flag.Flag) {
		if flagUses[f.Name] == ofRun && f.Value.String() == "" {
			err = fmt.Errorf("-%s \"\": the text is empty: leave the flag out, or give it one", f.Name)
		}
	})
	for _, name := range t.set.Args() {
		switch {
		case name == "":
			return errors.New("\"\": the name of the file is empty: leave it out for a groom")
		case strings.EqualFold(filepath.Ext(name), ".json"):
			return fmt.Errorf("%q: the name of saved settings, and a file of hair is wanted: -settings %s reads them", name, name)
		}
	}
	return err
}

// check parses the texts into options.
func (t *texts) check(o *Options) (err error) {
	f := t.set
	o.Given = map[string]string{}
	f.Visit(func(g *flag.Flag) {
		if Settable(g.Name) {
			o.Given[g.Name] = g.Value.String()
		}
	})
	if err := o.Files.parse(f); err != nil {
		return err
	}
	if err := o.Motion.parse(f, o.Run.Headless); err != nil {
		return err
	}
	if err := o.Run.Sequence.parse(f, o.Run.Headless); err != nil {
		return err
	}
	if f.NArg() > 1 && !o.Files.Convert {
		return fmt.Errorf("one file at a time: %q is one too many (flags come before the file)", f.Arg(1))
	}
	if o.File = f.Arg(0); o.File != "" {
		for _, name := range ofGrooms { // of settings, which may be about a groom
			delete(o.Given, name)
		}
	}
	if o.Run.Headless && o.Run.Out == "" {
		o.Run.Out = "out.png"
	}
	if o.Width, o.Height, err = parseSize(t.size); err != nil {
		return err
	}
	if err := o.parseHead(t.head); err != nil {
		return err
	}
	if err := t.chooseView(o); err != nil {
		return err
	}
	if o.Camera, err = ParseCamera(t.camera); err != nil {
		return err
	}
	if o.Order, err = hair.ParseOrder(t.order); err != nil {
		return fmt.Errorf("-order %q: want %s", t.order, oneOf([]hair.Order{hair.Sorted, hair.PerStrand, hair.Unsorted}))
	}
	if o.Transparency, err = hair.ParseTransparency(t.transparency); err != nil {
		return fmt.Errorf("-transparency %q: want %s", t.transparency, oneOf(hair.Transparencies()))
	}
	if err := o.Light.parse(); err != nil {
		return err
	}
	if err := o.Shape.parse(); err != nil {
		return err
	}
	if err := o.Appearance.parse(); err != nil {
		return err
	}
	if o.Appearance.Backdrop == horizon && o.Light.Environment == nil { // a backdrop has its own light
		e := hair.Horizon()
		o.Light.Environment = &e
	}
	if err := o.Run.Measuring.parse(o.Run.Headless); err != nil {
		return err
	}
	o.Run.Reference = hair.Exact
	if o.Run.Compared = o.Run.Measuring.Methods || t.compared != ""; t.compared != "" {
		if o.Run.Reference, err = hair.ParseTransparency(t.compared); err != nil {
			return fmt.Errorf("-compare %q: want %s", t.compared, oneOf(hair.Transparencies()))
		}
	}
	o.DrawnWith = drawnWith(f)
	return o.Check()
}

// chooseView takes the camera of -view.
func (t *texts) chooseView(o *Options) error {
	switch view, n := o.Run.View, len(o.Views); {
	case view == 0:
		return nil
	case o.Run.Settings == "":
		return fmt.Errorf("-view %d: only with -settings, which have the views", view)
	case n == 0:
		return fmt.Errorf("-view %d: the settings have no saved views", view)
	case view > n:
		return fmt.Errorf("-view %d: want a whole number from 0 to %d, as many views as the settings have", view, n)
	default:
		t.camera = o.Views[view-1]
		return nil
	}
}
