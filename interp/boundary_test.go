package interp_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestBoundaries: both evaluators do the same with all that matters to the operands of an opcode, computed at run
// time, each beside every other.
func TestBoundaries(t *testing.T) {
	count := 0
	for op := range ir.Op(ir.NumOps) {
		row := op.Info()
		if !op.Is(ir.Pure) || op.IsVector() || row.Form != ir.FormPlain && op != ir.OpSExt && op != ir.OpZExt {
			continue
		}
		for _, types := range boundaryTypes(row.Sig) {
			for _, bits := range []uint{8, 24, 32, 64} {
				text, numbered := boundaryText(op, types, bits)
				if text == "" {
					break
				}
				count += checkBoundaries(t, text, op, types, bits)
				if !numbered {
					break
				}
			}
		}
	}
	if count < 1000 {
		t.Errorf("%d cases", count)
	}
}

// boundaryTypes are the types of one or two operands that are numbers.
func boundaryTypes(sig string) (out [][]string) {
	switch sig {
	case "i", "e":
		return [][]string{{"int"}}
	case "ii":
		return [][]string{{"int", "int"}}
	case "f", "ff", "F":
		for _, f := range []string{"f64", "f32", "f16", "bf16"} {
			types := []string{f}
			if sig == "ff" {
				types = append(types, f)
			}
			out = append(out, types)
		}
	}
	return out
}

// boundaryText is a function of the operands that returns what the opcode makes of them; numbered says that the opcode has a
// number.
func boundaryText(op ir.Op, types []string, bits uint) (text string, numbered bool) {
	row := op.Info()
	name, result, arrow, more := row.Name, "int", "", ""
	for _, s := range row.Suffix {
		switch s {
		case ir.SufBits:
			name, numbered = fmt.Sprintf("%s.%d", name, bits), true
		case ir.SufBytes:
			name, numbered = fmt.Sprintf("%s.%d", name, bits/8), true
		case ir.SufPred:
			name += ".lt"
		case ir.SufFPred:
			name += ".ult"
		}
	}
	switch row.Result {
	case ir.ResSame0:
		result = types[0]
	case ir.ResBool:
		result = "bool"
	case ir.ResArrow:
		result = "f32"
		if op == ir.OpFPConvert {
			result = "f16"
		}
		arrow = " -> " + result
	case ir.ResInt:
	default:
		return "", false
	}
	if op == ir.OpSExt || op == ir.OpZExt {
		more, numbered = fmt.Sprintf(", %d", bits), true
	}
	args := []string{"v0", "v1"}[:len(types)]
	params := ""
	for n := range types {
		params += fmt.Sprintf("  v%d = param %d\n", n, n)
	}
	return fmt.Sprintf(`func @f(%s) -> %s {
bb0:
%s
  v2 = %s %s%s%s
  ret v2
}
`, strings.Join(types, ", "), result, params, name, strings.Join(args, ", "), more, arrow), numbered
}

// checkBoundaries runs both evaluators on all values of the operands, and says on how many.
func checkBoundaries(t *testing.T, text string, op ir.Op, types []string, bits uint) (count int) {
	m := irtest.Parse(t, text)
	values := make([][]interp.Value, 2)
	for n := range types {
		kind := op.Boundary(n)
		for _, v := range kind.Ints(bits) {
			values[n] = append(values[n], interp.Int{V: v})
		}
		if p := m.Funcs[0].Params[n].Type; p != ir.Int {
			for _, v := range kind.Floats(p, bits) {
				values[n] = append(values[n], interp.Float{Type: p, Lo: v})
			}
		}
	}
	if len(types) == 1 {
		values[1] = []interp.Value{nil}
	}
	every := testseed.Rounds(2, 40)
	at := int(testseed.Seed(t) % uint64(every))
	for _, a := range values[0] {
		for _, b := range values[1] {
			if at++; at%every != 0 {
				continue
			}
			count++
			args := []interp.Value{a, b}[:len(types)]
			var got [2]string
			for k, exact := range []bool{false, true} {
				out, err := interp.Run(context.Background(), m, interp.Options{Entry: "f", Args: args, Exact: exact, PoisonResult: true})
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				got[k] = fmt.Sprint(out.Kind, " ", out.Reason)
				for _, v := range out.Values {
					got[k] += " " + v.String()
				}
			}
			if got[0] != got[1] {
				t.Errorf("%sof %v: %s, by the reference evaluator %s", text, args, got[0], got[1])
			}
		}
	}
	return count
}
