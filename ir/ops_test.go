package ir

import (
	"strings"
	"testing"
)

// TestOpsComplete holds every row of the table to having every column, and columns that
// belong together to agree.
func TestOpsComplete(t *testing.T) {
	seen := map[string]bool{}
	for n := range Ops {
		op, row := Op(n), &Ops[n]
		fail := func(format string, args ...any) {
			t.Helper()
			t.Errorf("%d %s: "+format, append([]any{n, row.Name}, args...)...)
		}
		if row.Name == "" || row.Doc == "" || seen[row.Name] {
			fail("no name, no doc, or a name twice")
		}
		seen[row.Name] = true
		if got, ok := OpByName(row.Name); !ok || got != op || op.String() != row.Name || op.Info() != row {
			fail("not found by its name")
		}
		sig := strings.TrimSuffix(row.Sig, "?k")
		if s := strings.Trim(sig, "ibpfFvkxlmgeas*"); s != "" {
			fail("letters %q", s)
		}
		if strings.Contains(sig, "*") && row.Form != FormCall && row.Form != FormIntrinsic && row.Form != FormRet && row.Form != FormYield {
			fail("any number of operands in form %d", row.Form)
		}
		if strings.ContainsAny(row.Sig, "vkxl") != op.IsVector() {
			fail("vector operands %v, vector opcode %v", !op.IsVector(), op.IsVector())
		}
		lane := false
		for _, s := range row.Suffix {
			lane = lane || s >= SufLane && s <= SufIntMaskLane
		}
		if lane != op.IsVector() {
			fail("lane format %v, vector opcode %v", lane, op.IsVector())
		}
		if (op >= OpRet) != op.IsTerminator() || op.IsTerminator() && row.Result != ResNone {
			fail("terminators are last and have no results")
		}
		if row.Result == ResNone && !op.IsTerminator() {
			fail("no result rule")
		}
		token := strings.HasSuffix(sig, "m")
		if token != op.Is(MemUse|MemDef) || op.Is(MemUse) && op.Is(MemDef) {
			fail("memory operand %v, flags %b", token, row.Flags)
		}
		makes := row.Result == ResMem || row.Result == ResMemArrow || row.Result == ResMemArrowInt || row.Result == ResMemArrows || row.Result == ResCall
		if makes != op.Is(MemDef) {
			fail("makes a token %v, flags %b", makes, row.Flags)
		}
		if op.Is(Pure) && op.Is(MemUse|MemDef|Term|Calls|Allocates|Exposes|Atomic) {
			fail("pure with an effect: %b", row.Flags)
		}
		if row.Flags == 0 {
			fail("no flags")
		}
		if op.Is(Commutes) && (len(sig) < 2 || sig[0] != sig[1]) {
			fail("commutes with operands %q", sig)
		}
		if op.Is(HasAlign) && !token {
			fail("align without a memory access")
		}
		if op.Is(HasFPFlags) && !strings.ContainsAny(sig, "fv") {
			fail("fp flags on %q", sig)
		}
	}
	if op, ok := OpByName("memcopy"); !ok || op != OpMemCpy {
		t.Error("memcopy is memcpy")
	}
	if _, ok := OpByName("nothing"); ok {
		t.Error("an opcode that does not exist")
	}
}

// TestOpOrder holds the constants to the rows: a row in the wrong place has the wrong name.
func TestOpOrder(t *testing.T) {
	for op, name := range map[Op]string{OpIConst: "iconst", OpAdd: "add", OpBAnd: "band", OpFAdd: "fadd", OpLoad: "load",
		OpCall: "call", OpVecAdd: "vec.add", OpVecStore: "vec.store", OpRet: "ret", OpTrap: "trap"} {
		if op.String() != name {
			t.Errorf("opcode %d is %s, want %s", op, op, name)
		}
	}
}

// TestResultTypesTotal: whatever the operands, there is an answer or an error.
func TestResultTypesTotal(t *testing.T) {
	for n := range Ops {
		for _, operands := range [][]Type{nil, {Int}, {Vec(64, false), Vec(64, false)}} {
			for _, arrow := range [][]Type{nil, {F32}, {Int, Int}} {
				got, err := ResultTypes(Op(n), Attr{Lane: Lane{LaneI, 32}, N: uint32(F64)}, operands, arrow, nil, []Param{{Type: Bool}})
				if err != nil && got != nil {
					t.Errorf("%s: %v and %v", Op(n), got, err)
				}
				for _, r := range got {
					if r == 0 {
						t.Errorf("%s on %v gives no type", Op(n), operands)
					}
				}
			}
		}
	}
}

// The predicates against Go's comparisons, for every pair of small numbers.
func TestPredicates(t *testing.T) {
	holds := map[Pred]func(a, b int) bool{
		EQ: func(a, b int) bool { return a == b }, NE: func(a, b int) bool { return a != b },
		LT: func(a, b int) bool { return a < b }, LE: func(a, b int) bool { return a <= b },
		GT: func(a, b int) bool { return a > b }, GE: func(a, b int) bool { return a >= b },
	}
	for p, want := range holds {
		for a := -2; a <= 2; a++ {
			for b := -2; b <= 2; b++ {
				if got := p.Holds(a - b); got != want(a, b) {
					t.Errorf("%v holds of %d, %d: %v", p, a, b, got)
				}
				if got := p.Swapped().Holds(b - a); got != want(a, b) {
					t.Errorf("%v swapped, of %d, %d: %v", p, b, a, got)
				}
				if got := p.Negated().Holds(a - b); got == want(a, b) {
					t.Errorf("%v negated, of %d, %d: %v", p, a, b, got)
				}
			}
		}
	}
}
