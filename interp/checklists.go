package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// What C has about lists of arguments and the instructions do not know (C11 7.16): a list that va_start or va_copy made is
// ended in the function that made it, is not made again before, and is not used by a function after another one that was
// given it has taken arguments from it.

// openList is a list that was made and has not been ended.
type openList struct {
	in   *ir.Func
	at   memory.AllocID // the object that the list is or lies in
	off  uint64
	args memory.AllocID // the arguments of the call that va_start made it of, which end with it; NoAlloc of a copy
	how  string         // what made it
	user memory.AllocID // the object of the latest function that took an argument by it; NoAlloc if none has
}

// openListAt is the number in w.lists of the list that argument n points to, -1 if it has not been made.
func (c *checkCall) openListAt(n int) int {
	a := c.object(n)
	if a == nil {
		return -1
	}
	off := c.args[n].(Ptr).Addr - a.Base
	return slices.IndexFunc(c.w.lists, func(l openList) bool { return l.at == a.ID && l.off == off })
}

// madeList notes the list that argument 0 points to. A paragraph forbids what makes it if it is made already.
func (c *checkCall) madeList(how, paragraph string) {
	a := c.object(0)
	if a == nil {
		return
	}
	if n := c.openListAt(0); n >= 0 {
		c.w.fail(c.f, c.i, &UB{Code: UBBadVaList, Fallback: "the list is made anew",
			Message: how + ": the list was made by " + c.w.lists[n].how + " and has not been ended by va_end (C11 " + paragraph + ")"})
		c.w.lists = slices.Delete(c.w.lists, n, n+1)
	}
	// Those of functions that longjmp left have ended.
	c.w.lists = slices.DeleteFunc(c.w.lists, func(l openList) bool {
		id := l.args
		if id == memory.NoAlloc {
			id = l.at
		}
		return c.w.space.Record(id).State != memory.Live
	})
	l := openList{in: c.f, at: a.ID, off: c.args[0].(Ptr).Addr - a.Base, how: how}
	if slots := *c.w.cur.slots(); how == "va_start" && len(slots) > 0 {
		if last := slots[len(slots)-1].id; c.w.space.Record(last).Kind == memory.Arguments {
			l.args = last
		}
	}
	c.w.lists = append(c.w.lists, l)
}

// endedList forgets the list that argument 0 points to.
func (c *checkCall) endedList() {
	if n := c.openListAt(0); n >= 0 {
		c.w.lists = slices.Delete(c.w.lists, n, n+1)
	}
}

// takesArgument tells that the list that argument 0 points to is used. Argument 1 is an object of who uses it: the parameter that
// is the list, or the list itself. If that of the latest user has ended, a function that was given the list has returned.
func (c *checkCall) takesArgument() {
	n, user := c.openListAt(0), c.object(1)
	if n < 0 || user == nil {
		return
	}
	l := &c.w.lists[n]
	if l.user != memory.NoAlloc && c.w.space.Record(l.user).State != memory.Live {
		c.w.fail(c.f, c.i, &UB{Code: UBBadVaList, Fallback: "the list continues where it stands",
			Message: "the list was passed to a function that has taken arguments from it: only va_end can follow (C11 7.16p3)"})
	}
	l.user = user.ID
}

// leavesLists tells that the function returns: its lists have been ended.
func (c *checkCall) leavesLists() {
	slots := *c.w.cur.slots()
	own := func(id memory.AllocID) bool {
		return id != memory.NoAlloc && slices.ContainsFunc(slots, func(s liveSlot) bool { return s.id == id })
	}
	n := slices.IndexFunc(c.w.lists, func(l openList) bool { return l.in == c.f && (own(l.args) || l.how == "va_copy" && own(l.at)) })
	if n < 0 {
		return
	}
	c.w.fail(c.f, c.i, &UB{Code: UBBadVaList, Fallback: "it returns",
		Message: "the function returns, and a list that " + c.w.lists[n].how + " made in it has not been ended by va_end (C11 7.16.1p1)"})
	c.w.lists = slices.Delete(c.w.lists, n, n+1)
}

// takesType tells of what type the next argument of the list is taken, which argument 1 names: it is compatible with that of the
// argument, or of the other sign and both can represent the value, or both are pointers and one is to void.
func (c *checkCall) takesType() {
	a := c.object(0)
	if a == nil {
		return
	}
	off := c.args[0].(Ptr).Addr - a.Base
	if off+ir.VaListBytes > a.Size {
		return
	}
	b := make([]memory.Byte, ir.PtrBytes)
	c.w.mem.ReadBytes(a, off+listAt, b)
	p, l, why := c.w.listIn(b, false)
	if why != "" { // which the instruction reports
		return
	}
	n := c.w.listPosition(p)
	if n >= uint64(len(l.args)) || l.args[n].by.Rule != ir.RuleCall && l.args[n].by.Rule != ir.RuleCallValue {
		return
	}
	_, types := ir.CutPassed(l.args[n].by.Type)
	if len(types) < len(l.args) {
		return
	}
	have, want := types[n], c.text(1)
	v, isInt := l.args[n].value.(Int)
	switch {
	case have == want || strings.Contains(have, "...") || strings.Contains(want, "..."), strings.HasSuffix(have, "*") && strings.HasSuffix(want, "*") && (have == "void *" || want == "void *" || twins(have, want)):
		return
	case isInt && twins(have, want):
		if size, ok := signedBits[strings.TrimPrefix(want, "unsigned ")]; !ok || v.V.FitsSigned(size) && v.V.FitsUnsigned(size) {
			return
		}
		c.w.fail(c.f, c.i, &UB{Code: UBBadVaList, Fallback: "its bits are taken",
			Message: fmt.Sprintf("va_arg: argument %d behind the parameters is %s, of type '%s', and is taken as '%s', which cannot represent it", n+1, formatInt(v.V), have, want)})
		return
	}
	c.w.fail(c.f, c.i, &UB{Code: UBBadVaList, Fallback: "its bits are taken",
		Message: fmt.Sprintf("va_arg: argument %d behind the parameters is of type '%s', and is taken as '%s'", n+1, have, want)})
}

// signedBits are the signed types that an argument may have after promotion, and their widths.
var signedBits = map[string]uint{"int": 32, "long": 64, "long long": 64}
