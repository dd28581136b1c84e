package ir

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// Builder makes instructions at one place of a function. There is no other way to make one,
// and every method takes the origin. Misuse (a wrong operand count, a type that cannot be
// inferred) is a bug of the caller and panics; whether the program makes sense is for
// [Verify] to say.
// It stays valid while the instruction that it inserts before stays where it is.
type Builder struct {
	F     *Func
	block Block
	at    Inst // insert before this instruction; NoInst is the end of block
}

// At returns a builder that appends to block b.
func (f *Func) At(b Block) *Builder { return &Builder{f, b, NoInst} }

// Before returns a builder that inserts before instruction i.
func (f *Func) Before(i Inst) *Builder { return &Builder{f, f.insts[i].block, i} }

// Block returns the block that b inserts into.
func (b *Builder) Block() Block { return b.block }

// Inst makes an instruction from all its parts. types are the result types; results is how
// the parser, the generator and the reducer build what the typed methods do not cover.
// The instruction stands behind those that the same builder made before.
func (b *Builder) Inst(op Op, a Attr, fixed []Operand, targets []Target, types []Type, o Origin) Inst {
	f := b.F
	if len(f.insts) == cap(f.insts) {
		f.growInsts()
	}
	i := Inst(len(f.insts))
	f.insts = append(f.insts, instRec{op: op, res: Value(len(f.values)), nres: uint16(len(types))})
	f.attrs, f.coldInsts = append(f.attrs, f.packAttr(a, attrRec{})), append(f.coldInsts, coldInst{origin: o})
	for n, t := range types {
		f.values = append(f.values, valueRec{typ: t, inst: i, index: uint32(n), uses: none})
	}
	f.fill(i, fixed, targets)
	f.link(i, b.block, b.at)
	f.markInst(i)
	f.ops.add(op, 1)
	f.edited(op)
	return i
}

// growInsts makes room for as many instructions as there are, and for leastInsts at least: a function of a few would
// otherwise take new room for each.
func (f *Func) growInsts() {
	n := max(len(f.insts), leastInsts)
	f.insts, f.attrs, f.coldInsts = slices.Grow(f.insts, n), slices.Grow(f.attrs, n), slices.Grow(f.coldInsts, n)
	f.values = slices.Grow(f.values, n)
}

const leastInsts = 16

// Op makes an instruction whose result types follow from its operands and the arrow types.
func (b *Builder) Op(op Op, a Attr, o Origin, arrow []Type, args ...Value) Inst {
	var fixedRoom [4]Operand
	var typesRoom [4]Type
	fixed, types := fixedRoom[:0], typesRoom[:0]
	for _, v := range args {
		fixed = append(fixed, Operand{Value: v})
		types = append(types, b.F.TypeOf(v))
	}
	var path []uint32
	if Ops[op].Form == FormPath {
		path = b.F.paths[a.Aux-1]
	}
	res, err := ResultTypes(op, a, types, arrow, path, b.F.Params)
	if err != nil {
		panic(fmt.Sprintf("BUG: building %s: %v", op, err))
	}
	return b.Inst(op, a, fixed, nil, res, o)
}

func (b *Builder) value(op Op, a Attr, o Origin, arrow []Type, args ...Value) Value {
	return b.F.Result(b.Op(op, a, o, arrow, args...), 0)
}

// IConst makes an integer constant.
func (b *Builder) IConst(v num.Int, o Origin) Value {
	if n, ok := v.Int64(); ok {
		return b.Int64(n, o)
	}
	return b.value(OpIConst, Attr{Aux: b.F.AddConst(v)}, o, nil)
}

// Int64 makes an integer constant.
func (b *Builder) Int64(v int64, o Origin) Value { return b.value(OpIConst, Attr{Imm: v}, o, nil) }

// BConst makes a truth value.
func (b *Builder) BConst(v bool, o Origin) Value {
	a := Attr{}
	if v {
		a.Imm = 1
	}
	return b.value(OpBConst, a, o, nil)
}

// FConst makes a float constant of type t from its bits, up to 64.
func (b *Builder) FConst(t Type, bits uint64, o Origin) Value {
	return b.value(OpFConst, Attr{N: uint32(t), Imm: int64(bits)}, o, nil)
}

// FConstWide makes a constant of type f80 or f128 from its bits.
func (b *Builder) FConstWide(t Type, hi, lo uint64, o Origin) Value {
	return b.value(OpFConst, Attr{N: uint32(t), Aux: b.F.AddConst(num.FromWords(hi, lo))}, o, nil)
}

// Poison makes a poison value of type t.
func (b *Builder) Poison(t Type, o Origin) Value { return b.value(OpPoison, Attr{}, o, []Type{t}) }

// Param reads parameter n; its annotation is that of the signature.
func (b *Builder) Param(n int, o Origin) Value {
	v := b.value(OpParam, Attr{Imm: int64(n)}, o, nil)
	b.F.SetAnnot(v, b.F.Params[n].Annot)
	return v
}

// SymbolAddr makes a pointer to a symbol.
func (b *Builder) SymbolAddr(name string, o Origin) Value {
	return b.value(OpSymbolAddr, Attr{Aux: uint32(b.F.Module.Symbol(name))}, o, nil)
}

