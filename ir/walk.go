package ir

import "iter"

// Insts iterates over the instructions of b; the one visited may be removed meanwhile.
// Instructions that are inserted behind the one visited, before its old successor, are not visited.
func (f *Func) Insts(b Block) iter.Seq[Inst] {
	return func(yield func(Inst) bool) {
		for i := f.blocks[b].first; i != NoInst; {
			next := f.insts[i].next
			if !yield(i) {
				return
			}
			i = next
		}
	}
}

// AllInsts iterates over the instructions of all blocks in region tree order, as [Func.Insts] does over those of one.
func (f *Func) AllInsts() iter.Seq[Inst] {
	return func(yield func(Inst) bool) {
		for b := range f.Blocks() {
			// Insts would allocate its state once a block here.
			for i := f.blocks[b].first; i != NoInst; {
				next := f.insts[i].next
				if !yield(i) {
					return
				}
				i = next
			}
		}
	}
}

// InstsOf iterates over those with opcode op, and looks at none where the function has none.
func (f *Func) InstsOf(op Op) iter.Seq[Inst] {
	return func(yield func(Inst) bool) {
		if f.Count(op) == 0 {
			return
		}
		for i := range f.AllInsts() {
			if f.insts[i].op == op && !yield(i) {
				return
			}
		}
	}
}

// Defined iterates over the arguments of b and the results of its instructions. Arguments that are added
// meanwhile are not visited.
func (f *Func) Defined(b Block) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for _, v := range f.Args(b) {
			if !yield(v) {
				return
			}
		}
		for i := range f.Insts(b) {
			for n := range f.NumResults(i) {
				if !yield(f.Result(i, n)) {
					return
				}
			}
		}
	}
}
