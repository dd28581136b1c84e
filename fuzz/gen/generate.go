package gen

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/codegen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/fuzz/gen/ub"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// Version is that of the generator: programs of the same bytes and configuration are the same as long as it
// is. A change of what any seed gives, of programs or mutants, raises it.
//
//	2  no address is out of range any more, which was a source of poison
//	3  where a function asked for a locked pipeline it has a level of its own and is not inlined
//	4  the mutator draws from the opcodes that the table says take two ints
//	5  distances of pointers are a source of poison three times as often, with more shapes
//	6  the last values of every function go into what it returns, of main into its checksum
//	7  slots end, and have computed sizes
//	8  variadic functions
//	17  operands that matter to opcodes
const Version = 18

// The header is two records, so that what follows is aligned to records.
// The first record decides about the module, the second draws the features.
const headerBytes = 2 * choice.RecordBytes

// Program makes a module that verifies from any bytes, the same one on every machine.
//
// The first 16 bytes decide about the module: features, size, number of functions, data. The
// others are dealt in equal parts to its functions, main last, where each statement takes the
// next 8. A function ends when its part or its share of instructions is used up.
func Program(data []byte, cfg preset.Config) *ir.Module {
	m, _ := Generate(data, cfg)
	return m
}

// Info is what the generator promises of a program. Promises are only as good as package build's
// tracking; the checks planted and defined hold runs to them.
type Info struct {
	// Expect is the undefined behaviour that main runs into if it does not end before, and
	// there is no other; 0 if nothing is promised.
	Expect  interp.Code
	Defined bool // the program has no undefined behaviour
	Open    bool // its behaviour may depend on what the semantics leaves open, see [preset.Unspecified]
}

// Generate makes the module of [Program] and says what is known of it. The violation that is
// planted, if any, comes last in main; everything before it is defined, unless cfg.UB says
// otherwise.
func Generate(data []byte, cfg preset.Config) (*ir.Module, Info) {
	cfg = cfg.Filled()
	head := choice.New(data[:min(len(data), headerBytes)])
	r := head.Record()
	g := &program{Prog: build.NewProg(cfg), table: statements}
	// 16 bits scale the size, so that a mutation of one byte moves it a little and zero bytes give the
	// least.
	size := cfg.MinInsts + (int(r.Byte())<<8|int(r.Byte()))*(cfg.MaxInsts-cfg.MinInsts+1)>>16
	nfuncs := 1 + r.Below(cfg.MaxFuncs)
	// Chances are of 1000. cfg.UB of 100 and more asks for programs that are undefined; below it is a rate
	// of slips in otherwise defined ones.
	g.Violate = cfg.UB >= 100 && !r.Chance(200)
	exact := g.Violate && !r.Chance(cfg.UB)
	g.Features = cfg.Draw(head.Record())
	if exact { // one violation and nothing else
		g.Cfg.UB = 0
		// A share of the programs that should violate get the legal twin instead. An engine that reports
		// undefined behaviour for a shape, whether or not it happens, is found by them.
		g.legal = r.Chance(300)
	}
	g.DrawNames(r)
	g.info = Info{Defined: g.Cfg.UB == 0, Open: g.Has(preset.Unspecified) || g.Cfg.UB > 0}
	if cfg.Cases > 0 {
		// Cases are a generator of their own; the statements of this package have no part in the module.
		codegen.Program(g.Prog, r, data[min(len(data), headerBytes):])
		return g.M, g.info
	}
	// There are two menus: without a token, rows that need memory have no weight, and the choice among the
	// rest needs no second draw.
	for n, mem := range []bool{false, true} {
		for _, s := range statements {
			w := s.weight
			if v, ok := cfg.Weights[s.name]; ok {
				w = v
			}
			if !g.Has(s.features) || !mem && s.needs&needsToken != 0 {
				w = 0
			}
			g.menus[n] = append(g.menus[n], w)
		}
	}
	parts := choice.Split(data[min(len(data), headerBytes):], nfuncs+1)
	g.data(r)
	// 8 instructions for each function are set aside before the size is shared; at least 3 are left for
	// statements however many functions share it.
	share := max((size-8*(nfuncs+1))/(nfuncs+1), 3)
	for n := range nfuncs {
		// Functions come before main and in the order in which they may be called: a call goes to a
		// function that is finished, so its cost is known and no cycle arises but by recursion on fuel.
		g.function(g.Name(fmt.Sprintf("f%d", n)), parts[n], share)
	}
	g.main(parts[nfuncs], share)
	return g.M, g.info
}

