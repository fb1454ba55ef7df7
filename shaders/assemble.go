// SPDX-License-Identifier: MIT

package shaders

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

//go:embed lib gpu reduce scan compact radix hair particles grid bench soak
var files embed.FS

// What Assemble can refuse. Each error wraps one of these and names the file, the line and the thing.
var (
	ErrMissing  = errors.New("shaders: cannot include")
	ErrCycle    = errors.New("shaders: cyclic include")
	ErrSlot     = errors.New("shaders: slot and snippet do not match")
	ErrConstant = errors.New("shaders: bad constant")
)

// Constants are injected as #define lines. Values: int, uint32, float32, bool (1 or 0), or a string taken as GLSL.
type Constants map[string]any

// Snippet fills a slot: either one of the embedded files, by File, or Text, which messages call Name.
type Snippet struct {
	File string
	Name string
	Text string
}

// Request says what to assemble.
type Request struct {
	File       string             // the kernel, relative to the shaders folder
	FS         fs.FS              // where files are looked up; nil means the embedded ones
	Version    int                // the #version; 0 means 430
	Extensions []string           // each required
	Constants  Constants          // injected before the first line
	Slots      map[string]Snippet // what #include <NAME> inserts
}

// Line numbers carry the piece: line 12 of piece 3 is 30012. GLSL has source-string numbers for this, but Mesa 22
// reports 0 for all of them.
const piece = 10000

// usualSize is more than most kernels' texts take.
const usualSize = 48 << 10

// Source is assembled GLSL. Names lists the pieces that line numbers stand for.
type Source struct {
	Text  string
	Names []string
}

var (
	includeLine  = regexp.MustCompile(`^\s*#\s*include\s+(?:"([^"]*)"|<([^>]*)>)\s*(?://.*)?$`)
	includeStart = regexp.MustCompile(`^\s*#\s*include\b`)
	constantName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
)

// Assemble builds the text of one kernel. It is pure: the same request gives the same text.
func Assemble(r Request) (Source, error) {
	if r.FS == nil {
		r.FS = files
	}
	if r.Version == 0 {
		r.Version = 430
	}
	a := assembler{request: r, state: map[string]int{}, used: map[string]bool{}}
	a.out.Grow(usualSize)
	fmt.Fprintf(&a.out, "#version %d core\n", r.Version)
	for _, x := range r.Extensions {
		fmt.Fprintf(&a.out, "#extension %s : require\n", x)
	}
	constants, err := r.Constants.Text()
	if err != nil {
		return Source{}, err
	}
	a.out.WriteString(constants)
	// Piece 0 is the preamble above, so that a message about an injected constant does not point at a file.
	a.names = []string{"(constants)"}
	if err := a.file(r.File, "the request"); err != nil {
		return Source{}, err
	}
	for name := range r.Slots {
		if !a.used[name] {
			return Source{}, fmt.Errorf("%w: %s has no #include <%s>", ErrSlot, r.File, name)
		}
	}
	return Source{Text: a.out.String(), Names: a.names}, nil
}

type assembler struct {
	request Request
	out     strings.Builder
	names   []string
	stack   []string
	state   map[string]int // 1 open, 2 done
	used    map[string]bool
}

// Text is the #define lines, in the order of names: for a text that is not assembled by itself, such as a predicate. Errors: ErrConstant.
func (c Constants) Text() (string, error) {
	var out strings.Builder
	names := make([]string, 0, len(c))
	for name := range c {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if !constantName.MatchString(name) {
			return "", fmt.Errorf("%w: name %q must be capitals, digits and _", ErrConstant, name)
		}
		text, err := constantText(c[name])
		if err != nil {
			return "", fmt.Errorf("%w: %s: %v", ErrConstant, name, err)
		}
		fmt.Fprintf(&out, "#define %s %s\n", name, text)
	}
	return out.String(), nil
}

func constantText(value any) (string, error) {
	switch v := value.(type) {
	case int:
		return strconv.Itoa(v), nil
	case uint32:
		return strconv.FormatUint(uint64(v), 10) + "u", nil
	case bool:
		if v {
			return "1", nil
		}
		return "0", nil
	case float32:
		text := strconv.FormatFloat(float64(v), 'e', 9, 32)
		if strings.ContainsAny(text, "IN") {
			return "", fmt.Errorf("%v is not finite", v)
		}
		return text, nil
	case string:
		if strings.ContainsAny(v, "\r\n") {
			return "", fmt.Errorf("more than one line")
		}
		return v, nil
	}
	return "", fmt.Errorf("type %T is not int, uint32, float32, bool or string", value)
}

// file inserts an embedded file, once.
func (a *assembler) file(name, from string) error {
	switch a.state[name] {
	case 1:
		return fmt.Errorf("%w: %s", ErrCycle, strings.Join(append(a.stack, name), " -> "))
	case 2:
		return nil
	}
	text, err := fs.ReadFile(a.request.FS, name)
	if err != nil {
		return fmt.Errorf("%w: %q, asked for by %s", ErrMissing, name, from)
	}
	a.state[name] = 1
	if err := a.text(name, string(text)); err != nil {
		return err
	}
	a.state[name] = 2
	return nil
}

// text inserts one piece line by line, following its includes.
func (a *assembler) text(name, text string) error {
	number := len(a.names)
	a.names = append(a.names, name)
	a.stack = append(a.stack, name)
	defer func() { a.stack = a.stack[:len(a.stack)-1] }()

	fmt.Fprintf(&a.out, "#line %d\n", number*piece+1)
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	if len(lines) >= piece-1 {
		return fmt.Errorf("%w: %s has %d lines, at most %d", ErrMissing, name, len(lines), piece-2)
	}
	for i, line := range lines {
		if strings.IndexByte(line, '#') < 0 || !includeStart.MatchString(line) { // a program's start is this loop, for every kernel
			a.out.WriteString(line)
			a.out.WriteByte('\n')
			continue
		}
		where := fmt.Sprintf("%s:%d", name, i+1)
		m := includeLine.FindStringSubmatch(line)
		if m == nil {
			return fmt.Errorf(`%w: %s: write #include "file" or #include <SLOT>`, ErrMissing, where)
		}
		var err error
		if m[2] != "" {
			err = a.slot(m[2], where)
		} else {
			err = a.file(m[1], where)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(&a.out, "#line %d\n", number*piece+i+2)
	}
	return nil
}

func (a *assembler) slot(name, where string) error {
	s, ok := a.request.Slots[name]
	if !ok {
		return fmt.Errorf("%w: %s asks for <%s> and nothing was given for it", ErrSlot, where, name)
	}
	if a.used[name] {
		return fmt.Errorf("%w: %s inserts <%s> a second time", ErrSlot, where, name)
	}
	a.used[name] = true
	if s.File != "" {
		return a.file(s.File, where)
	}
	if s.Name == "" {
		s.Name = "<" + name + ">"
	}
	return a.text(s.Name, s.Text)
}
