// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"
	"io"

	"github.com/combgl/comb/hair"
)

// parse reads the command line, and the settings that it names: what the command line says wins. flag.ErrHelp asks for the
// usage, errHelpAll for all of it; any other error names the flag.
func parse(args []string) (options, error) {
	o, f := options{}, texts{}
	if err := f.read(&o, args); err != nil {
		return o, err
	}
	if o.run.settings != "" {
		kept, err := readSettings(o.run.settings)
		if err != nil {
			return o, inputError(err)
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
	compared, head                    string
	view                              int
	helpAll                           bool
}

func (t *texts) read(o *options, args []string) error {
	f := flag.NewFlagSet("viewer", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(&o.run.headless, "headless", false, "")
	f.BoolVar(&o.run.quiet, "quiet", false, "")
	f.StringVar(&o.run.out, "o", "", "")
	f.StringVar(&o.run.stats, "stats", "", "")
	t.set = f
	f.BoolVar(&t.helpAll, "help-all", false, "")
	f.StringVar(&o.run.settings, "settings", "", "")
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
	f.IntVar(&o.run.closeAfter, "close-after", 0, "")
	f.IntVar(&o.run.targetMS, "target-ms", 33, "")
	f.Float64Var(&o.widthPixels, "width-px", 0, "")
	f.Float64Var(&o.alpha, "alpha", 0, "")
	f.IntVar(&o.subdivide, "subdivide", 1, "")
	f.BoolVar(&o.core, "core", false, "")
	f.StringVar(&t.compared, "compare", "", "")
	o.light.flags(f)
	o.shape.flags(f)
	o.files.flags(f)
	o.run.measuring.flags(f)
	o.moves.flags(f)
	o.look.flags(f)
	o.run.sequence.flags(f)
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
	if err := o.moves.parse(f, o.run.headless); err != nil {
		return err
	}
	if err := o.run.sequence.parse(f, o.run.headless); err != nil {
		return err
	}
	if f.NArg() > 1 && !o.files.convert {
		return fmt.Errorf("one file at a time: %q is one too many (flags come before the file)", f.Arg(1))
	}
	o.file = f.Arg(0)
	if o.run.headless && o.run.out == "" {
		o.run.out = "out.png"
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
	if o.camera, err = parseCamera(t.camera); err != nil {
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
	if err := o.shape.parse(); err != nil {
		return err
	}
	if err := o.look.parse(); err != nil {
		return err
	}
	if err := o.run.measuring.parse(o.run.headless); err != nil {
		return err
	}
	o.run.reference = hair.Exact
	if o.run.compared = o.run.measuring.methods || t.compared != ""; t.compared != "" {
		if o.run.reference, err = hair.ParseTransparency(t.compared); err != nil {
			return fmt.Errorf("-compare: %w", err)
		}
	}
	o.drawnWith = drawnWith(f)
	return o.check()
}
