package reduce

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
)

// cost orders cases: a candidate must cost less than the best so far, or the search could go
// round in circles. The parts count from the first to the last, then the text decides. The order is
// total, since texts of different cases differ, and every part is a natural number: so a search
// that only accepts cheaper cases ends.
type cost struct {
	// Earlier parts weigh infinitely more than later ones: no number of shorter constants makes up for an
	// instruction.
	parts [6]int
	// Equal parts leave the decision to the text, so that a renaming alone cannot go back and forth.
	text string
}

func (c cost) less(d cost) bool {
	for n, p := range c.parts {
		if p != d.parts[n] {
			return p < d.parts[n]
		}
	}
	return c.text < d.text
}

// The parts of a cost.
const (
	costSize     = iota // instructions (constants half), branches, blocks, arguments, signatures, items
	costOpcode          // rank of the opcodes and number of operands
	costClaims          // annotations and how much they claim, attributes
	costNumbers         // bit lengths of constants and sizes, sizes of types, bytes of data
	costOperands        // how far down the values that operands read are defined
	costText            // length of the text
)

// It depends on the case alone, never on the history of the search.
func measure(c Case, text string) cost {
	x := cost{text: text}
	// The factor of two leaves room for half units: a constant is cheaper than an operation.
	p := &x.parts
	p[costText] = len(text)
	for _, m := range c {
		p[costSize] += 2 * len(m.Items)
		for _, d := range m.Data {
			// Sizes are cut off, so that a huge declaration does not outweigh everything.
			p[costNumbers] += len(d.Relocs) + len(d.Pieces) + int(min(d.Size(), 1<<20))
			for _, piece := range d.Pieces {
				p[costNumbers] += len(piece.Bytes)
			}
		}
		for _, e := range m.Externs {
			signatureCost(p, e.Params, e.Returns)
		}
		for _, f := range m.Funcs {
			signatureCost(p, f.Params, f.Returns)
			functionCost(p, f)
		}
	}
	return x
}

// signatureCost counts a parameter as two, like an instruction.
// p is added to; lists are parameters and results.
func signatureCost(p *[6]int, lists ...[]ir.Param) {
	for _, l := range lists {
		p[costSize] += 2 * len(l)
		for _, x := range l {
			p[costClaims] += claims(x.Annot)
			p[costNumbers] += typeRank(x.Type)
		}
	}
}

// Regions count as much as blocks: dissolving one must be a gain.
func functionCost(p *[6]int, f *ir.Func) {
	if f.Attrs != (ir.FuncAttrs{}) {
		p[costClaims]++
	}
	if f.Linkage != (ir.Linkage{}) {
		p[costClaims]++
	}
	names := f.Number()
	regions := map[ir.Region]bool{}
	for b := range f.Blocks() {
		// Regions are found by the blocks in them, so an empty one costs nothing.
		for r := f.BlockRegion(b); r != ir.Body && !regions[r]; r = f.RegionParent(r) {
			regions[r] = true
		}
		p[costSize] += 2 + 2*len(f.Args(b))
		for _, a := range f.Args(b) {
			p[costClaims] += claims(f.AnnotOf(a))
			p[costNumbers] += typeRank(f.TypeOf(a))
		}
		for i := range f.Insts(b) {
			instCost(p, f, names, i)
		}
	}
	p[costSize] += 2 * len(regions)
}

// Opcodes are ranked by their number in the table, which has the simple ones first. Poison ranks
// last, as it hides what an operation computes.
func instCost(p *[6]int, f *ir.Func, names ir.Numbering, i ir.Inst) {
	op, a := f.Op(i), f.Attr(i)
	p[costSize] += 2
	if isConst(f, i) {
		p[costSize]--
	}
	// Branches cost by their targets, so that straightening is a gain.
	switch op {
	case ir.OpSwitch:
		p[costSize] += 3 * f.NumTargets(i) // as much as the comparisons that it stands for
	case ir.OpContinue, ir.OpRegionYield:
		p[costSize]++
	default:
		p[costSize] += f.NumTargets(i)
	}
	// The number of an opcode is that of the table, so its order is part of what reductions give.
	p[costOpcode] += int(op) + int(a.Pred) + int(a.RMW) + int(a.Lane.Kind) + 8*f.NumOperands(i) + f.NumTargets(i)
	if a.Sat {
		p[costOpcode]++
	}
	if op == ir.OpPoison {
		p[costOpcode] += ir.NumOps
	}
	for _, v := range f.Results(i) {
		p[costClaims] += claims(f.AnnotOf(v))
		p[costNumbers] += typeRank(f.TypeOf(v))
	}
	if a.Align != 0 {
		p[costClaims]++
	}
	// Memory orders are ranked by strength.
	p[costClaims] += bits.OnesCount8(uint8(a.Flags)) + int(a.Order) + int(a.Fail)
	for n := range f.NumOperands(i) {
		o := f.Operand(i, n)
		p[costClaims] += claims(o.Annot)
		// The numbering is that of the text: a value defined earlier has a lower number.
		p[costOperands] += names.Value[o.Value]
	}
	switch op {
	case ir.OpIConst:
		v := f.IntConst(i)
		// A bit counts twice, so that a negative number can cost half a bit more than its opposite.
		p[costNumbers] += 2 * int(v.BitLen())
		if v.Sign() < 0 {
			p[costNumbers]++
		}
	case ir.OpFConst:
		hi, lo := f.FloatConst(i)
		p[costNumbers] += bits.Len64(hi) + bits.Len64(lo)
	case ir.OpStackSlot, ir.OpSExt, ir.OpZExt:
		p[costNumbers] += bits.Len64(uint64(a.Imm))
	default:
		// N is a size or a width for all other opcodes that have one.
		p[costNumbers] += bits.Len32(a.N)
	}
}

// claims measures an annotation: one for being there, more the narrower its range is. A claim is
// cheaper the less it says, so that loosening is a gain and dropping a greater one.
func claims(a ir.Annot) int {
	if a == ir.NoAnnot {
		return 0
	}
	n := 1
	if a.HasFields() {
		a.MapFields(func(_ int, b ir.Annot) ir.Annot {
			n += claims(b)
			return b
		})
		return n
	}
	// A range of w bits claims less the wider it is; from 63 bits on all cost the same.
	if w, _, ok := a.Range(); ok {
		n += 64 - min(int(w), 63)
	}
	if a.Known() != nil {
		// Known bits are the most precise claim, so they cost more than any range.
		n += 64 + len(a.Known().Pattern())
	}
	if a.Align() != 0 {
		n += bits.Len32(a.Align())
	}
	return n + bits.OnesCount16(uint16(a.FPClasses()))
}
