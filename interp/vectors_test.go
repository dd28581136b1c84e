package interp

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
	"github.com/tuffy-ir/tuffy/parser"
)

// vectorFamily has the cases that Lean evaluated with its own definitions;
// lean/TuffyLean/Export/Vectors.lean describes the format.
const vectorFamily = "vectors"

// vectorFile is the vectors of one opcode.
type vectorFile struct {
	name   string
	op     ir.Op
	pred   ir.Pred
	sat    bool
	result int
	to     ir.Type   // result type that is written; 0 if none is
	types  []ir.Type // Void for an operand of select, whose type its values tell
	imms   int
	cases  []vectorCase
}

// vectorCase is one line: data operands, the immediate, the result.
type vectorCase struct {
	line  int
	types []ir.Type
	args  []Value
	imm   uint32
	want  string
}

// slotSize is the size of the allocations that pointers of vectors point into.
const slotSize = 64

// vectorSlot is a pointer off bytes into an allocation.
type vectorSlot struct {
	Value
	slot int
	off  string
}

// vectorPointer reads a pointer: its provenance, and its address or where it points.
func vectorPointer(s string) (Value, error) {
	where, number, _ := strings.Cut(s, "@")
	if slot, ok := map[string]int{"slot0": 0, "slot1": 1}[where]; ok {
		return vectorSlot{nil, slot, number}, nil
	}
	addr, err := strconv.ParseUint(number, 10, 64)
	kind, ok := map[string]memory.ProvKind{"none": memory.ProvNone, "any": memory.ProvWildcard}[where]
	if err != nil || !ok {
		return nil, fmt.Errorf("%q is no pointer", s)
	}
	return Ptr{memory.Pointer{Addr: addr, Kind: kind}}, nil
}

// vectorOpcode finds the opcode of a mnemonic; that of a comparison includes its predicate.
func vectorOpcode(mnemonic string) (ir.Op, ir.Pred, error) {
	mnemonic = strings.TrimSuffix(mnemonic, ".sat")
	base, pred, _ := strings.Cut(mnemonic, ".")
	for n := range ir.NumOps {
		if ir.Ops[n].Name != base {
			continue
		}
		op := ir.Op(n)
		if op != ir.OpICmp && op != ir.OpFCmp {
			return op, 0, nil
		}
		p, ok := ir.ParsePred(pred, op == ir.OpFCmp)
		if !ok {
			return 0, 0, fmt.Errorf("no predicate %q", pred)
		}
		return op, p, nil
	}
	return 0, 0, fmt.Errorf("no opcode %q", mnemonic)
}

// vectorTypes are the names of types in headers; "any" is any type, told by the values.
var vectorTypes = map[string]ir.Type{"any": 0, "int": ir.Int, "bool": ir.Bool,
	"bf16": ir.BF16, "f16": ir.F16, "f32": ir.F32, "f64": ir.F64, "f128": ir.F128, "ptr": ir.Ptr}

// vectorValue reads an operand; poison has the type typ.
func vectorValue(s string, typ ir.Type) (Value, error) {
	switch {
	case s == "poison":
		return Poison{&Cause{}}, nil
	case s == "true" || s == "false":
		if typ == ir.Int {
			return nil, fmt.Errorf("%s is no int", s)
		}
		return Bool(s == "true"), nil
	}
	switch typ.Kind() {
	case ir.KindFloat:
		return ParseFloat(typ, s)
	case ir.KindPtr:
		return vectorPointer(s)
	}
	v, ok := new(big.Int).SetString(s, 10)
	if !ok || typ == ir.Bool {
		return nil, fmt.Errorf("%q is no %s", s, typ)
	}
	return Int{num.FromBig(v)}, nil
}

