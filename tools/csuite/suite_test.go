// Package csuite runs other people's C programs: gcc's torture tests, tcc's, and those of c9x.me, from the module
// modernc.org/ccorpus2, which only this module of tests requires.
package csuite

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

//go:embed exceptions.txt
var exceptionText string

// exceptions are the programs of a list that are expected to fail: "directory/name.c: reason", by the file.
func exceptions(t *testing.T, list, text string) map[string]string {
	all := map[string]string{}
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		file, reason, ok := strings.Cut(line, ": ")
		if !ok || reason == "" || all[file] != "" {
			t.Fatalf("%s:%d: expected FILE: REASON, each file once", list, n+1)
		}
		all[file] = reason
	}
	return all
}

// corpus is the folder of the module with the programs.
func corpus(t *testing.T) string {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "modernc.org/ccorpus2").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "assets")
}

// fuel is how many instructions a program may run.
const fuel = 100_000_000

// verdict translates and runs a program, and says what is wrong, or nothing. Its output is compared with expect if
// that is not nil.
func verdict(name string, expect []byte) (wrong string) {
	defer func() {
		if r := recover(); r != nil {
			wrong = fmt.Sprint("crash: ", r)
		}
	}()
	text, err := os.ReadFile(name)
	if err != nil {
		return err.Error()
	}
	m, err := c.Compile([]c.File{{Name: name, Text: text}}, options(text))
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return "refused: " + strings.TrimPrefix(first, name)
	}
	if err := ir.Verify(m); err != nil {
		return "crash: " + err.Error()
	}
	if main := m.Func("main"); main == nil || len(main.Params) > 0 && expect != nil {
		return "refused: takes arguments"
	}
	var got bytes.Buffer
	o := interp.Options{Strict: true, SourceUB: true, Stdout: &got, Fuel: fuel, NoEvents: true}
	if n := len(m.Func("main").Params); n > 0 {
		o.Prepare = noArguments(n)
	}
	out, err := interp.Run(context.Background(), m, o)
	if err != nil {
		return err.Error()
	}
	switch {
	case out.Kind == interp.Undefined:
		first, _, _ := strings.Cut(out.UB.Text(false), "\n")
		return "undefined: " + first
	case out.Kind != interp.Returned && out.Kind != interp.Exited:
		return out.Text()
	case expect == nil && out.Kind == interp.Exited && out.ExitCode != 0:
		return fmt.Sprint("exit status ", out.ExitCode)
	case expect != nil && trimmed(got.Bytes()) != trimmed(expect):
		return "output differs"
	}
	return ""
}

// wraps finds the option that makes signed arithmetic wrap around, in gcc's comments for its test driver.
var wraps = regexp.MustCompile(`dg-(additional-)?options.*-f(wrapv|no-strict-overflow)`)

// options are those that a program asks for.
func options(text []byte) c.Options {
	return c.Options{Freeform: true, Hosted: true, Checks: true, Wrap: wraps.Match(text)}
}

// trimmed is a text without blanks at the ends of its lines.
func trimmed(b []byte) string {
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\r")
	}
	return strings.Join(lines, "\n")
}

// run gives each program its verdict, and compares with the exceptions: a program that fails and is none is an
// error, and so is one that does not fail any more.
func run(t *testing.T, dir string, names []string, expect func(name string) []byte) {
	known := exceptions(t, "exceptions.txt", exceptionText)
	wrong := make([]string, len(names))
	var wg sync.WaitGroup
	places := make(chan bool, runtime.NumCPU())
	for i, name := range names {
		wg.Add(1)
		places <- true
		go func() {
			defer func() { <-places; wg.Done() }()
			var want []byte
			if expect != nil {
				want = expect(name)
			}
			wrong[i] = verdict(name, want)
		}()
	}
	wg.Wait()
	passed, excused := 0, 0
	for i, name := range names {
		key := dir + "/" + filepath.Base(name)
		switch reason := known[key]; {
		case wrong[i] == "" && reason == "":
			passed++
		case wrong[i] == "":
			passed++
			t.Errorf("%s: passes, and exceptions.txt says %q: remove the line", key, reason)
		case reason == "":
			t.Errorf("%s: %s", key, wrong[i])
		default:
			excused++
			if strings.HasPrefix(wrong[i], "crash") {
				t.Errorf("%s: %s", key, wrong[i])
			}
		}
	}
	t.Logf("%d of %d pass, %d are exceptions", passed, len(names), excused)
	if passed == 0 {
		t.Error("no program passes")
	}
}

// list are the C files of a folder.
func list(t *testing.T, dir string) []string {
	names, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil || len(names) == 0 {
		t.Fatal("no programs in ", dir)
	}
	slices.Sort(names)
	return names
}

// Where the programs are, below the corpus.
const (
	torture  = "/gcc-9.1.0/gcc/testsuite/gcc.c-torture/execute"
	tccTests = "/tcc-0.9.27/tests/tests2"
)

// tccOutput is what a program of tcc's is to print, or nil.
func tccOutput(name string) []byte {
	b, err := os.ReadFile(strings.TrimSuffix(name, ".c") + ".expect")
	if err != nil {
		return nil
	}
	return b
}

// TestTorture runs gcc's torture tests, which call abort where something is wrong.
func TestTorture(t *testing.T) {
	run(t, "torture", list(t, corpus(t)+torture), nil)
}

// TestIEEE runs those about floats.
func TestIEEE(t *testing.T) {
	run(t, "ieee", list(t, corpus(t)+torture+"/ieee"), nil)
}

// TestTCC runs tcc's tests, whose output stands beside them.
func TestTCC(t *testing.T) {
	run(t, "tcc", list(t, corpus(t)+tccTests), tccOutput)
}
