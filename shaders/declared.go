// SPDX-License-Identifier: MIT

package shaders

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// declarations reads a caller's text token by token, and finds the declarations that would change
// comb's kernels. It replaces macros by their bodies, so that a macro hides no declaration. It does
// not replace the parameters of macros.
type declarations struct {
	reserved func(uniform string) bool   // comb's kernels use a uniform of this name
	macros   map[string]string           // bodies of the text's macros so far
	open     []string                    // macros whose bodies are being read
	uniform  bool                        // inside a declaration of uniforms
	storage  bool                        // inside a declaration of a storage block
	member   string                      // the last word outside of brackets in either declaration
	given    bool                        // member has an initial value
	opaque   bool                        // the type of the uniforms is
	found    []Declared                  // for Interface
	globals  func(line int, name string) // for Globals; nil for others
	number   int                         // of the line
	opened   []bracket                   // the open { ( [ so far
	wrong    string                      // what is wrong with them, or ""
	braces   int                         // open { outside of macros' definitions
	brackets int                         // open ( and [
	before   string                      // the token before
	named    string                      // before, if it may be the name of a function that is declared
}

// bracket is a { ( or [ and its line.
type bracket struct {
	token string
	line  int
}

// closing has the bracket that each bracket closes.
var closing = map[string]string{"}": "{", ")": "(", "]": "["}

// nest keeps the first bracket without another, for unclosed.
func (d *declarations) nest(token string) {
	opener, closes := closing[token]
	switch last := len(d.opened) - 1; {
	case d.wrong != "":
	case token == "{" || token == "(" || token == "[":
		d.opened = append(d.opened, bracket{token, d.number})
	case !closes:
	case last < 0:
		d.wrong = fmt.Sprintf(":%d: the %s has no %s", d.number, token, opener)
	case d.opened[last].token != opener:
		d.wrong = d.opened[last].unclosed()
	default:
		d.opened = d.opened[:last]
	}
}

// unclosed describes the first bracket without another, or returns "".
func (d *declarations) unclosed() string {
	if last := len(d.opened) - 1; d.wrong == "" && last >= 0 {
		return d.opened[last].unclosed()
	}
	return d.wrong
}

func (b bracket) unclosed() string {
	return fmt.Sprintf(":%d: the %s has no %s", b.line, b.token, map[string]string{"{": "}", "(": ")", "[": "]"}[b.token])
}

// define notes a macro of the text. body begins behind the name.
func (d *declarations) define(name, body string) {
	if d.macros == nil {
		d.macros = map[string]string{}
	}
	if strings.HasPrefix(body, "(") {
		_, body, _ = strings.Cut(body, ")")
	}
	d.macros[name] = body
}

// line reads a line that is no directive. It returns what is wrong, or "".
func (d *declarations) line(text string) string {
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && isWord(text[i]) {
			i++
		}
		if i == start {
			i++
		}
		token := text[start:i]
		if token == " " || token == "\t" {
			continue
		}
		if body, ok := d.macros[token]; ok && !slices.Contains(d.open, token) {
			d.open = append(d.open, token)
			wrong := d.line(body)
			d.open = d.open[:len(d.open)-1]
			if wrong != "" {
				return wrong
			}
			continue
		}
		if wrong := d.token(token); wrong != "" {
			return wrong
		}
	}
	return ""
}

// token reads one token. It returns what is wrong, or "".
func (d *declarations) token(token string) string {
	word, named := isWord(token[0]) && (token[0] < '0' || token[0] > '9'), ""
	d.note(token, word)
	d.nest(token)
	switch {
	case token == "uniform":
		d.uniform = true
	case token == "buffer":
		d.storage = true
	case token == ";":
		d.uniform, d.storage = false, false
	case token == "{":
		d.uniform, d.storage = false, false // a block's members have no location that Go could set
		d.braces++
	case token == "}":
		d.braces = max(0, d.braces-1)
	case token == "(" && d.named != "" && builtins()[d.named]:
		return fmt.Sprintf("got a function %s, want another name than that of a built-in function", d.named)
	case token == "(" || token == "[":
		d.brackets++
	case token == ")" || token == "]":
		d.brackets = max(0, d.brackets-1)
	case word && d.braces == 0 && d.brackets == 0 && d.followsType():
		named = token
		if d.globals != nil {
			d.globals(d.number, token)
		}
	}
	if d.uniform && word && d.reserved(token) {
		return fmt.Sprintf("got the uniform %s, want a name that comb's kernels do not use for a uniform", token)
	}
	d.before, d.named = token, named
	return ""
}

// note keeps what Interface returns.
func (d *declarations) note(token string, word bool) {
	switch {
	case !d.uniform && !d.storage:
		d.member, d.given, d.opaque = "", false, false
	case d.brackets > 0:
	case word:
		d.member = token
		d.opaque = d.opaque || opaqueType.MatchString(token)
	case token == "=":
		d.given = true
	case token == "," || token == ";" || token == "{":
		if d.member != "" && !d.given {
			kind := "uniform"
			if d.storage {
				kind = "storage block"
			} else if token == "{" {
				kind = "uniform block"
			}
			d.found = append(d.found, Declared{kind, d.member, d.opaque})
		}
		d.member, d.given = "", false
	}
}

