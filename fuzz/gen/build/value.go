package build

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// Local reports whether no other pointer can lead to o but those that the function made.
func (o *Object) Local() bool { return o.Global == "" && o.Scope >= 0 }

// Flags say what may be wrong with a value.
type Flags uint8

const (
	Tainted     Flags = 1 << iota // may be poison, or have poison or uninit bytes
	Unspecified                   // depends on addresses, freeze or the payload of a NaN
	Fragments                     // has bytes of pointers
)

// Value is an SSA value with what the generator knows about it.
type Value struct {
	ID    ir.Value
	Type  ir.Type
	Flags Flags
	Span  span.Span  // of an int, and the hull of the ints of an aggregate
	Class ir.FPClass // the classes that a float may have
	NaN   bool       // an operation may have made a NaN, whose payload is unspecified
	Obj   *Object    // what a pointer points into, nil if it is not to be used
	Wild  bool       // a pointer may have wildcard provenance: outside of obj it is of none
	Lo    int64      // the offset of a pointer is in [lo, hi]
	Hi    int64
}

// content is the discipline that an object follows, so that what a load gives is known
// without following memory: a pointer kept in memory is found where pointers are, and bytes
// are known where ints are read.
type content uint8

const (
	BytesOnly    content = iota // all bytes are Bits, always
	ReadOnly                    // the same, and writing is undefined
	PointersOnly                // pointers into pointee, at multiples of 8
	Anything                    // bytes of all four states
)

// Object is an allocation.
type Object struct {
	Size     int64
	Align    uint32
	Content  content
	Global   string // name of a data symbol
	Base     Value  // a pointer to offset 0, of others
	Pointee  *Object
	Heap     bool // it may end before its scope does
	Slot     bool // and does so by stack_end, not by free
	Constant bool // not to be written, whatever the content
	Freed    bool
	Escaped  bool // a pointer to it was stored or returned
	Scope    int  // the statement sequence that made it
}

// Shape is what a block argument, parameter or result demands of the values passed.
type Shape struct {
	Type  ir.Type
	Span  span.Span
	Annot ir.Annot
	Class ir.FPClass
	Obj   *Object // of a pointer: into it, at least 8 bytes before its end
	Param bool    // a pointer parameter: to at least [ParamBytes] bytes, [BytesOnly]
}

// ParamBytes is what every pointer parameter points to.
const ParamBytes = 32

// AllClasses are the classes of any float.
const AllClasses ir.FPClass = 1<<10 - 1

// Quiet are the classes of what float operations make.
const Quiet = AllClasses &^ ir.ClassSNaN

// Find picks one of the values for which ok holds, counting from the latest; nil if there is
// none.
// The number of candidates is not counted first: a small draw ends the search early, a large one wraps around.
func (x *Func) Find(r *choice.Record, ok func(v *Value) bool) *Value {
	skip := r.Below(32)
	var first, last *Value
	for {
		n := 0
		for i := len(x.Pool) - 1; i >= 0; i-- {
			v := &x.Pool[i]
			if v.Obj != nil && v.Obj.Freed || !ok(v) {
				continue
			}
			if n == skip {
				return v
			}
			if first == nil {
				first = v
			}
			last = v
			n++
		}
		if n == 0 {
			return nil
		}
		if skip %= n; first == last {
			return first
		}
	}
}

// Truncate forgets the values made since mark.
// Values of a branch or a loop do not dominate what comes after it.
func (x *Func) Truncate(mark int) {
	if len(x.Pool) > mark {
		x.Pool = x.Pool[:mark]
	}
}

// Push makes v one of the values at hand.
func (x *Func) Push(v Value) Value {
	x.Pool = append(x.Pool, v)
	return v
}
