// SPDX-License-Identifier: MIT

package core

// together is the state of a call of Together.
type together struct {
	programs []*Program     // that were begun, in that order
	tests    []func() error // that run when all are linked
	err      error          // of the first program that did not link when make used it
}

// begun is what a Program has before it is linked.
type begun struct {
	stage Shader
	names []string       // of uniforms that were located
	sets  []uniformValue // of those
}

// uniformValue is a value of the uniform at a location.
type uniformValue struct {
	location int32
	value    uint32
}

const (
	// locatedBefore and up are the locations of uniforms that were located before the program was
	// linked. GL's are far below.
	locatedBefore = 1 << 24

	// notLinked is Program.bad of a program that does not link: it is not dispatched.
	notLinked = 1<<32 - 1
)

// Together runs make. Programs that it makes are compiled side by side, as by CompileAhead: each is
// begun, and linked at its first dispatch or behind make. Self-tests run behind that. It reports
// whether that was done. If not, and also with an error, the caller runs make by itself. So
// programs that do not link, and self-tests that fail, have their errors where they belong.
//
// On a driver that does not compile ahead it does nothing.
func (d *Device) Together(make func() error) (done bool, err error) {
	if !d.compilesAhead() || d.programs.together != nil {
		return false, nil
	}
	if err := d.Enter(); err != nil {
		return false, err
	}
	defer d.Leave()
	d.startAhead()
	t := &together{}
	d.programs.together = t
	err = make()
	d.programs.together = nil
	defer d.DropAhead()
	if err == nil {
		err = t.err
	}
	if err == nil {
		d.linkAhead(nil)
	}
	for _, p := range t.programs {
		if err == nil {
			err = p.finished()
		}
	}
	for _, test := range t.tests {
		if err == nil {
			err = test()
		}
	}
	return true, err
}

// MakesTogether reports whether a call of Together runs make.
func (d *Device) MakesTogether() bool { return d.programs.together != nil }

// TestLater begins to compile the programs of a self-test, and runs it when Together has linked
// all. It reports false outside of Together.
func (d *Device) TestLater(specs []Spec, test func() error) bool {
	t := d.programs.together
	if t == nil {
		return false
	}
	for _, s := range specs {
		d.beginAhead(s)
	}
	t.tests = append(t.tests, test)
	return true
}

// beginsLater begins to compile a program, inside of Together and unless the cache has it.
func (d *Device) beginsLater(p *Program, stage Shader) bool {
	t := d.programs.together
	if t == nil || !d.beginStages([]Shader{stage}) {
		return false
	}
	p.begun = &begun{stage: stage}
	t.programs = append(t.programs, p)
	return true
}

// finish links a program that was only begun. It reports whether the program can be dispatched.
func (p *Program) finish() bool {
	if p.begun != nil {
		p.finishNow()
	}
	return p.bad != notLinked
}

// finishNow links a program that is used before Together has linked all. The first error makes
// Together fail; outside of it, Check returns it.
func (p *Program) finishNow() {
	if l := p.d.programs.ahead[aheadKey(ProgramParts([]Shader{p.begun.stage}))]; l != nil {
		p.d.linkAhead(l)
	}
	err := p.finished()
	switch t := p.d.programs.together; {
	case err == nil:
	case t == nil:
		p.d.deferred.keepError(err)
	case t.err == nil:
		t.err = err
	}
}

// finished links a program that was only begun. Errors: those of NewProgram.
func (p *Program) finished() error {
	b := p.begun
	if b == nil {
		return nil
	}
	p.begun = nil
	if err := p.link(b.stage); err != nil {
		p.bad = notLinked
		return err
	}
	for _, name := range b.names {
		p.located = append(p.located, p.Locate(name))
	}
	for _, s := range b.sets {
		p.SetAt(s.location, s.value)
	}
	return nil
}
