package ir

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// Constants and paths.

// AddConst stores an integer in the function's pool and returns its index+1.
// Equal constants get entries of their own: equal indices mean equal constants, others nothing.
func (f *Func) AddConst(v num.Int) uint32 {
	f.consts = append(f.consts, v)
	return uint32(len(f.consts))
}

// AddPath stores a field path in the function's pool and returns its index+1.
func (f *Func) AddPath(p []uint32) uint32 {
	f.paths = append(f.paths, slices.Clone(p))
	return uint32(len(f.paths))
}

// IntConst returns the value of an iconst.
func (f *Func) IntConst(i Inst) num.Int {
	if k := f.aux(i); k != 0 {
		return f.consts[k-1]
	}
	return num.New(f.attrs[i].imm)
}

// AppendIntConst appends the decimal text of an iconst.
func (f *Func) AppendIntConst(text []byte, i Inst) []byte {
	return f.IntConst(i).Append(text, 10)
}

// SmallConst returns the value of an iconst if it fits 64 signed bits.
// Attributes with nothing but a number are the common case, and need no look at the pool.
func (f *Func) SmallConst(i Inst) (int64, bool) {
	if r := &f.attrs[i]; r.rest == 0 {
		return r.imm, true
	}
	return f.IntConst(i).Int64()
}

// FloatConst returns the bits of an fconst: hi is zero but for f80 and f128.
// It trusts the instruction to be an fconst.
func (f *Func) FloatConst(i Inst) (hi, lo uint64) {
	if k := f.aux(i); k != 0 {
		c := f.consts[k-1]
		return c.Shr(64).Low64(), c.Low64()
	}
	return 0, uint64(f.Attr(i).Imm)
}

// Path returns the field path of extractvalue or insertvalue.
// The caller must not change it.
func (f *Func) Path(i Inst) []uint32 { return f.paths[f.aux(i)-1] }

// SymbolOf returns the symbol of symbol_addr, or the name of target.intrinsic.
// Both are interned names of the module.
func (f *Func) SymbolOf(i Inst) Symbol { return Symbol(f.aux(i)) }

// Places in the text.

// BlockPos and RegionPos say where the header stood in the text.
func (f *Func) BlockPos(b Block) Position { return f.posAt(0, uint32(b)) }

// SetBlockPos records where the header of b stood.
func (f *Func) SetBlockPos(b Block, p Position) { f.setPos(0, uint32(b), p) }

// RegionPos says where the header of r stood in the text.
func (f *Func) RegionPos(r Region) Position { return f.posAt(1, uint32(r)) }

// SetRegionPos records where the header of r stood.
func (f *Func) SetRegionPos(r Region, p Position) { f.setPos(1, uint32(r), p) }

func (f *Func) posAt(kind int, n uint32) Position {
	if int(n) < len(f.places[kind]) {
		return f.places[kind][n]
	}
	return Position{}
}

// kind is 0 for blocks and 1 for regions.
func (f *Func) setPos(kind int, n uint32, p Position) {
	for int(n) >= len(f.places[kind]) {
		f.places[kind] = append(f.places[kind], Position{})
	}
	f.places[kind][n] = p
}
