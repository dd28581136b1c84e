package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// A front end that is asked for checks adds calls of these functions, whose names no program can write. But for tuffy.thread
// they return nothing, they are no events, and tell the run what the types of the source say of an object.

// checkCalls are those functions by name. Arguments are what the front end passes: pointers and small integers.
var checkCalls = map[string]func(c *checkCall){
	"tuffy.const":         func(c *checkCall) { c.constant(true) },
	"tuffy.returns":       (*checkCall).returns,
	"tuffy.declares":      (*checkCall).declares,
	"tuffy.type":          (*checkCall).typed,
	"tuffy.copies":        (*checkCall).copies,
	"tuffy.restrict":      (*checkCall).beginRestrict,
	"tuffy.access":        (*checkCall).access,
	"tuffy.va_start":      func(c *checkCall) { c.madeList("va_start", "7.16.1.4p3") },
	"tuffy.va_copy":       func(c *checkCall) { c.madeList("va_copy", "7.16.1.2p3") },
	"tuffy.va_end":        (*checkCall).endedList,
	"tuffy.va_arg":        (*checkCall).takesArgument,
	"tuffy.va_type":       (*checkCall).takesType,
	"tuffy.callback":      (*checkCall).calledBack,
	"tuffy.narrows":       (*checkCall).narrows,
	"tuffy.thread":        (*checkCall).ofThread,
	"tuffy.field":         (*checkCall).setField,
	"tuffy.gone":          (*checkCall).forgets,
	"tuffy.padding":       (*checkCall).padding,
	"tuffy.va_spill":      (*checkCall).spill,
	"tuffy.stack_save":    (*checkCall).saveSlots,
	"tuffy.stack_restore": (*checkCall).restoreSlots,
	"tuffy.va_left":       (*checkCall).leavesLists,
	staticCheck:           (*checkCall).gives,
	"tuffy.mutable":       func(c *checkCall) { c.constant(false) },
}

// checkCall is a call of such a function.
type checkCall struct {
	w    *world
	f    *ir.Func
	i    ir.Inst
	args []Value
	out  []Value // the result, of the few that have one
}

// object is the live allocation that argument n points to; nil if there is none.
func (c *checkCall) object(n int) *memory.Alloc {
	p, ok := c.args[n].(Ptr)
	if !ok {
		return nil
	}
	a := c.w.space.Record(c.w.allocationOf(p.Pointer))
	if a == nil || a.State != memory.Live {
		return nil
	}
	return a
}

// constant makes the object one that nothing may modify, or takes that back.
func (c *checkCall) constant(yes bool) {
	if a := c.object(0); a != nil {
		c.w.mem.SetReadOnly(a.ID, yes)
	}
}

// returns reports that a function returns that says that it does not.
func (c *checkCall) returns() {
	c.w.fail(c.f, c.i, &UB{Code: UBSource, Fallback: "it returns", Message: fmt.Sprintf("'%s' returns, and is declared with _Noreturn", c.text(0))})
}

// text is the constant that argument n points to, up to its zero.
func (c *checkCall) text(n int) string {
	a := c.object(n)
	if a == nil {
		return ""
	}
	return c.w.constText(a)
}

// constText is the text of an allocation up to its zero.
func (w *world) constText(a *memory.Alloc) string {
	b := make([]memory.Byte, a.Size)
	w.mem.ReadBytes(a, 0, b)
	var s []byte
	for _, x := range b {
		if x.Kind != memory.Bits || x.Value == 0 {
			break
		}
		s = append(s, x.Value)
	}
	return string(s)
}

// forgets takes the values of the bytes of an object.
func (c *checkCall) forgets() {
	if a := c.object(0); a != nil && c.w.mem.Fill(a, 0, a.Size, memory.UninitByte()) != nil {
		c.w.limit("memory limit")
	}
}
