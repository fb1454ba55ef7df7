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

// Sentinels for the errors of Assemble, beside ErrSnippet. Each error wraps one at its end, and
// names the file, the line and the cause.
var (
	// ErrMissing: a file, part or folder is not there, an #include line is bad, or a file is too
	// long.
	ErrMissing = errors.New("cannot include")
	// ErrCycle: a file includes itself, directly or through others.
	ErrCycle = errors.New("cyclic include")
	// ErrSlot: a slot has no snippet, a snippet no slot, or a fill lacks a definition.
	ErrSlot = errors.New("slot and snippet do not match")
	// ErrConstant: the name or the value of a constant cannot be injected.
	ErrConstant = errors.New("bad constant")
)

// Constants are injected as #define lines. A value is an int, a uint32, a finite float32, a bool (1
// or 0), or a string: one line of GLSL. A name has capitals, digits and _, and starts with a
// capital.
type Constants map[string]any

// Snippet fills a slot, either with one of comb's files (File) or with a text (Text). Compiler
// errors call the text Name.
//
// Unless Own is set, Text is a caller's, and its macros end with it: the assembler writes an #undef
// for each before the next line of comb's own. They hold in the text, in the files that it
// includes, and in a caller's snippet in a slot right behind. A macro that a Constant's text uses
// does not end; comb's own text must then not use its name.
//
// A caller's text may use #pragma, and #extension where the driver allows it in the middle of a
// shader. These give ErrSnippet:
//   - #version and #line;
//   - #extension of all, and #extension that disables one;
//   - #undef of comb's macros;
//   - an #if without its #endif, or an #else or #endif without its #if;
//   - a comment without an end, and a backslash at the very end;
//   - in a text without #if: a { ( or [ that is not closed, or a closing one that is not open;
//   - control characters other than tabs and line ends;
//   - characters that are not ASCII, outside of comments;
//   - a uniform outside of blocks with a name that kernels of the same folder, or of lib, use for a
//     uniform. Go sets a uniform by its name. That includes "<block>_at" of each storage block,
//     such as "dst_at";
//   - a function with the name of a built-in of GLSL 4.30 or of comb's lane tiers, such as min or
//     subgroupAdd, also with other parameters: comb's own text would call it. Variables and members
//     may have such a name.
type Snippet struct {
	File string // with #PART at its end if the file has parts
	Name string
	Text string
	Own  bool // Text is comb's own: its macros stay defined
}

// Request describes a text to assemble.
type Request struct {
	File       string             // the kernel, relative to the shaders folder
	FS         fs.FS              // where files are read; nil: the files that packages registered
	Version    int                // for #version; 0 means 430
	Extensions []string           // each required
	Constants  Constants          // injected before the first line
	Slots      map[string]Snippet // the text for each #include <NAME>
}

// piece is the factor in line numbers, which contain the number of the piece: line 12 of piece 3 is
// 30012. GLSL has source-string numbers for this, but Mesa 22 reports 0 for all of them.
const piece = 10000

// usualSize exceeds the size of most kernels' texts.
const usualSize = 48 << 10

// Source is assembled GLSL. Names has the name of each piece, by its number.
type Source struct {
	Text  string
	Names []string

	callers []bool   // for each piece: it is a caller's
	fills   []string // for each piece: the slot that it fills, or ""
	lacks   []string // a sentence for each definition that a contract requires and a text lacks
}

var (
	includeLine  = regexp.MustCompile(`^\s*#\s*include\s+(?:"([^"]*)"|<([^>]*)>)\s*(?://.*)?$`)
	includeStart = regexp.MustCompile(`^\s*#\s*include\b`)
	defineLine   = regexp.MustCompile(`^\s*#\s*define\s+(\w+)`)
	constantName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
)

// Assemble builds the text of one kernel. It is pure: the same request gives the same text. Errors:
// ErrMissing, ErrCycle, ErrSlot, ErrConstant, ErrSnippet.
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
	// Piece 0 is the preamble above, so that errors in injected constants do not name a file.
	a.names, a.callersPieces, a.fills = []string{"(constants)"}, []bool{false}, []string{""}
	if err := a.file(r.File, "the request"); err != nil {
		return Source{}, err
	}
	for name := range r.Slots {
		if !a.used[name] {
			return Source{}, fmt.Errorf("shaders: Assemble: %s has no #include <%s>: %w", r.File, name, ErrSlot)
		}
	}
	return Source{Text: a.out.String(), Names: a.names, callers: a.callersPieces, fills: a.fills, lacks: a.lacks}, nil
}

