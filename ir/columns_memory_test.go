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
		// stack_end leaves no byte that could be looked at afterwards.
		if !op.Is(ir.MemUse|ir.MemDef) || op == ir.OpCall || op == ir.OpStackEnd {
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
