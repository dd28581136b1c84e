package interp

import (
	"github.com/tuffy-ir/tuffy/memory"
)

// A front end whose programs save the top of the stack and go back to it, as compilers do for arrays of variable length, calls
// tuffy.stack_save, which gives a number, and tuffy.stack_restore with it: the slots that the call has made since then end.

// saveSlots gives how many slots the call at hand has.
func (c *checkCall) saveSlots() {
	c.out = []Value{NewInt(int64(len(*c.w.cur.slots())))}
}

// restoreSlots ends the slots behind the number that argument 0 is.
func (c *checkCall) restoreSlots() {
	v, ok := c.args[0].(Int)
	if !ok {
		return
	}
	n, ok := v.V.Int64()
	slots := c.w.cur.slots()
	if !ok || n < 0 || n > int64(len(*slots)) {
		return
	}
	left := (*slots)[:n]
	for _, s := range (*slots)[n:] {
		a := c.w.space.Record(s.id)
		if a.Kind != memory.Stack || a.Ext != nil { // arguments, places of setjmp
			left = append(left, s)
			continue
		}
		if !c.w.touchAll(c.f, c.i, a) {
			return
		}
		c.w.killSlot(s.id, c.f, c.i)
	}
	*slots = left
}