// data makes the data symbols. Some data is constant, so that loads of it can be folded; some is
// zero or uninit.
func (g *program) data(r *choice.Record) {
	if !g.Has(preset.Data) {
		return
	}
	literal := make([]byte, 24)
	// 24 bytes are read whether or not they matter, so that the decisions after them stay where they are.
	for i := range literal {
		literal[i] = r.Byte()
	}
	names := [3]string{}
	for n, plain := range [...]string{"d0", "c0", "t0"} {
		names[n] = g.Name(plain)
		// Drawn names may collide with each other; a later one falls back to its plain name then.
		if n > 0 && slices.Contains(names[:n], names[n]) {
			names[n] = plain
		}
	}
	g.M.AddData(&ir.Data{Name: names[0], Align: 8, Pieces: []ir.DataPiece{{Bytes: literal}, {Zero: 40}}})
	// Everything here is known bytes that any function may write; only c0 is constant in any case.
	d := &build.Object{Size: 64, Align: 8, Content: build.BytesOnly, Global: names[0], Escaped: true}
	g.M.AddData(&ir.Data{Name: names[1], Const: true, Align: 4, Pieces: []ir.DataPiece{{Bytes: literal[:16]}}})
	c := &build.Object{Size: 16, Align: 4, Content: build.ReadOnly, Global: names[1], Escaped: true}
	t := &ir.Data{Name: names[2], Align: 16, Pieces: []ir.DataPiece{{Zero: 32}}, Const: r.Chance(300)}
	// t0 holds pointers into d0 at multiples of 8, at most 48 of its 64 bytes, so each has room for the 8
	// bytes of an access and more.
	for n := range 4 {
		t.Relocs = append(t.Relocs, ir.Reloc{Off: uint64(8 * n), Sym: g.M.Symbol(names[0]), Addend: int64(8 * r.Below(7))})
	}
	g.M.AddData(t)
	p := &build.Object{Size: 32, Align: 16, Content: build.PointersOnly, Global: names[2], Pointee: d, Escaped: true, Constant: t.Const}
	g.Globals = append(g.Globals, d, c, p)
	// u0 is uninit in its middle and has a pointer at its end: reading it as ints gives poison, which is
	// why it is there only with the feature.
	if g.Has(preset.Poison) {
		g.M.AddData(&ir.Data{Name: "u0", Pieces: []ir.DataPiece{{Bytes: literal[:4]}, {Zero: 12, Uninit: true}, {Zero: 8}},
			Relocs: []ir.Reloc{{Off: 16, Sym: g.M.Symbol(names[2]), Addend: 8}}})
		g.Globals = append(g.Globals, &build.Object{Size: 24, Align: 1, Content: build.Anything, Global: "u0", Escaped: true})
	}
}