// readVectors reads the vectors of an opcode.
func readVectors(name, text string) (*vectorFile, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	head := strings.Fields(lines[0])
	v := &vectorFile{name: strings.TrimSuffix(name, ".txt")}
	if n := len(head) - 2; n > 0 && head[n] == "to" {
		if v.to = vectorTypes[head[n+1]]; v.to == 0 {
			return nil, fmt.Errorf("%s: unknown type %q", name, head[n+1])
		}
		head = head[:n]
	}
	if len(head) < 8 || head[0] != "op" || head[2] != "result" || head[4] != "types" || head[len(head)-2] != "immediates" {
		return nil, fmt.Errorf("%s: bad header %q", name, lines[0])
	}
	var bad error
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			bad = err
		}
		return n
	}
	var err error
	if v.op, v.pred, err = vectorOpcode(head[1]); err != nil {
		return nil, fmt.Errorf("%s: %v", name, err)
	}
	v.sat = strings.HasSuffix(head[1], ".sat")
	v.result, v.imms = number(head[3]), number(head[len(head)-1])
	for _, t := range head[5 : len(head)-2] {
		typ, ok := vectorTypes[t]
		if !ok {
			return nil, fmt.Errorf("%s: unknown type %q", name, t)
		}
		v.types = append(v.types, typ)
	}
	if bad != nil {
		return nil, fmt.Errorf("%s: %v", name, bad)
	}
	for n, l := range lines[1:] {
		c, err := v.parse(l)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %v", name, n+2, err)
		}
		c.line = n + 2
		v.cases = append(v.cases, c)
	}
	return v, nil
}

func (v *vectorFile) parse(l string) (c vectorCase, err error) {
	left, want, ok := strings.Cut(l, " = ")
	words := strings.Fields(left)
	if !ok || len(words) != len(v.types) {
		return c, fmt.Errorf("%d operands in %q, want %d", len(words), l, len(v.types))
	}
	if where, off, ok := strings.Cut(want, "@"); ok && strings.HasPrefix(where, "slot") { // which ptrdiff tells modulo 2^64
		n, _ := new(big.Int).SetString(off, 10)
		want = fmt.Sprintf("%s@%d", where, int64(num.FromBig(n).Low64()))
	}
	c.want = want
	if v.imms == 1 {
		imm, err := strconv.ParseUint(words[len(words)-1], 10, 32)
		if err != nil {
			return c, err
		}
		c.imm = uint32(imm)
		words = words[:len(words)-1]
	}
	c.types = slices.Clone(v.types[:len(words)])
	arm := ir.Int
	if slices.ContainsFunc(words[1:], func(w string) bool { return w == "true" || w == "false" }) {
		arm = ir.Bool
	}
	for n, w := range words {
		if c.types[n] == ir.Type(0) {
			c.types[n] = arm
		}
		a, err := vectorValue(w, c.types[n])
		if err != nil {
			return c, err
		}
		c.args = append(c.args, a)
	}
	return c, nil
}

// attr is what the instruction of a case carries beside its operands.
func (v *vectorFile) attr(c vectorCase) ir.Attr {
	return ir.Attr{Pred: v.pred, Sat: v.sat, N: c.imm, Imm: int64(c.imm)}
}

// arrow is the types written after the operands.
func (v *vectorFile) arrow() []ir.Type {
	if v.to == 0 {
		return nil
	}
	return []ir.Type{v.to}
}

// vectorText writes a result as the files do.
func vectorText(v Value) string {
	switch v := v.(type) {
	case Int:
		return v.V.String()
	case Bool:
		return strconv.FormatBool(bool(v))
	case Float:
		if v.Type == ir.F128 && v.Hi != 0 {
			return fmt.Sprintf("0x%x%016x", v.Hi, v.Lo)
		}
		return fmt.Sprintf("0x%x", v.Lo)
	case Poison:
		return "poison"
	case Ptr:
		return fmt.Sprintf("%s@%d", map[memory.ProvKind]string{memory.ProvNone: "none", memory.ProvWildcard: "any"}[v.Kind], v.Addr)
	case vectorSlot:
		return fmt.Sprintf("slot%d@%s", v.slot, v.off)
	}
	return fmt.Sprintf("%T", v)
}

