// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Results for a mutant.
const (
	killed   = "killed"
	survived = "survived"
	invalid  = "invalid" // it does not compile, so it is no mutant
	unseen   = "unseen"  // no test compiles it: the driver's lane paths leave the line or the file out
)

// memoryKiB limits the memory of a mutant. A mutant without a size check could allocate all of it.
const memoryKiB = 12 << 20

// runner runs the tests of one package against mutants.
type runner struct {
	root, pkg string
	folder    string   // for temporary files
	binary    string   // the tests without a mutant
	exec      []string // in front of the test binary
	env       []string
	tests     []*reach
	kills     map[string]int  // by test
	lanes     map[string]bool // whether a conditional section is compiled, by file and section
}

func newRunner(root, pkg, folder string, exec []string) (*runner, error) {
	r := &runner{root: root, pkg: pkg, exec: exec, kills: map[string]int{}, lanes: map[string]bool{}}
	r.folder = filepath.Join(folder, strings.ReplaceAll(pkg, "/", "-"))
	if err := os.MkdirAll(r.folder, 0o755); err != nil {
		return nil, err
	}
	// Mutants' kernels have a cache of their own, so other runs do not have to read them.
	r.env = append(os.Environ(), "MESA_SHADER_CACHE_DIR="+folder, "COMB_MUTATE_TRACE="+filepath.Join(r.folder, traceFile))
	r.binary = filepath.Join(r.folder, "plain.test")
	if _, err := r.build(r.binary, nil); err != nil {
		return nil, err
	}
	return r, r.baseline()
}

// build builds the package's tests with some files replaced. The source tree stays as it is.
func (r *runner) build(binary string, replace map[string]string, flags ...string) (string, error) {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for file, text := range replace {
		copied := filepath.Join(r.folder, "with-"+filepath.Base(file)+".txt") // not a Go file, so ./... does not find it
		if err := os.WriteFile(copied, []byte(text), 0o644); err != nil {
			return "", err
		}
		overlay.Replace[file] = copied
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	list := filepath.Join(r.folder, "overlay.json")
	if err := os.WriteFile(list, text, 0o644); err != nil {
		return "", err
	}
	args := append([]string{"test", "-c", "-overlay", list, "-o", binary}, flags...)
	cmd := exec.Command("go", append(args, "./"+r.pkg)...)
	cmd.Dir = r.root
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("go test -c ./%s: %w\n%s", r.pkg, err, out)
	}
	return string(out), nil
}

// result is the result of a run of tests.
type result struct {
	err    error
	output string
}

// waits is the most wall time of a run, as a multiple of its limit of CPU time: the machine may be
// busy, or the tests may wait for a lock.
const waits = 10

// run runs a test binary in the package's folder. The limit is of CPU time, so that a busy machine
// kills no mutant. After waits times the limit in wall time, all processes end.
func (r *runner) run(binary string, limit time.Duration, args ...string) result {
	ctx, cancel := context.WithTimeout(context.Background(), waits*limit)
	defer cancel()
	line := append(slices.Clone(r.exec), append([]string{binary}, args...)...)
	shell := fmt.Sprintf(`ulimit -v %d; ulimit -t %d; exec "$@"`, memoryKiB, int(limit.Seconds())+1)
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", shell, "sh"}, line...)...)
	var out tail
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Dir, cmd.Env = filepath.Join(r.root, r.pkg), r.env
	ownGroup(cmd)
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	if ctx.Err() != nil || err != nil && strings.Contains(err.Error(), "signal: killed") {
		err = errTimeout
	}
	return result{err, out.String()}
}

var errTimeout = errors.New("timeout")

// tail keeps the beginning and the end of the output.
type tail struct{ head, end bytes.Buffer }

const tailBytes = 1 << 16

func (t *tail) Write(p []byte) (int, error) {
	if room := tailBytes - t.head.Len(); room > 0 {
		t.head.Write(p[:min(room, len(p))])
	}
	t.end.Write(p)
	if over := t.end.Len() - 2*tailBytes; over > 0 {
		t.end.Next(over)
	}
	return len(p), nil
}

func (t *tail) String() string {
	if t.end.Len() <= tailBytes {
		return t.end.String()
	}
	return t.head.String() + "\n...\n" + t.end.String()
}

// outcome is the result for a mutant, and the test that killed it.
type outcome struct {
	Result  string  `json:"result"`
	By      string  `json:"by,omitempty"`
	Seconds float64 `json:"seconds"`
}

// testAll tests the mutants with these indices, some side by side, and calls found for each result.
// After an error it starts no further one.
func (r *runner) testAll(all []Mutant, todo []int, jobs int, found func(int, outcome)) error {
	type result struct {
		at int
		outcome
		err error
	}
	queue, results := make(chan int, len(todo)), make(chan result)
	for _, i := range todo {
		queue <- i
	}
	close(queue)
	jobs = min(jobs, len(todo))
	for n := range jobs {
		one, err := r.worker(n)
		if err != nil {
			return err
		}
		go func() {
			for i := range queue {
				o, err := one.test(all[i])
				results <- result{i, o, err}
			}
			results <- result{at: -1}
		}()
	}
	var failed error
	for jobs > 0 {
		switch one := <-results; {
		case one.at < 0:
			jobs--
		case one.err != nil && failed == nil:
			failed = fmt.Errorf("%v: %w", all[one.at], one.err)
			for range queue { // leave out the rest
			}
		case failed == nil:
			found(one.at, one.outcome)
		}
	}
	return failed
}

