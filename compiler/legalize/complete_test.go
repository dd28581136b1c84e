package legalize

import (
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/golden"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// handled are the opcodes without a rule that makes them legal, and the step that replaces them.
var handled = map[ir.Op]string{
	ir.OpPoison: "expand", ir.OpDiv: "expand", ir.OpRem: "expand", ir.OpClMul: "expand", ir.OpBitReverse: "expand",
	ir.OpLoadExpose: "flatten", ir.OpBitCastExpose: "flatten",
	ir.OpCopySign: "floats", ir.OpFRem: "floats", ir.OpFMinNum: "floats", ir.OpFMaxNum: "floats", ir.OpUIToFP: "floats", ir.OpFPToUI: "floats",
	ir.OpExtractValue: "parts", ir.OpInsertValue: "parts",
}

// TestComplete: every opcode is legal in some form, replaced by a step, or rejected.
func TestComplete(t *testing.T) {
	for n := range ir.Ops {
		op := ir.Op(n)
		how := ""
		switch {
		case rules[op] != nil:
			how = "rule"
		case op.IsVector():
			how = "parts"
		case Templated(op):
			how = "open"
		}
		if want := handled[op]; want != "" {
			if how != "" {
				t.Errorf("%s has a rule, and is replaced", op)
			}
			how = want
			replaced := map[string]bool{"expand": expansions[op] != nil, "floats": floatRows[op] != nil, "parts": true, "rejected": true,
				"flatten": slices.ContainsFunc(flat, func(row struct{ from, to ir.Op }) bool { return row.from == op && rules[row.to] != nil })}
			if !replaced[want] {
				t.Errorf("%s has no row in %s", op, want)
			}
		}
		if op == ir.OpSetJmp || op == ir.OpLongJmp { // callJumps leaves none
			continue
		}
		if how == "" {
			t.Errorf("nothing is said about %s", op)
		}
	}
}

// TestErrors: what cannot be compiled says where it is and what would help.
func TestErrors(t *testing.T) {
	golden.Check(t, "testdata/errors.txt", func(t *testing.T, c *golden.Case) string {
		m, err := parser.Parse("a.tir", []byte(c.Program))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Module(m, machine(t, "")); err != nil {
			return err.Error()
		}
		return ""
	})
}

// TestListings: what functions become.
func TestListings(t *testing.T) {
	golden.Check(t, "testdata/listings.txt", func(t *testing.T, c *golden.Case) string {
		refines(t, c.Program, "")
		m := irtest.Parse(t, c.Program)
		if _, err := Module(m, machine(t, "")); err != nil {
			t.Fatal(err)
		}
		return m.Canonical()
	})
}
