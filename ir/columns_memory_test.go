package ir_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// accessRun runs one access with pointers to byte 4 of @g0 and @g1, 16 bytes each, on that content, and
// returns its data results and all bytes afterwards.
func accessRun(t *testing.T, op ir.Op, content []byte) (results, after []string) {
	var text strings.Builder
	for g := range 2 {
		fmt.Fprintf(&text, "data @g%d = \"", g)
		for _, c := range content[16*g : 16*g+16] {
			fmt.Fprintf(&text, "\\x%02x", c)
		}
		text.WriteString("\"\n")
	}
	m := irtest.Parse(t, text.String())
	f := m.AddFunc("f", nil, nil)
	block := f.AddBlock(ir.Body)
	token := f.AddArg(block, ir.Mem, ir.NoAnnot)
	b := f.At(block)
	int64s := func(v int64) ir.Value { return b.Int64(v, ir.Synthetic) }
	vector := func(v int64) ir.Value { return b.Convert(ir.OpBitCast, int64s(v), ir.Vec(32, false), ir.Synthetic) }
	global := func(g int, off int64) ir.Value {
		return b.Binary(ir.OpPtrAdd, b.SymbolAddr(fmt.Sprint("g", g), ir.Synthetic), int64s(off), ir.Synthetic)
	}
	var args []ir.Value
	pointers, alike := 0, []int64{0x1514, 0x0909} // a cmpxchg finds the first
	for _, letter := range op.Info().Sig {
		switch letter {
		case 'p':
			args = append(args, global(pointers, 4))
			pointers++
		case 'i':
			args = append(args, int64s(3))
		case 'a':
			args = append(args, int64s(0x0909))
		case 's':
			args, alike = append(args, int64s(alike[0])), alike[1:]
		case 'v':
			args = append(args, vector(0x0a0b0c0d))
		case 'k':
			args = append(args, vector(0x01010101))
		case 'x':
			args = append(args, vector(0x03020100))
		case 'm':
			args = append(args, token)
		}
	}
	a := ir.Attr{}
	for _, s := range op.Info().Suffix {
		switch s {
		case ir.SufBytes, ir.SufOptBytes:
			a.N = 2
		case ir.SufLane:
			a.Lane = ir.Lane{Kind: ir.LaneU, Bits: 8}
		case ir.SufOrder:
			a.Order = ir.Orderings(op, false)[0]
		}
	}
	var arrow []ir.Type
	if op.IsVector() && op.Info().Result != ir.ResMem {
		arrow = []ir.Type{ir.Vec(32, false)}
	}
	i := b.Op(op, a, ir.Synthetic, arrow, args...)
	var out []ir.Value
	for _, v := range f.Results(i) {
		if f.TypeOf(v) == ir.Mem {
			token = v
		} else {
			out = append(out, v)
		}
	}
	made := len(out)
	for at := range int64(32) {
		p := global(int(at/16), at%16)
		out = append(out, f.Result(b.Op(ir.OpLoad, ir.Attr{N: 1}, ir.Synthetic, nil, p, token), 0))
	}
	for _, v := range out {
		f.Returns = append(f.Returns, ir.Param{Type: f.TypeOf(v)})
	}
	b.Ret(ir.Synthetic, append(out, token)...)
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	o, err := interp.Run(context.Background(), m, interp.Options{Entry: "f", Strict: true, Exact: true})
	if err != nil || o.Kind != interp.Returned {
		t.Fatalf("%s: %v %v\n%s", op, err, o, m)
	}
	for n, v := range o.Values {
		if s := interp.FormatValue(v, nil); n < made {
			results = append(results, s)
		} else {
			after = append(after, s)
		}
	}
	return results, after
}

