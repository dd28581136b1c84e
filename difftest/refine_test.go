package difftest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// world is the memory of a made-up run: two input buffers, data, and a function.
type world struct {
	space *memory.Space
	ids   map[string]memory.AllocID
}

// newWorld places the allocations by seed, so that addresses differ between runs.
func newWorld(t *testing.T, seed uint64) *world {
	w := &world{memory.New(memory.Config{Seed: seed}), map[string]memory.AllocID{}}
	for _, a := range []struct {
		name string
		kind memory.AllocKind
		size uint64
	}{{"f", memory.Function, 1}, {"g", memory.Global, 16}, {"in0", memory.Input, 8}, {"in1", memory.Input, 8}} {
		id, err := w.space.Alloc(a.kind, a.size, 8, a.name, 0)
		if err != nil {
			t.Fatal(err)
		}
		w.ids[a.name] = id
	}
	return w
}

func (w *world) pointer(name string, off uint64) memory.Pointer {
	return w.space.Pointer(w.ids[name], off)
}

// term is a value with an independent description for the reference relation: key names
// what must be equal, indet is poison and uninit, parts are the fields and bytes.
type term struct {
	key   string
	indet bool
	parts []term
	value func(*world) interp.Value
	byte  func(*world) memory.Byte
}

// below reports whether a refines b, by the definition.
func below(b, a term) bool {
	if b.indet {
		return true
	}
	if a.indet || a.key != b.key || len(a.parts) != len(b.parts) {
		return false
	}
	for n := range b.parts {
		if !below(b.parts[n], a.parts[n]) {
			return false
		}
	}
	return true
}

func byteTerms() []term {
	frag := func(name string, off uint64, i uint8) func(*world) memory.Byte {
		return func(w *world) memory.Byte { return memory.FragmentByte(w.pointer(name, off), i) }
	}
	bits := func(v uint8) func(*world) memory.Byte {
		return func(*world) memory.Byte { return memory.BitsByte(v) }
	}
	return []term{
		{key: "00", byte: bits(0)}, {key: "01", byte: bits(1)}, {key: "ff", byte: bits(255)},
		{key: "__", indet: true, byte: func(*world) memory.Byte { return memory.UninitByte() }},
		{key: "??", indet: true, byte: func(*world) memory.Byte { return memory.PoisonByte(0) }},
		{key: "in0.0", byte: frag("in0", 0, 0)}, {key: "in0.1", byte: frag("in0", 0, 1)},
		{key: "in0+1.0", byte: frag("in0", 1, 0)}, {key: "in1.0", byte: frag("in1", 0, 0)},
	}
}

