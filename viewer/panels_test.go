// SPDX-License-Identifier: MIT

//go:build !headless && !plain

package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// hands simulates a user: xdotool moves the cursor and presses keys through the X server.
type hands struct {
	t      *testing.T
	window string
	pause  time.Duration // after each event: several frames of a busy machine, because a click takes three
}

func (h hands) do(args ...string) {
	h.t.Helper()
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		h.t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
	time.Sleep(h.pause)
}

// keyUntil presses a key and waits until the program has printed that text. Later events wait as
// long as that took: the panels handle one event a frame, and the camera handles it at once.
func (h *hands) keyUntil(key string, printed *output, text string) {
	h.t.Helper()
	began := time.Now()
	h.do("key", key)
	for !strings.Contains(printed.String(), text) {
		if time.Since(began) > time.Minute {
			h.t.Fatalf("no %q:\n%s", text, printed)
		}
		time.Sleep(50 * time.Millisecond)
	}
	h.pause = max(h.pause, time.Since(began))
}

func (h hands) click(x, y int) {
	h.t.Helper()
	h.do("mousemove", "--window", h.window, strconv.Itoa(x), strconv.Itoa(y))
	h.do("mousedown", "1")
	h.do("mouseup", "1")
}

// output is what a program prints while it runs.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// openWindow starts the program and waits for the first frame in its window. A panel takes no click
// before its first frame.
func openWindow(t *testing.T, program, dir string, args ...string) (h hands, c *exec.Cmd, printed *output) {
	printed = new(output)
	c = exec.Command(program, args...)
	c.Dir, c.Stdout, c.Stderr = dir, printed, printed
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(4*time.Minute, func() { c.Process.Kill() })
	t.Cleanup(func() {
		late.Stop()
		c.Process.Kill()
	})
	h = hands{t: t, pause: 450 * time.Millisecond}
	for range 1000 {
		out, err := exec.Command("xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(c.Process.Pid), "--name", "^comb: ").Output()
		if id := strings.Fields(string(out)); err == nil && len(id) > 0 && strings.Contains(printed.String(), "F1 shows the keys") {
			h.window = id[0]
			time.Sleep(500 * time.Millisecond)
			return h, c, printed
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("no window:\n%s", printed)
	return
}

func openPNG(t *testing.T, path string) *image.NRGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewNRGBA(img.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out
}

// apart counts the values that differ by more than 2 of 255.
func apart(t *testing.T, a, b *image.NRGBA) (off int) {
	t.Helper()
	if a.Rect != b.Rect {
		t.Fatalf("%v and %v", a.Rect, b.Rect)
	}
	for i := range a.Pix {
		if d := int(a.Pix[i]) - int(b.Pix[i]); d > 2 || d < -2 {
			off++
		}
	}
	return off
}

// Keys, clicks and drags through the X server change what they are for. Settings that were saved
// while the panels are shown give the same image headless as the window without panels.
func TestPanelsRespondAndSavedSettingsMatchHeadless(t *testing.T) {
	viewertest.NeedX(t, "xdotool")
	program, dir := quickViewer(t), t.TempDir()
	file := viewertest.Wig(t)
	h, c, printed := openWindow(t, program, dir, "-head", "none", "-transparency", "blend", "-size", "480x320", "-shadow-size", "64", "-o", "shot.png", file)
	h.keyUntil("v", printed, "View 1 kept")
	h.do("key", "o", "key", "k", "key", "l", "key", "equal") // whole strands, 12 bits, slices, brighter
	// An orbit and a pan in quick succession, without a frame between them.
	h.do("mousemove", "--window", h.window, "200", "200", "mousedown", "1", "mousemove", "--window", h.window, "240", "180", "mouseup", "1")
	h.do("mousemove", "--window", h.window, "240", "180", "mousedown", "3", "mousemove", "--window", h.window, "260", "190", "mouseup", "3")
	h.do("key", "F1")
	h.do("key", "Escape")
	h.click(450, 18) // opens the panel of the look
	h.click(420, 58) // its search
	h.do("key", "p") // is text, and hides no panel
	h.do("key", "Escape")
	h.do("key", "F2")
	h.keyUntil("p", printed, "Wrote comb-settings.json")
	h.keyUntil("s", printed, "wrote "+filepath.Join(dir, "shot.png")+", 480x320")
	h.do("key", "ctrl+q")
	if err := c.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	data, err := os.ReadFile(filepath.Join(dir, "comb-settings.json"))
	if err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	var got flags.Settings
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Flags["order"] != "strands" || got.Flags["shadow"] != "slices" || got.Flags["exposure"] != "1.1" || got.Flags["keybits"] != "12" || len(got.Views) != 1 ||
		strings.Count(got.Flags["camera"], ",") != 5 || strings.HasPrefix(got.Flags["camera"], "0,") || !strings.HasPrefix(got.Views[0], "0,0,") || got.Flags["size"] != "480x320" {
		t.Errorf("%s\n%s", data, printed)
	}
	headless := filepath.Join(dir, "headless.png")
	if out, err := exec.Command(program, "-headless", "-quiet", "-settings", filepath.Join(dir, "comb-settings.json"), "-o", headless).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	shot := openPNG(t, filepath.Join(dir, "shot.png"))
	if off := apart(t, shot, openPNG(t, headless)); off > 0 {
		t.Errorf("%d of %d values differ between the window and the headless image", off, len(shot.Pix))
	}
	// The command line overrides the settings.
	if out, err := exec.Command(program, "-headless", "-quiet", "-settings", filepath.Join(dir, "comb-settings.json"), "-exposure", "3", "-o", headless).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if off := apart(t, shot, openPNG(t, headless)); off < len(shot.Pix)/4 {
		t.Errorf("with another -exposure %d values differ", off)
	}
}
