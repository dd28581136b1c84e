package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/memory"
)

// restrictScope is a call of a function with restrict parameters (C11 6.7.3.1): which bytes were accessed through each,
// which otherwise, and which were modified by whatever means.
type restrictScope struct {
	slots []memory.AllocID // of the parameters: when they have ended, so has the call
	names []string
	bytes map[restrictPlace][]restrictByte // one for each parameter
}

// restrictPlace is a byte of an allocation.
type restrictPlace struct {
	of  memory.AllocID
	off uint64
}

// restrictByte is what happened to a byte, as bits.
type restrictByte uint8

const (
	byRestrict restrictByte = 1 << iota
	byOther
	byWriting
	conflict = byRestrict | byOther | byWriting
)

// beginRestrict begins a call: its arguments are the slots of the restrict parameters, each with its name.
func (c *checkCall) beginRestrict() {
	s := &restrictScope{bytes: map[restrictPlace][]restrictByte{}}
	for n := 0; n+1 < len(c.args); n += 2 {
		if a := c.object(n); a != nil {
			s.slots, s.names = append(s.slots, a.ID), append(s.names, c.text(n+1))
		}
	}
	c.w.restricts = append(c.w.restricts, s)
}

// access is one of an object: its address and size, whether it writes, the slot of the first restrict parameter of the
// function that makes it, null if it is by the name of the object, and that of the one that the address is based on.
func (c *checkCall) access() {
	w := c.w
	a := c.object(0)
	n, ok2 := c.args[1].(Int)
	writes, ok3 := c.args[2].(Int)
	if a == nil || !ok2 || !ok3 {
		return
	}
	by, on := memory.NoAlloc, memory.NoAlloc
	if a := c.object(3); a != nil {
		by = a.ID
	}
	if a := c.object(4); a != nil {
		on = a.ID
	}
	live := w.restricts[:0]
	for _, s := range w.restricts {
		if len(s.slots) > 0 && w.space.Record(s.slots[0]).State == memory.Live {
			live = append(live, s)
		}
	}
	w.restricts = live
	for _, s := range live {
		if by != memory.NoAlloc && s.slots[0] != by {
			continue
		}
		if size, ok := n.V.Int64(); ok && !c.touch(s, restrictPlace{a.ID, c.args[0].(Ptr).Addr - a.Base}, uint64(size), writes.V.Sign() != 0, on) {
			return
		}
	}
}

// touch notes an access in a call. It is false if the run ended.
func (c *checkCall) touch(s *restrictScope, at restrictPlace, n uint64, writes bool, on memory.AllocID) bool {
	for d := range n {
		b := restrictPlace{at.of, at.off + d}
		if s.bytes[b] == nil {
			if !c.w.keep(64) {
				return false
			}
			s.bytes[b] = make([]restrictByte, len(s.slots))
		}
		for k := range s.slots {
			x := &s.bytes[b][k]
			was := *x
			if s.slots[k] == on {
				*x |= byRestrict
			} else {
				*x |= byOther
			}
			if writes {
				*x |= byWriting
			}
			if *x == conflict && was != conflict {
				return c.w.fail(c.f, c.i, &UB{Code: UBSource, Fallback: "the access is made",
					Message: fmt.Sprintf("an object that is modified is accessed both through the restrict pointer '%s' and by an lvalue that is not based on it", s.names[k])})
			}
		}
	}
	return true
}
