package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// demand writes onto each use of an int which of its bits the consumer does not look at: the
// backward half of what the RFC on annotations calls known bits.
//
// Package facts says which bits of an operand matter to the instruction that reads it, given those of its
// result that matter. Whatever stands in the others, at one use or at many, every run behaves the same, so
// that the program is the same if they may be anything, which is what x in a pattern means. A check reads all
// bits, so that nothing is written where there is one: on the use, or on the result that the bits flow into. A
// constant keeps its bits, since what is demanded of the other operand may rest on them.
//
// Nothing is pushed to the definition: a value is what it is, and only its readers are told.
var demand = pass.Pass{
	Name: "demand", KeepsCFG: true,
	Doc:      "tells each use which bits of the number its consumer does not look at",
	Rewrites: pass.Rewrites(pass.Equivalences("unread")),
	Func:     runDemand,
}

// runDemand asks for the demanded bits of the whole function once: what it writes is what they
// said already.
func runDemand(c *pass.Ctx) {
	f := c.F
	d := c.Demands()
	for i := range f.AllInsts() {
		for n := range f.NumOperands(i) {
			o := f.Operand(i, n)
			// A constant's x would hide the number from rules that look for it.
			if f.TypeOf(o.Value) != ir.Int || isConst(f, o.Value) {
				continue
			}
			// Where both claims contradict each other the use is poison whenever it is
			// reached, and stays as it is.
			a, err := o.Annot.Meet(unread(d.Use(i, n)))
			if err != nil || a == o.Annot {
				continue
			}
			ch := pass.Change{Rule: "unread", At: i, Kind: pass.Equivalence}
			if c.Explains() {
				ch.Facts = []trace.Fact{{Kind: "demanded", Name: valueName(o.Value), Value: a.Known().Pattern()}}
			}
			if c.Fire(ch) {
				f.SetUseAnnot(i, n, a)
			}
		}
	}
}

// unread says that the bits outside of a mask do not matter; nothing if all matter, if none does, or if the
// mask is too wide to write.
// The symbol of the highest place stands for all bits above: x where the mask is not negative, ?
// where it has them all.
func unread(m num.Int) ir.Annot {
	if m.Sign() == 0 || m.Width() > widestClaim {
		return ir.NoAnnot
	}
	return pattern(m.Width()+1, func(n uint) byte {
		if m.Bit(n) == 1 {
			return '?'
		}
		return 'x'
	})
}

// pattern is the annotation with so many symbols, of bits from 0 on; nothing if all are ?.
// The text has the highest bit first, as the notation of the annotation has it.
func pattern(width uint, symbol func(n uint) byte) ir.Annot {
	text, says := make([]byte, width), false
	for n := range width {
		text[width-1-n] = symbol(n)
		says = says || text[width-1-n] != '?'
	}
	if !says {
		return ir.NoAnnot
	}
	a, err := ir.KnownBits(string(text))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return a
}
