package ir

import (
	"slices"
)

// Version is a number that grows with every change of the body. While it stays the same, whatever
// was computed from the function still holds.
// Caches compare it with the number they were made at; equality is the test, as two functions may have any numbers.
func (f *Func) Version() uint64 { return f.version }

// CFGVersion is a number that grows with every change of blocks, regions, and where terminators go.
// While it stays the same, what was computed from the control-flow graph still holds.
// Adding or moving instructions inside of blocks leaves it alone, which is what most passes do.
func (f *Func) CFGVersion() uint64 { return f.cfgVersion }

// DefUseVersion is a number that grows with every change of the body but where instructions that are no
// terminators stand. While it stays the same, what was computed from the graph of definitions and uses
// alone still holds.
func (f *Func) DefUseVersion() uint64 { return f.version - f.moves }

// SetOrigin changes where i comes from.
// Neither facts nor the graph depend on origins, so nothing is marked.
func (f *Func) SetOrigin(i Inst, o Origin) {
	f.coldInsts[i].origin = o
	f.version++
}

// Count returns how many live instructions have the opcode.
func (f *Func) Count(op Op) int { return f.ops.of(op) }

// reshaped notes a change of blocks, regions or branches.
func (f *Func) reshaped() {
	f.version++
	f.cfgVersion++
}

// edited notes that an instruction came, went or moved.
// op is that of the instruction: terminators change the graph.
func (f *Func) edited(op Op) {
	f.version++
	if op.IsTerminator() {
		f.cfgVersion++
	}
}

// goesElsewhere reports whether targets are other blocks than those of i.
// Arguments do not count: the graph stays the same with other values.
func (f *Func) goesElsewhere(i Inst, targets []Target) bool {
	if len(targets) != f.NumTargets(i) {
		return true
	}
	for n := range targets {
		if targets[n].Block != f.TargetBlock(i, n) {
			return true
		}
	}
	return false
}

// Splice puts the entries of region r in its place in its parent, and leaves r empty.
// The blocks then belong to the parent; whether r's stack slots may live that long is the caller's question.
func (f *Func) Splice(r Region) {
	f.changingRegion(r)
	p, k := f.regions[r].parent, int(f.regions[r].place)
	inner := f.regions[r].nodes
	nodes := slices.Replace(f.regions[p].nodes, k, k+1, inner...)
	f.regions[r].nodes, f.regions[p].nodes = nil, nodes
	for n := range inner {
		if !inner[n].IsRegion {
			f.blocks[inner[n].ID].region = p
		}
	}
	for ; k < len(nodes); k++ {
		if nodes[k].IsRegion {
			f.regions[nodes[k].ID].parent, f.regions[nodes[k].ID].place = p, uint32(k)
		}
	}
	f.reshaped()
}

// Compact lays the instructions out in region tree order, each block's contiguously, and
// drops tombstones and unused pool entries. Instruction handles change; the returned slice
// maps old to new, NoInst for deleted ones.
// Walking a block is then walking an array.
// It also takes time linear in the function, so passes leave it to Tidy.
func (f *Func) Compact() []Inst {
	moved := make([]Inst, len(f.insts))
	for i := range moved {
		moved[i] = NoInst
	}
	insts, attrs, more := make([]instRec, 0, f.Live()), make([]attrRec, 0, f.Live()), make([]coldInst, 0, f.Live())
	uses, old := make([]useRec, 0, len(f.uses)), f.claims
	f.claims = nil
	targets := make([]targetRec, 0, len(f.targets))
	for b := range f.Blocks() {
		blk := &f.blocks[b]
		for i := blk.first; i != NoInst; i = f.insts[i].next {
			r, m := f.insts[i], f.coldInsts[i]
			n := Inst(len(insts))
			moved[i] = n
			use, tgt := uint32(len(uses)), uint32(len(targets))
			for _, u := range f.uses[r.use : r.use+r.nuses] {
				u.inst = n
				uses = append(uses, u)
			}
			for k := range r.nuses {
				if u := r.use + k; int(u) < len(old) {
					f.setClaim(use+k, old[u])
				}
			}
			targets = append(targets, f.targets[m.tgt:m.tgt+uint32(r.ntgt)]...)
			r.use, m.tgt = use, tgt
			insts, attrs, more = append(insts, r), append(attrs, f.attrs[i]), append(more, m)
		}
		if blk.first == NoInst {
			continue
		}
		blk.first, blk.last = moved[blk.first], moved[blk.last]
		for n := blk.first; n <= blk.last; n++ {
			insts[n].prev, insts[n].next = n-1, n+1
		}
		insts[blk.first].prev, insts[blk.last].next = NoInst, NoInst
	}
	f.insts, f.attrs, f.coldInsts, f.uses, f.targets, f.dead = insts, attrs, more, uses, targets, 0
	f.version++
	f.Unsettle()
	for v := range f.values {
		r := &f.values[v]
		r.uses = none
		if r.inst&isArg == 0 {
			r.inst = moved[r.inst]
		}
	}
	// Backwards, since linkUse puts each in front: the uses of a value end up in the order of the text.
	for u := len(uses) - 1; u >= 0; u-- {
		f.linkUse(uint32(u))
	}
	return moved
}

// roomy is a copy with the room of the original: a clone is mostly made to be transformed.
func roomy[T any](s []T) []T { return append(make([]T, 0, cap(s)), s...) }

// clone is a deep copy in module m, whose symbols must have the same numbers.
// The copy has no marks: whoever keeps facts keeps them of the original.
func (f *Func) clone(m *Module) *Func {
	c := *f
	c.Module = m
	c.clean, c.watcher = marks{}, nil
	c.Params, c.Returns = slices.Clone(f.Params), slices.Clone(f.Returns)
	// What grows keeps the room that it has.
	c.values, c.insts, c.attrs, c.coldInsts = roomy(f.values), roomy(f.insts), roomy(f.attrs), roomy(f.coldInsts)
	c.places = [2][]Position{slices.Clone(f.places[0]), slices.Clone(f.places[1])}
	c.names = Numbering{slices.Clone(f.names.Value), slices.Clone(f.names.Block)}
	c.uses, c.claims = roomy(f.uses), roomy(f.claims)
	c.targets, c.blocks, c.regions = slices.Clone(f.targets), slices.Clone(f.blocks), slices.Clone(f.regions)
	c.consts, c.paths, c.ops, c.attrOverflow = slices.Clone(f.consts), slices.Clone(f.paths), slices.Clone(f.ops), slices.Clone(f.attrOverflow)
	for i := range c.blocks {
		c.blocks[i].args = slices.Clone(c.blocks[i].args)
	}
	for i := range c.regions {
		c.regions[i].nodes = slices.Clone(c.regions[i].nodes)
	}
	return &c
}