// function makes a function with parameters. A function costs what its statements cost, and calls
// by others count that again. Results are passed by shape.
func (g *program) function(name string, src *choice.Source, share int) {
	r := src.Record()
	// A pure function has no token, so it makes no memory operation, no output and no call: rows that do
	// need one.
	c := &callee{name: name, pure: r.Chance(150), fuel: r.Chance(350) && g.Has(preset.Recursion)}
	c.pure = c.pure && !c.fuel
	if c.fuel {
		c.params = append(c.params, build.Shape{Type: ir.Int, Span: span.Within(0, 4), Annot: ir.Unsigned(3)})
	}
	for range 1 + r.Below(3) {
		c.params = append(c.params, g.signatureShape(r, !c.pure))
	}
	// Up to three results, one in 20 of 27.
	for range 1 + r.Choose([]int{20, 5, 2}) {
		c.returns = append(c.returns, g.signatureShape(r, false))
	}
	if r.Chance(30) {
		c.returns = nil
	}
	f := g.M.AddFunc(name, params(c.params, r.Chance(300)), params(c.returns, false))
	g.attributes(r, f)
	x := g.start(f, src, share, !c.pure)
	x.self = c
	parameters(x, c.params)
	// No bound on the number of statements: the part of the bytes and the share of instructions end it.
	x.statements(1 << 30)
	// A function with fuel recurses at least once, whatever statements were drawn.
	if c.fuel && !x.recursed {
		recursion(x, x.src.Record())
	}
	ret(x, x.src.Record())
	marks(x, x.src.Record())
	c.cost = x.Cost
	// The fuel is at most 4, so the body runs at most 5 times for one call from outside.
	if c.fuel {
		c.cost *= 5
	}
	g.funcs = append(g.funcs, c)
}

var optLevels = [...]string{"aggressive", "fast-compile", "none"}

// Attributes are hints; no result may depend on them.
// Five of twelve functions have one.
func (g *program) attributes(r *choice.Record, f *ir.Func) {
	switch r.Below(12) {
	case 1:
		f.Attrs.NoInline = true
	case 2:
		f.Attrs.AlwaysInline = true
	case 3:
		f.Attrs.OptLevel = optLevels[r.Below(len(optLevels))]
	case 4:
		// A level of its own for sure: inlined, it would get its caller's.
		f.Attrs.NoInline, f.Attrs.OptLevel = true, optLevels[r.Below(len(optLevels))]
	case 5:
		f.Attrs.Intrinsics = [...]string{"map", "passthrough"}[r.Below(2)]
	}
}

// Unnamed parameters are the rule in machine-made code.
func params(shapes []build.Shape, named bool) []ir.Param {
	var out []ir.Param
	for n, s := range shapes {
		p := ir.Param{Type: s.Type, Annot: s.Annot}
		if named {
			p.Name = fmt.Sprintf("a%d", n)
		}
		out = append(out, p)
	}
	return out
}

// parameters reads the parameters. A pointer parameter gets an object of its own in the callee, of
// which only the claims are known.
// Callers give what the shapes ask for ([body.satisfy]), so claims set here hold by construction.
func parameters(x *body, shapes []build.Shape) {
	for n, s := range shapes {
		i := x.Emit(ir.OpParam, ir.Attr{Imm: int64(n)}, nil)
		v := x.Received(s)
		v.ID = x.F.Result(i, 0)
		x.F.SetAnnot(v.ID, s.Annot)
		if v.Obj != nil {
			v.Obj.Base = v
		}
		x.Push(v)
	}
}

// widths are the lengths in bits of ints that are passed around. They lie around the sizes of
// machines, where carries and signs go wrong.
var widths = [...]uint{8, 1, 3, 7, 16, 31, 32, 33, 62, 63, 64, 65}

// intShape draws a range for an int that is passed around. Claims of a signature are drawn from
// these, signed or unsigned.
func (g *program) intShape(r *choice.Record) build.Shape {
	n := uint(min(int(widths[r.Below(len(widths))]), g.Cfg.MaxBits))
	if g.Has(preset.Wide) && r.Chance(60) {
		n = 65 + uint(r.Below(256))
	}
	s := build.Shape{Type: ir.Int}
	if r.Below(2) == 0 {
		s.Span, s.Annot = span.Unsigned(n), ir.Unsigned(uint32(n))
	} else {
		s.Span, s.Annot = span.Signed(n+1), ir.Signed(uint32(n+1))
	}
	// With Ranged every int of a signature keeps its claim: code generation takes no int whose length is
	// not known.
	if r.Chance(120) && !g.Cfg.Ranged || !g.Has(preset.Claims) {
		s.Annot = ir.NoAnnot
	}
	return s
}

