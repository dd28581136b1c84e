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
	alone []int64                          // which accesses that are based on none of them count: allAlone, namedAlone, namedBetween or none
	bytes map[restrictPlace][]restrictByte // one for each pointer
}

// Which accesses count that are based on no restrict pointer, as the front end has it.
const (
	allAlone     = 1
	namedAlone   = 2 // by the name of an object
	namedBetween = 3 // by the name of an object, once another through the pointer follows
)

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
	byName   // by the name of the object, after one through the pointer, and none through it since
	conflict = byRestrict | byOther | byWriting
)

// beginRestrict begins a call or the execution of a block: its arguments are an object of it, and of each pointer the name and which accesses based on none count.
func (c *checkCall) beginRestrict() {
	a := c.object(0)
	if a == nil {
		return
	}
	s := &restrictScope{key: a.ID, bytes: map[restrictPlace][]restrictByte{}}
	for n := 1; n+1 < len(c.args); n += 2 {
		how := int64(0)
		if alone, ok := c.args[n+1].(Int); ok {
			how, _ = alone.V.Int64()
		}
		s.names, s.alone = append(s.names, c.text(n)), append(s.alone, how)
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
		if !c.touch(s, restrictPlace{a.ID, c.args[0].(Ptr).Addr - a.Base}, uint64(size), writes.V.Sign() != 0, int(by)-1, named) {
			return
		}
	}
}

// touch notes an access in a call. It is false if the run ended.
func (c *checkCall) touch(s *restrictScope, at restrictPlace, n uint64, writes bool, on int, named bool) bool {
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
			if on < 0 && s.alone[k] != allAlone && (s.alone[k] == 0 || !named) {
				continue
			}
			switch {
			case k == on && was&byName != 0:
				*x |= byRestrict | byOther
			case k == on:
				*x |= byRestrict
			case on < 0 && s.alone[k] == namedBetween && was&byRestrict == 0:
				continue
			case on < 0 && s.alone[k] == namedBetween:
				*x |= byName
			default:
				*x |= byOther
			}
			if writes {
				*x |= byWriting
			}
			if *x&conflict == conflict && was&conflict != conflict {
				return c.w.fail(c.f, c.i, &UB{Code: UBSource, Fallback: "the access is made",
					Message: fmt.Sprintf("an object that is modified is accessed both through the restrict pointer '%s' and by an lvalue that is not based on it", s.names[k])})
			}
		}
	}
	return true
}