// TestMemoryColumns holds Reads, Writes and Len to what accesses do: a byte is written if it is another
// afterwards, and read if changing it changes anything else.
func TestMemoryColumns(t *testing.T) {
	for n := range ir.NumOps {
		op := ir.Op(n)
		row := op.Info()
		// stack_end leaves no byte that could be looked at afterwards, jumps and volatile accesses claim nothing, and lists are looked at below.
		if !op.Is(ir.MemUse|ir.MemDef) || op == ir.OpCall || op == ir.OpStackEnd || op == ir.OpSetJmp || op == ir.OpLongJmp || op >= ir.OpVaStart && op <= ir.OpVaEnd || op.IsVolatile() {
			continue
		}
		content := make([]byte, 32)
		for k := range content {
			content[k] = byte(0x10 + k)
		}
		results, after := accessRun(t, op, content)
		var reads, writes []int
		for k, was := range content {
			if after[k] != fmt.Sprint(was) {
				writes = append(writes, k)
			}
			content[k] ^= 0x80
			r, a := accessRun(t, op, content)
			own := a[k] == after[k] || a[k] == fmt.Sprint(content[k])
			a[k] = after[k]
			if !slices.Equal(r, results) || !slices.Equal(a, after) || !own {
				reads = append(reads, k)
			}
			content[k] = was
		}
		var length int
		switch row.Len {
		case ir.LenUnknown:
			length = 4 // all lanes are active
		case ir.LenValue:
			length = 2
		case ir.LenC:
			length = 3
		}
		check := func(what string, where ir.Where, got []int) {
			var want []int
			if n := where.Operand(); n >= 0 {
				first := 4 + 16*strings.Count(row.Sig[:n], "p")
				for k := range length {
					want = append(want, first+k)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s %s bytes %v, the table says %v", op, what, got, want)
			}
		}
		check("reads", row.Reads, reads)
		check("writes", row.Writes, writes)
	}
}

// TestListColumns does the same for lists of arguments, whose bytes a program cannot write itself: what an instruction
// writes are VaListBytes bytes at one operand, and others neither it nor a later va_arg looks at.
func TestListColumns(t *testing.T) {
	// Bytes 4 to 27 of two slots; @f returns the number that va_arg gives last, and all bytes that are numbers.
	for _, c := range []struct {
		op   ir.Op
		text string // v5 and v6 are the places, v7 the token before it, v8 behind it
	}{
		{ir.OpVaStart, "v8 = va_start v5, v7"},
		{ir.OpVaArg, "v70 = va_start v5, v7\n v8, v71 = va_arg v5, v70 -> int"},
		{ir.OpVaCopy, "v70 = va_start v6, v7\n v8 = va_copy v5, v6, v70"},
		{ir.OpVaEnd, "v70 = va_start v5, v7\n v8 = va_end v5, v70"},
	} {
		src := fmt.Sprintf(`func @g(...) -> byte(64) {
bb0(v0: mem):
  v1 = stack_slot 32 align 8
  v2 = stack_slot 32 align 8
  v3 = iconst 4
  v50 = iconst 32
  v51 = iconst 7
  v52 = memset v1, v51, v50, v0
  v7 = memset v2, v51, v50, v52
  v5 = ptradd v1, v3
  v6 = ptradd v2, v3
  %s
  v60 = stack_slot 64
  v61 = memcpy v60, v1, v50, v8
  v62 = ptradd v60, v50
  v63 = memcpy v62, v2, v50, v61
  v9 = load.64 v60, v63 -> byte(64)
  ret v9, v63
}

func @f() -> byte(64) {
bb0(v0: mem):
  v1 = symbol_addr @g
  v2 = iconst 3
  v3, v4 = call v1(v2), v0 -> byte(64)
  ret v4, v3
}
`, c.text)
		o, err := interp.Run(context.Background(), irtest.Parse(t, src), interp.Options{Entry: "f", Strict: true, Exact: true, PoisonResult: true})
		if err != nil || o.Kind != interp.Returned {
			t.Fatalf("%s: %v %v", c.op, err, o)
		}
		var written []int
		for n, b := range o.Values[0].(interp.Bytes).B {
			if b.Kind != memory.Bits || b.Value != 7 {
				written = append(written, n)
			}
		}
		var want []int
		for n := range ir.VaListBytes {
			want = append(want, 4+n)
		}
		if c.op == ir.OpVaCopy { // the one that was copied
			for n := range ir.VaListBytes {
				want = append(want, 36+n)
			}
		}
		if !slices.Equal(written, want) || c.op.Info().Writes != ir.AtA || c.op.Info().Len != ir.LenList {
			t.Errorf("%s writes bytes %v, want %v", c.op, written, want)
		}
		if reads := map[ir.Op]ir.Where{ir.OpVaStart: ir.Nowhere, ir.OpVaArg: ir.AtA, ir.OpVaCopy: ir.AtB, ir.OpVaEnd: ir.AtA}; c.op.Info().Reads != reads[c.op] {
			t.Errorf("%s reads %v", c.op, c.op.Info().Reads)
		}
	}
}
