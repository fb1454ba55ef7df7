// SPDX-License-Identifier: MIT

package shaders

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/combgl/comb/shaders/slots"
)

// contracts has the contracts of all registered folders, by slot and the file that opens it.
var contracts = map[[2]string]*slots.Contract{}

func addContracts(some []slots.Contract) {
	for i := range some {
		for _, opener := range some[i].Openers {
			contracts[[2]string{some[i].Slot, opener}] = &some[i]
		}
	}
}

// keepsContract checks the fill of a slot, which starts at offset from of the text. A file must
// have each definition of the contract. For a text, missing definitions are noted for Explain, and
// the driver decides: a caller may define things in ways that this check does not see. Errors:
// ErrSlot.
func (a *assembler) keepsContract(slot, opener string, s Snippet, from int) error {
	c := contracts[[2]string{slot, opener}]
	if c == nil {
		return nil
	}
	all := a.out.String()
	for _, want := range c.Defines {
		d := a.definition(want)
		if d.function && constantName.MatchString(d.name) {
			continue // the name is a constant's, which this request does not have
		}
		if d.in(all[from:], a.constant) || d.in(all[:from], a.constant) {
			continue
		}
		if s.File != "" {
			return fmt.Errorf("shaders: Assemble: %s, in slot <%s> of %s, does not define %s: %w", s.File, slot, opener, d.text, ErrSlot)
		}
		if s.Own || !Mentions(all[from:], d.name) {
			a.lacks = append(a.lacks, fmt.Sprintf("%s, in slot <%s> of %s, does not define %s", s.Name, slot, opener, d.text))
		}
	}
	return nil
}

// constant returns the text of the constant with this name, or the name if there is none.
func (a *assembler) constant(name string) string {
	if text, ok := a.request.Constants[name].(string); ok {
		return text
	}
	return name
}

// definition is one parsed line of slots.Contract.Defines.
type definition struct {
	text     string   // the contract's line, with constants replaced by their texts
	head     string   // the text before the name: a type, "const T", "struct" or "#define"
	name     string   // of the function, constant, struct or macro
	function bool     // the line declares a function
	types    []string // of the function's parameters
}

var definitionForm = regexp.MustCompile(`^(.*?)\s*\b(\w+)(?:\((.*)\))?$`)

// definition parses a contract's line. The name and the types may be constants, such as DECIDE.
func (a *assembler) definition(want string) definition {
	m := definitionForm.FindStringSubmatch(want)
	if m == nil {
		return definition{text: want, name: want} // a test of the table catches this
	}
	d := definition{text: want, head: a.constant(m[1]), name: a.constant(m[2])}
	rest := identifier.ReplaceAllStringFunc(strings.TrimPrefix(want, m[1]+" "+m[2]), a.constant)
	if d.head != m[1] || d.name != m[2] || rest != strings.TrimPrefix(want, m[1]+" "+m[2]) {
		d.text = d.head + " " + d.name + rest
	}
	d.function = strings.HasSuffix(want, ")") && d.head != "#define"
	if d.function {
		d.types = parameterTypes(m[3], a.constant)
	}
	return d
}

// Mentions reports whether a caller's text contains a name outside of comments. A text that pastes
// tokens (##) or includes a file is taken to contain it.
func Mentions(text, name string) bool {
	lines, err := logicalLines(oneNewline(text))
	if err != nil || strings.Contains(text, "##") {
		return true
	}
	for _, l := range lines {
		if wordAt(l.text, name, 0) >= 0 || includeStart.MatchString(l.text) {
			return true
		}
	}
	return false
}

// in reports whether a text has the definition.
func (d definition) in(text string, constant func(string) string) bool {
	for at := wordAt(text, d.name, 0); at >= 0; at = wordAt(text, d.name, at+len(d.name)) {
		line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
		head := strings.TrimSpace(line)
		if isDefine(head) {
			return true
		}
		if fields := strings.Fields(head); len(fields) == 0 || strings.HasPrefix(head, "//") {
			continue
		} else if d.function {
			head = fields[len(fields)-1]
		}
		if constant(head) == d.head && (!d.function || d.follows(text[at+len(d.name):], constant)) {
			return true
		}
	}
	return false
}

// follows reports whether a text continues with the function's parameters and a body.
func (d definition) follows(text string, constant func(string) string) bool {
	text, ok := strings.CutPrefix(strings.TrimLeft(text, " \t"), "(")
	end := strings.IndexByte(text, ')')
	if !ok || end < 0 || !strings.HasPrefix(strings.TrimSpace(text[end+1:]), "{") {
		return false
	}
	types := parameterTypes(text[:end], constant)
	if len(types) != len(d.types) {
		return false
	}
	for i, t := range types {
		if t != d.types[i] {
			return false
		}
	}
	return true
}

// isDefine reports whether the text before a name makes it a macro.
func isDefine(head string) bool {
	rest, ok := strings.CutPrefix(head, "#")
	return ok && strings.TrimSpace(rest) == "define"
}

// parameterTypes returns the types: "inout vec3" for "inout vec3 place", "uint[N]" for "uint v[N]".
func parameterTypes(list string, constant func(string) string) (types []string) {
	for _, p := range strings.Split(list, ",") {
		array := ""
		if at := strings.IndexByte(p, '['); at >= 0 {
			p, array = p[:at], p[at:]
		}
		fields := strings.Fields(p)
		if len(fields) > 0 && (fields[0] == "in" || fields[0] == "const") {
			fields = fields[1:]
		}
		if len(fields) < 2 {
			continue // no parameter
		}
		fields = fields[:len(fields)-1]
		fields[len(fields)-1] = constant(fields[len(fields)-1])
		types = append(types, strings.Join(fields, " ")+array)
	}
	return types
}

// wordAt returns the offset of a name as a whole word, from an offset on, or -1.
func wordAt(text, name string, from int) int {
	part := func(i int) bool {
		if i < 0 || i >= len(text) {
			return false
		}
		c := text[i]
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	for from <= len(text) {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return -1
		}
		at += from
		if !part(at-1) && !part(at+len(name)) {
			return at
		}
		from = at + 1
	}
	return -1
}
