package interp

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/memory"
)

// restrictScope is a call of a function with restrict pointers, or the execution of a block with one (C11 6.7.3.1): which bytes were accessed
// through each, which otherwise, and which were modified by whatever means.
type restrictScope struct {
	key   memory.AllocID                   // an object of the call or the block: when it has ended, so has that
	names []string                         // of the pointers
	alone []bool                           // accesses that are based on none of them count
	bytes map[restrictPlace][]restrictByte // one for each pointer
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

// beginRestrict begins a call or the execution of a block: its arguments are an object of it, and of each pointer the name and whether accesses based on none count.
func (c *checkCall) beginRestrict() {
	a := c.object(0)
	if a == nil {
		return
	}
	s := &restrictScope{key: a.ID, bytes: map[restrictPlace][]restrictByte{}}
	for n := 1; n+1 < len(c.args); n += 2 {
		alone, ok := c.args[n+1].(Int)
		s.names, s.alone = append(s.names, c.text(n)), append(s.alone, ok && alone.V.Sign() != 0)
	}
	c.w.restricts = append(slices.DeleteFunc(c.w.restricts, func(s *restrictScope) bool { return s.key == a.ID }), s)
}

// access is one of an object: its address and size, whether it writes, the object of the call or block whose pointers it concerns, null if it is by
// the name of the object and concerns all, and which of the pointers the address is based on, from 1 on, 0 for none.
func (c *checkCall) access() {
	w := c.w
	a := c.object(0)
	n, ok2 := c.args[1].(Int)
	writes, ok3 := c.args[2].(Int)
	key, ok4 := c.args[3].(Ptr)
	on, ok5 := c.args[4].(Int)
	if a == nil || !ok2 || !ok3 || !ok4 || !ok5 {
		return
	}
	named := key.Addr == 0
	of := c.object(3)
	if !named && of == nil {
		return
	}
	size, _ := n.V.Int64()
	by, _ := on.V.Int64()
	w.restricts = slices.DeleteFunc(w.restricts, func(s *restrictScope) bool { return w.space.Record(s.key).State != memory.Live })
	for _, s := range w.restricts {
		if !named && s.key != of.ID {
			continue
		}
		if !c.touch(s, restrictPlace{a.ID, c.args[0].(Ptr).Addr - a.Base}, uint64(size), writes.V.Sign() != 0, int(by)-1) {
			return
		}
	}
}

// touch notes an access in a call. It is false if the run ended.
func (c *checkCall) touch(s *restrictScope, at restrictPlace, n uint64, writes bool, on int) bool {
	for d := range n {
		b := restrictPlace{at.of, at.off + d}
		if s.bytes[b] == nil {
			if !c.w.keep(64) {
				return false
			}
			s.bytes[b] = make([]restrictByte, len(s.names))
		}
		for k := range s.names {
			x := &s.bytes[b][k]
			was := *x
			if on < 0 && !s.alone[k] {
				continue
			}
			if k == on {
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
