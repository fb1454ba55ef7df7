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

// proved is what is known of one variant's kernels: nil when they are right.
type proved map[[sha256.Size]byte]error

const (
	verdictKind = "verdict"
	verdictGood = "right"
	// verdictFormat is part of every verdict's key: a new number when self-tests look at more than before.
	verdictFormat = "self-test 2"
)

// isDriversFault says whether another variant may do better.
func isDriversFault(err error) bool { return errors.Is(err, ErrSelfTest) || errors.Is(err, ErrShader) }

// Prove runs a self-test, unless this driver is known to pass or fail it with the same kernels, and tells Report. Choose
// does it for what New compiles; this is for kernels that are compiled later, or come in one form only.
// Errors: ErrSelfTest, or why it could not be run.
func (d *Device) Prove(name string, s Shape, p Proof) error {
	if err := d.attached(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if d.options.NoSelfTest || p.Test == nil {
		d.note(fmt.Sprintf("%s: %s, not tested", name, s.Variant()))
		return nil
	}
	parts := []string{verdictFormat, name, s.Variant()}
	for _, spec := range p.Specs {
		one, err := d.identityOf(spec)
		if err != nil {
			return err
		}
		parts = append(parts, one)
	}
	id := cacheKey(verdictKind, nil, parts)
	err, known := d.proved[id]
	if known {
		return err
	}
	how := "self-test passed before"
	data, cached := d.Cached(verdictKind, parts...)
	switch {
	case !cached:
		began := time.Now()
		err = d.test(p)
		how = fmt.Sprintf("self-test passed in %.0f ms", time.Since(began).Seconds()*1000)
		if err != nil && !errors.Is(err, ErrSelfTest) {
			return err // it could not be run: nothing is known
		}
		verdict := verdictGood
		if err != nil {
			verdict = err.Error()
		}
		d.Cache(verdictKind, []byte(verdict), parts...)
	case string(data) != verdictGood:
		sentinel := ErrSelfTest.Error()
		found := strings.TrimSuffix(strings.TrimPrefix(string(data), sentinel+": "), ": "+sentinel)
		err = fmt.Errorf("%w (as found before): %s", ErrSelfTest, found)
	}
	d.proved[id] = err
	if err != nil {
		d.noteNot(name, s, err)
		return err
	}
	d.note(fmt.Sprintf("%s: %s, %s", name, s.Variant(), how))
	return nil
}

// test runs a self-test with a fault word of its own, so that one which provokes faults can ask Check for them, and the
// caller's next Check tells the caller's alone.
func (d *Device) test(p Proof) error {
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

// forgetLast are the places where kernels learn how many items, particles, or texels of a tile there are.
var forgetLast = strings.NewReplacer(
	"uint n = count_max;", "uint n = count_max - min(count_max, 1u);",
	"return before + born;", "return before + born - min(born, 1u);",
	"min(begin + strip_texels, extent.x * extent.y);", "min(begin + strip_texels, extent.x * extent.y - 1u);",
)

// sourceOf assembles a kernel. One of Options.Wrong forgets the last item.
func (d *Device) sourceOf(s Spec) (shaders.Source, error) {
	s.barrierOrders = d.caps.BarrierOrders
	src, err := s.Source()
	if d.options.Wrong.covers(s.Shape) {
		src.Text = forgetLast.Replace(src.Text)
	}
	return src, err
}

// identityOf stands for what sourceOf gives: to put together the texts of all kernels of a sort took longer than the rest of its New.
func (d *Device) identityOf(s Spec) (string, error) {
	s.barrierOrders = d.caps.BarrierOrders
	one, err := s.request().Identity()
	if d.options.Wrong.covers(s.Shape) {
		one += "wrong"
	}
	return one, err
}
