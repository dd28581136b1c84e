package ir

import "fmt"

// Changing the instruction list.
// Instructions of a block are a doubly linked list, so inserting and removing are constant wherever they
// happen and no handle changes.

// RemoveInst deletes i, whose results must have no uses left outside i itself.
// The handle stays taken, as a tombstone, so that sets by handle which a pass keeps stay right.
// It takes time linear in its operands.
func (f *Func) RemoveInst(i Inst) {
	r := &f.insts[i]
	if r.dead {
		panic(fmt.Sprintf("BUG: @%s: instruction %d deleted twice", f.Name, i))
	}
	f.changing(i)
	for u := range r.nuses {
		f.unlinkUse(r.use + u)
		f.uses[r.use+u].value = NoValue
	}
	f.markInst(i)
	f.unlink(i)
	r.dead = true
	f.dead++
	f.ops.add(r.op, -1)
	f.edited(r.op)
}

// unlink takes i out of the list of its block and leaves its own links as they are.
func (f *Func) unlink(i Inst) {
	r := &f.insts[i]
	b := &f.blocks[r.block]
	if r.prev != NoInst {
		f.insts[r.prev].next = r.next
	} else {
		b.first = r.next
	}
	if r.next != NoInst {
		f.insts[r.next].prev = r.prev
	} else {
		b.last = r.prev
	}
}

// link puts i into b before the instruction at, or at the end if at is NoInst.
// at is in b: the caller knows.
func (f *Func) link(i Inst, b Block, at Inst) {
	r := &f.insts[i]
	r.block, r.next = b, at
	if at != NoInst {
		r.prev = f.insts[at].prev
		f.insts[at].prev = i
	} else {
		r.prev = f.blocks[b].last
		f.blocks[b].last = i
	}
	if r.prev != NoInst {
		f.insts[r.prev].next = i
	} else {
		f.blocks[b].first = i
	}
}

// MoveInst moves i to block b before the instruction at (the end if at is NoInst).
// Whether its operands are defined there, and its effects may happen there, is the caller's concern.
func (f *Func) MoveInst(i Inst, b Block, at Inst) {
	f.changing(i)
	f.markInst(i)
	f.unlink(i)
	f.link(i, b, at)
	f.markInst(i)
	f.edited(f.insts[i].op)
	if !f.insts[i].op.IsTerminator() {
		f.moves++
	}
}
