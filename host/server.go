// SPDX-License-Identifier: MIT

package host

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/combgl/comb/gpu"
)

// Info describes where calls run.
type Info struct {
	OpenGL   bool   // calls run on OpenGL, except those that Err explains
	Renderer string // the driver's names of the GPU and of itself; "" without OpenGL
	Version  string
	Platform string // the EGL platform, such as "device 0"
	Software bool   // the driver runs on the CPU

	// Report is what Device.Report returns: lines for a bug report, with the variant of each
	// operation that calls have used. It is nil without OpenGL.
	Report []string

	OnGPU, InGo int64 // calls since the start of the process, by where they ran

	// Err is the reason why the latest call in plain Go did not run on OpenGL. It is nil if OpenGL
	// runs the calls and has run all of them since it was opened. It is of one of gpu's four kinds.
	Err error
}

// String returns one line for a log.
func (i Info) String() string {
	switch {
	case !i.OpenGL:
		return fmt.Sprintf("plain Go: %v", i.Err)
	case i.Err != nil:
		return fmt.Sprintf("OpenGL %s on %s; some calls in plain Go, the latest because of: %v", i.Version, i.Renderer, i.Err)
	}
	return fmt.Sprintf("OpenGL %s on %s", i.Version, i.Renderer)
}

// Backend returns where calls run, and the reason if that is not OpenGL. It opens the device if no
// call has done so, and waits for the call on the GPU that is under way.
func Backend() Info { return shared.info() }

// Close waits for the call on the GPU that is under way and frees the device with all its memory.
// A later call opens a device again, and reads COMB_HOST again. Close may be called at any time, on
// any goroutine, and more than once.
func Close() { shared.close() }

// shared runs the calls of the process.
var shared = &server{}

// server runs calls on the locked thread of an OpenGL context, one at a time.
type server struct {
	options gpu.Options // of Attach
	want    string      // "" reads COMB_HOST

	mu    sync.Mutex // held while a call is on the GPU
	jobs  chan<- func(*session)
	ended <-chan struct{} // closed when the thread has freed the device
	where Info            // of the open device
	why   error           // why there is none; nil before the first call

	onGPU, inGo atomic.Int64
	latest      atomic.Pointer[error] // why the latest call in plain Go did not run on the open device
}

// open makes the thread and its device, unless an earlier call has, or has found that there is
// none. The mutex is held.
func (s *server) open() {
	if s.jobs != nil || s.why != nil && !errors.Is(s.why, gpu.ErrContextLost) {
		return
	}
	jobs, opened, ended := make(chan func(*session)), make(chan error), make(chan struct{})
	want := s.want
	if want == "" {
		want = os.Getenv("COMB_HOST")
	}
	go func() {
		runtime.LockOSThread() // not unlocked: the thread ends with the goroutine
		defer close(ended)
		at, err := newSession(want, s.options)
		if err == nil {
			s.where = at.info()
		}
		opened <- err
		if err != nil {
			return
		}
		for job := range jobs {
			job(at)
		}
		at.release()
	}()
	s.latest.Store(nil)
	if s.why = <-opened; s.why == nil {
		s.jobs, s.ended = jobs, ended
	}
}

// shut frees the device. The mutex is held.
func (s *server) shut() {
	if s.jobs != nil {
		close(s.jobs)
		<-s.ended
	}
	s.jobs, s.ended, s.where, s.why = nil, nil, Info{}, nil
}

func (s *server) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut()
}

func (s *server) info() Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open()
	i := s.where
	if s.jobs != nil {
		i.Report = onThread(s.jobs, func(at *session) []string { return at.dev.Report() })
	}
	i.OnGPU, i.InGo, i.Err = s.onGPU.Load(), s.inGo.Load(), s.why
	if why := s.latest.Load(); i.Err == nil && why != nil {
		i.Err = *why
	}
	return i
}

// do runs f on the thread of the device, and opens it first if need be. Errors: why there is no
// device; those of f. After a lost context the next call opens another one.
func (s *server) do(f func(*session) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open()
	if s.why != nil {
		return s.why
	}
	err := onThread(s.jobs, func(at *session) error { return at.call(KeepBytes, f) })
	if errors.Is(err, gpu.ErrContextLost) {
		s.shut()
	}
	return err
}

// onThread returns what f returns on the thread of the device.
func onThread[R any](jobs chan<- func(*session), f func(*session) R) R {
	done := make(chan R)
	jobs <- func(at *session) { done <- f(at) }
	return <-done
}

// readError is an error after which the caller's slices are undefined, so that plain Go cannot
// start again from them.
type readError struct{ error }

func (e readError) Unwrap() error { return e.error }

// run runs a call on the GPU. Where there is none, or the driver or its memory does not suffice, it
// runs the call in plain Go.
func run(call string, onGPU func(*session) error, inGo func()) error {
	return runOr(call, onGPU, func(error) error { inGo(); return nil })
}

// runOr is run for a call that may have no form in plain Go. inGo gets the reason why it has to
// run.
func runOr(call string, onGPU func(*session) error, inGo func(why error) error) error {
	s := shared
	err := s.do(onGPU)
	if err == nil {
		s.onGPU.Add(1)
		return nil
	}
	var read readError
	if errors.As(err, &read) || !errors.Is(err, gpu.ErrUnsupported) && !errors.Is(err, gpu.ErrEnvironment) {
		return fmt.Errorf("host: %s: %w", call, err)
	}
	if err := inGo(err); err != nil {
		return err
	}
	s.inGo.Add(1)
	s.latest.Store(&err)
	return nil
}
