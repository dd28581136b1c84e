package fuzz

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// generator is the state of making one module.
type generator struct {
	m        *ir.Module
	cfg      Config
	features Feature
	funcs    []*callee
	globals  []*object
	path     []uint32 // of the extractvalue or insertvalue being made
	strings  map[string]string
	table    []statement
	menus    [2][]int // weights of the table, without and with memory
	violate  bool     // main gets an instruction that is undefined
	legal    bool     // or its twin
	result   *value   // what main returns instead of its checksum
	borrow   bool     // some names are those of the library
	naming   *record
	info     Info
}

// callee is a function that later ones may call.
type callee struct {
	name    string
	params  []shape
	returns []shape
	pure    bool // has no memory operations, but is called with a token all the same
	fuel    bool // the first parameter bounds the recursion
	cost    int
}

// Version is that of the generator: programs of the same bytes and configuration are the same as long as it
// is. A change of what any seed gives, of programs or mutants, raises it.
const Version = 1

// newGenerator starts an empty module.
func newGenerator(cfg Config) *generator {
	return &generator{m: ir.NewModule(), cfg: cfg, strings: map[string]string{}}
}

// has reports whether the program may use all of f.
func (g *generator) has(f Feature) bool { return g.features&f == f }

const headerBytes = 2 * recordBytes

// Program makes a module that verifies from any bytes, the same one on every machine.
//
// The first 16 bytes decide about the module: features, size, number of functions, data. The
// others are dealt in equal parts to its functions, main last, where each statement takes the
// next 8. A function ends when its part or its share of instructions is used up.
func Program(data []byte, cfg Config) *ir.Module {
	m, _ := Generate(data, cfg)
	return m
}

// Info is what the generator promises of a program.
type Info struct {
	// Expect is the undefined behaviour that main runs into if it does not end before, and
	// there is no other; 0 if nothing is promised.
	Expect  interp.Code
	Defined bool // the program has no undefined behaviour
	Open    bool // its behaviour may depend on what the semantics leaves open, see [Unspecified]
}

// Generate makes the module of [Program] and says what is known of it.
func Generate(data []byte, cfg Config) (*ir.Module, Info) {
	cfg = cfg.filled()
	head := newSource(data[:min(len(data), headerBytes)])
	r := head.record()
	g := newGenerator(cfg)
	g.table = statements
	size := cfg.MinInsts + (int(r.byte())<<8|int(r.byte()))*(cfg.MaxInsts-cfg.MinInsts+1)>>16
	nfuncs := 1 + r.below(cfg.MaxFuncs)
	g.violate = cfg.UB >= 100 && !r.chance(200)
	exact := g.violate && !r.chance(cfg.UB)
	g.features = cfg.draw(head.record())
	if exact { // one violation and nothing else
		g.cfg.UB = 0
		g.legal = r.chance(300)
	}
	g.drawNames(r)
	g.info = Info{Defined: g.cfg.UB == 0, Open: g.has(Unspecified) || g.cfg.UB > 0}
	if cfg.Cases > 0 {
		g.caseProgram(r, data[min(len(data), headerBytes):])
		return g.m, g.info
	}
	for n, mem := range []bool{false, true} {
		for _, s := range statements {
			w := s.weight
			if v, ok := cfg.Weights[s.name]; ok {
				w = v
			}
			if !g.has(s.features) || !mem && s.needs&needsToken != 0 {
				w = 0
			}
			g.menus[n] = append(g.menus[n], w)
		}
	}
	parts := split(data[min(len(data), headerBytes):], nfuncs+1)
	g.data(r)
	share := max((size-8*(nfuncs+1))/(nfuncs+1), 3)
	for n := range nfuncs {
		g.function(g.name(fmt.Sprintf("f%d", n)), parts[n], share)
	}
	g.main(parts[nfuncs], share)
	return g.m, g.info
}

