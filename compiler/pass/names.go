package pass

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// names are what the trace calls the values and blocks of a function: the numbers of its author, and for what is made
// during the run numbers above all of them, in the order of the making. Unlike [ir.Func.Names] they stay while
// the function changes.
type names struct {
	ir.Numbering
	value, block int // the next ones
}

// traces reports whether entries are made that somebody reads.
func (r *run) traces() bool { return r.decides && (r.o.Trace != trace.None || r.o.Explain) }

// named returns the names of f. It is first called for a function before the run changes it.
func (r *run) named(f *ir.Func) *names {
	n := r.last.names
	if r.last.f != f {
		n = r.names[f]
	}
	if n == nil {
		n = &names{Numbering: f.Names()}
		for _, k := range n.Value {
			n.value = max(n.value, k+1)
		}
		for _, k := range n.Block {
			n.block = max(n.block, k+1)
		}
		if r.names == nil {
			r.names = map[*ir.Func]*names{}
		}
		r.names[f] = n
	}
	r.last.f, r.last.names = f, n
	for len(n.Value) < f.NumValues() {
		n.Value = append(n.Value, n.value)
		n.value++
	}
	for len(n.Block) < f.NumBlocks() {
		n.Block = append(n.Block, n.block)
		n.block++
	}
	return n
}

// place names where an entry is: the instruction by its first result or by its opcode and block, the block, and
// the region by its kind and first block. These are names for people: what finds an entry again is its hash.
func (n *names) place(f *ir.Func, e *trace.Entry, ch Change) {
	switch {
	case ch.At == ir.NoInst:
		e.At = n.BlockName(ch.Block)
	case f.NumResults(ch.At) > 0:
		e.At = n.Name(f.Result(ch.At, 0))
	default:
		e.At = f.Mnemonic(ch.At) + " in " + n.BlockName(f.InstBlock(ch.At))
	}
	if x := f.BlockRegion(ch.block(f)); x != ir.Body {
		e.Region = f.RegionKind(x).String() + " at " + n.BlockName(f.RegionEntry(x))
	}
}

// facts are those of a change, typed and with the names of values in the place of handles. A change that rests on
// nothing but its pattern has what is claimed of the operands, and which are constants.
func (n *names) facts(f *ir.Func, ch Change) []trace.Fact {
	out := slices.Clone(ch.Facts)
	for k := range out {
		out[k].Name, out[k].Value = n.shown(out[k].Name), n.shown(out[k].Value)
		out[k] = out[k].Typed()
	}
	if len(out) > 0 || ch.At == ir.NoInst {
		return out
	}
	for k := range min(f.NumOperands(ch.At), maxDescribed) {
		v := f.Arg(ch.At, k)
		switch d := f.Def(v); {
		case d != ir.NoInst && f.Op(d) == ir.OpIConst:
			out = append(out, trace.Fact{Kind: "const", Name: n.Name(v), Value: string(f.AppendIntConst(nil, d))}.Typed())
		case f.AnnotOf(v) != ir.NoAnnot:
			out = append(out, trace.Fact{Kind: "annotation", Name: n.Name(v), Value: f.AnnotOf(v).String()}.Typed())
		}
	}
	return out
}

// shown is the name of a value for its handle, and any other text.
func (n *names) shown(handle string) string {
	digits, ok := strings.CutPrefix(handle, "v")
	if v, err := strconv.ParseUint(digits, 10, 32); ok && err == nil && v < uint64(len(n.Value)) {
		return n.Name(ir.Value(v))
	}
	return handle
}
