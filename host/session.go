// SPDX-License-Identifier: MIT

package host

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

// KeepBytes is the most memory in bytes for items and for the scratch of sorts that stays allocated
// on the GPU between calls. A call may take more, which it frees at its end.
const KeepBytes = 256 << 20

// KeepOperations is the most operations, with their compiled kernels, that stay between calls. One
// more releases the one that was not used for the longest time.
const KeepOperations = 32

// slot is a buffer that calls use in turn.
type slot int

const (
	slotA slot = iota
	slotB
	slotC
	slotScratch
	slots
)

// session is the device with what calls keep. It belongs to its thread.
type session struct {
	context    *offscreen.Context
	dev        *gpu.Device
	buffers    [slots]*gpu.Buffer[uint32]
	operations map[any]*kept
	clock      int
}

// kept is an operation, or the reason why this driver cannot run it, and when it was used.
type kept struct {
	operation interface{ Release() }
	err       error
	used      int
}

func (k *kept) release() {
	if k.err == nil {
		k.operation.Release()
	}
}

// newSession opens a device on the calling thread. want is the value of COMB_HOST. Errors: those of
// offscreen.New and Attach; gpu.ErrUnsupported for a software renderer, unless it is wanted;
// gpu.ErrEnvironment if OpenGL is not wanted.
func newSession(want string, o gpu.Options) (*session, error) {
	switch want {
	case "", "opengl":
	case "go":
		return nil, fmt.Errorf("host: COMB_HOST is \"go\", want another value for OpenGL: %w", gpu.ErrEnvironment)
	default:
		return nil, fmt.Errorf("host: COMB_HOST is %q, want \"opengl\", \"go\" or nothing: %w", want, gpu.ErrEnvironment)
	}
	context, err := offscreen.New(offscreen.Options{})
	if err != nil {
		return nil, fmt.Errorf("host: %w", err)
	}
	dev, err := context.Attach(o)
	if err != nil {
		context.Release()
		return nil, fmt.Errorf("host: %w", err)
	}
	s := &session{context: context, dev: dev, operations: map[any]*kept{}}
	if c := dev.Caps(); c.Software && want == "" {
		s.release()
		return nil, fmt.Errorf("host: OpenGL runs on the CPU (%s), want a GPU, or COMB_HOST=opengl: %w", c.Renderer, gpu.ErrUnsupported)
	}
	return s, nil
}

func (s *session) info() Info {
	c := s.dev.Caps()
	return Info{OpenGL: true, Renderer: c.Renderer, Version: c.Version, Platform: s.context.Platform(), Software: c.Software}
}

// release frees the device. It runs on the session's thread.
func (s *session) release() {
	s.empty()
	s.dev.Release()
	s.context.Release()
}

// empty frees what is kept between calls.
func (s *session) empty() {
	for key, k := range s.operations {
		k.release()
		delete(s.operations, key)
	}
	s.dropBuffers()
}

func (s *session) dropBuffers() {
	for i, b := range s.buffers {
		b.Release()
		s.buffers[i] = nil
	}
}

// call runs one call, then frees the buffers if they hold more than the limit.
func (s *session) call(limit int, f func(*session) error) error {
	err := f(s)
	total := 0
	for _, b := range s.buffers {
		total += b.View().Size()
	}
	if total > limit {
		s.dropBuffers()
	}
	return err
}

// view returns a number of bytes of a slot, rounded up to whole words, and makes its buffer larger
// if need be. Views of the slot from before are then invalid.
func (s *session) view(at slot, bytes int) (gpu.View, error) {
	words := max(1, (bytes+3)/4)
	if s.buffers[at].Len() < words {
		s.buffers[at].Release()
		s.buffers[at] = nil
		room := max(words, min(roomFor(words), s.dev.Caps().MaxStorageBytes/4))
		b, err := gpu.NewBuffer[uint32](s.dev, room)
		if err != nil {
			return gpu.View{}, err
		}
		s.buffers[at] = b
	}
	return s.buffers[at].Slice(0, words)
}

// roomFor rounds a number of words up by less than an eighth, or to a multiple of 1,024, so that
// calls of like size share a buffer.
func roomFor(words int) int {
	step := 1024
	if n := bits.Len(uint(words)) - 4; n > 10 {
		step = 1 << n
	}
	return (words + step - 1) / step * step
}

// operation returns the operation of a key, a struct of its own type for each kind of operation. It
// makes it if it is not kept. An operation that the driver cannot run is not tried again.
func operation[O interface{ Release() }](s *session, key any, build func() (O, error)) (made O, err error) {
	s.clock++
	if k := s.operations[key]; k != nil {
		k.used = s.clock
		if k.err != nil {
			return made, k.err
		}
		return k.operation.(O), nil
	}
	if len(s.operations) >= KeepOperations {
		var oldest any
		for key, k := range s.operations {
			if oldest == nil || k.used < s.operations[oldest].used {
				oldest = key
			}
		}
		s.operations[oldest].release()
		delete(s.operations, oldest)
	}
	made, err = build()
	if err == nil || errors.Is(err, gpu.ErrUnsupported) {
		s.operations[key] = &kept{made, err, s.clock}
	}
	return made, err
}

// upload copies items to the first bytes of a slot.
func upload[T any](s *session, at slot, items []T) (gpu.View, error) {
	bytes := bytesOf(items)
	v, err := s.view(at, len(bytes))
	if err == nil {
		err = gpu.Upload(s.dev, v, bytes)
	}
	return v, err
}

// readInto waits and copies a view over items that the call has read. After an error they are
// undefined, so that the call cannot start again in plain Go.
func readInto[T any](s *session, v gpu.View, items []T) error {
	if err := gpu.Download(s.dev, v, bytesOf(items)); err != nil {
		return readError{err}
	}
	return nil
}
