package interp

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// memoryVectors has the cases that Lean executed with IR/Memory.lean; the format is described in
// lean/TuffyLean/Export/MemVectors.lean.
const memoryVectors = "memory"

// Where the two allocations of a case are: bytes of pointers are read as numbers.
const memoryBase, memoryApart = 0x112340, 0x100000

// memoryRun is a case as a program: operands are parameters, so that poison and mixed bytes can
// stand anywhere.
type memoryRun struct {
	types []string
	args  []func(s *memory.Space, ids [2]memory.AllocID) Value
	body  []string
	want  []string // the results, and the ends
}

func (r *memoryRun) param(t string, f func(s *memory.Space, ids [2]memory.AllocID) Value) string {
	r.types = append(r.types, t)
	r.args = append(r.args, f)
	return fmt.Sprintf("@%d@", len(r.args)-1)
}

func constant(v Value) func(*memory.Space, [2]memory.AllocID) Value {
	return func(*memory.Space, [2]memory.AllocID) Value { return v }
}

func (r *memoryRun) operand(t, word string) string {
	switch {
	case word == "poison":
		return r.param(t, constant(Poison{}))
	case t == "ptr" && word == "null":
		return r.param(t, constant(Ptr{}))
	case t == "ptr":
		a, off, _ := strings.Cut(word, "+")
		id, _ := strconv.Atoi(a)
		n, err := strconv.ParseInt(off, 10, 64)
		if err != nil {
			panic(word)
		}
		return r.param(t, func(s *memory.Space, ids [2]memory.AllocID) Value { return Ptr{s.Pointer(ids[id], uint64(n))} })
	case t == "bool":
		return r.param(t, constant(Bool(word == "true")))
	}
	v, ok := new(big.Int).SetString(word, 10)
	if !ok {
		panic(word)
	}
	return r.param(t, constant(Int{num.FromBig(v)}))
}

// line adds an instruction.
func (r *memoryRun) line(text string) {
	w := strings.Fields(text)
	switch w[0] {
	case "load", "load.expose", "store":
		var t, size string
		var rest []string
		switch w[1] {
		case "int", "bytes":
			size, rest = w[2], w[3:]
			if t = "int"; w[1] == "bytes" {
				t = "byte(" + size + ")"
			}
		default:
			t, rest = w[1], w[2:]
			if size = "1"; t == "ptr" {
				size = "8"
			}
		}
		align := rest[len(rest)-1]
		if w[0] != "store" {
			r.body = append(r.body, fmt.Sprintf("R = %s.%s %s, align=%s, M -> %s", w[0], size, r.operand("ptr", rest[0]), align, t))
			return
		}
		var v string
		if w[1] == "bytes" {
			var b Bytes
			for _, x := range rest[:len(rest)-3] {
				b.B = append(b.B, parseByte(x))
			}
			v = r.param(t, constant(b))
		} else {
			v = r.operand(t, rest[0])
		}
		r.body = append(r.body, fmt.Sprintf("M = store.%s %s, %s, align=%s, M", size, v, r.operand("ptr", rest[len(rest)-3]), align))
	case "ptradd.inbounds":
		r.body = append(r.body, fmt.Sprintf("R = ptradd.inbounds %s, %s", r.operand("ptr", w[1]), r.operand("int", w[2])))
	case "bitcast.expose":
		t := "int"
		if w[1] == "bytes" {
			t = "byte(8)"
		}
		r.body = append(r.body, fmt.Sprintf("R = bitcast.expose %s -> %s", r.operand("ptr", w[3]), t))
	case "memcpy", "memmove":
		r.body = append(r.body, fmt.Sprintf("M = %s %s, %s, %s, M", w[0], r.operand("ptr", w[1]), r.operand("ptr", w[2]), r.operand("int", w[3])))
	case "memset":
		r.body = append(r.body, fmt.Sprintf("M = memset %s, %s, %s, M", r.operand("ptr", w[1]), r.operand("int", w[2]), r.operand("int", w[3])))
	case "free":
		r.body = append(r.body, "M = call F("+r.operand("ptr", w[1])+"), M")
	default:
		panic(text)
	}
}

func parseByte(x string) memory.Byte {
	switch x {
	case "u":
		return memory.UninitByte()
	case "p":
		return memory.PoisonByte(0)
	}
	n, err := strconv.ParseUint(x, 16, 8)
	if err != nil {
		panic(x)
	}
	return memory.BitsByte(uint8(n))
}

func (r *memoryRun) program() string {
	var b strings.Builder
	fmt.Fprintf(&b, `func @main(%s) {
  bb0(v0: mem):
`, strings.Join(r.types, ", "))
	n := 0
	for i := range r.args {
		n++
		fmt.Fprintf(&b, "    v%d = param %d\n", n, i)
	}
	n++
	fmt.Fprintf(&b, "    v%d = symbol_addr @free\n", n)
	fr, mem := n, 0
	for _, l := range r.body {
		n++
		for i := range r.args {
			l = strings.ReplaceAll(l, fmt.Sprintf("@%d@", i), fmt.Sprintf("v%d", i+1))
		}
		l = strings.ReplaceAll(l, " F(", fmt.Sprintf(" v%d(", fr))
		l = strings.ReplaceAll(l, ", M", fmt.Sprintf(", v%d", mem))
		if strings.HasPrefix(l, "M") {
			mem = n
		}
		fmt.Fprintf(&b, "    v%d%s\n", n, l[1:])
	}
	fmt.Fprintf(&b, `    ret v%d
}
`, mem)
	return b.String()
}

type memoryWatch struct {
	ids   [2]memory.AllocID
	lines []string
}

