// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

const root = "../../.."

func TestTheSlotsPageIsUpToDate(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/slots.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != slotsPage() {
		t.Error("docs/slots.md is not what shaders/slots says: run ./dev slots")
	}
	for i, line := range strings.Split(string(page), "\n") {
		if len(line) > 100 {
			t.Errorf("docs/slots.md:%d has %d columns, want at most 100", i+1, len(line))
		}
	}
}

func TestFind(t *testing.T) {
	for want, file := range map[string]string{
		"compact_chain":               "compact/compact_chain.comp.glsl",
		"compact_chain.comp.glsl":     "compact/compact_chain.comp.glsl",
		"radix/radix_chain.comp.glsl": "radix/radix_chain.comp.glsl",
		"screen_fill.vert":            "hair/screen_fill.vert.glsl",
		"ribbon_draw.frag#core":       "hair/ribbon_draw.frag.glsl#core",
		"oit_weighted.frag.glsl#draw": "hair/oit_weighted.frag.glsl#draw",
		"hair/ribbon_draw.vert.glsl":  "hair/ribbon_draw.vert.glsl",
	} {
		if got, err := find(root, want); got != file || err != nil {
			t.Errorf("%s: %q, %v, want %s", want, got, err, file)
		}
	}
	for want, says := range map[string]string{
		"ribbon_draw": "is any of: hair/ribbon_draw.frag.glsl#blend", "compact_chai": "alike are: compact/compact_chain.comp.glsl",
		"nothing_at_all": "./dev kernel lists all", "move_tile": "there is no shader move_tile",
	} {
		if _, err := find(root, want); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", want, err, says)
		}
	}
}

func TestTestsOf(t *testing.T) {
	for family, want := range map[string]string{"compact": "./compact", "soak": "./internal/soak", "grid": "./particles/grid"} {
		if got, err := testsOf(root, family); err != nil || !slices.Contains(got, want) {
			t.Errorf("%s: %v, %v, want %s", family, got, err, want)
		}
	}
	if _, err := testsOf(root, "nothing"); err == nil {
		t.Error("a family without tests is no error")
	}
}

func TestListAllAndHelp(t *testing.T) {
	var out strings.Builder
	if err := listAll(root, &out); err != nil || !strings.Contains(out.String(), "\ncompact\n  compact_chain                Compacts one tile") {
		t.Errorf("%v:\n%s", err, out.String())
	}
	out.Reset()
	if err := run([]string{"compact_chain", "-h"}, &out); err != nil || out.String() != usage {
		t.Errorf("%v: %s", err, out.String())
	}
	for _, args := range []string{"-x", "a b", "-l", "-o keyed"} {
		if err := run(strings.Fields(args), &out); err == nil {
			t.Errorf("%s is no error", args)
		}
	}
}

func TestPickAndList(t *testing.T) {
	head := "#version 430 core\n#define LANES %\n#define LANES_BALLOT 2\n#define LANES_KHR 1\n#define LANES_SHARED 3\n#define SPINS @u\n\n// ---- a:1\n#define FAR 1\n"
	assembly := func(lanes, spins string, fills map[string]string) gputest.Assembled {
		return gputest.Assembled{Fills: fills, Text: strings.NewReplacer("%", lanes, "@", spins).Replace(head)}
	}
	all := []gputest.Assembled{
		assembly("1", "0", map[string]string{"KEEP": "compact/keep.glsl#user"}),
		assembly("3", "64", map[string]string{"KEEP": "compact/keep.glsl#fetch_keyed"}),
		assembly("1", "64", map[string]string{"KEEP": "compact/keep_fetch_keyed.glsl"}),
	}
	for choices, want := range map[string]int{
		"": 0, "user": 0, "keyed,fetch": 1, "fetch_keyed,shared": 1, "keep_fetch_keyed,khr": 2, "SPINS=64,KHR": 2, "spins": 1, "spins=64u, shared": 1, "spins=0": 0,
	} {
		var words []string
		if choices != "" {
			words = strings.Split(choices, ",")
		}
		if got, err := pick(all, words); err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", choices, got, err, want)
		}
	}
	for choices, says := range map[string]string{"far": `the choice "far"`, "user,fetch": "all of user, fetch", "ballot": `"ballot"`} {
		if _, err := pick(all, strings.Split(choices, ",")); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", choices, err, says)
		}
	}
	all[1].Names = []string{"(constants)", "compact/rows_move.comp.glsl"}
	if got := hint(all[1:2], []string{"keyed"}); got != "; these have one: rows_move" || hint(all[1:2], []string{"user"}) != "" {
		t.Error(got)
	}
	var out strings.Builder
	if err := listAssemblies(all, &out); err != nil || !strings.Contains(out.String(), "2: shared <KEEP>=keep_fetch_keyed SPINS=64u\n") {
		t.Errorf("%v: %s", err, out.String())
	}
}