// referenceResult evaluates a case as the reference evaluator does.
func (v *vectorFile) referenceResult(c vectorCase) string {
	if machineOps[v.op] {
		got, err := v.run(c, false, true, map[string]*ir.Module{})
		if err != nil {
			return err.Error()
		}
		return got
	}
	results, why, limit := apply(v.op, v.attr(c), c.types, v.arrow(), nil, evalCtx{}, c.args...)
	switch {
	case limit != "":
		return limit
	case why != nil:
		return "poison"
	}
	return vectorText(results[v.result])
}

// program writes a program that computes a case from its parameters, or, if constants is set,
// from constants.
func (v *vectorFile) program(c vectorCase, constants bool) string {
	info := ir.Ops[v.op]
	var params, values, b []string
	if slices.Contains(c.types, ir.Ptr) {
		b = append(b, fmt.Sprintf(`    v20 = stack_slot %d
    v21 = stack_slot %[1]d
`, slotSize))
	}
	for n, t := range c.types {
		def := fmt.Sprintf("param %d", len(params))
		if s, ok := c.args[n].(vectorSlot); ok {
			b = append(b, fmt.Sprintf("    v%d = iconst %s\n    v%d = ptradd v2%d, v%[1]d\n", 30+n, s.off, n, s.slot))
			values = append(values, fmt.Sprintf("v%d", n))
			continue
		}
		if _, ok := c.args[n].(Ptr); constants && !ok {
			switch a := c.args[n].(type) {
			case Int:
				def = "iconst " + a.V.String()
			case Bool:
				def = "bconst " + vectorText(a)
			case Float:
				def = "fconst." + t.String() + " " + vectorText(a)
			default:
				def = "poison -> " + t.String()
			}
		}
		b = append(b, fmt.Sprintf("    v%d = %s\n", n, def))
		params = append(params, t.String())
		values = append(values, fmt.Sprintf("v%d", n))
	}
	name, uses := info.Name, strings.Join(values, ", ")
	switch {
	case v.op == ir.OpICmp, v.op == ir.OpFCmp:
		name += "." + v.pred.String()
	case v.sat:
		name += fmt.Sprintf(".sat.%d", c.imm)
	case info.Form == ir.FormWidth:
		uses += fmt.Sprintf(", %d", c.imm)
	case v.imms == 1:
		name += fmt.Sprintf(".%d", c.imm)
	}
	if v.to != 0 {
		uses += " -> " + v.to.String()
	}
	results, err := ir.ResultTypes(v.op, v.attr(c), c.types, v.arrow(), nil, nil)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	defs := "v10"
	if len(results) == 2 {
		defs = "v10, v11"
	}
	result, diff, ret := results[v.result], "", fmt.Sprintf("v1%d", v.result)
	if slot, ok := wantedSlot(c); ok { // where that is the run decides
		result, diff, ret = ir.Int, fmt.Sprintf("    v40 = ptrdiff v10, v2%d\n", slot), "v40"
	}
	return fmt.Sprintf(`func @main(%s) -> %s {
  bb0:
%s    %s = %s %s
%s    ret %s
}
`,
		strings.Join(params, ", "), result, strings.Join(b, ""), defs, name, uses, diff, ret)
}

// wantedSlot is the allocation that the result of a case points into.
func wantedSlot(c vectorCase) (int, bool) {
	where, _, _ := strings.Cut(c.want, "@")
	n, err := strconv.Atoi(strings.TrimPrefix(where, "slot"))
	return n, err == nil && strings.HasPrefix(where, "slot")
}

// run runs a case as a program; cache keeps programs by their text.
func (v *vectorFile) run(c vectorCase, constants, exact bool, cache map[string]*ir.Module) (string, error) {
	text := v.program(c, constants)
	m := cache[text]
	if m == nil {
		var err error
		if m, err = parser.Parse("vector.tir", []byte(text)); err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			return "", fmt.Errorf("%v\n%s", err, text)
		}
		cache[text] = m
	}
	args := slices.DeleteFunc(slices.Clone(c.args), func(a Value) bool { _, ok := a.(vectorSlot); return ok })
	o, err := Run(context.Background(), m, Options{Args: args, Exact: exact, PoisonResult: true})
	if err != nil {
		return "", fmt.Errorf("%v\n%s", err, text)
	}
	if o.Kind != Returned {
		return o.Kind.String(), nil
	}
	got := vectorText(o.Values[0])
	if slot, ok := wantedSlot(c); ok {
		got = fmt.Sprintf("slot%d@%s", slot, got)
	}
	return got, nil
}

