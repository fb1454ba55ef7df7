// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"time"

	"github.com/combgl/comb/internal/core"
)

// check returns an error for a count that no operation takes. d is the Device of the word, nil for
// a number on the host.
func (c Count) check(d *core.Device, what string) error { return d.NeedCount(what, c.in) }

// word is the word of a count on the GPU, without what follows it in the view.
func (c Count) word() View {
	return View{core.View{Of: c.in.Word.Of, Offset: c.in.Word.Offset, Size: 4}}
}

// Read returns the number. For a count on the GPU it waits for the GPU and reads the word.
// ReadAsync does not wait. Errors: ErrCount for a number outside 0 to MaxItems, and for a word
// above the maximum, with the maximum as the result; those of Download.
func (c Count) Read() (int, error) {
	d := c.in.Word.Device()
	if err := c.check(d, "gpu: Count.Read"); err != nil || !c.in.OnGPU {
		return c.in.Max, err
	}
	return d.ReadCount(c.in)
}

// CountReadback copies counts from the GPU to the host without a stall, and can be used every
// frame: Start enqueues a copy, Ready reports whether it is done, and Take returns the number. It
// is a Readback of one word. The zero CountReadback may be started.
type CountReadback struct {
	words   *Readback // nil before the first count on the GPU
	n       Count
	started bool
}

// ReadAsync enqueues the read of the number and returns the handle of it. Release the handle after
// use, or Start it with the next count. Errors: those of CountReadback.Start.
func (c Count) ReadAsync() (*CountReadback, error) {
	r := new(CountReadback)
	if err := r.Start(c); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

// Start enqueues the copy of a count's word. A number on the host needs no copy and is ready at
// once. A copy that was not taken is dropped. After the first count on the GPU, Start allocates
// nothing. Errors: ErrCount for a number or a maximum outside 0 to MaxItems; ErrView for a count of
// another Device than the first; those of NewReadback.
func (r *CountReadback) Start(c Count) error {
	const what = "gpu: CountReadback.Start"
	if r == nil {
		return fmt.Errorf("%s: the CountReadback: %w", what, ErrReleased)
	}
	d := c.in.Word.Device()
	if err := c.check(d, what); err != nil {
		return err
	}
	if c.in.OnGPU {
		if r.words == nil {
			words, err := newReadback(d, 1)
			if err != nil {
				return err
			}
			r.words = words
		}
		if err := r.words.Start(c.word()); err != nil {
			return err
		}
	}
	r.n, r.started = c, true
	return nil
}

// Ready reports whether a read was started and Take would return at once, with a number or an
// error. It returns false before Start and after Take, as Readback.Ready does.
func (r *CountReadback) Ready() bool { return r.Wait(0) }

// Wait waits for the copy, but no longer than limit, and returns Ready. Without a copy it returns
// false at once.
func (r *CountReadback) Wait(limit time.Duration) bool {
	if r == nil || !r.started {
		return false
	}
	return !r.n.in.OnGPU || r.words.Wait(limit)
}

// Take returns the number, and waits if it is not ready. Errors: ErrView if no copy was started;
// ErrCount for a word above the maximum, with the maximum as the result; those of Readback.Take.
func (r *CountReadback) Take() (int, error) {
	const what = "gpu: CountReadback.Take"
	if r == nil {
		return 0, fmt.Errorf("%s: the CountReadback: %w", what, ErrReleased)
	}
	if !r.started {
		return 0, fmt.Errorf("%s: no copy was started, want a Start before: %w", what, ErrView)
	}
	r.started = false
	if !r.n.in.OnGPU {
		return r.n.in.Max, nil
	}
	words, err := r.words.Take()
	if err != nil {
		return 0, err
	}
	return core.CutCount(what, r.n.in, words[0])
}

// Release frees the CountReadback, on any thread.
func (r *CountReadback) Release() {
	if r == nil {
		return
	}
	if r.words != nil {
		r.words.Release()
	}
	*r = CountReadback{}
}