type assembler struct {
	request Request
	out     strings.Builder
	names   []string
	stack   []string

	callersPieces []bool         // as Source.callers
	fills         []string       // as Source.fills
	lacks         []string       // as Source.lacks
	slotOpen      string         // the slot that the next piece fills; "" for none
	state         map[string]int // of a file: 1 open, 2 done
	used          map[string]bool

	macros  map[string]bool // macros that comb's text has defined so far
	callers int             // number of open caller's snippets
	pending []macro         // callers' macros, to be undefined before the next line of comb's own
	kept    []macro         // callers' macros that constants use
}

// Text returns the constants as #define lines, sorted by name, for a text that is not assembled,
// such as a predicate alone. Errors: ErrConstant.
func (c Constants) Text() (string, error) {
	var out strings.Builder
	names := make([]string, 0, len(c))
	for name := range c {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if !constantName.MatchString(name) {
			return "", fmt.Errorf("shaders: constant: got the name %q, want capitals, digits and _: %w", name, ErrConstant)
		}
		text, err := constantText(c[name])
		if err != nil {
			return "", fmt.Errorf("shaders: constant %s: %v: %w", name, err, ErrConstant)
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
			return "", fmt.Errorf("got %v, want a finite number", v)
		}
		return text, nil
	case string:
		if strings.ContainsAny(v, "\r\n") {
			return "", fmt.Errorf("got more than one line, want one")
		}
		if at := controlAt(v); at >= 0 {
			return "", fmt.Errorf("got the control character %q at byte %d", v[at], at)
		}
		return v, nil
	}
	return "", fmt.Errorf("got the type %T, want int, uint32, float32, bool or string", value)
}

// file inserts a file, unless it is in the text already.
func (a *assembler) file(name, from string) error {
	switch a.state[name] {
	case 1:
		return fmt.Errorf("shaders: Assemble: %s: %w", strings.Join(append(a.stack, name), " -> "), ErrCycle)
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
		return fmt.Errorf("shaders: Assemble: no file %q, included by %s: %w", name, from, ErrMissing)
	}
	a.state[name] = 1
	if err := a.text(name, part, oneNewline(string(text)), true); err != nil {
		return err
	}
	a.state[name] = 2
	return nil
}

// text inserts one piece line by line, and follows its includes. part selects a part of it; ""
// takes all. own is false for a caller's text.
func (a *assembler) text(name, part, text string, own bool) error {
	number := len(a.names)
	a.names, a.callersPieces, a.fills = append(a.names, name), append(a.callersPieces, !own), append(a.fills, a.slotOpen)
	a.slotOpen = ""
	a.stack = append(a.stack, name)
	defer func() { a.stack = a.stack[:len(a.stack)-1] }()

	fmt.Fprintf(&a.out, "#line %d\n", number*piece+1)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) >= piece-1 {
		return fmt.Errorf("shaders: Assemble: %s: got %d lines, want at most %d: %w", name, len(lines), piece-2, ErrMissing)
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
		// Every kernel of a program runs this loop at its start, so the cheap test is first.
		if !hash || !includeStart.MatchString(line) {
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
			return fmt.Errorf("shaders: Assemble: %s: got a bad #include line, want #include \"file\" or #include <SLOT>: %w", where, ErrMissing)
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

// slot inserts the snippet of a slot, and checks it against the slot's contract.
func (a *assembler) slot(name, opener, where string) error {
	s, ok := a.request.Slots[name]
	if !ok {
		return fmt.Errorf("shaders: Assemble: %s: the request has no snippet for <%s>: %w", where, name, ErrSlot)
	}
	if a.used[name] {
		return fmt.Errorf("shaders: Assemble: %s: <%s> is included a second time: %w", where, name, ErrSlot)
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
	a.slotOpen = "" // no piece began if the file was in the text already
	if err != nil {
		return err
	}
	return a.keepsContract(name, opener, s, from)
}
