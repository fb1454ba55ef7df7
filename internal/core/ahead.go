// SPDX-License-Identifier: MIT

package core

import (
	"crypto/sha256"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// CompileAhead compiles the programs of specs that the cache lacks, side by side on threads of the
// driver (GL_KHR_parallel_shader_compile), and waits for them. NewProgram takes them over, in any
// order. On a driver without such threads it does nothing. A spec that does not compile has its
// error from NewProgram.
//
// The caller calls DropAhead when no program of these specs is made any more.
func (d *Device) CompileAhead(specs []Spec) {
	if !d.compilesAhead() || len(specs) < 2 || d.Enter() != nil {
		return
	}
	defer d.Leave()
	d.startAhead()
	for _, s := range specs {
		d.beginAhead(s)
	}
	d.linkAhead(nil)
}

// linkAhead links programs that were begun ahead until wanted is linked, or all if it is nil. It
// takes them in the order in which the driver's threads complete their part. NVIDIA's compiler does
// the other part, half of its work, in the first query of the link status, on the calling
// thread. So that part of one program overlaps the threads' part of the others.
func (d *Device) linkAhead(wanted *linking) {
	for {
		waits, worked := false, false
		for _, l := range d.programs.ahead {
			if wanted != nil && d.completed(wanted) {
				wanted.wait()
				return
			}
			switch {
			case l.linked:
			case d.completed(l):
				l.wait()
				worked = true
			default:
				waits = true
			}
		}
		if !waits {
			return
		}
		if !worked {
			time.Sleep(time.Millisecond)
		}
	}
}

// completed reports whether a query of the link status waits for no other thread.
func (d *Device) completed(l *linking) bool {
	const completed = 0x91B1 // GL_COMPLETION_STATUS_KHR
	done := int32(gl.TRUE)   // a lost context leaves it
	if d.Facts.compilesAhead() {
		gl.GetProgramiv(l.program, completed, &done)
	}
	return done != gl.FALSE
}

func (d *Device) startAhead() {
	if d.programs.ahead == nil {
		d.Facts.useCompilerThreads()
		d.programs.ahead = map[[sha256.Size]byte]*linking{}
	}
}

// beginAhead begins to compile the program of a spec.
func (d *Device) beginAhead(s Spec) {
	if src, err := d.fitted(s).Source(); err == nil {
		d.beginStages([]Shader{{gl.COMPUTE_SHADER, s.File, src}})
	}
}

// beginStages begins to compile a program, unless it is begun. It reports false if the cache has
// it.
func (d *Device) beginStages(stages []Shader) bool {
	parts := ProgramParts(stages)
	if d.keepsPrograms() && d.store.has(kindProgram, parts...) {
		return false
	}
	key := aheadKey(parts)
	if _, begun := d.programs.ahead[key]; !begun {
		d.programs.ahead[key] = d.beginLink(stages)
	}
	return true
}

// compilesAhead reports whether programs are begun before they are needed.
func (d *Device) compilesAhead() bool { return d.Facts.compilesAhead() || d.Faults.CompileAhead }

// DropAhead deletes the programs of CompileAhead that nothing has taken over.
func (d *Device) DropAhead() {
	if len(d.programs.ahead) == 0 || d.Enter() != nil {
		return
	}
	defer d.Leave()
	for key, l := range d.programs.ahead {
		l.deleteShaders()
		gl.DeleteProgram(l.program)
		delete(d.programs.ahead, key)
	}
}

// take returns the program of these parts that CompileAhead began, and forgets it.
func (p *programs) take(parts []string) (l *linking, begun bool) {
	if len(p.ahead) == 0 {
		return nil, false
	}
	key := aheadKey(parts)
	l, begun = p.ahead[key]
	delete(p.ahead, key)
	return l, begun
}

func aheadKey(parts []string) [sha256.Size]byte { return CacheKey(kindProgram, nil, parts) }
