package interp

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
	"github.com/tuffy-ir/tuffy/parser"
)

// vecMemVectors has cases of vectors in memory that Lean executed with IR/VecMemory.lean;
// lean/TuffyLean/Export/VecMemVectors.lean describes the format.
const vecMemVectors = "vecmem"

// vecMemAllocs is how many allocations of vecMemSize bytes a case begins with.
const vecMemAllocs, vecMemSize = 2, 64

type vecMemIDs [vecMemAllocs]memory.AllocID

// pointer reads a pointer: relative to an allocation, or an address with a provenance.
func (ids *vecMemIDs) pointer(s *memory.Space, text string) (memory.Pointer, error) {
	at := strings.IndexAny(text, "@+")
	if at < 1 {
		return memory.Pointer{}, fmt.Errorf("%q is no pointer", text)
	}
	prov, number := text[:at], text[at+1:]
	wildcard := strings.HasPrefix(prov, "any")
	id := -1
	if digit := strings.TrimPrefix(prov, "any"); digit == "0" || digit == "1" {
		id = int(digit[0] - '0')
	} else if prov != "any" && prov != "none" || text[at] == '+' {
		return memory.Pointer{}, fmt.Errorf("%q is no pointer", text)
	}
	p := memory.Pointer{}
	switch {
	case wildcard:
		p.Kind = memory.ProvWildcard
	case id >= 0:
		p.Kind, p.Alloc = memory.ProvAlloc, ids[id]
	}
	if text[at] == '@' {
		addr, err := strconv.ParseUint(number, 10, 64)
		p.Addr = addr
		return p, err
	}
	off, err := strconv.ParseInt(number, 10, 64)
	p.Addr = s.Record(ids[id]).Base + uint64(off)
	return p, err
}

func (ids *vecMemIDs) bytes(s *memory.Space, text string) ([]memory.Byte, error) {
	var out []memory.Byte
	for _, b := range strings.Split(text, ".") {
		frag, index, isFrag := strings.Cut(b, "#")
		switch {
		case b == "uu":
			out = append(out, memory.UninitByte())
		case b == "pp":
			out = append(out, memory.PoisonByte(0))
		case isFrag:
			p, err := ids.pointer(s, frag)
			n, err2 := strconv.ParseUint(index, 10, 3)
			if err != nil || err2 != nil {
				return nil, fmt.Errorf("%q is no byte", b)
			}
			out = append(out, memory.FragmentByte(p, uint8(n)))
		default:
			n, err := strconv.ParseUint(b, 16, 8)
			if err != nil {
				return nil, err
			}
			out = append(out, memory.BitsByte(uint8(n)))
		}
	}
	return out, nil
}

// sameBytes reports whether bytes are in the same states; why one is poison does not matter.
func sameBytes(a, b []memory.Byte) bool {
	if len(a) != len(b) {
		return false
	}
	for n := range a {
		x, y := a[n], b[n]
		x.Cause, y.Cause = 0, 0
		if x != y {
			return false
		}
	}
	return true
}

// vecMemState is an allocation that a case begins with.
type vecMemState struct{ flags, bytes string }

// build makes the allocations.
func (ids *vecMemIDs) build(s *memory.Space, states []vecMemState) error {
	for n := range ids {
		id, err := s.Alloc(memory.Heap, vecMemSize, vecMemSize, "", 0)
		if err != nil {
			return err
		}
		ids[n] = id
	}
	for n, st := range states {
		a := s.Record(ids[n])
		b, err := ids.bytes(s, st.bytes)
		if err != nil {
			return err
		}
		if err = s.WriteBytes(a, 0, b); err != nil {
			return err
		}
		a.ReadOnly = strings.Contains(st.flags, "const")
		if strings.Contains(st.flags, "exposed") {
			s.Expose(ids[n])
		}
	}
	for n, st := range states {
		if strings.HasPrefix(st.flags, "dead") {
			s.Free(ids[n], 0, memory.Freed)
		}
	}
	return nil
}

// vecMemHead is an instruction as a program, whose parameters are its operands.
type vecMemHead struct {
	op     ir.Op
	m      *ir.Module
	vscale uint64
	stores bool
}