// data makes the data symbols.
func (g *generator) data(r *record) {
	if !g.has(Data) {
		return
	}
	literal := make([]byte, 24)
	for i := range literal {
		literal[i] = r.byte()
	}
	names := [3]string{}
	for n, plain := range [...]string{"d0", "c0", "t0"} {
		names[n] = g.name(plain)
		if n > 0 && slices.Contains(names[:n], names[n]) {
			names[n] = plain
		}
	}
	g.m.AddData(&ir.Data{Name: names[0], Align: 8, Pieces: []ir.DataPiece{{Bytes: literal}, {Zero: 40}}})
	d := &object{size: 64, align: 8, content: bytesOnly, global: names[0], escaped: true}
	g.m.AddData(&ir.Data{Name: names[1], Const: true, Align: 4, Pieces: []ir.DataPiece{{Bytes: literal[:16]}}})
	c := &object{size: 16, align: 4, content: readOnly, global: names[1], escaped: true}
	t := &ir.Data{Name: names[2], Align: 16, Pieces: []ir.DataPiece{{Zero: 32}}, Const: r.chance(300)}
	for n := range 4 {
		t.Relocs = append(t.Relocs, ir.Reloc{Off: uint64(8 * n), Sym: g.m.Symbol(names[0]), Addend: int64(8 * r.below(7))})
	}
	g.m.AddData(t)
	p := &object{size: 32, align: 16, content: pointersOnly, global: names[2], pointee: d, escaped: true, constant: t.Const}
	g.globals = append(g.globals, d, c, p)
	if g.has(Poison) {
		g.m.AddData(&ir.Data{Name: "u0", Pieces: []ir.DataPiece{{Bytes: literal[:4]}, {Zero: 12, Uninit: true}, {Zero: 8}},
			Relocs: []ir.Reloc{{Off: 16, Sym: g.m.Symbol(names[2]), Addend: 8}}})
		g.globals = append(g.globals, &object{size: 24, align: 1, content: anything, global: "u0", escaped: true})
	}
}

// text returns the name of a constant string, made at its first use.
func (g *generator) text(s string) string {
	name, ok := g.strings[s]
	if !ok {
		name = fmt.Sprintf("s%d", len(g.strings))
		g.strings[s] = name
		g.m.AddData(&ir.Data{Name: name, Const: true, Pieces: []ir.DataPiece{{Bytes: append([]byte(s), 0)}}})
	}
	return name
}

// emptyFunc goes to the entry block of a function that has none yet; mem gives it a token.
func (g *generator) emptyFunc(f *ir.Func, share int, mem bool) *function {
	x := &function{g: g, f: f, region: ir.Body, mem: ir.NoValue, budget: share, times: 1, claims: zeros()}
	b := f.AddBlock(ir.Body)
	if mem {
		x.mem = f.AddArg(b, ir.Mem, ir.NoAnnot)
	}
	x.at = f.At(b)
	return x
}

// start makes the state for the statements of a function.
func (g *generator) start(f *ir.Func, src *source, share int, mem bool) *function {
	x := g.emptyFunc(f, share, mem)
	x.src, x.limit = src, g.cfg.Steps/4
	x.menu = g.menus[0]
	if mem {
		x.menu = g.menus[1]
	}
	return x
}

// function makes a function with parameters.
func (g *generator) function(name string, src *source, share int) {
	r := src.record()
	c := &callee{name: name, pure: r.chance(150), fuel: r.chance(350) && g.has(Recursion)}
	c.pure = c.pure && !c.fuel
	if c.fuel {
		c.params = append(c.params, shape{typ: ir.Int, span: within(0, 4), annot: ir.Unsigned(3)})
	}
	for range 1 + r.below(3) {
		c.params = append(c.params, g.signatureShape(r, !c.pure))
	}
	for range 1 + r.choose([]int{20, 5, 2}) {
		c.returns = append(c.returns, g.signatureShape(r, false))
	}
	if r.chance(30) {
		c.returns = nil
	}
	f := g.m.AddFunc(name, params(c.params, r.chance(300)), params(c.returns, false))
	g.attributes(r, f)
	x := g.start(f, src, share, !c.pure)
	x.self = c
	x.parameters(c.params)
	x.statements(1 << 30)
	if c.fuel && !x.recursed {
		x.recursion(x.src.record())
	}
	x.ret(x.src.record())
	c.cost = x.cost
	if c.fuel {
		c.cost *= 5
	}
	g.funcs = append(g.funcs, c)
}

func (g *generator) attributes(r *record, f *ir.Func) {
	switch r.below(12) {
	case 1:
		f.Attrs.NoInline = true
	case 2:
		f.Attrs.AlwaysInline = true
	case 3:
		f.Attrs.OptLevel = [...]string{"aggressive", "fast-compile", "none"}[r.below(3)]
	case 4:
		f.Attrs.OptPolicy = "v1"
	case 5:
		f.Attrs.Intrinsics = [...]string{"map", "passthrough"}[r.below(2)]
	}
}

func params(shapes []shape, named bool) []ir.Param {
	var out []ir.Param
	for n, s := range shapes {
		p := ir.Param{Type: s.typ, Annot: s.annot}
		if named {
			p.Name = fmt.Sprintf("a%d", n)
		}
		out = append(out, p)
	}
	return out
}