// signatureShape draws a parameter or result. The weights are of ints, bools, pointers, floats,
// vectors and aggregates, as far as features allow.
// Pointers are only for parameters. A returned one might lead to a slot of the callee, which is gone.
func (g *program) signatureShape(r *choice.Record, pointers bool) build.Shape {
	w := []int{50, 10, 0, 0, 0, 0}
	if pointers && g.Has(preset.Memory) {
		w[2] = 20
	}
	if g.Has(preset.Floats) {
		w[3] = 20
	}
	if g.Has(preset.Aggregates) {
		w[4] = 8
	}
	if g.Has(preset.Vectors) {
		w[5] = 8
	}
	switch r.Choose(w) {
	case 1:
		return build.Shape{Type: ir.Bool}
	case 2:
		s := build.Shape{Type: ir.Ptr, Param: true}
		if r.Chance(300) && g.Has(preset.Claims) {
			s.Annot = ir.Aligned(8)
		}
		return s
	case 3:
		return build.Shape{Type: build.FloatTypes[r.Below(len(build.FloatTypes))], Class: build.AllClasses}
	case 4:
		s := build.Shape{Type: build.Aggregates[r.Below(plainAggregates)], Span: build.FieldSpan, Class: build.AllClasses}
		// One call for each int inside, so a claim may cover some of them only.
		s.Annot = ir.ClaimInts(s.Type, func() ir.Annot {
			if r.Below(3) == 0 && !g.Cfg.Ranged || !g.Has(preset.Claims) {
				return ir.NoAnnot
			}
			return ir.Signed(64)
		})
		// An aggregate with an unclaimed int is no signature in a ranged program; it falls to the int
		// below.
		if s.Annot != ir.NoAnnot || !g.Cfg.Ranged || !hasInt(s.Type) {
			return s
		}
	case 5:
		return build.Shape{Type: build.Vectors[r.Below(len(build.Vectors))]}
	}
	return g.intShape(r)
}

// hasInt reports whether a part of t is an int. A claim on an aggregate only makes sense with ints
// inside.
func hasInt(t ir.Type) bool {
	switch t.Kind() {
	case ir.KindStruct:
		return slices.ContainsFunc(t.Fields(), hasInt)
	case ir.KindArray:
		return hasInt(t.Elem())
	}
	return t == ir.Int
}

// observedValues is how many of the values at hand at the end of a function go into what it returns, and observedShare of how many
// one does, so that a small function stays small.
const (
	observedValues = 8
	observedShare  = 2
)

// latest is the last values at hand. What a function computes and nothing reads shows no mistake.
func (x *body) latest() []build.Value {
	n := len(x.Pool)
	return slices.Clone(x.Pool[n-min(observedValues, n/observedShare):])
}

// ret ends the function. Results are found or made like arguments, but the first int: it is a checksum.
func ret(x *body, r *choice.Record) {
	values := x.latest()
	fixed := x.pass(r, x.self.returns)
	if n := slices.IndexFunc(x.self.returns, func(s build.Shape) bool { return s.Type == ir.Int }); n >= 0 {
		fixed[n] = x.Operand(x.bring(r, fold(x, x.Int64(0), values), x.self.returns[n].Span))
	}
	x.Count()
	x.At.Inst(ir.OpRet, ir.Attr{}, fixed, nil, nil, ir.Synthetic)
}

