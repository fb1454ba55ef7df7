// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/measure"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/combgl/comb/viewer/internal/progress"
)

func init() { windowJobs["drag"], windowJobs["waits"] = dragJob, waitsJob }

// dragJob prints how many frames a second follow a drag of the default groom, and when the full
// frame is there. No test runs it, as times decide none: COMB_TEST_WINDOW=drag
// COMB_TEST_FLAGS='-target-ms 33' go test ./viewer/internal/window, under xvfb-run.
func dragJob(string) error {
	o, err := flags.Parse(append([]string{"-quiet"}, strings.Fields(os.Getenv("COMB_TEST_FLAGS"))...))
	if err != nil {
		return err
	}
	log := progress.Log{Lines: os.Stdout, Results: os.Stdout, Quiet: true}
	return inWindow(context.Background(), o, gpu.Options{}, &log, func(v *view) error {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		began := time.Now()
		v.times.took = func(f pace.Frame, cost time.Duration) {
			fmt.Printf("%8.2f s  level %d  %8.1f ms ", time.Since(began).Seconds(), f.Level, measure.Milliseconds(cost))
			for _, s := range v.times.latest {
				fmt.Printf("  %s %.1f", s.Name, measure.Milliseconds(s.Time))
			}
			fmt.Println()
			v.pace.Took(f, cost)
		}
		go func() {
			drag(20 * time.Second)
			time.Sleep(50 * time.Second)
			cancel()
		}()
		err := v.loop(ctx)
		if errors.Is(err, context.Canceled) {
			return nil
		}
		return err
	})
}

// waitsJob prints how long input waits for the end of a refining frame of the default groom: the
// longest times between two polls of five frames, each with the number of the poll before it. No
// test runs it: COMB_TEST_WINDOW=waits, as for dragJob.
func waitsJob(string) error {
	o, err := flags.Parse(append([]string{"-quiet"}, strings.Fields(os.Getenv("COMB_TEST_FLAGS"))...))
	if err != nil {
		return err
	}
	log := progress.Log{Lines: os.Stdout, Results: os.Stdout, Quiet: true}
	return inWindow(context.Background(), o, gpu.Options{}, &log, func(v *view) error {
		v.pace.Target = time.Nanosecond
		type wait struct {
			long time.Duration
			poll int
		}
		for range 6 { // the first compiles
			v.turn(0.01, 0)
			if _, err := v.step(); err != nil {
				return err
			}
			v.d.Finish()
			v.level = pace.Full
			var waits []wait
			began := time.Now()
			last := began
			v.drawing.poll = func() {
				now := time.Now()
				waits, last = append(waits, wait{now.Sub(last), len(waits)}), now
			}
			err := v.frame()
			v.d.Finish()
			v.drawing.poll()
			if v.drawing.poll = nil; err != nil {
				return err
			}
			slices.SortFunc(waits, func(a, b wait) int { return cmp.Compare(b.long, a.long) })
			fmt.Printf("%.0f ms in %d parts, the longest:", measure.Milliseconds(time.Since(began)), len(waits))
			for _, w := range waits[:min(5, len(waits))] {
				fmt.Printf("  %.0f ms after poll %d", measure.Milliseconds(w.long), w.poll)
			}
			fmt.Println()
		}
		return nil
	})
}

// drag waits for the first frames, and then drags the window's middle to and fro.
func drag(long time.Duration) {
	after, err := time.ParseDuration(os.Getenv("COMB_TEST_AFTER"))
	if err != nil {
		after = time.Minute
	}
	time.Sleep(after)
	args := []string{"mousemove", "900", "300", "mousedown", "1"}
	for i := range int(long / (15 * time.Millisecond)) {
		args = append(args, "mousemove", strconv.Itoa(900+i%200), "300", "sleep", "0.015")
	}
	fmt.Println("drag", time.Now())
	if out, err := exec.Command("xdotool", append(args, "mouseup", "1")...).CombinedOutput(); err != nil {
		fmt.Printf("xdotool: %v\n%s", err, out)
	}
	fmt.Println("dropped", time.Now())
}