func (o *memoryWatch) Before(*Step) error { return nil }

func (o *memoryWatch) After(s *Step) error {
	switch s.Func.Op(s.Inst) {
	case ir.OpLoad, ir.OpLoadExpose, ir.OpPtrAddInBounds, ir.OpBitCastExpose:
		o.lines = append(o.lines, o.value(s.Memory(), s.Results()[0]))
	case ir.OpStore, ir.OpMemCpy, ir.OpMemMove, ir.OpMemSet, ir.OpCall:
		o.lines = append(o.lines, "ok")
	}
	return nil
}

func (o *memoryWatch) pointer(s *memory.Space, p memory.Pointer) string {
	for i, id := range o.ids {
		if p.Kind == memory.ProvAlloc && p.Alloc == id {
			return fmt.Sprintf("%d+%d", i, int64(p.Addr-s.Record(id).Base))
		}
	}
	if p.Addr == 0 {
		return "null"
	}
	return fmt.Sprintf("none:%d", p.Addr)
}

func (o *memoryWatch) bytes(s *memory.Space, bs []memory.Byte) string {
	return bytesText(bs, " ", func(p memory.Pointer) string { return o.pointer(s, p) })
}

// bytesText writes bytes as the vectors do; pointer writes the pointer of a fragment.
func bytesText(bs []memory.Byte, sep string, pointer func(memory.Pointer) string) string {
	var w []string
	for _, b := range bs {
		switch b.Kind {
		case memory.Bits:
			w = append(w, fmt.Sprintf("%02x", b.Value))
		case memory.Uninit:
			w = append(w, "u")
		case memory.Poison:
			w = append(w, "p")
		case memory.Fragment:
			w = append(w, fmt.Sprintf("%s.%d", pointer(b.Frag), b.Value))
		}
	}
	return strings.Join(w, sep)
}

func (o *memoryWatch) value(s *memory.Space, v Value) string {
	switch v := v.(type) {
	case Int:
		return v.V.String()
	case Bool:
		return strconv.FormatBool(bool(v))
	case Ptr:
		return o.pointer(s, v.Pointer)
	case Bytes:
		return o.bytes(s, v.B)
	}
	return "poison"
}

// ends compares the allocations after a run with the lines that say what they are.
func (o *memoryWatch) ends(out *Outcome, ends []string) string {
	for i, want := range ends {
		a := out.Space.Record(o.ids[i])
		have := "dead"
		if a.State == memory.Live {
			bs := make([]memory.Byte, 16)
			out.Space.ReadBytes(a, 0, bs)
			if have = o.bytes(out.Space, bs); a.Exposed {
				have += " exposed"
			}
		}
		if have != want {
			return fmt.Sprintf("end %d = %s, want %s", i, have, want)
		}
	}
	return ""
}

// The reference evaluator executes each instruction as Lean does, and the fast engine ends alike.
func TestMemoryVectors(t *testing.T) {
	cases, lines := 0, 0
	var bases []memory.Base
	for _, text := range testseed.Sample(t, 5, strings.Split(exporttest.Family(t, memoryVectors), "case ")[1:]) {
		all := strings.Split(strings.TrimSpace(text), "\n")
		var r memoryRun
		var ends []string
		for _, l := range all[1:] {
			what, res, _ := strings.Cut(l, " = ")
			if strings.HasPrefix(what, "end ") {
				ends = append(ends, res)
				continue
			}
			r.line(what)
			r.want = append(r.want, res)
		}
		src := r.program()
		m := irtest.Parse(t, src)
		o := &memoryWatch{}
		prepare := func(s *Setup) error {
			for i := range o.ids {
				id, err := s.Space.Alloc(memory.Heap, 16, 16, "", 0)
				if err != nil {
					return err
				}
				o.ids[i] = id
			}
			for _, f := range r.args {
				s.Args = append(s.Args, f(s.Space, o.ids))
			}
			return nil
		}
		if bases == nil { // which allocations these are does not depend on the case
			if _, err := Run(context.Background(), m, Options{Prepare: prepare}); err != nil {
				t.Fatal(err)
			}
			for i, id := range o.ids {
				bases = append(bases, memory.Base{Alloc: id, Size: 16, Addr: memoryBase + uint64(i)*memoryApart})
			}
		}
		out, err := Run(context.Background(), m, Options{Strict: true, Observer: o, Prepare: prepare, Bases: bases})
		if err != nil {
			t.Fatalf("case %s: %v\n%s", all[0], err, src)
		}
		got := o.lines
		if out.UB != nil {
			got = append(got, out.UB.Code.ID())
		} else if why := o.ends(out, ends); why != "" {
			t.Errorf("case %s: %s\n%s", all[0], why, text)
		}
		// The fast engine shows how it ended only.
		fast, err := Run(context.Background(), m, Options{Strict: true, Prepare: prepare, Bases: bases})
		switch {
		case err != nil:
			t.Fatalf("case %s: %v\n%s", all[0], err, src)
		case fast.UB == nil:
			if why := o.ends(fast, ends); why != "" || len(ends) == 0 {
				t.Errorf("case %s: the fast engine ends with %s\n%s", all[0], why, text)
			}
		case fast.UB.Code.ID() != r.want[len(r.want)-1]:
			t.Errorf("case %s: the fast engine ends with %s\n%s", all[0], fast.UB.Code, text)
		}
		if strings.Join(got, "\n") != strings.Join(r.want, "\n") {
			t.Errorf("case %s: got\n%s\nwant\n%s\n%s", all[0], strings.Join(got, "\n"), strings.Join(r.want, "\n"), src)
		}
		cases++
		lines += len(got)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d cases, %d lines", cases, lines)
}