// main calls every function, prints what they give and ends with a checksum. The checksum folds
// every result and the last values of main, so that a wrong value shows in the output.
func (g *program) main(src *choice.Source, share int) {
	result := build.Shape{Type: ir.Int, Span: span.Signed(32), Annot: ir.Signed(32)}
	if !g.Has(preset.Claims) {
		result.Annot = 0
	}
	f := g.M.AddFunc("main", nil, []ir.Param{{Type: ir.Int, Annot: result.Annot}})
	x := g.start(f, src, share, true)
	x.self = &callee{name: "main", returns: []build.Shape{result}}
	// Only main has the whole limit: it bounds what the program executes, calls included.
	x.limit = g.Cfg.Steps
	sum := x.Int64(0)
	for _, c := range g.funcs {
		x.begin(src.Record())
		// Records are read even where they decide nothing: a change of their number would change every
		// program behind.
		src.Record() // decides nothing: version 1 reads it
		sum = fold(x, sum, callOf(x, src.Record(), c, false))
	}
	// The place of the violation is before or behind the statements of main, so that both what runs after
	// it and what was observed before it are covered.
	late := g.Violate && src.Record().Chance(600)
	if g.Violate && !late {
		x.begin(src.Record())
		plant(x, src.Record())
	}
	x.statements(1 << 30)
	r := src.Record()
	x.begin(r)
	if late {
		plant(x, r)
	}
	sum = fold(x, sum, x.latest())
	printInt(x, r, sum)
	sum = x.bring(r, sum, result.Span)
	// A planted shape's own result takes the place of the checksum, so that a wrong one shows in the exit
	// status.
	if g.Result != nil {
		sum = *g.Result
	}
	x.Count()
	x.At.Inst(ir.OpRet, ir.Attr{}, []ir.Operand{{Value: sum.ID}, {Value: x.Mem}}, nil, nil, ir.Synthetic)
	marks(x, src.Record())
}

// marks gives rules of a source language to some instructions, which means nothing to a run that does not ask for them.
// A program with a planted violation has no others.
func marks(x *body, r *choice.Record) {
	if x.prog.Violate || r.Chance(600) {
		return
	}
	for i := range x.F.AllInsts() {
		if rules := ir.RulesOf(x.F.Op(i)); len(rules) > 0 && !x.F.Op(i).IsTerminator() && r.Chance(300) {
			x.F.SetMark(i, ir.Mark{Rule: rules[r.Below(len(rules))], Type: []string{"", "int", "T *"}[r.Below(3)]})
		}
	}
}

// plant makes the violation. Codes that only some runs look for make the program open, as other
// runs continue.
// A promise is made only for the exact form: with a rate of slips another violation may come first.
func plant(x *body, r *choice.Record) {
	code := ub.Plant(x.Func, r, x.prog.legal)
	if x.prog.Cfg.UB == 0 && !x.prog.legal {
		x.prog.info.Expect, x.prog.info.Defined = code, false
		if code.Asked() { // only where a run looks for it
			x.prog.info.Open = true
		}
	}
}

// fold mixes values into a checksum. Values that must not be observed are left out.
// The order of the values is fixed by their place in the pool, so equal bytes give an equal checksum.
func fold(x *body, sum build.Value, vs []build.Value) build.Value {
	for _, v := range vs {
		if !x.usable(&v) {
			continue
		}
		switch v.Type.Kind() {
		case ir.KindInt:
		case ir.KindBool:
			v = x.Int(ir.OpBoolToInt, ir.Attr{}, span.Within(0, 1), v)
		case ir.KindFloat:
			if v.Type == ir.F128 {
				continue
			}
			// The conversion saturates, so infinities and values beyond 32 bits are defined. What is known
			// of a NaN in the operand is dropped on purpose: no NaN is in the result.
			v = x.Int(ir.OpFPToSI, ir.Attr{N: 32, Sat: true}, span.Signed(32), build.Value{ID: v.ID, Type: v.Type, Class: v.Class})
		default:
			continue
		}
		sum = x.Binary(ir.OpAdd, sum, v)
		// The sum is cut to 48 bits before it could pass what a register holds.
		if sum.Span.BitLen() > 60 {
			sum = x.Extend(ir.OpSExt, sum, 48)
		}
	}
	return sum
}

// Expand makes n bytes from a seed, the same on every machine: what a campaign without a
// coverage-guided engine feeds to [Program]. The stream is that of choice.Seeded.
// The bytes are those of each word from the low end, so the machine's byte order has no say.
func Expand(seed uint64, n int) []byte {
	r := choice.Seeded(seed)
	out := make([]byte, 0, n+8)
	for len(out) < n {
		w := r.Word()
		for range 8 {
			out = append(out, byte(w))
			w >>= 8
		}
	}
	return out[:n]
}
