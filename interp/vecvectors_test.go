package interp

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
	"github.com/tuffy-ir/tuffy/parser"
)

// vecVectors has cases of the opcodes on vectors that Lean evaluated;
// lean/TuffyLean/Export/VecVectors.lean describes the format.
const vecVectors = "vec"

// vecProgram is a program for the instruction that the head of some lines names, and the opcode.
func vecProgram(head string) (*ir.Module, ir.Op, error) { return vecTypedProgram(head, "vec<") }

// vecTypedProgram writes vector types with another start.
func vecTypedProgram(head, vec string) (*ir.Module, ir.Op, error) {
	left, result, ok := strings.Cut(head, " = ")
	words := strings.Fields(left)
	if !ok || len(words) < 2 || words[0] != "op" {
		return nil, 0, fmt.Errorf("bad head %q", head)
	}
	op, ok := vecOpcode(words[1])
	if !ok {
		return nil, 0, fmt.Errorf("no opcode %q", words[1])
	}
	var defs, uses []string
	for n := range words[2:] {
		defs = append(defs, fmt.Sprintf("    v%d = param %[1]d\n", n))
		uses = append(uses, fmt.Sprintf("v%d", n))
	}
	call := words[1] + " " + strings.Join(uses, ", ")
	if op.Info().Result == ir.ResArrow {
		call += " -> " + result
	}
	text := fmt.Sprintf(`func @main(%s) -> %s {
  bb0:
%s    v9 = %s
    ret v9
}
`,
		strings.Join(words[2:], ", "), result, strings.Join(defs, ""), call)
	m, err := parser.Parse("vec.tir", []byte(strings.ReplaceAll(text, "vec<", vec)))
	if err == nil {
		err = ir.Verify(m)
	}
	return m, op, err
}

// vecOpcode finds the opcode of a mnemonic with predicate and lane format.
func vecOpcode(mnemonic string) (ir.Op, bool) {
	for name := mnemonic; name != ""; name = name[:max(0, strings.LastIndexByte(name, '.'))] {
		for n := range ir.NumOps {
			if ir.Ops[n].Name == name {
				return ir.Op(n), true
			}
		}
	}
	return 0, false
}

// vecOperand reads an operand of type t.
func vecOperand(t ir.Type, s string) (Value, error) {
	return scaledOperand(t, s, 1)
}

// scaledOperand reads an operand of type t in a run with that vscale.
func scaledOperand(t ir.Type, s string, vscale uint64) (Value, error) {
	if t.Kind() != ir.KindVec {
		return vectorValue(s, t)
	}
	var out Bytes
	for _, b := range strings.Split(s, ".") {
		frag, index, isFrag := strings.Cut(b, "#")
		switch {
		case b == "uu":
			out.B = append(out.B, memory.UninitByte())
		case b == "pp":
			out.B = append(out.B, memory.PoisonByte(0))
		case isFrag:
			p, err := vectorPointer(frag)
			n, err2 := strconv.ParseUint(index, 10, 3)
			if err != nil || err2 != nil {
				return nil, fmt.Errorf("%q is no byte", b)
			}
			out.B = append(out.B, memory.FragmentByte(p.(Ptr).Pointer, uint8(n)))
		default:
			n, err := strconv.ParseUint(b, 16, 8)
			if err != nil {
				return nil, err
			}
			out.B = append(out.B, memory.BitsByte(uint8(n)))
		}
	}
	if size, _ := t.Size(vscale); int(size) != len(out.B) {
		return nil, fmt.Errorf("%q is no %s", s, t)
	}
	return out, nil
}

// vecResult writes a result as the files do.
func vecResult(v Value) string {
	b, ok := v.(Bytes)
	if !ok {
		return vectorText(v)
	}
	parts := make([]string, len(b.B))
	for n, x := range b.B {
		switch x.Kind {
		case memory.Bits:
			parts[n] = fmt.Sprintf("%02x", x.Value)
		case memory.Uninit:
			parts[n] = "uu"
		case memory.Poison:
			parts[n] = "pp"
		default:
			parts[n] = fmt.Sprintf("%s#%d", vectorText(Ptr{x.Frag}), x.Value)
		}
	}
	return strings.Join(parts, ".")
}

