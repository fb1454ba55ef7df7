// SPDX-License-Identifier: MIT

package shaders

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// The reasons for which Assemble refuses, beside ErrSnippet. Each error wraps one and names the file, the line and the thing.
var (
	ErrMissing  = errors.New("shaders: cannot include")
	ErrCycle    = errors.New("shaders: cyclic include")
	ErrSlot     = errors.New("shaders: slot and snippet do not match")
	ErrConstant = errors.New("shaders: bad constant")
)

// Constants are injected as #define lines. Values: int, uint32, float32, bool (1 or 0), or a string taken as GLSL.
type Constants map[string]any

// Snippet fills a slot: either one of comb's files, by File, or Text, which messages call Name.
//
// Text is a caller's unless Own is set. The macros of a caller's text end with it: the assembler writes an #undef for
// each before the next line of comb's own. They hold in the text, in the files that it includes, and in a caller's
// snippet in a slot right behind. A macro that a Constant's text uses does not end; its name may then not occur in
// comb's own text. A caller's text may hold #pragma, and #extension where the driver takes it in the middle of a shader.
// ErrSnippet refuses #version, #line, #extension of all or to disable one, #undef of comb's macros, an #if, #else or
// #endif without the others, a comment without an end, a backslash at the very end, and control characters.
type Snippet struct {
	File string // with the part behind a # if the file has parts
	Name string
	Text string
	Own  bool // Text is comb's own: its macros stay defined
}

// Request says what to assemble.
type Request struct {
	File       string             // the kernel, relative to the shaders folder
	FS         fs.FS              // where files are looked up; nil means those that packages registered
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

	callers []bool   // of the pieces, which are a caller's
	fills   []string // of the pieces, the slot that they fill; "" when they fill none
	lacks   []string // definitions that a slot's contract wants and its text lacks, as sentences
}

var (
	includeLine  = regexp.MustCompile(`^\s*#\s*include\s+(?:"([^"]*)"|<([^>]*)>)\s*(?://.*)?$`)
	includeStart = regexp.MustCompile(`^\s*#\s*include\b`)
	defineLine   = regexp.MustCompile(`^\s*#\s*define\s+(\w+)`)
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
	a := assembler{request: r, state: map[string]int{}, used: map[string]bool{}, macros: map[string]bool{}}
	for name := range r.Constants {
		a.macros[name] = true
	}
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
	a.names, a.callersPieces, a.fills = []string{"(constants)"}, []bool{false}, []string{""}
	if err := a.file(r.File, "the request"); err != nil {
		return Source{}, err
	}
	for name := range r.Slots {
		if !a.used[name] {
			return Source{}, fmt.Errorf("%w: %s has no #include <%s>", ErrSlot, r.File, name)
		}
	}
	return Source{Text: a.out.String(), Names: a.names, callers: a.callersPieces, fills: a.fills, lacks: a.lacks}, nil
}

type assembler struct {
	request Request
	out     strings.Builder
	names   []string
	stack   []string

	callersPieces []bool         // beside names
	fills         []string       // beside names
	lacks         []string       // of Source
	slotOpen      string         // the slot that the next piece fills; "" for none
	state         map[string]int // 1 open, 2 done
	used          map[string]bool

	macros  map[string]bool // that comb's text has defined so far
	callers int             // caller's snippets that are open
	pending []macro         // of callers, to be ended before the next line of comb's own
	kept    []macro         // of callers, that constants use
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
		if at := controlAt(v); at >= 0 {
			return "", fmt.Errorf("the control character %q at %d", v[at], at)
		}
		return v, nil
	}
	return "", fmt.Errorf("type %T is not int, uint32, float32, bool or string", value)
}

// file inserts a file, once.
func (a *assembler) file(name, from string) error {
	switch a.state[name] {
	case 1:
		return fmt.Errorf("%w: %s", ErrCycle, strings.Join(append(a.stack, name), " -> "))
	case 2:
		return nil
	}
	path, part, _ := strings.Cut(name, "#")
	text, err := fs.ReadFile(a.request.FS, path)
	if err != nil {
		folder, _, _ := strings.Cut(name, "/")
		if files, ok := a.request.FS.(registry); ok && files[folder] == nil {
			from += fmt.Sprintf("; no package that the program imports registers the folder %q", folder)
		}
		return fmt.Errorf("%w: %q, asked for by %s", ErrMissing, name, from)
	}
	a.state[name] = 1
	if err := a.text(name, part, oneNewline(string(text)), true); err != nil {
		return err
	}
	a.state[name] = 2
	return nil
}

// text inserts one piece line by line, following its includes: a part of it, or all. own says
// whether it is comb's.
func (a *assembler) text(name, part, text string, own bool) error {
	number := len(a.names)
	a.names, a.callersPieces, a.fills = append(a.names, name), append(a.callersPieces, !own), append(a.fills, a.slotOpen)
	a.slotOpen = ""
	a.stack = append(a.stack, name)
	defer func() { a.stack = a.stack[:len(a.stack)-1] }()

	fmt.Fprintf(&a.out, "#line %d\n", number*piece+1)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) >= piece-1 {
		return fmt.Errorf("%w: %s has %d lines, at most %d", ErrMissing, name, len(lines), piece-2)
	}
	var in []bool
	if own && (part != "" || strings.Contains(text, "\n#part")) {
		var err error
		if in, err = inPart(name, part, lines); err != nil {
			return err
		}
	}
	for i, line := range lines {
		if in != nil && !in[i] {
			if i+1 < len(lines) && in[i+1] {
				fmt.Fprintf(&a.out, "#line %d\n", number*piece+i+2)
			}
			continue
		}
		hash := strings.IndexByte(line, '#') >= 0
		if !hash || !includeStart.MatchString(line) { // a program's start is this loop, for every kernel
			if own && a.callers == 0 && len(a.pending)+len(a.kept) > 0 && line != "" {
				if err := a.ownLine(fmt.Sprintf("%s:%d", name, i+1), line, number*piece+i+1); err != nil {
					return err
				}
			}
			if own && hash && strings.Contains(line, "define") {
				if m := defineLine.FindStringSubmatch(line); m != nil {
					a.macros[m[1]] = true
				}
			}
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
			err = a.slot(m[2], name, where)
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

// slot inserts what fills a slot, and checks it against the slot's contract.
func (a *assembler) slot(name, opener, where string) error {
	s, ok := a.request.Slots[name]
	if !ok {
		return fmt.Errorf("%w: %s asks for <%s> and nothing was given for it", ErrSlot, where, name)
	}
	if a.used[name] {
		return fmt.Errorf("%w: %s inserts <%s> a second time", ErrSlot, where, name)
	}
	a.used[name] = true
	a.slotOpen = name
	if s.Name == "" {
		s.Name = "<" + name + ">"
	}
	from := a.out.Len()
	var err error
	switch {
	case s.File != "":
		err = a.file(s.File, where)
	case s.Own:
		err = a.text(s.Name, "", oneNewline(s.Text), true)
	default:
		err = a.caller(s)
	}
	a.slotOpen = "" // of a file that was there already, no piece began
	if err != nil {
		return err
	}
	return a.keepsContract(name, opener, s, from)
}
