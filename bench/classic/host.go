// SPDX-License-Identifier: MIT

package classic

import (
	"fmt"
	"runtime"
	"sync"
)

// OnHost runs a method that is Host over records of recordWords words: dst gets those whose first
// word is not 0, in order. It gives their number. dst has room for all and shares no memory with
// src. It panics on the name of no such method, on a src that is no whole number of records, and on
// a dst that is shorter than src: mistakes in the program.
func OnHost(name string, dst, src []uint32, recordWords int) int {
	m, err := find(name)
	switch {
	case err != nil || !m.Host:
		panic(fmt.Sprintf("classic: OnHost: got method %q, want one that runs on the CPU", name))
	case recordWords < 1 || len(src)%recordWords != 0:
		panic(fmt.Sprintf("classic: OnHost: %d words are no whole number of records of %d words", len(src), recordWords))
	case len(dst) < len(src):
		panic(fmt.Sprintf("classic: OnHost: dst has %d words, src %d", len(dst), len(src)))
	}
	return m.host(dst, src, recordWords)
}

// move is the loop. It gives the number of records.
func move(dst, src []uint32, recordWords int) int {
	kept := 0
	if recordWords == 1 { // a copy of one word by copy() would cost more than the word
		for _, v := range src {
			if v != 0 {
				dst[kept] = v
				kept++
			}
		}
		return kept
	}
	for i := 0; i < len(src); i += recordWords {
		if src[i] != 0 {
			copy(dst[kept*recordWords:], src[i:i+recordWords])
			kept++
		}
	}
	return kept
}

func count(src []uint32, recordWords int) int {
	kept := 0
	for i := 0; i < len(src); i += recordWords {
		if src[i] != 0 {
			kept++
		}
	}
	return kept
}

func moveParallel(dst, src []uint32, recordWords int) int {
	return moveChunks(dst, src, recordWords, runtime.GOMAXPROCS(0))
}

// moveChunks gives each goroutine a chunk: it counts, and when all have counted it knows its place
// and moves.
func moveChunks(dst, src []uint32, recordWords, workers int) int {
	records := len(src) / recordWords
	workers = max(1, min(workers, records))
	chunk := func(w int) []uint32 {
		return src[recordWords*(records*w/workers) : recordWords*(records*(w+1)/workers)]
	}
	ends := make([]int, workers+1)
	each(workers, func(w int) { ends[w+1] = count(chunk(w), recordWords) })
	for w := range workers {
		ends[w+1] += ends[w]
	}
	each(workers, func(w int) { move(dst[ends[w]*recordWords:], chunk(w), recordWords) })
	return ends[workers]
}

// each runs f for 0 to n - 1 at once, and waits.
func each(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Add(1)
		go func() {
			defer all.Done()
			f(i)
		}()
	}
	all.Wait()
}