// opaqueType matches the types of samplers, images and counters.
var opaqueType = regexp.MustCompile(`^(?:[iu]?(?:sampler|image)(?:[123]D|Cube|Buffer)\w*|atomic_uint)$`)

// Declared is a uniform or a block that a caller's text declares.
type Declared struct {
	Kind   string // "uniform", "uniform block" or "storage block"
	Name   string
	Opaque bool // a sampler, an image or a counter, which layout(binding) can set
}

func (d Declared) String() string { return d.Kind + " " + d.Name }

// UnsetUniform returns the first uniform of a caller's text that only the owner of the program
// could set, or "": outside of blocks, not opaque and without an initial value.
func UnsetUniform(text string) string {
	for _, d := range Interface(text) {
		if d.Kind == "uniform" && !d.Opaque {
			return d.Name
		}
	}
	return ""
}

// Interface returns the uniforms and blocks that a caller's text declares, in any branch of an #if.
// It leaves out uniforms with an initial value, and returns none for a text that Assemble refuses
// for its comments.
func Interface(text string) []Declared {
	if !strings.Contains(text, "uniform") && !strings.Contains(text, "buffer") {
		return nil
	}
	var d declarations
	d.read(text)
	return d.found
}

// Global returns the first name for which is holds among those that a caller's text declares
// outside of functions: of functions, types, blocks, and the first variable of each declaration. It
// also returns its line, from 1 up. The name is "" if there is none, or for a text that Assemble
// refuses for its comments.
func Global(text string, is func(name string) bool) (name string, line int) {
	d := declarations{globals: func(number int, token string) {
		if name == "" && is(token) {
			name, line = token, number
		}
	}}
	d.read(text)
	return name, line
}

// read reads a whole text, in all branches of its #ifs. It reserves no uniforms.
func (d *declarations) read(text string) {
	lines, err := logicalLines(oneNewline(text))
	if err != nil {
		return
	}
	d.reserved = func(string) bool { return false }
	for _, l := range lines {
		d.number = l.number
		m := directive.FindStringSubmatch(l.text)
		if m == nil {
			d.line(l.text)
		} else if n := identifier.FindString(m[2]); m[1] == "define" && n != "" && strings.HasPrefix(m[2], n) {
			d.define(n, m[2][len(n):])
		}
	}
}

// followsType reports whether the token before can end a type. Outside of braces, a name behind a
// type and before a ( is that of a function that is declared. A slot may be inside of a function,
// where a statement starts with a keyword.
func (d *declarations) followsType() bool {
	switch d.before {
	case "", "return", "else", "do", "case":
		return false
	}
	return d.before == "]" || isWord(d.before[0])
}

// isWord reports whether a byte can be part of an identifier or a number.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// OffsetUniform returns the name of the uniform with the offset of a storage block: "dst_keys_at"
// for "DstKeys". Go sets it in each kernel that has the block.
func OffsetUniform(block string) string {
	var b strings.Builder
	for i, r := range block {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String() + "_at"
}

var (
	uniformLine = regexp.MustCompile(`(?m)^[^/\n]*\buniform\s+\w+\s+(\w+)`)
	blockLine   = regexp.MustCompile(`(?m)^[^/\n]*\b(?:buffer\s+|reads[A-Z]\w*\()(\w+)`)
)

// addUniforms adds the uniforms that Go may set in a kernel with this text: those that it declares,
// and the offsets of its storage blocks.
func addUniforms(to map[string]bool, text string) {
	for _, m := range uniformLine.FindAllStringSubmatch(text, -1) {
		to[m[1]] = true
	}
	for _, m := range blockLine.FindAllStringSubmatch(text, -1) {
		to[OffsetUniform(m[1])] = true
	}
}

// uniformsIn returns the uniforms of all files. Errors: those of the files.
func uniformsIn(its fs.FS) (map[string]bool, error) {
	all := map[string]bool{}
	err := fs.WalkDir(its, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(its, name)
		addUniforms(all, oneNewline(string(text)))
		return err
	})
	return all, err
}

// uniforms caches the uniforms of registered folders. Only a caller's text with uniforms needs
// them.
var uniforms = struct {
	sync.Mutex
	of map[string]map[string]bool
}{of: map[string]map[string]bool{}}

// uniformsOf returns the uniforms of a registered folder, or none.
func uniformsOf(folder string) map[string]bool {
	uniforms.Lock()
	defer uniforms.Unlock()
	if uniforms.of[folder] == nil && files[folder] != nil {
		uniforms.of[folder], _ = uniformsIn(files[folder]) // embedded files
	}
	return uniforms.of[folder]
}

// reserves reports whether Go may set a uniform of this name in a kernel of comb that contains the
// request's callers' texts. Those are the kernels of the request's folders.
func (r Request) reserves(uniform string) bool {
	own := map[string]bool{}
	for _, s := range r.Slots {
		if s.Own {
			addUniforms(own, oneNewline(s.Text))
		}
	}
	if own[uniform] {
		return true
	}
	if _, registered := r.FS.(registry); !registered {
		all, _ := uniformsIn(r.FS) // Assemble returns the errors of files that it reads
		return all[uniform]
	}
	return slices.ContainsFunc(r.included(), func(folder string) bool { return uniformsOf(folder)[uniform] })
}