// valueTerms are values of every shape; bytes in all pairs of states.
func valueTerms() []term {
	constant := func(key string, v interp.Value) term {
		return term{key: key, value: func(*world) interp.Value { return v }}
	}
	float := func(key string, t ir.Type, hi, lo uint64) term {
		return constant(key, interp.Float{Type: t, Hi: hi, Lo: lo})
	}
	pointer := func(name string, off uint64) term {
		return term{key: fmt.Sprintf("%s+%d", name, off), value: func(w *world) interp.Value { return interp.Ptr{Pointer: w.pointer(name, off)} }}
	}
	out := []term{
		{key: "poison", indet: true, value: func(*world) interp.Value { return interp.Poison{} }},
		constant("0", interp.NewInt(0)), constant("1", interp.NewInt(1)), constant("-1", interp.NewInt(-1)),
		constant("2^70", interp.Int{V: num.Pow2(70)}),
		constant("false", interp.Bool(false)), constant("true", interp.Bool(true)), constant("unit", interp.Unit{}),
		float("f32 0", ir.F32, 0, 0), float("f32 -0", ir.F32, 0, 0x80000000), float("f64 0", ir.F64, 0, 0),
		float("f32 nan", ir.F32, 0, 0x7fc00000), float("f32 nan", ir.F32, 0, 0xffc00001), float("f64 nan", ir.F64, 0, 0x7ff8000000000000),
		float("f16 nan", ir.F16, 0, 0x7e00), float("f128 nan", ir.F128, 0x7fff800000000000, 0), float("f128 nan", ir.F128, 0xffff800000000000, 5),
		float("f128 inf", ir.F128, 0x7fff000000000000, 0),
		constant("null", interp.Ptr{}), constant("null(1)", interp.Ptr{Pointer: memory.Pointer{AS: 1}}),
		constant("0x10", interp.Ptr{Pointer: memory.Pointer{Addr: 16}}),
		constant("wild 0x10", interp.Ptr{Pointer: memory.Pointer{Addr: 16, Kind: memory.ProvWildcard}}),
		pointer("in0", 0), pointer("in0", 4), pointer("in0", 100), pointer("in1", 0), pointer("g", 0), pointer("f", 0),
	}
	scalars := out[:4]
	bytes := byteTerms()
	for _, x := range bytes {
		for _, y := range bytes {
			out = append(out, term{key: "bytes", parts: []term{x, y}, value: func(w *world) interp.Value {
				return interp.Bytes{B: []memory.Byte{x.byte(w), y.byte(w)}}
			}})
		}
		out = append(out, term{key: "bytes", parts: []term{x}, value: func(w *world) interp.Value {
			return interp.Bytes{B: []memory.Byte{x.byte(w)}}
		}})
	}
	for _, x := range scalars {
		for _, y := range scalars {
			out = append(out, term{key: "fields", parts: []term{x, y}, value: func(w *world) interp.Value {
				return interp.Aggregate{Fields: []interp.Value{x.value(w), y.value(w)}}
			}})
		}
	}
	return out
}

// behaviour is a made-up run: calls are names with an argument, "A 0"; bytes are the first of
// the data symbol and of an input buffer.
type behaviour struct {
	kind   interp.OutcomeKind
	exit   int
	code   interp.Code
	calls  []string
	values []term
	data   term
	input  term
}

func (x behaviour) outcome(w *world) *interp.Outcome {
	o := &interp.Outcome{Kind: x.kind, ExitCode: x.exit, Space: w.space, Symbols: map[string]memory.AllocID{"g": w.ids["g"]}}
	if x.kind == interp.Undefined {
		o.UB = &interp.UB{Code: x.code}
	}
	for _, v := range x.values {
		o.Values = append(o.Values, v.value(w))
	}
	for _, c := range x.calls {
		name, arg, _ := strings.Cut(c, " ")
		e := interp.Event{Name: name}
		if arg == "poison" {
			e.Args = []interp.Value{interp.Poison{}}
		} else if n, ok := num.Parse(arg, 10); ok {
			e.Args = []interp.Value{interp.Int{V: n}}
		} else {
			e.Read = [][]byte{[]byte(arg)}
		}
		o.Events = append(o.Events, e)
	}
	for name, b := range map[string]term{"g": x.data, "in0": x.input} {
		if b.byte != nil {
			if err := w.space.WriteBytes(w.space.Record(w.ids[name]), 3, []memory.Byte{b.byte(w)}); err != nil {
				panic(err)
			}
		}
	}
	return o
}

