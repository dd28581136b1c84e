package main

import (
	"bytes"
	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"os"
	"strings"
	"testing"
)

const exported = "../../../../lean/export/selection.json"

// TestCurrent: the committed file is what the export gives.
func TestCurrent(t *testing.T) {
	data, err := os.ReadFile(exported)
	if err != nil {
		t.Fatal(err)
	}
	want, err := generate(exported, data)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../rules_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("compiler/amd64/isel/rules_gen.go is not current: go generate ./compiler/amd64/isel")
	}
}

// TestRefused: what the generator does not know is an error that names the rule, not code that
// does something else.
func TestRefused(t *testing.T) {
	data, err := os.ReadFile(exported)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, with, want string }{
		{`"tuffy-selection", "version": 1`, `"tuffy-selection", "version": 2`, "version"},
		{`"target": "x86_64"`, `"target": "riscv"`, "riscv"},
		{`{"inst": "neg", "size": "W"`, `{"inst": "nag", "size": "W"`, `rule "neg"`},
		{`{"name": "const_int"`, `null, {"name": "const_int"`, "bad.json: rule number 1 is null"},
		{`"name": "neg"`, `"name": ""`, `bad.json: rule ""`},
		{`{"fn": "pow2"`, `{"fn": "pow3"`, `unknown function "pow3" of 1 constants`},
		{`{"inst": "neg", "size": "W"`, `{"inst": "neg", "size": "V"`, `neg of the size V`},
		{`{"inst": "neg", "size": "W", "args": ["out"]}`, `{"inst": "neg", "size": "W"}`, `neg with the arguments ""`},
		{`"widths": [8, 16, 32, 64]`, `"widths": []`, `bad.json: rule "const_int": it has no widths`},
		{`"axioms": ["propext"]`, `"axioms": ["sorryAx"]`, `rests on the axiom "sorryAx"`},
		{`{"fn": "isPow2"`, `{"fn": "isPow3"`, `isPow3`},
		{`{"inst": "neg", "size": "W", "args": ["out"]}`, `{"inst": "neg", "size": "W", "args": ["tmp7"]}`, "tmp7"},
	} {
		bad := strings.Replace(string(data), c.old, c.with, 1)
		if bad == string(data) {
			t.Errorf("the export has no %s", c.old)
			continue
		}
		if _, err := generate("bad.json", []byte(bad)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %s: error %v, want one with %s", c.with, err, c.want)
		}
	}
}

// TestVariants: operands of commuting operations are swapped at every depth, variables not.
func TestVariants(t *testing.T) {
	x, y := term{Var: "x"}, term{Var: "y"}
	two := term{Calc: &expr{Lit: "2"}}
	sum := term{Op: "add", Args: []term{x, {Op: "mul", Args: []term{y, two}}}}
	if n := len(variants(&sum)); n != 4 {
		t.Errorf("x + y*2 is written in %d ways, want 4", n)
	}
	plain := term{Op: "add", Args: []term{x, y}}
	if n := len(variants(&plain)); n != 1 {
		t.Errorf("x + y is written in %d ways, want 1", n)
	}
	shift := term{Op: "shl", Args: []term{x, two}}
	if n := len(variants(&shift)); n != 1 {
		t.Errorf("x << 2 is written in %d ways, want 1", n)
	}
}

// TestDamaged: whatever part of the export is missing or something else, there is an error with the
// file, or code that Go can read, never a panic.
func TestDamaged(t *testing.T) {
	exporttest.File(t, exported, generate)
}