// parameters reads the parameters.
func (x *function) parameters(shapes []shape) {
	for n, s := range shapes {
		i := x.emit(ir.OpParam, ir.Attr{Imm: int64(n)}, nil)
		v := x.received(s)
		v.id = x.f.Result(i, 0)
		x.f.SetAnnot(v.id, s.annot)
		if v.obj != nil {
			v.obj.base = v
		}
		x.push(v)
	}
}

// received is what is known of a value of a shape.
func (x *function) received(s shape) value {
	v := value{typ: s.typ, span: s.span, class: s.class}
	switch {
	case s.typ.Kind() == ir.KindFloat || s.typ.IsAggregate() || s.typ.Kind() == ir.KindVec:
		v.nan = true
		if v.class == 0 {
			v.class = allClasses
		}
	case s.param:
		v.wild = true
		v.obj = &object{size: paramBytes, align: 1, content: bytesOnly, escaped: true, scope: -1}
		if a := s.annot.Align(); a != 0 {
			v.obj.align = a
		}
	case s.obj != nil:
		v.obj, v.wild, v.lo, v.hi = s.obj, true, 0, s.obj.size-8
	}
	if s.typ.IsAggregate() && v.span.lo == nil {
		v.span = fieldSpan
	}
	return v
}

// fieldSpan is what the ints of aggregates that are passed around are in.
var fieldSpan = signedSpan(64)

// widths are the lengths in bits of ints that are passed around.
var widths = [...]uint{8, 1, 3, 7, 16, 31, 32, 33, 62, 63, 64, 65}

// intShape draws a range for an int that is passed around.
func (g *generator) intShape(r *record) shape {
	n := uint(min(int(widths[r.below(len(widths))]), g.cfg.MaxBits))
	if g.has(Wide) && r.chance(60) {
		n = 65 + uint(r.below(256))
	}
	s := shape{typ: ir.Int}
	if r.below(2) == 0 {
		s.span, s.annot = unsignedSpan(n), ir.Unsigned(uint32(n))
	} else {
		s.span, s.annot = signedSpan(n+1), ir.Signed(uint32(n+1))
	}
	if r.chance(120) && !g.cfg.Ranged || !g.has(Claims) {
		s.annot = ir.NoAnnot
	}
	return s
}

// floatTypes are the float formats that values have.
var floatTypes = [...]ir.Type{ir.F64, ir.F32, ir.F16, ir.BF16}

// signatureShape draws a parameter or result.
func (g *generator) signatureShape(r *record, pointers bool) shape {
	w := []int{50, 10, 0, 0, 0, 0}
	if pointers && g.has(Memory) {
		w[2] = 20
	}
	if g.has(Floats) {
		w[3] = 20
	}
	if g.has(Aggregates) {
		w[4] = 8
	}
	if g.has(Vectors) {
		w[5] = 8
	}
	switch r.choose(w) {
	case 1:
		return shape{typ: ir.Bool}
	case 2:
		s := shape{typ: ir.Ptr, param: true}
		if r.chance(300) && g.has(Claims) {
			s.annot = ir.Aligned(8)
		}
		return s
	case 3:
		return shape{typ: floatTypes[r.below(len(floatTypes))], class: allClasses}
	case 4:
		s := shape{typ: aggregates[r.below(plainAggregates)], span: fieldSpan, class: allClasses}
		s.annot = ir.ClaimInts(s.typ, func() ir.Annot {
			if r.below(3) == 0 && !g.cfg.Ranged || !g.has(Claims) {
				return ir.NoAnnot
			}
			return ir.Signed(64)
		})
		if s.annot != ir.NoAnnot || !g.cfg.Ranged || !hasInt(s.typ) {
			return s
		}
	case 5:
		return shape{typ: vectors[r.below(len(vectors))]}
	}
	return g.intShape(r)
}

// hasInt reports whether a part of t is an int.
func hasInt(t ir.Type) bool {
	switch t.Kind() {
	case ir.KindStruct:
		return slices.ContainsFunc(t.Fields(), hasInt)
	case ir.KindArray:
		return hasInt(t.Elem())
	}
	return t == ir.Int
}

// ret ends the function.
func (x *function) ret(r *record) {
	fixed := x.pass(r, x.self.returns)
	x.count()
	x.at.Inst(ir.OpRet, ir.Attr{}, fixed, nil, nil, ir.Synthetic)
}

