package llvm_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// rustProgram is what rustc 1.95 made of testdata/rust/NAME.rs, with what it needs of the libraries.
func rustProgram(t *testing.T, name string) *ir.Module {
	t.Helper()
	packed, err := os.Open("testdata/rust/" + name + ".ll.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	m, err := llvm.Compile(name+".ll", text, llvm.Options{Hosted: true, Takes: unsigned})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m
}

// rustNames are the programs that have undefined behaviour, or those that have none.
func rustNames(t *testing.T, undefined bool) (names []string) {
	files, err := filepath.Glob("testdata/rust/*.rs")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".rs")
		if strings.HasPrefix(name, "ub_") == undefined {
			names = append(names, name)
		}
	}
	if len(names) < 20 {
		t.Fatalf("there are %d programs only", len(names))
	}
	return names
}

// TestRustTable asks that the documentation has each program.
func TestRustTable(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/reference/llvm.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(rustNames(t, false), rustNames(t, true)...) {
		text, err := os.ReadFile("testdata/rust/" + name + ".rs")
		if err != nil {
			t.Fatal(err)
		}
		what, _, _ := strings.Cut(strings.TrimPrefix(string(text), "// "), ".\n")
		row := "| " + name + " | " + what + " |"
		if m := planted.FindStringSubmatch(string(text)); m != nil {
			row = "| " + what + " | " + m[1] + " |"
		}
		if !strings.Contains(string(doc), row+"\n") {
			t.Errorf("docs/reference/llvm.md lacks %s", row)
		}
	}
}

// TestRust runs programs of Rust, which print what they print as machine code.
func TestRust(t *testing.T) {
	for _, name := range testseed.Sample(t, 6, rustNames(t, false)) {
		want, err := os.ReadFile("testdata/rust/" + name + ".out")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		end, err := interp.Run(context.Background(), rustProgram(t, name), interp.Options{Strict: true, Stdout: &out})
		if err != nil {
			t.Fatal(err)
		}
		got := out.String()
		switch end.Kind {
		case interp.Trapped: // a panic: SIGABRT
			got += "exit 134\n"
		default:
			got += strings.Replace(end.Text(), "returned", "exit", 1) + "\n"
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// planted is the mark of a line with undefined behaviour: the code of the report that is wanted.
var planted = regexp.MustCompile(`//~ ([a-z-]+)`)

// TestRustUndefined runs programs of Rust with a mistake, which is reported in its line: where it happens, where the poison was born
// or by whom it was called.
func TestRustUndefined(t *testing.T) {
	for _, name := range rustNames(t, true) {
		text, err := os.ReadFile("testdata/rust/" + name + ".rs")
		if err != nil {
			t.Fatal(err)
		}
		place, code := "", ""
		for n, line := range strings.Split(string(text), "\n") {
			if m := planted.FindStringSubmatch(line); m != nil {
				place, code = fmt.Sprintf("%s.rs:%d:", name, n+1), m[1]
			}
		}
		end, err := interp.Run(context.Background(), rustProgram(t, name), interp.Options{Strict: true})
		if err != nil {
			t.Fatal(err)
		}
		if end.Kind != interp.Undefined {
			t.Errorf("%s: got %s, want %s in %s", name, end.Text(), code, place)
			continue
		}
		report := end.UB.Text(true)
		if !strings.HasSuffix(end.UB.Code.String(), code) || !strings.Contains(report, place) {
			t.Errorf("%s: want %s in %s, got %s\n%s", name, code, place, end.UB.Code, report)
		}
	}
}
