package llvm_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// unsigned are the functions that the programs give numbers without a sign.
func unsigned(name string, n int) llvm.Passing {
	if name == "malloc" || name == "calloc" || name == "realloc" || name == "aligned_alloc" {
		return llvm.Unsigned
	}
	return llvm.Signed
}

// fileOf is the module of a file of testdata/programs.
func fileOf(t *testing.T, name string) *ir.Module {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := llvm.Compile(filepath.Base(name), text, llvm.Options{Hosted: true, Takes: unsigned})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// noArguments are argc and argv of a program that is given nothing.
func noArguments(m *ir.Module) *difftest.Input {
	vector := 0
	all := []difftest.Arg{{Int: new(num.New(0))}, {Buffer: &vector}}
	return &difftest.Input{Args: all[:len(m.Func("main").Params)], Buffers: []difftest.Buffer{{Align: 8, Bytes: "00 00 00 00 00 00 00 00"}}}
}

// TestPrograms runs what clang 19 and rustc 1.95 made of the programs beside it; what they print is what C++ says, or what the programs print that gcc
// 12 and rustc make of them.
func TestPrograms(t *testing.T) {
	names, err := filepath.Glob("testdata/programs/*.ll")
	if err != nil || len(names) < 6 {
		t.Fatal("there are no programs", err)
	}
	for _, name := range names {
		base, _, _ := strings.Cut(name, ".")
		want, err := os.ReadFile(base + ".out")
		if err != nil {
			continue // bounds, below
		}
		m := fileOf(t, name)
		for _, exact := range []bool{false, true} {
			var out bytes.Buffer
			end, err := interp.Run(context.Background(), m, interp.Options{Strict: true, Stdout: &out, Exact: exact, Prepare: noArguments(m).Prepare(m.Func("main").Params, 1)})
			if err != nil {
				t.Fatal(err)
			}
			if got := out.String() + end.Text() + "\n"; got != string(want) {
				t.Errorf("%s (exact: %v): got\n%swant\n%s", name, exact, got, want)
			}
		}
	}
}

// TestOptimized compares what clang makes of a program without optimizing and with it. Internal functions may change with their callers.
func TestOptimized(t *testing.T) {
	for _, name := range []string{"records", "numbers"} {
		before, after := fileOf(t, "testdata/programs/"+name+".O0.ll"), fileOf(t, "testdata/programs/"+name+".O2.ll")
		r, err := difftest.Check(context.Background(), before, after, difftest.Config{Entry: "main", Runs: 4, Workers: 1, Search: 8})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Pairs {
			if p.Verdict == difftest.Diverged {
				t.Errorf("%s: @%s diverges", name, p.Name)
			}
		}
		if len(r.Data) > 0 {
			t.Errorf("%s: %v", name, r.Data)
		}
	}
}

// TestSourceLines asks where a mistake of a Rust program is, which only debug information knows.
func TestSourceLines(t *testing.T) {
	m := fileOf(t, "testdata/programs/bounds.O0.ll")
	out, err := interp.Run(context.Background(), m, interp.Options{Strict: true, Prepare: noArguments(m).Prepare(m.Func("main").Params, 1)})
	if err != nil {
		t.Fatal(err)
	}
	if text := out.Text(); out.Kind != interp.Undefined || out.UB.Code != interp.UBOutOfBounds || !strings.Contains(text, "from bounds.rs:3:14") {
		t.Errorf("got %s, want an access out of bounds in bounds.rs:3:14", text)
	}
}
