// SPDX-License-Identifier: MIT

package kernel

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
	"github.com/combgl/comb/shaders"
)

const (
	testResultKind = "verdict"
	testPassed     = "right"
	// selfTestFormat is part of the key of every result. A self-test that covers more needs a new
	// number.
	selfTestFormat = "self-test 4"
)

// isDriversFault reports whether another variant may succeed. None has another text of the caller.
func isDriversFault(err error) bool {
	return errors.Is(err, gpu.ErrSelfTest) || errors.Is(err, gpu.ErrShader) && !errors.Is(err, shaders.ErrSnippet)
}

// RunSelfTest runs the self-test of a variant and adds the result to Report. It runs nothing if
// this process or the cache has the result for the same kernels and driver. SelectVariant calls it
// for the kernels that New compiles. Other callers are kernels that are compiled later, and kernels
// with one form only.
//
// Errors: ErrSelfTest for a wrong result; otherwise the reason why the test could not run.
func RunSelfTest(d *gpu.Device, name string, s Shape, p SelfTest) error {
	if err := d.Internal().Attached(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if d.Options().NoSelfTest || p.Test == nil && len(p.Late) == 0 {
		d.Internal().Note(fmt.Sprintf("%s: %s, not tested", name, s.Variant()))
		return nil
	}
	for _, late := range p.Late {
		of, err := late.of(d, late.Name, s)
		if err != nil {
			return err
		}
		if err, known := of.result(d); known && err != nil {
			return err
		}
	}
	if p.Test == nil {
		return nil
	}
	of, err := p.of(d, name, s)
	if err != nil {
		return err
	}
	err, known := d.Internal().TestResults[of.id]
	if known {
		return err
	}
	if err, known = of.result(d); known {
		d.Internal().TestResults[of.id] = err
	}
	how := "self-test passed before"
	if !known {
		later := func() error {
			if _, run := d.Internal().TestResults[of.id]; run {
				return nil // of another operation with the same kernels
			}
			return of.run(d, name, s, p.Test, time.Now())
		}
		if d.Internal().TestLater(of.specs, later) {
			return nil
		}
		began := time.Now()
		d.Internal().CompileAhead(of.specs)
		defer d.Internal().DropAhead()
		return of.run(d, name, s, p.Test, began)
	}
	return note(d, name, s, how, err)
}

// run runs a self-test that began then, and keeps its result.
func (t tested) run(d *gpu.Device, name string, s Shape, run func() error, began time.Time) error {
	err := test(d, run)
	if err != nil && !errors.Is(err, gpu.ErrSelfTest) {
		return err // the test could not run, so there is no result
	}
	result := testPassed
	if err != nil {
		result = err.Error()
	}
	d.Internal().Cache(testResultKind, []byte(result), t.parts...)
	d.Internal().TestResults[t.id] = err
	return note(d, name, s, fmt.Sprintf("self-test passed in %.0f ms", time.Since(began).Seconds()*1000), err)
}

// note adds the result of a self-test to the report, and returns it. how is for one that passed.
func note(d *gpu.Device, name string, s Shape, how string, err error) error {
	if err != nil {
		noteNot(d, name, s, err)
		return err
	}
	d.Internal().Note(fmt.Sprintf("%s: %s, %s", name, s.Variant(), how))
	return nil
}

// tested is what the result of a self-test is valid for.
type tested struct {
	specs []core.Spec
	parts []string // of the result's key in the cache
	id    [sha256.Size]byte
}

// of is what the result of the self-test of a variant is valid for.
func (p SelfTest) of(d *gpu.Device, name string, s Shape) (tested, error) {
	t := tested{parts: []string{selfTestFormat, name, s.Variant()}}
	for _, spec := range p.Specs {
		inner := spec.innerFor(d)
		one, err := inner.Identity()
		if err != nil {
			return tested{}, err
		}
		t.specs, t.parts = append(t.specs, inner), append(t.parts, one)
	}
	t.id = core.CacheKey(testResultKind, nil, t.parts)
	return t, nil
}

// result is the result that this process or the cache has.
func (t tested) result(d *gpu.Device) (err error, known bool) {
	if err, known := d.Internal().TestResults[t.id]; known {
		return err, true
	}
	data, cached := d.Internal().Cached(testResultKind, t.parts...)
	if !cached {
		return nil, false
	}
	if string(data) != testPassed {
		sentinel := gpu.ErrSelfTest.Error()
		found := strings.TrimSuffix(strings.TrimPrefix(string(data), sentinel+": "), ": "+sentinel)
		err = fmt.Errorf("as found before: %s: %w", found, gpu.ErrSelfTest)
	}
	return err, true
}

// test runs a self-test with a fault word of its own. A self-test may provoke faults and call
// Check; the caller's next Check must not return them.
func test(d *gpu.Device, run func() error) error {
	if err := d.Internal().Enter(); err != nil {
		return err
	}
	defer d.Internal().Leave()
	own, err := d.Internal().Create(16)
	if err != nil {
		return err
	}
	callers := d.Internal().FaultWord
	d.Internal().FaultWord = own
	defer func() {
		d.Internal().FaultWord = callers
		d.Internal().Remove(own)
	}()
	return run()
}
