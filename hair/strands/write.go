// SPDX-License-Identifier: MIT

package strands

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/combgl/comb/internal/atomicfile"
	"github.com/go-gl/mathgl/mgl32"
)

// WriteOptions for Save and Write. The zero value follows the format's convention: tenths of an
// inch and z up for .hair, metres and y up for .data and .npy, the set's own unit and y up for
// .ply.
type WriteOptions struct {
	Unit float32 // metres; 0: by convention
	Up   Up      // UpAuto: by convention
}

// Save writes a set to a file, in the format of its extension. The file appears whole or not at
// all. Errors begin with the path: those of Write, and of the system.
func Save(path string, s *Set, o WriteOptions) error {
	f := FormatOf(path)
	if err := checkWrite(f, o); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, func(w io.Writer) error { return write(w, f, s, o) })
}

// Write writes a set in a format. Values that the format cannot hold are lost: see the table of the
// package. Errors: ErrOption for a format that cannot be written, ErrSet, ErrLimit for more than
// the format can hold, and errors of w.
func Write(w io.Writer, f Format, s *Set, o WriteOptions) error {
	if err := write(w, f, s, o); err != nil {
		return fmt.Errorf("strands: Write: %w", err)
	}
	return nil
}

func write(w io.Writer, f Format, s *Set, o WriteOptions) error {
	if err := checkWrite(f, o); err != nil {
		return err
	}
	if err := s.validate(); err != nil {
		return err
	}
	e := &encoder{w: w, out: make([]byte, 0, pieceBytes+64), unit: o.Unit, up: o.Up}
	if e.unit == 0 {
		e.unit = formats[f].unit
	}
	if e.unit == 0 {
		e.unit = s.Unit
	}
	if e.up == UpAuto {
		e.up = formats[f].up
	}
	e.turn, e.scale = turnOf(f, e.up), s.Unit/e.unit
	if err := formats[f].write(e, s); err != nil {
		return err
	}
	e.flush()
	return e.err
}

// Writable returns nil if a format can be written, else an ErrOption.
func Writable(f Format) error {
	switch {
	case f == Auto:
		return fmt.Errorf("the name's ending is none that can be written: %s: %w", endings(true), ErrOption)
	case f < 0 || int(f) >= len(formats) || formats[f].write == nil:
		return fmt.Errorf("%v cannot be written, want one of %s: %w", f, endings(true), ErrOption)
	}
	return nil
}

func checkWrite(f Format, o WriteOptions) error {
	if err := Writable(f); err != nil {
		return err
	}
	return Options{Unit: o.Unit, Up: o.Up}.check()
}

// encoder collects output into large pieces.
type encoder struct {
	w    io.Writer
	out  []byte
	err  error
	unit float32 // metres per unit of the file
	up   Up

	scale float32 // factor from the set's unit to the file's
	turn  turn
}

func (e *encoder) flush() {
	if e.err == nil {
		_, e.err = e.w.Write(e.out)
	}
	e.out = e.out[:0]
}

func (e *encoder) room() {
	if len(e.out) >= pieceBytes {
		e.flush()
	}
}

func (e *encoder) text(s string) {
	e.out = append(e.out, s...)
	e.room()
}

func (e *encoder) byte(v byte) {
	e.out = append(e.out, v)
	e.room()
}

func (e *encoder) short(v uint16) {
	e.out = binary.LittleEndian.AppendUint16(e.out, v)
	e.room()
}

func (e *encoder) word(v uint32) {
	e.out = binary.LittleEndian.AppendUint32(e.out, v)
	e.room()
}

func (e *encoder) float(v float32) { e.word(math.Float32bits(v)) }

func (e *encoder) vector(v mgl32.Vec3) {
	e.float(v[0])
	e.float(v[1])
	e.float(v[2])
}

// place returns a point in the axes and the unit of the file.
func (e *encoder) place(p mgl32.Vec3) mgl32.Vec3 { return e.turn.back(p.Mul(e.scale)) }