// expected is the definition of refinement over made-up runs.
func expected(b, a behaviour) difftest.Verdict {
	undecided := func(k interp.OutcomeKind) bool { return k == interp.Unsupported || k == interp.OutOfFuel }
	if undecided(b.kind) || undecided(a.kind) {
		return difftest.Inconclusive
	}
	visible := func(calls []string) []string {
		return slices.DeleteFunc(slices.Clone(calls), func(c string) bool { return strings.HasPrefix(c, "malloc ") })
	}
	same := func(b, a string) bool {
		name, arg, _ := strings.Cut(b, " ")
		return b == a || arg == "poison" && strings.HasPrefix(a, name+" ")
	}
	bc, ac := visible(b.calls), visible(a.calls)
	if b.kind == interp.Undefined && len(ac) > len(bc) {
		ac = ac[:len(bc)]
	}
	if !slices.EqualFunc(bc, ac, same) {
		return difftest.Diverged
	}
	if b.kind == interp.Undefined {
		return difftest.Refined
	}
	if a.kind != b.kind || a.exit != b.exit {
		return difftest.Diverged
	}
	if b.kind == interp.Returned && (len(b.values) != len(a.values) || !slices.EqualFunc(b.values, a.values, below) || !below(b.data, a.data) || !below(b.input, a.input)) {
		return difftest.Diverged
	}
	return difftest.Refined
}

// compare checks Refines against the definition for all pairs, and the relation itself.
func compare(t *testing.T, runs []behaviour) {
	t.Helper()
	verdicts := make([][]difftest.Verdict, len(runs))
	for i, b := range runs {
		for j, a := range runs {
			d := difftest.Refines(b.outcome(newWorld(t, 1)), a.outcome(newWorld(t, 2)), nil)
			want := expected(b, a)
			verdicts[i] = append(verdicts[i], d.Verdict)
			if d.Verdict != want {
				t.Fatalf("before %d %+v\nafter %d %+v\n got %s %s\nwant %s", i, b, j, a, d.Verdict, d.Why, want)
			}
			if (d.Why == "") != (d.Verdict == difftest.Refined) {
				t.Fatalf("%d, %d: verdict %s with the reason %q", i, j, d.Verdict, d.Why)
			}
			if i == j && d.Verdict == difftest.Diverged {
				t.Fatalf("%+v does not refine itself: %s", b, d.Why)
			}
		}
	}
	refines := func(i, j int) bool { return verdicts[i][j] == difftest.Refined }
	for i := range runs {
		for j := range runs {
			for k := range runs {
				if refines(i, j) && refines(j, k) && !refines(i, k) {
					t.Fatalf("not transitive: %+v, %+v, %+v", runs[i], runs[j], runs[k])
				}
			}
		}
	}
}

func TestRefinesValues(t *testing.T) {
	var runs []behaviour
	for _, v := range valueTerms() {
		runs = append(runs, behaviour{values: []term{v}})
	}
	compare(t, runs)
}

func TestRefinesMemory(t *testing.T) {
	var runs []behaviour
	for n, x := range byteTerms() {
		runs = append(runs, behaviour{data: x, input: byteTerms()[0]}, behaviour{data: byteTerms()[1], input: x})
		if n < 4 {
			runs = append(runs, behaviour{kind: interp.Trapped, data: x}, behaviour{kind: interp.Exited, input: x})
		}
	}
	fill := byteTerms()[2]
	for n := range runs {
		for _, b := range []*term{&runs[n].data, &runs[n].input} {
			if b.byte == nil {
				*b = fill
			}
		}
	}
	compare(t, runs)
}

func TestRefinesEndings(t *testing.T) {
	one := valueTerms()[2]
	var runs []behaviour
	for _, calls := range [][]string{nil, {"A 0"}, {"A 1"}, {"A 0", "A 0"}, {"A 0", "B 0"}, {"B 0"}, {"A poison"}, {"malloc 8"}, {"malloc 8", "A 0"}, {"puts x"}, {"puts y"}} {
		for _, x := range []behaviour{
			{kind: interp.Returned}, {kind: interp.Returned, values: []term{one}}, {kind: interp.Returned, values: []term{one, one}},
			{kind: interp.Returned, values: []term{valueTerms()[0]}},
			{kind: interp.Trapped}, {kind: interp.Exited}, {kind: interp.Exited, exit: 1},
			{kind: interp.Undefined, code: 1}, {kind: interp.Undefined, code: 2},
			{kind: interp.Unsupported}, {kind: interp.OutOfFuel},
		} {
			x.calls = calls
			runs = append(runs, x)
		}
	}
	compare(t, runs)
}