// main calls every function, prints what they give and ends with a checksum.
func (g *generator) main(src *source, share int) {
	result := shape{typ: ir.Int, span: signedSpan(32), annot: ir.Signed(32)}
	if !g.has(Claims) {
		result.annot = 0
	}
	f := g.m.AddFunc("main", nil, []ir.Param{{Type: ir.Int, Annot: result.annot}})
	x := g.start(f, src, share, true)
	x.self = &callee{name: "main", returns: []shape{result}}
	x.limit = g.cfg.Steps
	sum := x.int64(0)
	for _, c := range g.funcs {
		x.begin(src.record())
		sum = x.fold(src.record(), sum, x.callOf(src.record(), c, false))
	}
	late := g.violate && src.record().chance(600)
	if g.violate && !late {
		x.begin(src.record())
		x.plant(src.record())
	}
	x.statements(1 << 30)
	r := src.record()
	x.begin(r)
	if late {
		x.plant(r)
	}
	for n := 0; n < 2; n++ {
		if v := x.find(r, func(v *value) bool { return v.typ == ir.Int && x.usable(v) }); v != nil {
			sum = x.fold(r, sum, []value{*v})
		}
	}
	x.printInt(r, sum)
	sum = x.bring(r, sum, result.span)
	if g.result != nil {
		sum = *g.result
	}
	x.count()
	x.at.Inst(ir.OpRet, ir.Attr{}, []ir.Operand{{Value: sum.id}, {Value: x.mem}}, nil, nil, ir.Synthetic)
}

// plant makes the violation.
func (x *function) plant(r *record) {
	code := x.violation(r, x.g.legal)
	if x.g.cfg.UB == 0 && !x.g.legal {
		x.g.info.Expect, x.g.info.Defined = code, false
		if code == interp.UBStrictProvenance || code == interp.UBStaleToken { // only where a run looks for it
			x.g.info.Open = true
		}
	}
}

// fold mixes values into a checksum.
func (x *function) fold(r *record, sum value, vs []value) value {
	for _, v := range vs {
		if !x.usable(&v) {
			continue
		}
		switch v.typ.Kind() {
		case ir.KindInt:
		case ir.KindBool:
			v = x.int(ir.OpBoolToInt, ir.Attr{}, within(0, 1), v)
		case ir.KindFloat:
			v = x.int(ir.OpFPToSI, ir.Attr{N: 32, Sat: true}, signedSpan(32), value{id: v.id, typ: v.typ, class: v.class})
		default:
			continue
		}
		sum = x.binary(r, ir.OpAdd, sum, v)
		if sum.span.bitLen() > 60 {
			sum = x.extend(r, ir.OpSExt, sum, 48)
		}
	}
	return sum
}

// begin makes r the record of the statement at hand; claims take their decisions from a
// stream of their own, so that they do not move those of the statement.
func (x *function) begin(r *record) {
	x.claims = r.stream(0x636c61696d73)
}

// statements makes up to n statements.
func (x *function) statements(n int) {
	for ; n > 0 && x.budget > 0 && !x.src.done() && x.cost < x.limit; n-- {
		x.statement(x.src.record())
	}
}

func (x *function) statement(r *record) {
	x.begin(r)
	s := &x.g.table[r.choose(x.menu)]
	if s.needs&needsDepth != 0 && (x.depth >= x.g.cfg.MaxDepth || x.budget < 6) {
		s = &x.g.table[1]
	}
	mark := len(x.pool)
	s.make(x, r)
	x.breakClaim(mark)
}

// constantIn makes a constant in a range: a bound, zero, or something between.
func (x *function) constantIn(r *record, want span) value {
	switch r.below(6) {
	case 0:
		if want.contains(bigZero) {
			v := big.NewInt(int64(r.byte()))
			if want.contains(v) {
				return x.big(v)
			}
		}
		return x.big(want.lo)
	case 1:
		return x.big(want.hi)
	case 2:
		return x.big(want.lo)
	}
	width := new(big.Int).Sub(want.hi, want.lo)
	v := new(big.Int)
	for v.BitLen() <= width.BitLen() {
		v.Lsh(v, 8).Or(v, big.NewInt(int64(r.byte())|1))
		if r.isZero() {
			break
		}
	}
	v.Rsh(v, uint(r.below(width.BitLen()+1)%256))
	if v.Cmp(width) > 0 {
		v.Mod(v, new(big.Int).Add(width, bigOne))
	}
	return x.big(v.Add(v, want.lo))
}
