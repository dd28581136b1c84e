package main

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
)

// TestRefusedSelection: what the generator does not know is an error that names the rule, not code that
// does something else.
func TestRefusedSelection(t *testing.T) {
	data := read(t, "../../../lean/export/selection.json")
	ops, err := opNames(opsFile)
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
		{`"axioms": ["propext"]`, `"axioms": ["sorryAx"]`, `rests on the axiom sorryAx`},
		{`{"fn": "isPow2"`, `{"fn": "isPow3"`, `isPow3`},
		{`{"inst": "neg", "size": "W", "args": ["out"]}`, `{"inst": "neg", "size": "W", "args": ["tmp7"]}`, "tmp7"},
	} {
		bad := strings.Replace(string(data), c.old, c.with, 1)
		if bad == string(data) {
			t.Errorf("the export has no %s", c.old)
			continue
		}
		if _, err := selectionTable("bad.json", []byte(bad), ops); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %s: error %v, want one with %s", c.with, err, c.want)
		}
	}
}

// TestOrders: operands of commuting operations are swapped at every depth, variables not.
func TestOrders(t *testing.T) {
	x, y := &schema.Term{Var: "x"}, &schema.Term{Var: "y"}
	two := &schema.Term{Calc: &schema.Expr{Lit: "2"}}
	sum := schema.Term{Op: "add", Args: []*schema.Term{x, {Op: "mul", Args: []*schema.Term{y, two}}}}
	if n := len(orders(&sum)); n != 4 {
		t.Errorf("x + y*2 is written in %d ways, want 4", n)
	}
	plain := schema.Term{Op: "add", Args: []*schema.Term{x, y}}
	if n := len(orders(&plain)); n != 1 {
		t.Errorf("x + y is written in %d ways, want 1", n)
	}
	shift := schema.Term{Op: "shl", Args: []*schema.Term{x, two}}
	if n := len(orders(&shift)); n != 1 {
		t.Errorf("x << 2 is written in %d ways, want 1", n)
	}
}