// vecMemProgram reads a line like `op vec.load.s16 align 4 vscale 2 vec<vscale x 32> index vec<64>`.
func vecMemProgram(line string) (*vecMemHead, error) {
	words := strings.Fields(strings.ReplaceAll(line, "vscale x ", "vscale_x_"))
	if len(words) != 7 && len(words) != 9 {
		return nil, fmt.Errorf("bad head %q", line)
	}
	op, ok := vecOpcode(words[1])
	vscale, err := strconv.ParseUint(words[5], 10, 8)
	if !ok || err != nil {
		return nil, fmt.Errorf("bad head %q", line)
	}
	typ := func(w string) string { return strings.ReplaceAll(w, "vscale_x_", "vscale x ") }
	h := &vecMemHead{op: op, vscale: vscale, stores: op == ir.OpVecStore || op == ir.OpVecScatter}
	data := typ(words[6])
	m, err := parser.Parse("t.tir", fmt.Appendf(nil, `func @main(%s) {
 bb0:
 ret
}
`, data))
	if err != nil {
		return nil, err
	}
	dot := strings.LastIndexByte(words[1], '.')
	lane, ok := ir.ParseLane(words[1][dot+1:])
	if !ok {
		return nil, fmt.Errorf("bad lane in %q", line)
	}
	mask, ok := lane.MaskOf(m.Func("main").Params[0].Type)
	if !ok {
		return nil, fmt.Errorf("%s has no %s lanes", data, lane)
	}
	var types []string
	if h.stores {
		types = append(types, data)
	}
	types = append(types, "ptr")
	if len(words) == 9 {
		types = append(types, typ(words[8]))
	}
	types = append(types, mask.String())
	var b strings.Builder
	result := ""
	if !h.stores {
		result = " -> " + data
	}
	fmt.Fprintf(&b, `func @main(%s)%s {
  bb0(v0: mem):
`, strings.Join(types, ", "), result)
	var uses []string
	for n := range types {
		fmt.Fprintf(&b, "    v%d = param %d\n", n+1, n)
		uses = append(uses, fmt.Sprintf("v%d", n+1))
	}
	align := ""
	if words[3] != "1" {
		align = "align=" + words[3] + ", "
	}
	call := fmt.Sprintf("%s %s, %sv0%s", words[1], strings.Join(uses, ", "), align, result)
	switch op {
	case ir.OpVecLoad:
		fmt.Fprintf(&b, `    v9 = %s
    ret v9, v0
}
`, call)
	case ir.OpVecGather:
		fmt.Fprintf(&b, `    v8, v9 = %s
    ret v9, v8
}
`, call)
	default:
		fmt.Fprintf(&b, `    v9 = %s
    ret v9
}
`, call)
	}
	if h.m, err = parser.Parse("vecmem.tir", []byte(b.String())); err == nil {
		err = ir.Verify(h.m)
	}
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, b.String())
	}
	return h, nil
}

// check runs a case on an evaluator; it returns "" if the outcome is Lean's.
func (h *vecMemHead) check(states []vecMemState, operands []string, want string, exact bool) string {
	var ids vecMemIDs
	o, err := Run(context.Background(), h.m, Options{Strict: true, Exact: exact, PoisonResult: true, VScale: h.vscale, Prepare: func(s *Setup) error {
		if err := ids.build(s.Space, states); err != nil {
			return err
		}
		for n, p := range h.m.Func("main").Params {
			switch {
			case operands[n] == "poison":
				s.Args = append(s.Args, Poison{&Cause{}})
			case p.Type.Kind() == ir.KindPtr:
				v, err := ids.pointer(s.Space, operands[n])
				if err != nil {
					return err
				}
				s.Args = append(s.Args, Ptr{v})
			default:
				b, err := ids.bytes(s.Space, operands[n])
				if err != nil {
					return err
				}
				s.Args = append(s.Args, Bytes{b})
			}
		}
		return nil
	}})
	switch {
	case err != nil:
		return err.Error()
	case o.Kind == Undefined:
		if o.UB.Code.ID() != want {
			return fmt.Sprintf("got %s, Lean %s", o.UB.Code, want)
		}
		return h.memoryIs(o.Space, &ids, states, nil)
	case o.Kind != Returned || strings.HasPrefix(want, "TUF"):
		return fmt.Sprintf("got %v, Lean %s", o.Kind, want)
	case h.stores:
		words := strings.Fields(want)
		if len(words) == 0 || words[0] != "ok" {
			return fmt.Sprintf("%q is no outcome of a store", want)
		}
		return h.memoryIs(o.Space, &ids, states, words[1:])
	}
	b, err := ids.bytes(o.Space, want)
	if err != nil {
		return err.Error()
	}
	if got := o.Values[0].(Bytes).B; !sameBytes(got, b) {
		return fmt.Sprintf("got %v, Lean %s", FormatValue(o.Values[0], o.Space), want)
	}
	return h.memoryIs(o.Space, &ids, states, nil)
}

