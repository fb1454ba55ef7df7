// SPDX-License-Identifier: MIT

package strands

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/go-gl/mathgl/mgl32"
)

// source counts the bytes read, reports progress, and stops at the limit.
type source struct {
	r        io.Reader
	read     int64
	size     int64 // -1 if unknown
	limit    int64
	reported int64
	progress func(read, size int64) error
}

const reportEvery = 1 << 20 // bytes

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.read += int64(n)
	if s.read > s.limit {
		return n, fmt.Errorf("the file has more than the limit of %d bytes: %w", s.limit, ErrLimit)
	}
	if s.progress != nil && s.read-s.reported >= reportEvery {
		if err := s.report(); err != nil {
			return n, err
		}
	}
	return n, err
}

// report calls progress, if bytes have been read since the last call.
func (s *source) report() error {
	if s.progress == nil || s.read == s.reported {
		return nil
	}
	s.reported = s.read
	return s.progress(s.read, s.size)
}

// stream reads records piece by piece.
type stream struct {
	*bufio.Reader
	src   *source
	o     Options // with limits filled in
	piece [pieceBytes]byte
}

// pieceBytes is the size of a read. Memory grows with the bytes that have arrived or are known to
// be there, not with the numbers in a header.
const pieceBytes = 1 << 16

func newStream(r io.Reader, o Options) (*stream, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o.Limits = o.Limits.orDefault()
	src := &source{r: r, size: sizeOf(r), limit: o.Limits.Bytes, progress: o.Progress}
	if src.size > src.limit {
		return nil, fmt.Errorf("the file has %d bytes, the limit is %d: %w", src.size, src.limit, ErrLimit)
	}
	return &stream{Reader: bufio.NewReaderSize(src, pieceBytes), src: src, o: o}, nil
}

// sizeOf returns the number of bytes left in r, or -1 if unknown.
func sizeOf(r io.Reader) int64 {
	switch r := r.(type) {
	case interface{ Len() int }:
		return int64(r.Len())
	case *os.File:
		info, err := r.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return -1
		}
		at, err := r.Seek(0, io.SeekCurrent)
		if err != nil {
			return -1
		}
		return max(0, info.Size()-at)
	}
	return -1
}

// at returns the offset of the next byte.
func (in *stream) at() int64 { return in.src.read - int64(in.Buffered()) }

func ended(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// bytes fills a buffer. what names its contents in the error.
func (in *stream) bytes(what string, to []byte) error {
	_, err := io.ReadFull(in.Reader, to)
	if ended(err) {
		return fmt.Errorf("at byte %d, in the %s: %w", in.at(), what, ErrTruncated)
	}
	return err
}

// skipTo skips bytes up to an absolute offset.
func (in *stream) skipTo(what string, offset int64) error {
	_, err := io.CopyN(io.Discard, in.Reader, offset-in.at())
	if ended(err) {
		return fmt.Errorf("at byte %d, before the %s at %d: %w", in.at(), what, offset, ErrTruncated)
	}
	return err
}

// needBytes checks that a file of known size holds n more records, before memory is allocated for
// them.
func (in *stream) needBytes(what string, n, size int) error {
	need, at := int64(n)*int64(size), in.at()
	if in.src.size >= 0 && need > in.src.size-at {
		return fmt.Errorf("at byte %d, in the %s: it takes %d bytes, %d are left: %w", at, what, need, max(0, in.src.size-at), ErrTruncated)
	}
	return nil
}

// room returns capacity for n items if the size of the file is known, else for a few.
func room[T any](in *stream, n int) []T {
	if in.src.size < 0 {
		n = min(n, 1<<12)
	}
	return make([]T, 0, n)
}

// records reads n records of size bytes and passes them to use, many at a time.
func (in *stream) records(what string, n, size int, use func(piece []byte)) error {
	if err := in.needBytes(what, n, size); err != nil {
		return err
	}
	for n > 0 {
		count := min(n, pieceBytes/size)
		piece := in.piece[:count*size]
		if err := in.bytes(what, piece); err != nil {
			return err
		}
		use(piece)
		n -= count
	}
	return nil
}

func float(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// vectors appends n records that begin with three floats.
func (in *stream) vectors(what string, to []mgl32.Vec3, n, size int) ([]mgl32.Vec3, error) {
	err := in.records(what, n, size, func(piece []byte) {
		for ; len(piece) >= size; piece = piece[size:] {
			to = append(to, mgl32.Vec3{float(piece), float(piece[4:]), float(piece[8:])})
		}
	})
	return to, err
}

// vectorArray reads n vectors into a new array.
func (in *stream) vectorArray(what string, n, size int) ([]mgl32.Vec3, error) {
	if err := in.needBytes(what, n, size); err != nil {
		return nil, err
	}
	return in.vectors(what, room[mgl32.Vec3](in, n), n, size)
}

// floatArray reads n floats into a new array.
func (in *stream) floatArray(what string, n int) ([]float32, error) {
	if err := in.needBytes(what, n, 4); err != nil {
		return nil, err
	}
	to := room[float32](in, n)
	err := in.records(what, n, 4, func(piece []byte) {
		for ; len(piece) >= 4; piece = piece[4:] {
			to = append(to, float(piece))
		}
	})
	return to, err
}

// memorySlack is the memory that small files may take beyond twice their size.
const memorySlack = 1 << 20

// checkMemory refuses memory beyond twice the size of the file, or of the part that was read. A few
// words of a file can name many points.
func (in *stream) checkMemory(held int64) error {
	file := in.src.size
	if file < 0 {
		file = in.at()
	}
	if held > 2*file+memorySlack {
		return fmt.Errorf("%d bytes of points and strands from a file of %d: %w", held, file, ErrLimit)
	}
	return nil
}
