package ir

// Watcher is told of what is about to change in a function, as it still is. What it is told of twice has changed in between.
type Watcher interface {
	Inst(f *Func, i Inst)     // its operands, targets, attributes, claims or results, its place, or that it is there
	Block(f *Func, b Block)   // its arguments, or that it is there
	Region(f *Func, r Region) // its nodes, or that it is there
}

// Watch has w told of every change of f from now on, but for what is new; nil ends it. A copy of f is not watched.
func (f *Func) Watch(w Watcher) { f.watcher = w }

// changing tells of an instruction. It is small, as every mutator calls it.
func (f *Func) changing(i Inst) {
	if f.watcher != nil {
		f.watcher.Inst(f, i)
	}
}

func (f *Func) changingBlock(b Block) {
	if f.watcher != nil {
		f.watcher.Block(f, b)
	}
}

func (f *Func) changingRegion(r Region) {
	if f.watcher != nil {
		f.watcher.Region(f, r)
	}
}

// changingValue tells of what makes v.
func (f *Func) changingValue(v Value) {
	if f.watcher == nil {
		return
	}
	if i := f.Def(v); i != NoInst {
		f.watcher.Inst(f, i)
	} else if b := f.DefBlock(v); b != NoBlock {
		f.watcher.Block(f, b)
	}
}

// Removed reports whether b is deleted.
func (f *Func) Removed(b Block) bool { return f.blocks[b].dead }