// memoryIs compares the allocations that live with those that the case began with, but for the
// changes. After undefined behaviour the lanes before it may have been stored.
func (h *vecMemHead) memoryIs(s *memory.Space, ids *vecMemIDs, states []vecMemState, changes []string) string {
	if changes == nil && h.stores {
		return ""
	}
	for n, st := range states {
		a := s.Record(ids[n])
		if a.State != memory.Live {
			continue
		}
		want, err := ids.bytes(s, st.bytes)
		if err != nil {
			return err.Error()
		}
		for _, c := range changes {
			at, text, _ := strings.Cut(c, ":")
			where, off, _ := strings.Cut(at, "+")
			first, err := strconv.Atoi(off)
			b, err2 := ids.bytes(s, text)
			if err != nil || err2 != nil || first+len(b) > len(want) {
				return fmt.Sprintf("%q is no change", c)
			}
			if where == strconv.Itoa(n) {
				copy(want[first:], b)
			}
		}
		got := make([]memory.Byte, vecMemSize)
		s.ReadBytes(a, 0, got)
		if !sameBytes(got, want) {
			return fmt.Sprintf("allocation %d is %s, Lean %v", n, FormatValue(Bytes{got}, s), changes)
		}
	}
	return ""
}

// vecMemLines calls visit for each case of each file.
func vecMemLines(t *testing.T, visit func(where string, h *vecMemHead, states []vecMemState, operands []string, want string)) {
	for _, p := range exporttest.Parts(t, vecMemVectors) {
		var memories [][]vecMemState
		var h *vecMemHead
		var err error
		for n, line := range strings.Split(strings.TrimSuffix(p.Text, "\n"), "\n") {
			where := fmt.Sprintf("%s:%d", p.Name, n+1)
			left, want, isCase := strings.Cut(line, " = ")
			words := strings.Fields(left)
			switch {
			case strings.HasPrefix(line, "op "):
				if h, err = vecMemProgram(line); err != nil {
					t.Fatalf("%s: %v", where, err)
				}
			case strings.HasPrefix(line, "memory "):
				memories = append(memories, nil)
			case !isCase && h == nil && len(words) == 3:
				memories[len(memories)-1] = append(memories[len(memories)-1], vecMemState{words[1], words[2]})
			case isCase && h != nil && len(words) == len(h.m.Func("main").Params)+1:
				k, err := strconv.Atoi(words[0])
				if err != nil || k >= len(memories) {
					t.Fatalf("%s: no memory %s", where, words[0])
				}
				visit(where, h, memories[k], words[1:], want)
			default:
				t.Fatalf("%s: %q", where, line)
			}
		}
	}
}

// Both evaluators load and store vectors as Lean does: masks, poison and uninit lanes, pointers in
// bytes, bounds, provenance, alignment, the order of the lanes, and scalable types.
func TestVectorsOfVectorMemory(t *testing.T) {
	counts, defined, bad := map[ir.Op]int{}, map[ir.Op]int{}, 0
	codes, scaled := map[string]int{}, 0
	vecMemLines(t, func(where string, h *vecMemHead, states []vecMemState, operands []string, want string) {
		counts[h.op]++
		if strings.HasPrefix(want, "TUF") {
			codes[want]++
		} else {
			defined[h.op]++
		}
		if h.vscale > 1 {
			scaled++
		}
		if testing.Short() && counts[h.op]%17 > 0 {
			return
		}
		for _, exact := range []bool{false, true} {
			if why := h.check(states, operands, want, exact); why != "" && bad < 10 {
				t.Errorf("%s: exact %v: %s", where, exact, why)
				bad++
			}
		}
	})
	for _, op := range []ir.Op{ir.OpVecLoad, ir.OpVecStore, ir.OpVecGather, ir.OpVecScatter} {
		if counts[op] < 2000 || defined[op] < 1000 {
			t.Errorf("%d cases of %s, %d of them defined; want at least 2000 and 1000", counts[op], op, defined[op])
		}
	}
	for _, c := range []Code{UBPoisonPointer, UBNull, UBDangling, UBOutOfBounds, UBMisaligned, UBWildcard, UBWriteConst, UBUseAfterFree, UBPoisonLength} {
		if codes[c.ID()] < 20 {
			t.Errorf("%d cases end with %s, want at least 20", codes[c.ID()], c)
		}
	}
	if scaled < 2000 {
		t.Errorf("%d cases with a vscale above 1, want at least 2000", scaled)
	}
	t.Logf("%v, defined %v, scaled %d, %v", counts, defined, scaled, codes)
}

// A wrong outcome in a file is noticed, by both evaluators.
func TestWrongVectorsOfVectorMemoryAreNoticed(t *testing.T) {
	all := 0
	vecMemLines(t, func(where string, h *vecMemHead, states []vecMemState, operands []string, want string) {
		if all++; all%41 > 0 {
			return
		}
		wrong := map[bool]string{true: "TUF-UB-003", false: "TUF-UB-007"}[want == "TUF-UB-007"]
		if h.stores && strings.HasPrefix(want, "ok ") {
			wrong = want[:strings.LastIndexByte(want, ' ')]
		} else if last := len(want) - 1; !h.stores && strings.HasSuffix(want, ".00") {
			wrong = want[:last] + "1"
		}
		for _, exact := range []bool{false, true} {
			if h.check(states, operands, wrong, exact) == "" {
				t.Errorf("%s: %q is taken for right", where, wrong)
			}
		}
	})
}
