package clib_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/clib"
	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/internal/cgen"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/internal/tirgen"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestGenerated: the text is what the generator makes of its source, and its functions are those that the table of external
// functions says are in IR.
func TestGenerated(t *testing.T) {
	for name, sources := range map[string][]string{"shared.tir": {"sort.c", "signals.c", "wide.c", "multibyte.c", "wideio.c", "stdlib.c"}, "complex.tir": {"complex.c"}, "threads.tir": {"threads.c", "locks.c", "widetime.c", "widescan.c", "fenv.c", "checked.c", "checkedsignals.c"}} {
		want, err := cgen.Translate(os.DirFS("src"), sources...)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			t.Errorf("%s is stale; run: go generate ./clib (%v)", name, err)
		}
	}
	in := map[string]bool{}
	for _, f := range clib.Module().Funcs {
		in[f.Name] = !strings.HasPrefix(f.Name, "__tuffy_")
	}
	for _, f := range host.Functions {
		if f.InIR != in[f.Name] {
			t.Errorf("%s: the table says that it is in IR: %v", f.Name, f.InIR)
		}
		delete(in, f.Name)
	}
	for name, public := range in {
		if public {
			t.Errorf("no external function is called %s", name)
		}
	}
}

// end is what a program printed and its status.
type end struct {
	output string
	status int
}

// process is how an executable ends.
func process(t *testing.T, name, input string) end {
	t.Helper()
	cmd := exec.Command(name)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return end{string(out), cmd.ProcessState.ExitCode()}
}

// interpreted is how a run ends. Undefined behaviour fails the test.
func interpreted(t *testing.T, m *ir.Module, input string, exact bool) end {
	t.Helper()
	var out bytes.Buffer
	o, err := interp.Run(context.Background(), m, interp.Options{Exact: exact, CheckMemSSA: exact, Stdin: strings.NewReader(input), Stdout: &out})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range o.Reports {
		t.Error(u)
	}
	status := o.ExitCode
	if o.Kind == interp.Returned {
		n, _ := o.Values[0].(interp.Int).V.Int64()
		status = int(n)
	} else if o.Kind != interp.Exited {
		t.Errorf("the run ends by %s: %s", o.Kind, o.Reason)
	}
	return end{out.String(), status}
}

// executable compiles a program at a level and gives the name of its file.
func executable(t *testing.T, m *ir.Module, level string) string {
	t.Helper()
	start, err := runtime.Start(m, false)
	if err != nil {
		t.Fatal(err)
	}
	code, err := compiler.Compile(context.Background(), m.Clone(), compiler.Options{Level: level})
	if err != nil {
		t.Fatal(err)
	}
	first, err := compiler.Compile(context.Background(), start, compiler.Options{Internal: true})
	if err != nil {
		t.Fatal(err)
	}
	lib, err := compiler.Library(nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := object.WriteExec(&b, object.Link(code, []string{runtime.Entry}, first, lib), runtime.Entry); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(name, b.Bytes(), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestPeer: a program that sorts, searches, scans, puts bytes back and has functions called at its end prints what the same program
// of C prints with the real library, in both evaluators and compiled.
func TestPeer(t *testing.T) {
	src, err := os.ReadFile("testdata/library.tgo")
	if err != nil {
		t.Fatal(err)
	}
	csrc, err := os.ReadFile("testdata/library.c")
	if err != nil {
		t.Fatal(err)
	}
	text, err := tirgen.Translate("library.tgo", src)
	if err != nil {
		t.Fatal(err)
	}
	m, err := parser.Parse("library.tir", []byte(text))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	theirs := gcctest.Build(t, map[string]string{"library.c": string(csrc)}, "-O1")
	ours := map[string]string{"-O0": executable(t, m, "0"), "-O2": executable(t, m, "2")}
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	inputs := []string{"", "5", "3 1 2 rest", "-8 8 -4 4 2 -2 0\n", "0 0 0 0 1 1 x"}
	for range testseed.Rounds(12, 2) {
		var s strings.Builder
		for range r.IntN(300) {
			fmt.Fprintf(&s, "%d\n", r.IntN(60)-30)
		}
		inputs = append(inputs, s.String()+" 12x")
	}
	for _, in := range inputs {
		want := process(t, theirs, in)
		got := map[string]end{"fast": interpreted(t, m, in, false), "exact": interpreted(t, m, in, true)}
		for level, name := range ours {
			got[level] = process(t, name, in)
		}
		for engine, e := range got {
			if e != want {
				t.Errorf("%s on %q:\n%s", engine, in, firstDifference(e, want))
			}
		}
	}
}

// TestCompiled: programs of the corpus that use what is C here, or in the run-time library, print compiled what gcc's print. The corpus is compared with
// gcc's in the interpreter by package compiler/front/c.
func TestCompiled(t *testing.T) {
	for _, name := range []string{"wide", "multibyte", "wide_output", "signals", "errors", "standard", "print", "print_hex", "print_counts", "odd_wide"} {
		text, err := os.ReadFile("../corpus/c/pass/" + name + ".c")
		if err != nil {
			t.Fatal(err)
		}
		m, err := c.Compile([]c.File{{Name: name + ".c", Text: text}}, c.Options{Hosted: true})
		if err != nil {
			t.Fatal(err)
		}
		want := process(t, gcctest.Build(t, map[string]string{name + ".c": string(text)}, "-w", "-lm"), "")
		for _, level := range []string{"0", "2"} {
			if got := process(t, executable(t, m, level), ""); got != want {
				t.Errorf("%s at -O%s:\n%s", name, level, firstDifference(got, want))
			}
		}
	}
}

// TestInput: a program of C that reads wide characters prints what it prints with the real library, in both evaluators and compiled.
func TestInput(t *testing.T) {
	text, err := os.ReadFile("testdata/wide_input.c")
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Compile([]c.File{{Name: "wide_input.c", Text: text}}, c.Options{Hosted: true})
	if err != nil {
		t.Fatal(err)
	}
	theirs := gcctest.Build(t, map[string]string{"wide_input.c": string(text)})
	ours := map[string]string{"-O0": executable(t, m, "0"), "-O2": executable(t, m, "2")}
	for _, in := range []string{"", "a", "\xc3\xa9\n\xe2\x82\xac line\nlonger than eight\n", "xabc\nquit\nrest \xf0\x9f\x98\x80", "ab\xff"} {
		want := process(t, theirs, in)
		got := map[string]end{"fast": interpreted(t, m, in, false), "exact": interpreted(t, m, in, true)}
		for level, name := range ours {
			got[level] = process(t, name, in)
		}
		for engine, e := range got {
			if e != want {
				t.Errorf("%s on %q:\n%s", engine, in, firstDifference(e, want))
			}
		}
	}
}

// firstDifference shows the first line that differs.
func firstDifference(got, want end) string {
	a, b := strings.Split(got.output, "\n"), strings.Split(want.output, "\n")
	for n := range min(len(a), len(b)) {
		if a[n] != b[n] {
			return fmt.Sprintf("line %d\ngot  %s\nwant %s", n+1, a[n], b[n])
		}
	}
	return fmt.Sprintf("%d lines and status %d, want %d and %d", len(a), got.status, len(b), want.status)
}