// TestRefinesReasons pins the sentence and the place of each kind of difference.
func TestRefinesReasons(t *testing.T) {
	v, b := valueTerms(), byteTerms()
	for _, c := range []struct {
		before, after behaviour
		why           string
		event, value  int
	}{
		{behaviour{values: v[1:2]}, behaviour{values: v[2:3]}, "result 0 is 0 before and 1 after", -1, 0},
		{behaviour{values: v[1:3]}, behaviour{values: []term{v[1], v[0]}}, "result 1 is 1 before and poison after", -1, 1},
		{behaviour{values: v[1:2]}, behaviour{}, "before returns 1 value, after 0", -1, -1},
		{behaviour{}, behaviour{kind: interp.Trapped}, "before ends by returned, after by trap", -1, -1},
		{behaviour{kind: interp.Exited}, behaviour{kind: interp.Exited, exit: 3}, "before exits with 0, after with 3", -1, -1},
		{behaviour{}, behaviour{kind: interp.Undefined, code: 3}, "after has undefined behaviour that before has not: TUF-UB-003", -1, -1},
		{behaviour{calls: []string{"A 0"}}, behaviour{}, "before calls @A as external call 0, after ends first (returned)", 0, -1},
		{behaviour{}, behaviour{calls: []string{"A 0"}}, "after calls @A as external call 0, before ends first (returned)", 0, -1},
		{behaviour{calls: []string{"A 0", "A 1"}}, behaviour{calls: []string{"A 0", "A 2"}}, "argument 0 of @A is 1 before and 2 after", 1, -1},
		{behaviour{calls: []string{"A 0"}}, behaviour{calls: []string{"B 0"}}, "before calls @A where after calls @B", 0, -1},
		{behaviour{calls: []string{"puts x"}}, behaviour{calls: []string{"puts y"}}, `@puts reads "x" before and "y" after`, 0, -1},
		{behaviour{data: b[0]}, behaviour{data: b[1]}, "byte 3 of alloc2 (g) is 00 before and 01 after", -1, -1},
		{behaviour{input: b[0]}, behaviour{input: b[4]}, "byte 3 of alloc3 (in0) is 00 before and ?? after", -1, -1},
		{behaviour{kind: interp.Unsupported}, behaviour{}, "before: unsupported", -1, -1},
		{behaviour{}, behaviour{kind: interp.OutOfFuel}, "after: out of fuel", -1, -1},
	} {
		d := difftest.Refines(c.before.outcome(newWorld(t, 1)), c.after.outcome(newWorld(t, 2)), nil)
		if !strings.Contains(d.Why, c.why) || d.Event != c.event || d.Value != c.value {
			t.Errorf("got %q, event %d, value %d, want %q, %d, %d", d.Why, d.Event, d.Value, c.why, c.event, c.value)
		}
	}
}

// TestRefinesDontCareResult: bits that the signature calls don't-care are not compared.
func TestRefinesDontCareResult(t *testing.T) {
	m := irtest.Parse(t, `func @f() -> int:known(xx0?) {
  bb0:
    v0 = iconst 0
    ret v0
}
`)
	run := func(n int64) *interp.Outcome {
		w := newWorld(t, 1)
		return &interp.Outcome{Values: []interp.Value{interp.NewInt(n)}, Space: w.space}
	}
	for _, c := range []struct {
		before, after int64
		want          difftest.Verdict
	}{{0, 4, difftest.Refined}, {1, -3, difftest.Refined}, {0, 1, difftest.Diverged}, {4, 9, difftest.Diverged}} {
		if d := difftest.Refines(run(c.before), run(c.after), m.Funcs[0].Returns); d.Verdict != c.want {
			t.Errorf("%d, %d: got %s, want %s", c.before, c.after, d.Verdict, c.want)
		}
	}
}