// vecCheck runs a line on one evaluator; it returns "" if the result is Lean's.
func vecCheck(m *ir.Module, line string, exact bool) string {
	return scaledCheck(m, line, exact, 1)
}

// scaledCheck is vecCheck with a vscale.
func scaledCheck(m *ir.Module, line string, exact bool, vscale uint64) string {
	operands, want, _ := strings.Cut(line, " = ")
	params, words := m.Func("main").Params, strings.Fields(operands)
	if len(words) != len(params) {
		return fmt.Sprintf("%q has no %d operands", line, len(params))
	}
	args := make([]Value, len(words))
	for n, w := range words {
		v, err := scaledOperand(params[n].Type, w, vscale)
		if err != nil {
			return err.Error()
		}
		args[n] = v
	}
	o, err := Run(context.Background(), m, Options{Args: args, Exact: exact, PoisonResult: true, VScale: vscale})
	if err != nil || o.Kind != Returned {
		return fmt.Sprintf("%v %v", o, err)
	}
	if got := vecResult(o.Values[0]); got != want {
		return fmt.Sprintf("%s: exact %v: got %s, Lean %s", operands, exact, got, want)
	}
	return ""
}

// vecLines calls visit for each line of each file of vectors.
func vecLines(t *testing.T, visit func(where, line string, op ir.Op, m *ir.Module)) {
	for _, p := range exporttest.Parts(t, vecVectors) {
		var m *ir.Module
		var op ir.Op
		var err error
		for n, line := range strings.Split(strings.TrimSuffix(p.Text, "\n"), "\n") {
			where := fmt.Sprintf("%s:%d", p.Name, n+1)
			if strings.HasPrefix(line, "op ") {
				if m, op, err = vecProgram(line); err != nil {
					t.Fatalf("%s: %v", where, err)
				}
				continue
			}
			if m == nil || !strings.Contains(line, " = ") {
				t.Fatalf("%s: %q", where, line)
			}
			visit(where, line, op, m)
		}
	}
}

// Both evaluators compute vectors as Lean does, for every pure opcode on vectors.
func TestVectorsOfLanes(t *testing.T) {
	counts, bad := map[ir.Op]int{}, map[ir.Op]int{}
	step, all := 1, 0
	if testing.Short() {
		step = 29
	}
	vecLines(t, func(where, line string, op ir.Op, m *ir.Module) {
		counts[op]++
		if all++; all%step > 0 || bad[op] >= 5 {
			return
		}
		for _, exact := range []bool{false, true} {
			if why := vecCheck(m, line, exact); why != "" {
				t.Errorf("%s: %s", where, why)
				bad[op]++
			}
		}
	})
	for op := ir.OpVecAdd; op <= ir.OpVecStore; op++ {
		if op.Is(ir.Pure) && counts[op] < 150 {
			t.Errorf("%d lines of %s, want at least 150", counts[op], op)
		}
	}
	t.Logf("%d lines, %d opcodes", all, len(counts))
}

// A wrong byte or value in a file of vectors is noticed, by both evaluators.
func TestWrongVectorsOfLanesAreNoticed(t *testing.T) {
	all := 0
	vecLines(t, func(where, line string, _ ir.Op, m *ir.Module) {
		if all++; all%53 > 0 {
			return
		}
		last := line[len(line)-1]
		wrong := line[:len(line)-1] + map[bool]string{true: "1", false: "0"}[last == '0']
		for _, exact := range []bool{false, true} {
			if vecCheck(m, wrong, exact) == "" {
				t.Errorf("%s: %q is taken for right", where, wrong)
			}
		}
	})
}
