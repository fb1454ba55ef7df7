// SPDX-License-Identifier: MIT

package host

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// opengl returns a server of the test's own, with OpenGL of any kind.
func opengl(t *testing.T) *server {
	needGL(t)
	s := &server{want: "opengl", options: onGL.options}
	use(t, s)
	t.Cleanup(s.close)
	return s
}

func sortsRight(t *testing.T) {
	t.Helper()
	keys := []uint32{3, 1, 2}
	if err := Sort(keys, Descending); err != nil || !slices.Equal(keys, []uint32{3, 2, 1}) {
		t.Errorf("Sort: %v, %v", keys, err)
	}
}

func TestManyGoroutinesCall(t *testing.T) {
	both(t, func(t *testing.T) {
		var all sync.WaitGroup
		for seed := range 16 {
			all.Add(1)
			go func() {
				defer all.Done()
				r := rand.New(rand.NewSource(int64(seed)))
				for range 5 {
					keys := random[uint32](r, r.Intn(3000))
					want := picked(keys, ordered(keys, Ascending))
					sum, err := Reduce(keys, gpu.Sum)
					for _, k := range keys {
						sum -= k
					}
					if err != nil || sum != 0 {
						t.Errorf("Reduce is %d too large, %v", sum, err)
					}
					if err := Sort(keys, Ascending); err != nil || !slices.Equal(keys, want) {
						t.Errorf("%d keys are not sorted: %v", len(keys), err)
					}
				}
			}()
		}
		all.Wait()
	})
}

