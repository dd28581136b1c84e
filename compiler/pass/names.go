package pass

import (
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
func (r *run) traces() bool { return r.o.Record != nil && r.o.Trace != trace.None }

// named returns the names of f. It is first called for a function before the run changes it.
func (r *run) named(f *ir.Func) *names {
	n := r.names[f]
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

// of returns the names of the handles in an entry that are called otherwise.
func (n *names) of(f *ir.Func, e *trace.Entry, ch Change) map[string]string {
	var out map[string]string
	put := func(handle, name string) {
		if handle == name {
			return
		}
		if out == nil {
			out = map[string]string{}
		}
		out[handle] = name
	}
	switch {
	case ch.At == ir.NoInst:
		put(e.At, n.BlockName(ch.Block))
	case f.NumResults(ch.At) > 0:
		put(e.At, n.Name(f.Result(ch.At, 0)))
	default:
		put(e.At, f.Mnemonic(ch.At)+" in "+n.BlockName(f.InstBlock(ch.At)))
	}
	// A region has no name of its own; its first block has.
	if e.Region != "" {
		x := f.BlockRegion(ch.block(f))
		put(e.Region, f.RegionKind(x).String()+" at "+n.BlockName(f.RegionEntry(x)))
	}
	for _, fact := range e.Context {
		for _, handle := range []string{fact.Name, fact.Value} {
			digits, ok := strings.CutPrefix(handle, "v")
			if v, err := strconv.ParseUint(digits, 10, 32); ok && err == nil && v < uint64(len(n.Value)) {
				put(handle, n.Name(ir.Value(v)))
			}
		}
	}
	return out
}
