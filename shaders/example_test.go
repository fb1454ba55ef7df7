// SPDX-License-Identifier: MIT

package shaders_test

import (
	"fmt"
	"strings"

	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/compact" // its files
)

func ExampleAssemble() {
	src, err := shaders.Assemble(shaders.Request{
		File:      "compact/keep.glsl#user",
		Constants: shaders.Constants{"RECORD": "uint", "BIND_RECORDS": 6},
		Slots:     map[string]shaders.Snippet{"PREDICATE": {Name: "odd.glsl", Text: "bool keep(uint v) { return (v & 1u) == 1u; }"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Split(src.Text, "\n")[0], src.Names)
	// A driver's complaint about the first line of the third piece:
	fmt.Println(src.Explain("0:30001(5): error: no such thing"))
	// Output:
	// #version 430 core [(constants) compact/keep.glsl#user compact/keep.glsl#classes odd.glsl]
	// odd.glsl:1: error: no such thing
	//     | bool keep(uint v) { return (v & 1u) == 1u; }
}