// hasProgram reports whether the verifier accepts a program for the case.
func (v *vectorFile) hasProgram(c vectorCase) bool { return v.imms == 0 || c.imm > 0 }

func vectorArgs(c vectorCase) string {
	var s []string
	for _, a := range c.args {
		s = append(s, vectorText(a))
	}
	return strings.Join(s, " ")
}

// allVectors reads the vectors of every opcode.
func allVectors(t *testing.T) []*vectorFile {
	var all []*vectorFile
	for _, p := range exporttest.Parts(t, vectorFamily) {
		v, err := readVectors(p.Name, p.Text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// mismatch compares a result with Lean's; it returns "" if they agree.
func (v *vectorFile) mismatch(c vectorCase, engine, got string) string {
	if got == c.want {
		return ""
	}
	return fmt.Sprintf("%s:%d: %s of %s, immediate %d: %s gives %s, Lean %s", v.name, c.line, v.op, vectorArgs(c), c.imm, engine, got, c.want)
}

func (v *vectorFile) referenceMismatch(c vectorCase) string {
	return v.mismatch(c, "the reference evaluator", v.referenceResult(c))
}

func (v *vectorFile) fastMismatch(c vectorCase, constants bool, cache map[string]*ir.Module) string {
	got, err := v.run(c, constants, false, cache)
	if err != nil {
		return fmt.Sprintf("%s:%d: %v", v.name, c.line, err)
	}
	return v.mismatch(c, "the fast engine", got)
}

// The reference evaluator computes what Lean's definitions say, on every line.
func TestVectorsOnReferenceEvaluator(t *testing.T) {
	lines, ops := 0, map[ir.Op]bool{}
	for _, v := range allVectors(t) {
		bad := 0
		for _, c := range testseed.Every(16, v.cases) {
			if why := v.referenceMismatch(c); why != "" && bad < 5 {
				t.Error(why)
				bad++
			}
		}
		lines += len(v.cases)
		ops[v.op] = true
	}
	t.Logf("%d lines, %d opcodes", lines, len(ops))
}

// So does the fast engine, on every line that has a program: from parameters, and some of them
// from constants, of which it knows more.
func TestVectorsOnFastEngine(t *testing.T) {
	step := testseed.Rounds(1, 101)
	lines, ops := 0, map[ir.Op]bool{}
	for _, v := range allVectors(t) {
		cache := map[string]*ir.Module{}
		bad := 0
		for n, c := range testseed.Every(24, v.cases) {
			if !v.hasProgram(c) || n%step > 0 && len(v.cases) >= 1000 {
				continue
			}
			for _, constants := range []bool{false, true} {
				if constants && n%13 > 0 && len(v.cases) >= 1000 {
					continue
				}
				if why := v.fastMismatch(c, constants, cache); why != "" && bad < 5 {
					t.Error(why)
					bad++
				}
			}
			lines++
		}
		ops[v.op] = true
	}
	t.Logf("%d lines, %d opcodes", lines, len(ops))
}

// A wrong value in a file of vectors is noticed, by both engines.
func TestWrongVectorsAreNoticed(t *testing.T) {
	for _, v := range testseed.Sample(t, 5, allVectors(t)) {
		cache := map[string]*ir.Module{}
		for n := 0; n < len(v.cases); n += len(v.cases)/7 + 1 {
			c := v.cases[n]
			switch x, ok := new(big.Int).SetString(c.want, 0); {
			case ok && x.Sign() == 0 && strings.HasPrefix(c.want, "0x"):
				c.want = "0x1"
			case ok:
				c.want = x.Neg(x.Add(x, big.NewInt(1))).String()
			case c.want == "true", c.want == "poison":
				c.want = "false"
			default:
				c.want = "true"
			}
			if v.referenceMismatch(c) == "" || v.hasProgram(c) && v.fastMismatch(c, false, cache) == "" {
				t.Errorf("%s:%d: the value %s is taken for right", v.name, c.line, c.want)
			}
		}
	}
}

// Every pure opcode has vectors; those on ints, bools, floats and pointers for each of their
// results, predicates, operand types and result types.
func TestVectorsAreComplete(t *testing.T) {
	have := map[string]int{}
	// Tests of their own count those in [dataVectors], [constVectors] and [vecVectors].
	ops := map[ir.Op]bool{ir.OpBitCast: true, ir.OpExtractValue: true, ir.OpInsertValue: true,
		ir.OpIConst: true, ir.OpBConst: true, ir.OpFConst: true, ir.OpPoison: true, ir.OpParam: true, ir.OpFreeze: true}
	for op := ir.OpVecAdd; op <= ir.OpVecStore; op++ {
		ops[op] = op.Is(ir.Pure)
	}
	for _, v := range allVectors(t) {
		ops[v.op] = true
		key := func(first ir.Type) string {
			return fmt.Sprintf("%s %d %v %d %s %d", v.op, v.pred, v.sat, v.result, first, v.to)
		}
		poison := 0
		for _, c := range v.cases {
			have[key(c.types[0])]++
			if strings.Contains(vectorArgs(c), "poison") {
				poison++
			}
		}
		if poison == 0 {
			t.Errorf("%s: no vector has a poison operand", v.name)
		}
	}
	var without []string
	defer func() {
		// What these are is up to the program, not to their operands.
		if got := strings.Join(without, " "); got != "symbol_addr landing_pad" {
			t.Errorf("pure opcodes without vectors: %s", got)
		}
	}()
	for n := range ir.NumOps {
		op, info := ir.Op(n), ir.Ops[n]
		if op.Is(ir.Pure) && !ops[op] {
			without = append(without, op.String())
		}
		if !op.Is(ir.Pure) || info.Sig == "" || strings.Trim(info.Sig, "ibesfFp") != "" {
			continue
		}
		floats := []ir.Type{ir.BF16, ir.F16, ir.F32, ir.F64}
		results, preds, sats, firsts, tos := 1, []ir.Pred{0}, []bool{false}, []ir.Type{ir.Int}, []ir.Type{0}
		if info.Result == ir.ResArrow {
			tos = floats
		}
		if slices.Contains(info.Suffix, ir.SufSat) {
			sats = []bool{false, true}
		}
		if info.Result == ir.ResIntInt {
			results = 2
		}
		if op == ir.OpICmp {
			preds = []ir.Pred{ir.EQ, ir.NE, ir.LT, ir.LE, ir.GT, ir.GE}
		}
		if op == ir.OpFCmp {
			preds = nil
			for p := ir.FFalse; p <= ir.FTrue; p++ {
				preds = append(preds, p)
			}
		}
		switch info.Sig[0] {
		case 'b':
			firsts = []ir.Type{ir.Bool}
		case 'e':
			firsts = []ir.Type{ir.Int, ir.Bool}
		case 'f', 'F':
			firsts = floats
		case 'p':
			firsts = []ir.Type{ir.Ptr}
		}
		for _, p := range preds {
			for _, sat := range sats {
				for _, first := range firsts {
					for _, to := range tos {
						for r := range results {
							key := fmt.Sprintf("%s %d %v %d %s %d", op, p, sat, r, first, to)
							want := map[ir.Type]int{ir.Bool: 2, ir.Ptr: 20}[first]
							switch {
							case first == to:
								continue // no conversion
							case op == ir.OpSIToFP, op == ir.OpUIToFP, op == ir.OpIntToPtr:
								want = 100
							case first.Kind() == ir.KindFloat:
								want = 300
							case first == ir.Int:
								want = 500
							}
							if have[key] < want {
								t.Errorf("%s has %d vectors, want at least %d", key, have[key], want)
							}
						}
					}
				}
			}
		}
	}
}
