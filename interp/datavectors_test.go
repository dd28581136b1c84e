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

// dataVectors has cases of bitcast, extractvalue and insertvalue that Lean evaluated;
// lean/TuffyLean/Export/DataVectors.lean describes the format.
const dataVectors = "data"

// dataProgram is a program for the operation that the head of a line names.
func dataProgram(head string) (*ir.Module, error) {
	op, rest, _ := strings.Cut(head, " ")
	parse := func(format string, args ...any) (*ir.Module, error) {
		m, err := parser.Parse("data.tir", fmt.Appendf(nil, format, args...))
		if err == nil {
			err = ir.Verify(m)
		}
		return m, err
	}
	if op == "bitcast" {
		from, to, _ := strings.Cut(rest, " -> ")
		return parse(`func @main(%s) -> %s {
  bb0:
    v0 = param 0
    v1 = bitcast v0 -> %[2]s
    ret v1
}
`, from, to)
	}
	end := strings.LastIndexAny(rest, "}]")
	typ, path := rest[:end+1], strings.Fields(rest[end+1:])
	m, err := parse(`func @main(%s) -> %[1]s {
  bb0:
    v0 = param 0
    ret v0
}
`, typ)
	if err != nil {
		return nil, err
	}
	var at []uint32
	for _, p := range path {
		n, err := strconv.ParseUint(p, 10, 32)
		if err != nil {
			return nil, err
		}
		at = append(at, uint32(n))
	}
	field, ok := m.Func("main").Params[0].Type.At(at)
	if !ok {
		return nil, fmt.Errorf("%s has no field %v", typ, at)
	}
	if op == "extractvalue" {
		return parse(`func @main(%s) -> %s {
  bb0:
    v0 = param 0
    v1 = extractvalue v0, [%s]
    ret v1
}
`, typ, field, strings.Join(path, ", "))
	}
	return parse(`func @main(%s, %s) -> %[1]s {
  bb0:
    v0 = param 0
    v1 = param 1
    v2 = insertvalue v0, v1, [%[3]s]
    ret v2
}
`, typ, field, strings.Join(path, ", "))
}

// dataValue reads a value of type t from the front of a text.
func dataValue(t ir.Type, s string) (Value, string, error) {
	if t.IsAggregate() {
		var fields []Value
		for n := range t.Len() {
			if s == "" || n == 0 && s[0] != '{' || n > 0 && s[0] != ',' {
				return nil, "", fmt.Errorf("%q is no field %d of %s", s, n, t)
			}
			f, _ := t.Field(n)
			v, rest, err := dataValue(f, s[1:])
			if err != nil {
				return nil, "", err
			}
			fields, s = append(fields, v), rest
		}
		return Aggregate{fields}, strings.TrimPrefix(s, "}"), nil
	}
	end := strings.IndexAny(s+" ", ",} ")
	word, rest := s[:end], s[end:]
	if t.Kind() != ir.KindByte {
		v, err := vectorValue(word, t)
		return v, rest, err
	}
	var out []memory.Byte
	for _, b := range strings.Split(word, ".") {
		switch b {
		case "uu":
			out = append(out, memory.UninitByte())
		case "pp":
			out = append(out, memory.PoisonByte(0))
		default:
			n, err := strconv.ParseUint(b, 16, 8)
			if err != nil {
				return nil, "", err
			}
			out = append(out, memory.BitsByte(uint8(n)))
		}
	}
	return Bytes{out}, rest, nil
}

func dataText(v Value) string {
	var parts []string
	switch v := v.(type) {
	case Bytes:
		for _, b := range v.B {
			parts = append(parts, map[memory.ByteKind]string{memory.Bits: fmt.Sprintf("%02x", b.Value), memory.Uninit: "uu", memory.Poison: "pp"}[b.Kind])
		}
		return strings.Join(parts, ".")
	case Aggregate:
		for _, f := range v.Fields {
			parts = append(parts, dataText(f))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return vectorText(v)
}

// dataResult runs a line on an evaluator and gives the result in the text of the file.
func dataResult(m *ir.Module, operands string, exact bool) (string, error) {
	var args []Value
	for _, p := range m.Func("main").Params {
		v, rest, err := dataValue(p.Type, operands)
		if err != nil {
			return "", err
		}
		args, operands = append(args, v), strings.TrimPrefix(rest, " ")
	}
	o, err := Run(context.Background(), m, Options{Args: args, Exact: exact, PoisonResult: true})
	if err != nil || o.Kind != Returned {
		return "", fmt.Errorf("%v %v", o, err)
	}
	return dataText(o.Values[0]), nil
}

// Both evaluators move data as Lean does.
func TestVectorsOfData(t *testing.T) {
	programs, counts := map[string]*ir.Module{}, map[string]int{}
	for n, line := range strings.Split(strings.TrimSuffix(exporttest.Family(t, dataVectors), "\n"), "\n") {
		head, rest, ok := strings.Cut(line, " : ")
		operands, want, ok2 := strings.Cut(rest, " = ")
		if !ok || !ok2 {
			t.Fatalf("line %d: %q", n+1, line)
		}
		m := programs[head]
		if m == nil {
			var err error
			if m, err = dataProgram(head); err != nil {
				t.Fatalf("line %d: %v", n+1, err)
			}
			programs[head] = m
		}
		for _, exact := range []bool{false, true} {
			got, err := dataResult(m, operands, exact)
			if err != nil || got != want {
				t.Errorf("line %d: %s: exact %v: got %s, Lean %s (%v)", n+1, line, exact, got, want, err)
			}
		}
		counts[strings.Fields(head)[0]]++
	}
	for op, least := range map[string]int{"bitcast": 1000, "extractvalue": 1000, "insertvalue": 1000} {
		if counts[op] < least {
			t.Errorf("%d lines of %s, want at least %d", counts[op], op, least)
		}
	}
	t.Logf("%v", counts)
}
