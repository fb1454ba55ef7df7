// SPDX-License-Identifier: MIT

package gpu

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/combgl/comb/shaders"
)

// testResults holds the results of self-tests: nil for a variant that passed.
type testResults map[[sha256.Size]byte]error

const (
	testResultKind = "verdict"
	testPassed     = "right"
	// selfTestFormat is part of the key of every result. A self-test that covers more needs a new
	// number.
	selfTestFormat = "self-test 2"
)

// isDriversFault reports whether another variant may succeed.
func isDriversFault(err error) bool { return errors.Is(err, ErrSelfTest) || errors.Is(err, ErrShader) }

// RunSelfTest runs the self-test of a variant and adds the result to Report. It runs nothing if the
// result for the same kernels and driver is known, in this process or from the cache. SelectVariant calls
// it for what New compiles. Other callers are kernels that are compiled later, and kernels with one
// form only.
//
// Errors: ErrSelfTest for a wrong result; otherwise the reason why the test could not run.
func (d *Device) RunSelfTest(name string, s Shape, p SelfTest) error {
	if err := d.attached(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if d.options.NoSelfTest || p.Test == nil {
		d.note(fmt.Sprintf("%s: %s, not tested", name, s.Variant()))
		return nil
	}
	parts := []string{selfTestFormat, name, s.Variant()}
	for _, spec := range p.Specs {
		one, err := d.identityOf(spec)
		if err != nil {
			return err
		}
		parts = append(parts, one)
	}
	id := cacheKey(testResultKind, nil, parts)
	err, known := d.testResults[id]
	if known {
		return err
	}
	how := "self-test passed before"
	data, cached := d.Cached(testResultKind, parts...)
	switch {
	case !cached:
		began := time.Now()
		err = d.test(p)
		how = fmt.Sprintf("self-test passed in %.0f ms", time.Since(began).Seconds()*1000)
		if err != nil && !errors.Is(err, ErrSelfTest) {
			return err // the test could not run, so there is no result
		}
		result := testPassed
		if err != nil {
			result = err.Error()
		}
		d.Cache(testResultKind, []byte(result), parts...)
	case string(data) != testPassed:
		sentinel := ErrSelfTest.Error()
		found := strings.TrimSuffix(strings.TrimPrefix(string(data), sentinel+": "), ": "+sentinel)
		err = fmt.Errorf("as found before: %s: %w", found, ErrSelfTest)
	}
	d.testResults[id] = err
	if err != nil {
		d.noteNot(name, s, err)
		return err
	}
	d.note(fmt.Sprintf("%s: %s, %s", name, s.Variant(), how))
	return nil
}

// test runs a self-test with a fault word of its own. A self-test may provoke faults and call
// Check; the caller's next Check must not return them.
func (d *Device) test(p SelfTest) error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	own, err := d.create(16)
	if err != nil {
		return err
	}
	callers := d.faults
	d.faults = own
	defer func() {
		d.faults = callers
		d.remove(own)
	}()
	return p.Test()
}

// sourceOf assembles a kernel for this driver.
func (d *Device) sourceOf(s Spec) (shaders.Source, error) { return d.here(s).Source() }

// identityOf returns a key for the text that sourceOf assembles. Assembling the texts of all
// kernels of a sort took longer than the rest of its New.
func (d *Device) identityOf(s Spec) (string, error) { return d.here(s).request().Identity() }

// here returns a Spec with the constants that depend on the Device.
func (d *Device) here(s Spec) Spec {
	s.barrierOrders = d.caps.BarrierOrders
	s.forgetLast = d.wrong().covers(s.Shape)
	return s
}

// wrong returns the tier whose kernels leave out the last item, for tests of self-tests.
func (d *Device) wrong() Tier {
	return Tier{Algorithm(d.core.Faults.WrongAlgorithm), Lanes(d.core.Faults.WrongLanes)}
}
