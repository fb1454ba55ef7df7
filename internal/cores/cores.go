// SPDX-License-Identifier: MIT

// Package cores spreads work over all cores of the processor.
package cores

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do with 0 to n - 1, each once, on all cores and in no order. A core takes batch
// numbers at a time. Each returns after the last call.
func Each(n, batch int, do func(i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min((n+batch-1)/batch, runtime.GOMAXPROCS(0)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for end := int(next.Add(int64(batch))); end-batch < n; end = int(next.Add(int64(batch))) {
				for i := end - batch; i < min(end, n); i++ {
					do(i)
				}
			}
		}()
	}
	wait.Wait()
}
