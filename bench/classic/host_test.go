// SPDX-License-Identifier: MIT

package classic

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

// guarded is room for n words, with a word on either side that must not change.
func guarded(n int) []uint32 {
	all := make([]uint32, n+2)
	for i := range all {
		all[i] = 0xFEEDC0DE
	}
	return all
}

func TestHostMethods(t *testing.T) {
	for _, name := range []string{"cpu", "cpu-parallel"} {
		t.Run(name, func(t *testing.T) {
			for _, bytes := range recordBytes {
				t.Run(fmt.Sprint("bytes=", bytes), func(t *testing.T) {
					words := bytes / 4
					for _, n := range []int{0, 1, 2, 255, 257, 10007} {
						t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
							for _, percent := range keptPercent {
								all := records(n, words, percent)
								want := kept(all, words)
								room := guarded(len(all))
								got := OnHost(name, room[1:len(all)+1], all, words)
								if got != len(want)/words {
									t.Fatalf("%s: %d of %d records kept, want %d", name, got, n, len(want)/words)
								}
								gputest.Equal(t, name, room[1:len(want)+1], want)
								gputest.Equal(t, name+": around", append(room[len(want)+1:], room[0]), append(guarded(len(all) - len(want))[1:], 0xFEEDC0DE))
							}
						})
					}
				})
			}
		})
	}
}

// Whatever the number of goroutines, also more of them than records.
func TestChunks(t *testing.T) {
	for workers := 1; workers <= 9; workers++ {
		for n := range 20 {
			all := records(n, 2, 50)
			dst := make([]uint32, len(all))
			got := moveChunks(dst, all, 2, workers)
			gputest.Equal(t, "chunks", dst[:2*got], kept(all, 2))
		}
	}
}

func TestOnHostRefuses(t *testing.T) {
	for what, call := range map[string]func(){
		"a kernel's name":  func() { OnHost("append", nil, nil, 1) },
		"no way's name":    func() { OnHost("gpu", nil, nil, 1) },
		"half a record":    func() { OnHost("cpu", make([]uint32, 3), make([]uint32, 3), 2) },
		"records of none":  func() { OnHost("cpu", nil, nil, 0) },
		"a dst too narrow": func() { OnHost("cpu-parallel", make([]uint32, 3), make([]uint32, 4), 2) },
	} {
		t.Run(what, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: taken", what)
				}
			}()
			call()
		})
	}
}