func TestCallsAfterClose(t *testing.T) {
	s := opengl(t)
	threads := runtime.NumGoroutine()
	for range 3 {
		sortsRight(t)
		Close()
		Close()
		if s.jobs != nil || s.why != nil {
			t.Error("Close leaves a device")
		}
	}
	for range 100 { // the last goroutine ends after Close was answered
		if runtime.NumGoroutine() <= threads {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > threads {
		t.Errorf("%d goroutines, want %d", n, threads)
	}
	var all sync.WaitGroup
	for i := range 6 {
		all.Add(1)
		go func() {
			defer all.Done()
			if i%3 == 2 {
				Close()
				return
			}
			keys := []uint32{2, 1}
			if err := Sort(keys, Ascending); err != nil || keys[0] != 1 {
				t.Errorf("beside Close: %v, %v", keys, err)
			}
		}()
	}
	all.Wait()
	if i := Backend(); !i.OpenGL || i.Err != nil || i.Renderer == "" || i.Version == "" || i.Platform == "" || len(i.Report) == 0 || i.InGo != 0 || i.OnGPU != 7 {
		t.Errorf("Backend: %+v", i)
	}
}

// What a call returns before it fails on the GPU is not part of the result of plain Go.
func TestGoStartsAgain(t *testing.T) {
	use(t, noGL)
	kept := []uint32{9}
	o, fails := compact.Options{By: compact.Unique}, func(*session, *compact.Compactor, gpu.View, gpu.View) error { return nil }
	got, err := compacted("Test", []uint32{1}, o, &kept, fails, func(error) error { kept = append(kept, 1); return nil })
	ok(t, err)
	equal(t, "kept", got, []uint32{1})
}

// checkNoGL tests a server without OpenGL. Its error holds a text.
func checkNoGL(t *testing.T, kind error, text string) {
	t.Helper()
	use(t, &server{})
	sortsRight(t)
	i := Backend()
	if i.OpenGL || i.InGo != 1 || i.OnGPU != 0 || !errors.Is(i.Err, kind) || !strings.Contains(i.Err.Error(), text) ||
		!strings.Contains(i.String(), "plain Go") || !strings.Contains(i.String(), text) {
		t.Errorf("Backend: %+v", i)
	}
	if _, err := CompactIf([]uint32{1}, Predicate[uint32]{GLSL: "bool keep(uint x) { return true; }"}); !errors.Is(err, kind) || !strings.Contains(err.Error(), "keep.Go is nil") {
		t.Errorf("CompactIf without Go: %v", err)
	}
	Close()
	sortsRight(t)
}

func TestWithoutOpenGL(t *testing.T) {
	for _, c := range []struct{ name, value, text string }{
		{"COMB_EGL", "nonsense", `COMB_EGL="nonsense"`},
		{"COMB_HOST", "go", `COMB_HOST is "go"`},
		{"COMB_HOST", "cuda", `COMB_HOST is "cuda"`},
	} {
		t.Run(c.name+"-"+c.value, func(t *testing.T) {
			if c.name == "COMB_EGL" {
				needGL(t) // without libEGL the error is that
			}
			t.Setenv("COMB_HOST", "")
			t.Setenv(c.name, c.value)
			checkNoGL(t, gpu.ErrEnvironment, c.text)
		})
	}
}

// A process without libEGL runs every call in plain Go.
func TestWithoutEGL(t *testing.T) {
	const inner = "COMB_TEST_HOST_WITHOUT_EGL"
	if os.Getenv(inner) != "" {
		checkNoGL(t, gpu.ErrNoContext, "libEGL.so.1")
		return
	}
	dir := t.TempDir() // the loader finds this file and cannot load it
	if err := os.WriteFile(filepath.Join(dir, "libEGL.so.1"), []byte("no library"), 0o644); err != nil {
		t.Fatal(err)
	}
	program := exec.Command(os.Args[0], "-test.run=^TestWithoutEGL$")
	program.Env = append(os.Environ(), inner+"=1", "COMB_HOST=", "LD_LIBRARY_PATH="+dir)
	if out, err := program.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestSoftwareIsUsedOnRequest(t *testing.T) {
	needGL(t)
	if !onGL.info().Software {
		t.Skip("the driver runs on a GPU")
	}
	t.Setenv("COMB_HOST", "")
	checkNoGL(t, gpu.ErrUnsupported, "COMB_HOST=opengl")
	t.Setenv("COMB_HOST", "opengl")
	s := &server{options: onGL.options}
	use(t, s)
	defer Close()
	if i := Backend(); !i.OpenGL || !i.Software || i.Err != nil {
		t.Errorf("Backend: %+v", i)
	}
}

// A call that the driver cannot do runs in plain Go. A mistake is returned.
func TestOnlyLimitsRunInGo(t *testing.T) {
	s := opengl(t)
	for _, c := range []struct {
		err  error
		inGo bool
	}{
		{gpu.ErrTooLarge, true}, {gpu.ErrOutOfMemory, true}, {gpu.ErrSelfTest, true}, {gpu.ErrInternal, false},
		{gpu.ErrView, false}, {readError{gpu.ErrOutOfMemory}, false},
	} {
		ran := false
		err := run("Test", func(*session) error { return fmt.Errorf("a limit: %w", c.err) }, func() { ran = true })
		if ran != c.inGo || (err == nil) != c.inGo || err != nil && (!errors.Is(err, c.err) || !strings.HasPrefix(err.Error(), "host: Test: ")) {
			t.Errorf("%v: in plain Go %v, %v", c.err, ran, err)
		}
		if i := Backend(); c.inGo && (!i.OpenGL || !errors.Is(i.Err, c.err) || !strings.Contains(i.String(), "a limit")) {
			t.Errorf("%v: Backend: %+v", c.err, i)
		}
	}
	if s.inGo.Load() != 3 {
		t.Errorf("%d calls in plain Go, want 3", s.inGo.Load())
	}
	Close()
	if i := Backend(); i.Err != nil {
		t.Errorf("the new device has the error of the one before: %v", i.Err)
	}
}

// After a lost context a call returns the right result or an error, and the next one opens another
// context.
func TestLostContextIsReplaced(t *testing.T) {
	s := opengl(t)
	for after := range 8 {
		Close()
		stop := gputest.LoseNext(after, nil)
		keys := []uint32{3, 1, 2}
		err := Sort(keys, Ascending)
		stop()
		if err != nil && !errors.Is(err, gpu.ErrContextLost) || err == nil && !slices.IsSorted(keys) {
			t.Errorf("after %d queries: %v, %v", after, keys, err)
		}
		before := s.inGo.Load()
		sortsRight(t)
		sortsRight(t)
		if i := Backend(); !i.OpenGL || i.InGo != before {
			t.Errorf("after %d queries: %v", after, i)
		}
	}
}

func TestSessionFreesEverything(t *testing.T) {
	needGL(t)
	use(t, onGL)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s, err := newSession("opengl", onGL.options)
	ok(t, err)
	defer s.release()
	round := func(limit int) {
		for _, n := range []int{5, 3000, 70_000} {
			ok(t, s.call(limit, func(s *session) error {
				sorter, err := sorterFor[uint32](s, Ascending, 0, n)
				if err != nil {
					return err
				}
				v, err := upload(s, slotA, make([]uint32, n))
				if err != nil {
					return err
				}
				return sorter.SortKeys(v, v, gpu.N(n))
			}))
		}
	}
	before := gputest.ObjectsNow()
	round(KeepBytes)
	kept := gputest.ObjectsNow()
	round(KeepBytes)
	if now := gputest.ObjectsNow(); now != kept {
		t.Errorf("the second round: %+v, want %+v", now, kept)
	}
	round(1000)
	for at, b := range s.buffers {
		if b != nil {
			t.Errorf("buffer %d stays above the limit", at)
		}
	}
	s.empty()
	if now := gputest.ObjectsNow(); now != before {
		t.Errorf("afterwards: %+v, want %+v", now, before)
	}
}

// countedRelease counts releases.
type countedRelease struct{ released *int }

func (c countedRelease) Release() { *c.released++ }

func TestKeptOperationsAreBounded(t *testing.T) {
	s, released := &session{operations: map[any]*kept{}}, 0
	get := func(key int) {
		_, err := operation(s, key, func() (countedRelease, error) { return countedRelease{&released}, nil })
		ok(t, err)
	}
	for key := range 3 * KeepOperations {
		get(key)
		get(0) // used again and again, and so kept
	}
	if len(s.operations) != KeepOperations || released != 2*KeepOperations || s.operations[0] == nil {
		t.Errorf("%d operations, %d released", len(s.operations), released)
	}
}

// An operation that fails on this driver is built once, and other errors are not kept.
func TestFailedOperationsAreKept(t *testing.T) {
	s := &session{operations: map[any]*kept{}}
	for _, c := range []struct {
		err  error
		want int
	}{{gpu.ErrSelfTest, 1}, {gpu.ErrOutOfMemory, 3}, {gpu.ErrShader, 3}} {
		built := 0
		for range 3 {
			_, err := operation(s, c.err.Error(), func() (countedRelease, error) { built++; return countedRelease{}, c.err })
			if !errors.Is(err, c.err) {
				t.Errorf("got %v, want %v", err, c.err)
			}
		}
		if built != c.want {
			t.Errorf("%v: built %d times, want %d", c.err, built, c.want)
		}
	}
	s.empty()
}

// Slices that the driver has no room for are reduced in plain Go.
func TestTooManyItemsRunInGo(t *testing.T) {
	s := opengl(t)
	most := 0
	ok(t, s.do(func(at *session) error { most = at.dev.Caps().MaxStorageBytes / 4; return nil }))
	if most > 1<<26 {
		t.Skipf("the driver takes %d items", most)
	}
	ones := make([]uint32, most+1)
	ones[most] = 7
	if sum, err := Reduce(ones, gpu.Sum); err != nil || sum != 7 {
		t.Errorf("Reduce: %d, %v", sum, err)
	}
	if i := Backend(); !i.OpenGL || i.InGo != 1 || !errors.Is(i.Err, gpu.ErrTooLarge) {
		t.Errorf("Backend: %+v", i)
	}
	sortsRight(t)
}

// The device of the process leaves the context of a caller alone.
func TestACallersContextStaysCurrent(t *testing.T) {
	s := opengl(t)
	dev := gputest.Device(t)
	mine, err := gpu.NewBufferFrom(dev, []uint32{1, 2, 3})
	ok(t, err)
	sortsRight(t)
	got, err := mine.Download()
	ok(t, err)
	equal(t, "the caller's buffer", got, []uint32{1, 2, 3})
	s.close()
	got, err = mine.Download()
	ok(t, err)
	equal(t, "the caller's buffer after Close", got, []uint32{1, 2, 3})
}

func TestRoomIsBounded(t *testing.T) {
	for words := 1; words < 1<<30; words += words/7 + 1 {
		if room := roomFor(words); room < words || room > words+max(1023, words/8) {
			t.Errorf("%d words get %d", words, room)
		}
	}
}
