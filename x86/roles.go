package x86

// Form is the row of o.
func (o Op) Form() *Form { return &Forms[o] }

// String is the name of the constant.
func (o Op) String() string {
	if o == 0 || int(o) >= len(Forms) {
		return "Op(0)"
	}
	return Forms[o].name
}

// Reads is the set of flags that the condition depends on. A condition and its negation read the same
// flags.
func (c Cond) Reads() Flags { return condFlags[c>>1&7] }

// condFlags are indexed by the condition without its lowest bit.
var condFlags = [8]Flags{OF, CF, ZF, CF | ZF, SF, PF, SF | OF, SF | OF | ZF}

// whole is the register that r is a part of. Sets and dependencies know whole registers only.
func (r Reg) whole() Reg {
	if r >= AH {
		return r - AH + RAX
	}
	return r
}

// Uses is the set of registers that i reads: operands, the registers of memory operands, implicit
// ones. Writing a part of a register (8 or 16 bits of a general one) is not a use of the rest. It is
// what makes register allocation and the simulator's checks correct; every row's roles are compared
// with the processor's behaviour in tests.
func (i *Inst) Uses() RegSet { uses, _ := i.registers(); return uses }

// Defs is the set of registers that i writes, wholly or in part. A write of 8 or 16 bits keeps the
// rest, so that the old value may still be live. Callers that need to know look at the row's size.
func (i *Inst) Defs() RegSet { _, defs := i.registers(); return defs }

// ReadsFlags is the set of flags that i reads; for a conditional instruction only those of its
// condition.
func (i *Inst) ReadsFlags() Flags {
	f := &Forms[i.Op]
	if f.enc.cc {
		return i.Cond.Reads()
	}
	return f.Reads
}

// WritesFlags is the set of flags that are not the same after i: set, or left undefined. A shift
// by a count of 0 leaves them as they were all the same.
func (i *Inst) WritesFlags() Flags {
	f := &Forms[i.Op]
	return f.Writes | f.Undef
}

// registers collects both sets in one pass over operands, implicit registers and prefixes. Address
// registers are read even where the memory is only written.
func (i *Inst) registers() (uses, defs RegSet) {
	f := &Forms[i.Op]
	for k := range f.Args {
		o, access := &i.Args[k], i.access(f, k)
		if o.Kind == KMem {
			uses |= o.Mem.registers()
			continue
		}
		r := o.Reg
		if f.Args[k].Kind == ArgFixed {
			r = f.Args[k].Fixed
		}
		uses, defs = touch(uses, defs, r, access)
	}
	for k := range f.Implicit {
		uses, defs = touch(uses, defs, f.Implicit[k].Fixed, f.Implicit[k].Access)
	}
	// The repeat count is read and written; it is no implicit operand of the row, since it belongs to
	// the prefix.
	if i.Prefix&(Rep|Repne) != 0 {
		uses, defs = uses.With(RCX), defs.With(RCX)
	}
	return uses, defs
}

// access is what i does with operand k. A row with Merges keeps the rest of its destination only
// between registers.
func (i *Inst) access(f *Form, k int) Access {
	if f.Merges && k == 0 && (i.Args[0].Kind == KMem || i.Args[1].Kind == KMem) {
		return Write
	}
	return f.Args[k].Access
}

// The fixed registers of a row may be parts of others (al, ah); the set has the whole.
func touch(uses, defs RegSet, r Reg, access Access) (RegSet, RegSet) {
	if r == NoReg {
		return uses, defs
	}
	r = r.whole()
	if access&Read != 0 {
		uses = uses.With(r)
	}
	if access&Write != 0 {
		defs = defs.With(r)
	}
	return uses, defs
}

// An address register counts as a use whatever the access is, for lea as well.
func (m *Mem) registers() RegSet {
	var s RegSet
	if m.Base != NoReg {
		s = s.With(m.Base)
	}
	if m.Index != NoReg {
		s = s.With(m.Index)
	}
	return s
}

// Memory is what i does with the memory that an operand names. The memory that push, pop, call,
// ret, leave and the string instructions reach through registers is not in it.
func (i *Inst) Memory() Access {
	f := &Forms[i.Op]
	for k := range f.Args {
		if i.Args[k].Kind == KMem {
			return i.access(f, k)
		}
	}
	return 0
}
