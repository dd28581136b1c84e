package att

import (
	"slices"
	"strings"
	"sync"

	"github.com/tuffy-ir/tuffy/x86"
)

// candidate is a row that an instruction may be.
type candidate struct {
	op   x86.Op
	cond x86.Cond
	size uint16 // that the suffix tells, 0 without one
	src  uint16 // of the source of movzx and its like
}

// byName has the rows by their names.
var byName = sync.OnceValue(func() map[string][]x86.Op {
	m := map[string][]x86.Op{}
	for op := 1; op < len(x86.Forms); op++ {
		if f := &x86.Forms[op]; f.Mode != x86.LegacyOnly {
			m[f.Name] = append(m[f.Name], x86.Op(op))
		}
	}
	return m
})

// spelled are other names of instructions.
var spelled = map[string]string{
	"cbtw": "cbw", "cwtl": "cwde", "cltq": "cdqe", "cwtd": "cwd", "cltd": "cdq", "cqto": "cqo", "movabs": "mov", "sal": "shl",
	"movslq": "movsxd", "stosl": "stosd", "lodsl": "lodsd", "scasl": "scasd", "movsl": "movsd", "cmpsl": "cmpsd", "xlat": "xlatb",
	"pushf": "pushfq", "popf": "popfq", "retq": "ret", "callq": "call", "leaveq": "leave", "movdqa": "movdqa", "repret": "ret",
}

// conditions are all names of the conditions (SDM volume 2, appendix B).
var conditions = map[string]x86.Cond{
	"o": x86.O, "no": x86.NO, "b": x86.B, "c": x86.B, "nae": x86.B, "ae": x86.AE, "nb": x86.AE, "nc": x86.AE, "e": x86.E, "z": x86.E,
	"ne": x86.NE, "nz": x86.NE, "be": x86.BE, "na": x86.BE, "a": x86.A, "nbe": x86.A, "s": x86.S, "ns": x86.NS, "p": x86.P, "pe": x86.P,
	"np": x86.NP, "po": x86.NP, "l": x86.L, "nge": x86.L, "ge": x86.GE, "nl": x86.GE, "le": x86.LE, "ng": x86.LE, "g": x86.G, "nle": x86.G,
}

// Condition is the condition with a name; all names of the manual are known.
func Condition(name string) (c x86.Cond, ok bool) {
	c, ok = conditions[name]
	return c, ok
}

var suffixes = map[byte]uint16{'b': 8, 'w': 16, 'l': 32, 'q': 64}

// find are the rows that a name may mean.
func find(name string) (out []candidate) {
	add := func(name string, c candidate) {
		if other, ok := spelled[name]; ok {
			name = other
		}
		for _, op := range byName()[name] {
			c.op = op
			out = append(out, c)
		}
	}
	add(name, candidate{})
	n := len(name) - 1
	if n > 0 {
		if size := suffixes[name[n]]; size > 0 {
			add(name[:n], candidate{size: size})
		}
	}
	if n > 4 && (strings.HasPrefix(name, "movz") || strings.HasPrefix(name, "movs")) && len(name) == 6 {
		if src, dst := suffixes[name[4]], suffixes[name[5]]; src > 0 && dst > src {
			add(name[:4]+"x", candidate{size: dst, src: src})
		}
	}
	if strings.HasPrefix(name, "movabs") { // the form with eight bytes
		out = slices.DeleteFunc(out, func(c candidate) bool {
			f := c.op.Form()
			return len(f.Args) != 2 || f.Args[1].Size != 64 || f.Args[1].Kind != x86.ArgImm
		})
	}
	for _, stem := range []string{"j", "set", "cmov"} {
		rest, ok := strings.CutPrefix(name, stem)
		if !ok {
			continue
		}
		if c, ok := conditions[rest]; ok {
			add(stem, candidate{cond: c})
		}
		if len(rest) > 1 && stem != "j" {
			if c, ok := conditions[rest[:len(rest)-1]]; ok && suffixes[rest[len(rest)-1]] > 0 {
				add(stem, candidate{cond: c, size: suffixes[rest[len(rest)-1]]})
			}
		}
	}
	return out
}

// match is the instruction of the row with those operands, in its order.
func (c candidate) match(args []operand) (in x86.Inst, ok bool) {
	f := c.op.Form()
	if len(f.Args) != len(args) || !c.sized(f) {
		return in, false
	}
	in.Op, in.Cond = c.op, c.cond
	for k := range args {
		if in.Args[k], ok = args[k].fits(&f.Args[k], f); !ok {
			return in, false
		}
	}
	return in, true
}

// sized reports whether the row has the size of the suffix.
func (c candidate) sized(f *x86.Form) bool {
	if c.src > 0 {
		return f.Args[0].Size == c.size && f.Args[1].Size == c.src
	}
	if c.size == 0 {
		return true
	}
	var general []x86.Arg
	for _, a := range f.Args {
		switch a.Kind {
		case x86.ArgRM, x86.ArgMem:
			if a.Size > 0 {
				return a.Size == c.size
			}
		case x86.ArgReg:
			general = append(general, a)
		case x86.ArgFixed:
			if a.Fixed != x86.RCX {
				general = append(general, a)
			}
		}
	}
	for _, a := range general {
		return a.Size == c.size
	}
	return c.size == 64 && strings.Contains(" push pop call ret jmp ", " "+f.Name+" ")
}

// fits is the operand in the place of a row.
func (o *operand) fits(a *x86.Arg, f *x86.Form) (x86.Operand, bool) {
	no := x86.Operand{}
	star := (f.Name == "jmp" || f.Name == "call") && a.Kind == x86.ArgRM
	if o.indirect != star && o.kind != immediate {
		return no, false
	}
	switch o.kind {
	case register:
		switch a.Kind {
		case x86.ArgReg, x86.ArgRM:
			return x86.R(o.reg), !o.reg.IsXMM() && o.size == int(a.Size)
		case x86.ArgXMM, x86.ArgXM:
			return x86.R(o.reg), o.reg.IsXMM() && (o.size == 256) == (a.Size == 256)
		case x86.ArgFixed:
			return x86.R(o.reg), o.reg == a.Fixed && o.size == int(a.Size)
		}
	case memory:
		return x86.M(o.mem), a.Kind == x86.ArgRM || a.Kind == x86.ArgMem || a.Kind == x86.ArgXM
	case immediate:
		switch a.Kind {
		case x86.ArgOne:
			return x86.I(1), o.value == 1
		case x86.ArgImm:
			return x86.I(o.immediate(a, f)), true
		}
	}
	return no, false
}

// immediate is the value as the row has it: 0xffffffff of 32 bits is -1. Whether it fits is for the encoder to say.
func (o *operand) immediate(a *x86.Arg, f *x86.Form) int64 {
	if a.Unsigned {
		return o.value
	}
	size := a.Size
	if len(f.Args) > 1 && f.Args[0].Size > size {
		size = f.Args[0].Size
	}
	switch v := o.value; {
	case size == 8 && v > 0 && v <= 0xff:
		return int64(int8(v))
	case size == 16 && v > 0 && v <= 0xffff:
		return int64(int16(v))
	case size == 32 && v > 0 && v <= 0xffffffff:
		return int64(int32(v))
	}
	return o.value
}