// Unary makes an operation of one operand and one result that its operand types determine.
func (b *Builder) Unary(op Op, x Value, o Origin) Value { return b.value(op, Attr{}, o, nil, x) }

// Binary makes an operation of two operands and one result that their types determine.
func (b *Builder) Binary(op Op, x, y Value, o Origin) Value {
	return b.value(op, Attr{}, o, nil, x, y)
}

// Sized makes an operation whose mnemonic carries a number: count_leading_zeros.N, bswap.N, …
func (b *Builder) Sized(op Op, n uint32, o Origin, args ...Value) Inst {
	return b.Op(op, Attr{N: n}, o, nil, args...)
}

// Extend makes sext or zext to n bits.
func (b *Builder) Extend(op Op, x Value, n uint32, o Origin) Value {
	return b.value(op, Attr{Imm: int64(n)}, o, nil, x)
}

// Compare makes icmp or fcmp, as the predicate says.
func (b *Builder) Compare(p Pred, x, y Value, o Origin) Value {
	op := OpICmp
	if p.IsFloat() {
		op = OpFCmp
	}
	return b.value(op, Attr{Pred: p}, o, nil, x, y)
}

// Select makes a select.
func (b *Builder) Select(c, x, y Value, o Origin) Value {
	return b.value(OpSelect, Attr{}, o, nil, c, x, y)
}

// Convert makes an operation whose result type is chosen: bitcast, fp_convert, inttoptr, …
func (b *Builder) Convert(op Op, x Value, t Type, o Origin) Value {
	return b.value(op, Attr{}, o, []Type{t}, x)
}

// ExtractValue reads the field at path.
func (b *Builder) ExtractValue(x Value, o Origin, path ...uint32) Value {
	return b.value(OpExtractValue, Attr{Aux: b.F.AddPath(path)}, o, nil, x)
}

// InsertValue replaces the field at path.
func (b *Builder) InsertValue(x, field Value, o Origin, path ...uint32) Value {
	return b.value(OpInsertValue, Attr{Aux: b.F.AddPath(path)}, o, nil, x, field)
}

// StackSlot makes an allocation of size bytes; align 0 is 1.
func (b *Builder) StackSlot(size int64, align uint32, o Origin) Value {
	return b.value(OpStackSlot, Attr{Imm: size, Align: align}, o, nil)
}

// StackSlotDyn makes an allocation of as many bytes as size says; align 0 is 1.
func (b *Builder) StackSlotDyn(size Value, align uint32, o Origin) Value {
	return b.value(OpStackSlotDyn, Attr{Align: align}, o, nil, size)
}

// StackEnd ends the stack slot that p is the start of.
func (b *Builder) StackEnd(p, mem Value, o Origin) Value {
	return b.value(OpStackEnd, Attr{}, o, nil, p, mem)
}

// Load reads n bytes at p as type t.
// Alignment is none: Inst takes one in its attributes.
func (b *Builder) Load(n uint32, p, mem Value, t Type, o Origin) Value {
	return b.value(OpLoad, Attr{N: n}, o, []Type{t}, p, mem)
}

// Store writes n bytes of v at p.
func (b *Builder) Store(n uint32, v, p, mem Value, o Origin) Value {
	return b.value(OpStore, Attr{N: n}, o, nil, v, p, mem)
}

// Call calls callee; the first result is the memory token, the others have the types given.
func (b *Builder) Call(callee Value, args []Value, mem Value, results []Type, o Origin) Inst {
	all := append(append([]Value{callee}, args...), mem)
	return b.Op(OpCall, Attr{}, o, results, all...)
}

// Ret returns values, the memory token last if there is one.
func (b *Builder) Ret(o Origin, vals ...Value) Inst { return b.Op(OpRet, Attr{}, o, nil, vals...) }

// Goto makes a target without annotations.
func Goto(to Block, args ...Value) Target {
	t := Target{Block: to}
	for _, v := range args {
		t.Args = append(t.Args, Operand{Value: v})
	}
	return t
}

// Br branches to t.
func (b *Builder) Br(t Target, o Origin) Inst {
	return b.Inst(OpBr, Attr{}, nil, []Target{t}, nil, o)
}

// BrIf branches to t if c is true, else to e.
func (b *Builder) BrIf(c Value, t, e Target, o Origin) Inst {
	return b.Inst(OpBrIf, Attr{}, []Operand{{Value: c}}, []Target{t, e}, nil, o)
}

// Switch branches on an int: the cases in order, then the default.
func (b *Builder) Switch(v Value, cases []Target, otherwise Target, o Origin) Inst {
	otherwise.Case = nil
	return b.Inst(OpSwitch, Attr{}, []Operand{{Value: v}}, append(append([]Target(nil), cases...), otherwise), nil, o)
}

// Yield makes continue or region_yield.
func (b *Builder) Yield(op Op, o Origin, vals ...Value) Inst {
	return b.Op(op, Attr{}, o, nil, vals...)
}

// Stop makes unreachable or trap.
func (b *Builder) Stop(op Op, o Origin) Inst { return b.Op(op, Attr{}, o, nil) }
