// SPDX-License-Identifier: MIT

package classic

import (
	"fmt"
	"runtime"
	"sync"
)

// OnHost runs a method of the CPU (Host) over records of recordWords words. It writes the records
// whose first word is not 0 to dst, in order, and returns their number. dst has room for all
// records and shares no memory with src. OnHost panics if there is no such method, if src is not a
// whole number of records, or if dst is shorter than src.
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

// move is the serial loop. It returns the number of kept records.
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

// moveChunks gives each goroutine a chunk. All goroutines count their records; a prefix sum of the
// counts gives each chunk its place in dst; then all move their records.
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

// each runs f(0) to f(n-1) at the same time and waits for all.
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