// worker returns a runner with the same tests and a folder of its own.
func (r *runner) worker(n int) (*runner, error) {
	w := *r
	w.folder = filepath.Join(r.folder, fmt.Sprint("worker-", n))
	w.kills, w.lanes = map[string]int{}, map[string]bool{}
	return &w, os.MkdirAll(w.folder, 0o755)
}

func (r *runner) test(m Mutant) (outcome, error) {
	began := time.Now()
	o, err := r.resultOf(m)
	o.Seconds = time.Since(began).Seconds()
	return o, err
}

func (r *runner) resultOf(m Mutant) (outcome, error) {
	var tests []*reach
	for _, t := range r.tests {
		if t.sees(m) {
			tests = append(tests, t)
		}
	}
	shader := strings.HasSuffix(m.File, ".glsl")
	switch {
	case len(tests) == 0 && shader:
		return outcome{Result: unseen}, nil
	case len(tests) == 0:
		return outcome{Result: survived, By: "no test with -short runs it"}, nil
	}
	binary := filepath.Join(r.folder, "mutant.test")
	if !shader {
		if _, err := r.build(binary, map[string]string{filepath.Join(r.root, m.File): m.Apply()}); err != nil {
			return outcome{Result: invalid}, nil
		}
		return r.attack(binary, tests, 4), nil
	}
	if m.Region > 0 {
		section := m.File + strconv.Itoa(m.Region)
		if _, known := r.lanes[section]; !known {
			broken := m
			broken.End, broken.With = m.At, "not_glsl not_glsl "
			if err := r.patch(binary, m.text, broken.Apply()); err != nil {
				return outcome{}, err
			}
			r.lanes[section] = r.attack(binary, tests, 12).Result != survived
		}
		if !r.lanes[section] {
			return outcome{Result: unseen}, nil
		}
	}
	if err := r.patch(binary, m.text, m.Apply()); err != nil {
		return outcome{}, err
	}
	return r.attack(binary, tests, 12), nil
}

// patch writes the test binary with another text of a shader. The files are embedded as they are,
// so this takes milliseconds, where a build takes ten seconds. The length of the text does not
// change: the comment at its head is shortened or padded.
func (r *runner) patch(binary, from, to string) error {
	plain, err := os.ReadFile(r.binary)
	if err != nil {
		return err
	}
	if to, err = fit(to, len(from)); err != nil {
		return err
	}
	if !bytes.Contains(plain, []byte(from)) {
		return errors.New("the test binary does not hold the shader's text")
	}
	return os.WriteFile(binary, bytes.ReplaceAll(plain, []byte(from), []byte(to)), 0o755)
}

// fit makes a shader's text as long as required, by shortening the comment at its head. Lines keep
// their numbers.
func fit(text string, length int) (string, error) {
	lines := strings.Split(text, "\n")
	over := len(text) - length
	for i := 0; over > 0 && i < len(lines) && strings.HasPrefix(lines[i], "//"); i++ {
		cut := min(over, len(lines[i])-2)
		lines[i] = "//" + lines[i][2+cut:]
		over -= cut
	}
	if over > 0 {
		return "", fmt.Errorf("the mutant is %d bytes longer than the file, and the comment at its head is too short to make room", over)
	}
	return strings.Join(lines, "\n") + strings.Repeat(" ", -over), nil
}

// attack runs tests until one fails, in batches of growing length. Tests with the most kills for
// their time run first. A batch may take slower times as long as without a mutant, because it
// compiles new kernels.
func (r *runner) attack(binary string, tests []*reach, slower float64) outcome {
	worth := func(t *reach) float64 { return float64(r.kills[t.Name]+1) / (t.Seconds + 0.1) }
	slices.SortStableFunc(tests, func(a, b *reach) int {
		if worth(a) > worth(b) {
			return -1
		}
		return 1
	})
	for _, budget := range []float64{2, 8, 30, 1e9} {
		var names []string
		sum := 0.0
		for len(tests) > 0 && (len(names) == 0 || sum+tests[0].Seconds <= budget) {
			sum += tests[0].Seconds
			names = append(names, tests[0].Name)
			tests = tests[1:]
		}
		if len(names) == 0 {
			break
		}
		limit := time.Duration((20 + slower*sum) * float64(time.Second))
		for tries := range 2 {
			ran := r.run(binary, limit, "-test.short", "-test.failfast", "-test.run", "^("+strings.Join(names, "|")+")$")
			if ran.err == nil {
				break
			}
			// Compilation may take long. The second try finds the compiled kernels in the driver's
			// cache.
			if !errors.Is(ran.err, errTimeout) || tries == 1 {
				return r.blame(ran)
			}
		}
	}
	return outcome{Result: survived}
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// blame returns the outcome with the test that failed.
func (r *runner) blame(ran result) outcome {
	if strings.Contains(ran.output, "does not compile") && strings.Contains(ran.output, "error:") && !strings.Contains(ran.output, "not_glsl") {
		return outcome{Result: invalid}
	}
	if m := failed.FindStringSubmatch(ran.output); m != nil {
		r.kills[m[1]]++
		return outcome{Result: killed, By: m[1]}
	}
	if errors.Is(ran.err, errTimeout) {
		return outcome{Result: killed, By: "timeout"}
	}
	return outcome{Result: killed, By: "crash: " + cause(ran)}
}

var crashed = regexp.MustCompile(`(?m)^(?:panic|fatal error|runtime error|SIG\w+)\b.*`)

// cause is the most informative line of a crash.
func cause(ran result) string {
	if line := crashed.FindString(ran.output); line != "" {
		return line
	}
	return ran.err.Error()
}
