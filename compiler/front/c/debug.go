package c

import (
	"fmt"
	"modernc.org/token"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// debugInfo is what debuggers are told of a unit: nil where nobody asked for it.
type debugInfo struct {
	u     *unit
	types map[string]ir.DebugID // by what they are made of
	tags  map[any]ir.DebugID    // records and enumerations, by their identity
	scope ir.DebugID            // that is translated; 0 outside of functions
}

func newDebugInfo(u *unit) *debugInfo {
	return &debugInfo{u: u, types: map[string]ir.DebugID{}, tags: map[any]ir.DebugID{}}
}

// add is the entry, once for all that are alike.
func (d *debugInfo) add(e ir.DebugEntry) ir.DebugID {
	key := fmt.Sprint(e)
	if id, ok := d.types[key]; ok {
		return id
	}
	id := d.u.m.AddDebug(e)
	d.types[key] = id
	return id
}

// of is the entry of a type with its qualifiers and the name that the author used; 0 is void.
func (d *debugInfo) of(t cc.Type) ir.DebugID {
	id := ir.DebugID(0)
	if name := t.Typedef(); name != nil && name.Name() != "" {
		id = d.add(ir.DebugEntry{Kind: ir.DebugTypedef, Name: name.Name(), Of: d.bare(t)})
	} else {
		id = d.bare(t)
	}
	if isArray(t) {
		return id // its elements have the qualifiers
	}
	if a := t.Attributes(); a != nil {
		if a.IsConst() {
			id = d.add(ir.DebugEntry{Kind: ir.DebugConst, Of: id})
		}
		if a.IsVolatile() {
			id = d.add(ir.DebugEntry{Kind: ir.DebugVolatile, Of: id})
		}
	}
	return id
}

// pointee is the entry of what a pointer of type t points to.
func (d *debugInfo) pointee(t cc.Type) ir.DebugID {
	e := elem(t)
	id, q := d.of(e), d.u.behind[t]
	if q.isConst && !e.Attributes().IsConst() {
		id = d.add(ir.DebugEntry{Kind: ir.DebugConst, Of: id})
	}
	if q.isVolatile && !e.Attributes().IsVolatile() {
		id = d.add(ir.DebugEntry{Kind: ir.DebugVolatile, Of: id})
	}
	return id
}

// bare is the entry of a type without its name and qualifiers.
func (d *debugInfo) bare(t cc.Type) ir.DebugID {
	if isVector(t) {
		part := vectorElem(d.u, t)
		return d.add(ir.DebugEntry{Kind: ir.DebugVector, Of: d.of(part), Size: uint64(t.VectorSize() / d.u.sizeof(part))})
	}
	switch x := t.(type) {
	case *cc.PointerType:
		return d.add(ir.DebugEntry{Kind: ir.DebugPointer, Of: d.pointee(t)})
	case *cc.ArrayType:
		n := d.u.arrayLen(x)
		e := ir.DebugEntry{Kind: ir.DebugArray, Of: d.of(x.Elem()), Size: uint64(max(n, 0))}
		e.Open = n < 0 || n == 0 && x.IsIncomplete()
		return d.add(e)
	case *cc.FunctionType:
		e := ir.DebugEntry{Kind: ir.DebugSubroutine, Of: d.of(x.Result()), Open: x.IsVariadic() || x.MaxArgs() < 0}
		for _, p := range x.Parameters() {
			if !isVoid(p.Type()) {
				e.Members = append(e.Members, ir.DebugMember{Type: d.of(p.Type().Decay())})
			}
		}
		return d.add(e)
	case *cc.EnumType:
		return d.enum(x)
	case *cc.StructType:
		tag := x.Tag()
		return d.record(t, ir.DebugStruct, tag.SrcStr())
	case *cc.UnionType:
		tag := x.Tag()
		return d.record(t, ir.DebugUnion, tag.SrcStr())
	}
	if isVoid(t) {
		return 0
	}
	return d.add(d.base(t))
}

// baseTypes are the names that gcc gives the types of the language, and what their bytes mean.
var baseTypes = map[cc.Kind]ir.DebugEntry{
	cc.Bool: {Name: "_Bool", Encoding: ir.EncodingBool}, cc.Char: {Name: "char", Encoding: ir.EncodingChar},
	cc.SChar: {Name: "signed char", Encoding: ir.EncodingChar}, cc.UChar: {Name: "unsigned char", Encoding: ir.EncodingUChar},
	cc.Short: {Name: "short"}, cc.UShort: {Name: "unsigned short", Encoding: ir.EncodingUnsigned},
	cc.Int: {Name: "int"}, cc.UInt: {Name: "unsigned int", Encoding: ir.EncodingUnsigned},
	cc.Long: {Name: "long"}, cc.ULong: {Name: "unsigned long", Encoding: ir.EncodingUnsigned},
	cc.LongLong: {Name: "long long"}, cc.ULongLong: {Name: "unsigned long long", Encoding: ir.EncodingUnsigned},
	cc.Int128: {Name: "__int128"}, cc.UInt128: {Name: "__int128 unsigned", Encoding: ir.EncodingUnsigned},
	cc.Float: {Name: "float", Encoding: ir.EncodingFloat}, cc.Double: {Name: "double", Encoding: ir.EncodingFloat},
	cc.LongDouble: {Name: "long double", Encoding: ir.EncodingFloat}, cc.Float16: {Name: "_Float16", Encoding: ir.EncodingFloat},
	cc.BFloat16: {Name: "__bf16", Encoding: ir.EncodingFloat},
	cc.Float32:  {Name: "_Float32", Encoding: ir.EncodingFloat}, cc.Float64: {Name: "_Float64", Encoding: ir.EncodingFloat},
	cc.Float32x: {Name: "_Float32x", Encoding: ir.EncodingFloat}, cc.Float64x: {Name: "_Float64x", Encoding: ir.EncodingFloat},
	cc.Float128:     {Name: "_Float128", Encoding: ir.EncodingFloat},
	cc.ComplexFloat: {Name: "complex float", Encoding: ir.EncodingComplex}, cc.ComplexDouble: {Name: "complex double", Encoding: ir.EncodingComplex},
	cc.ComplexLongDouble: {Name: "complex long double", Encoding: ir.EncodingComplex},
}

func (d *debugInfo) base(t cc.Type) ir.DebugEntry {
	e, ok := baseTypes[t.Kind()]
	if !ok {
		e = ir.DebugEntry{Name: t.String(), Encoding: ir.EncodingUnsigned}
	}
	e.Kind, e.Size = ir.DebugBase, uint64(min(max(d.u.sizeof(t), 1), 32))
	return e
}

// enum is the entry of an enumeration.
func (d *debugInfo) enum(t *cc.EnumType) ir.DebugID {
	all := t.Enumerators()
	if len(all) == 0 {
		tag := t.Tag()
		return d.add(ir.DebugEntry{Kind: ir.DebugEnum, Name: tag.SrcStr(), Open: true, Of: d.of(d.u.ast.UInt)})
	}
	if id, ok := d.tags[all[0]]; ok {
		return id
	}
	tag := t.Tag()
	e := ir.DebugEntry{Kind: ir.DebugEnum, Name: tag.SrcStr(), Of: d.bare(t.UnderlyingType())}
	for _, x := range all {
		e.Members = append(e.Members, ir.DebugMember{Name: x.Token.SrcStr(), Value: fmt.Sprint(x.Value())})
	}
	id := d.u.m.AddDebug(e)
	d.tags[all[0]] = id
	return id
}

// record is the entry of a struct or union, which may be made of pointers to itself.
func (d *debugInfo) record(t cc.Type, kind ir.DebugKind, tag string) ir.DebugID {
	all, _ := fields(t)
	e := ir.DebugEntry{Kind: kind, Name: tag}
	if len(all) == 0 {
		e.Open = t.IsIncomplete()
		return d.add(e)
	}
	if id, ok := d.tags[all[0]]; ok {
		return id
	}
	id := d.u.m.AddDebug(e)
	d.tags[all[0]] = id
	r := d.u.record(t)
	e.Size = uint64(r.size)
	for _, m := range r.fields {
		x := ir.DebugMember{Name: m.name, Type: d.of(m.t), At: uint64(m.off) * 8}
		if m.bits != nil {
			if m.name == "" {
				continue
			}
			x.At, x.Bits = x.At+uint64(m.bits.shift), uint64(m.bits.width)
		}
		e.Members = append(e.Members, x)
	}
	d.u.m.SetDebug(id, e)
	return id
}

// variable is an origin of its own for the object d, which names it to debuggers.
func (u *unit) variable(d *cc.Declarator, v ir.Variable) ir.Origin {
	p := d.Position()
	o := u.m.SourceOrigin(u.position(d))
	u.m.SetLocation(o, u.location(p))
	v.Name, v.Debug = d.Name(), u.debug.of(d.Type())
	if d.IsParam() {
		v.Debug = u.debug.of(d.Type().Decay())
	}
	u.m.SetVariable(o, v)
	return o
}

// location is a place in the scope that is translated.
func (u *unit) location(p token.Position) ir.Location {
	l := ir.Location{File: p.Filename, Line: p.Line, Col: p.Column}
	if u.debug != nil {
		l.Scope = u.debug.scope
	}
	return l
}

// enterFunction begins the scope of a function.
func (d *debugInfo) enterFunction(g *fn, decl *cc.Declarator) {
	if d == nil {
		return
	}
	p := decl.Position()
	d.scope = d.u.m.AddDebug(ir.DebugEntry{Kind: ir.DebugFunction, Name: decl.Name(), Of: d.bare(g.ft), Loc: ir.Location{File: p.Filename, Line: p.Line, Col: p.Column}})
	g.f.Attrs.Debug = d.scope
}

// enterBlock begins a scope in the one at hand, and returns what ends it. A block that declares nothing is none.
func (d *debugInfo) enterBlock(n cc.Node, outermost bool, declarations func(yield func(*cc.InitDeclarator) bool)) (leave func()) {
	if d == nil || outermost || len(slices.Collect(declarations)) == 0 {
		return func() {}
	}
	outer, p := d.scope, n.Position()
	d.scope = d.u.m.AddDebug(ir.DebugEntry{Kind: ir.DebugBlock, Of: outer, Loc: ir.Location{File: p.Filename, Line: p.Line, Col: p.Column}})
	return func() { d.scope = outer }
}
