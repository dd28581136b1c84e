package check

import "github.com/tuffy-ir/tuffy/ir"

// linear reports whether every memory operation takes the newest token there is, so that none
// can be stale: each function passes one token on from operation to operation, and there is one
// thread. It is a forward walk over each function that requires every join to agree. False says
// nothing.
// O(instructions + edges): each block is entered once.
func linear(m *ir.Module) bool {
	if spawns(m) {
		return false
	}
	for _, f := range m.Funcs {
		if !linearFunc(f) {
			return false
		}
	}
	return true
}

// start has the token with which each block begins; NoValue where none is passed.
func linearFunc(f *ir.Func) bool {
	entry := f.Entry()
	start := map[ir.Block]ir.Value{entry: ir.NoValue}
	if k := memArg(f, entry); k >= 0 {
		start[entry] = f.Args(entry)[k]
	}
	for work := []ir.Block{entry}; len(work) > 0; {
		// The walk follows the order of discovery; what a block starts with is fixed by the first edge into
		// it and compared at each other.
		b := work[0]
		work = work[1:]
		now, ok := passes(f, b, start[b])
		if !ok {
			return false
		}
		last := f.Terminator(b)
		for _, e := range f.Edges(nil, last) {
			next := now
			if k := memArg(f, e.Block); k >= 0 {
				// The argument must be passed the newest token, or a use of it would be stale.
				if f.Operand(last, e.Lo+k).Value != now {
					return false
				}
				// Without a token argument the block continues with the token of before, which must be the
				// same on all edges.
				next = f.Args(e.Block)[k]
			}
			if was, seen := start[e.Block]; seen && was != next {
				return false // a join that forgets which way was taken
			} else if !seen {
				start[e.Block] = next
				work = append(work, e.Block)
			}
		}
	}
	return true
}

// memArg is which argument of a block is the memory token, -1 if none is. A block has at most one.
func memArg(f *ir.Func, b ir.Block) int {
	for k, v := range f.Args(b) {
		if f.TypeOf(v) == ir.Mem {
			return k
		}
	}
	return -1
}

// passes follows the token through a block. Loads leave the token, stores and calls make a new one;
// ret hands it back.
// now is the newest token at the start of b. A result that is no memory token leaves it.
func passes(f *ir.Func, b ir.Block, now ir.Value) (end ir.Value, ok bool) {
	for i := range f.Insts(b) {
		switch op := f.Op(i); {
		case op.Is(ir.MemUse | ir.MemDef):
			if f.Arg(i, f.NumFixed(i)-1) != now {
				return now, false
			}
			if f.NumResults(i) > 0 && f.TypeOf(f.Result(i, 0)) == ir.Mem {
				now = f.Result(i, 0)
			}
		case op == ir.OpRet:
			for n := range f.NumOperands(i) {
				if v := f.Arg(i, n); f.TypeOf(v) == ir.Mem && v != now {
					return now, false
				}
			}
		}
	}
	return now, true
}
