package c_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
)

const corpus = "../../../corpus/c"

// compile translates a file of the corpus, and verifies what comes of it. Its first line may have options.
func compile(t testing.TB, name string, text []byte) *ir.Module {
	t.Helper()
	first, _, _ := strings.Cut(string(text), "\n")
	o := c.Options{Hosted: true, Checks: true, Restrict: strings.Contains(first, "--restrict"), EffectiveTypes: strings.Contains(first, "--effective-types")}
	return compileWith(t, name, text, o)
}

func compileWith(t testing.TB, name string, text []byte, o c.Options) *ir.Module {
	t.Helper()
	m, err := c.Compile([]c.File{{Name: name, Text: text}}, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m
}

// files are the C files of a directory of the corpus.
func files(t testing.TB, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(corpus, dir, "*.c"))
	if err != nil || len(all) == 0 {
		t.Fatal("no programs in ", dir, err)
	}
	return all
}

// punned is what a program says that accesses objects by lvalues of other types, as gcc allows with this option.
const punned = "-fno-strict-aliasing"

// TestPrograms compares the output and the status of each program with those of what gcc makes of it, on both
// evaluators, and wants no undefined behaviour.
func TestPrograms(t *testing.T) {
	for _, name := range testseed.Sample(t, 6, files(t, "pass")) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			peer := exec.Command(gcctest.Build(t, map[string]string{"program.c": string(text)}, "-w", "-lm", "-latomic"))
			var want bytes.Buffer
			peer.Stdout, peer.Dir = &want, t.TempDir()
			if err := peer.Run(); err != nil && peer.ProcessState.ExitCode() < 0 {
				t.Fatal(err)
			}
			m := compileWith(t, name, text, c.Options{Hosted: true, Checks: true, Restrict: true, EffectiveTypes: !strings.Contains(string(text), punned)})
			for _, exact := range []bool{false, true} {
				var got bytes.Buffer
				tree, err := host.OpenTree(t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				out, err := interp.Run(t.Context(), m, interp.Options{Strict: true, SourceUB: true, EffectiveTypes: true, Exact: exact, Stdout: &got, Files: tree})
				tree.Close()
				if err != nil {
					t.Fatalf("exact=%v: %v", exact, err)
				}
				if out.Kind != interp.Returned {
					t.Fatalf("exact=%v: %v %v", exact, out.Text(), out.UB)
				}
				if got.String() != want.String() {
					t.Errorf("exact=%v: output\n%s\nwant, as gcc,\n%s", exact, got.String(), want.String())
				}
				v, ok := out.Values[0].(interp.Int)
				if status, _ := v.V.Int64(); !ok || int(status&255) != peer.ProcessState.ExitCode() {
					t.Errorf("exact=%v: main returned %v, with gcc %d", exact, out.Values[0], peer.ProcessState.ExitCode())
				}
			}
		})
	}
}

// TestUndefined wants of each program the undefined behaviour that its first line names, at the line that has the
// comment HERE.
func TestUndefined(t *testing.T) {
	for _, name := range files(t, "ub") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(text), "\n")
			code := strings.Fields(lines[0])[1]
			m := compile(t, name, text)
			out, err := interp.Run(t.Context(), m, interp.Options{Strict: true, SourceUB: true, EffectiveTypes: true})
			if err != nil || out.Kind != interp.Undefined {
				t.Fatalf("%v %v, want %s", err, out.Text(), code)
			}
			report := out.UB.Text(true)
			if !strings.Contains(report, code) {
				t.Errorf("want %s:\n%s", code, report)
			}
			for _, l := range lines {
				if l, _, ok := strings.Cut(l, "/* HERE"); ok && !strings.Contains(report, strings.TrimSpace(l)) {
					t.Errorf("the report does not show the line %q:\n%s", l, report)
				}
			}
		})
	}
}
