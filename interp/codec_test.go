package interp

import (
	"context"
	"math/big"
	"reflect"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

func testWorld(t *testing.T) *world {
	t.Helper()
	w, err := newWorld(context.Background(), parse(t, `func @main() {
 bb0:
 ret
}`), Options{VScale: 2})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestIntBytesAreLowBytes compares with shifting and masking, at the bounds of every size.
func TestIntBytesAreLowBytes(t *testing.T) {
	w := testWorld(t)
	for n := uint64(1); n <= 20; n++ {
		for _, bits := range []uint{0, 1, 7, 8, 15, 31, 63, 64, 127, uint(8*n - 1), uint(8 * n)} {
			for d := int64(-2); d <= 2; d++ {
				for sign := int64(-1); sign <= 1; sign += 2 {
					v := new(big.Int).Lsh(big.NewInt(sign), bits)
					v.Add(v, big.NewInt(d))
					mod := new(big.Int).Lsh(big.NewInt(1), uint(8*n))
					want := new(big.Int).Mod(v, mod)
					b := w.encode(Int{num.FromBig(v)}, ir.Int, n)
					if uint64(len(b)) != n {
						t.Fatalf("%d bytes for %d", len(b), n)
					}
					for k, x := range b {
						byteAt := new(big.Int).Rsh(want, uint(8*k))
						if x != memory.BitsByte(byte(byteAt.Uint64())) {
							t.Fatalf("byte %d of %s in %d bytes is %+v", k, v, n, x)
						}
					}
					if got := w.decode(b, ir.Int, nil).(Int).V; got.Big().Cmp(want) != 0 {
						t.Fatalf("%s in %d bytes reads back as %s, want %s", v, n, got, want)
					}
				}
			}
		}
	}
}

// TestIntsNeedBits tries every two-byte memory of the kinds of bytes.
func TestIntsNeedBits(t *testing.T) {
	w := testWorld(t)
	p := memory.Pointer{Addr: 64, Alloc: 1, Kind: memory.ProvAlloc}
	kinds := []memory.Byte{memory.BitsByte(7), memory.UninitByte(), memory.PoisonByte(0), memory.FragmentByte(p, 0)}
	worst := []CauseKind{0, CauseUninit, CausePoisonBytes, CauseFragment}
	rank := []int{0, 2, 3, 1}
	for i, a := range kinds {
		for j, b := range kinds {
			var got badBytes
			v := w.decode([]memory.Byte{a, b}, ir.Int, func(x badBytes) *Cause {
				got = x
				return nil
			})
			if i == 0 && j == 0 {
				if v.(Int).V.Low64() != 0x0707 {
					t.Errorf("bits read as %v", v)
				}
				continue
			}
			want, lo, hi := i, 0, 1
			if rank[j] > rank[i] {
				want, lo, hi = j, 1, 2
			}
			if i == j {
				hi = 2
			}
			if _, ok := v.(Poison); !ok || got.kind != worst[want] || got.lo != lo || got.hi != hi {
				t.Errorf("%s then %s: %+v", a.Kind, b.Kind, got)
			}
			raw := w.decode([]memory.Byte{a, b}, ir.Bytes(2), nil).(Bytes)
			if !slices.Equal(raw.B, []memory.Byte{a, b}) {
				t.Errorf("byte(2) changed %v", raw)
			}
		}
	}
}

// TestPointersNeedTheirFragments reads eight fragments of one pointer with every one of them
// replaced by a byte of each other kind, moved, or of another pointer.
func TestPointersNeedTheirFragments(t *testing.T) {
	w := testWorld(t)
	p := memory.Pointer{Addr: 0x1234, Alloc: 1, Kind: memory.ProvAlloc}
	q := p
	q.Addr++
	b := w.encode(Ptr{p}, ir.Ptr, 8)
	if got := w.decode(b, ir.Ptr, nil); got != (Ptr{p}) {
		t.Errorf("read back as %v", got)
	}
	if got := w.decode(w.encode(NewInt(0x1234), ir.Int, 8), ir.Ptr, nil); got != (Ptr{memory.Pointer{Addr: 0x1234}}) {
		t.Errorf("bits read as %v", got)
	}
	for k := range b {
		for _, other := range []memory.Byte{memory.BitsByte(0), memory.UninitByte(), memory.PoisonByte(0), memory.FragmentByte(q, uint8(k)), memory.FragmentByte(p, uint8((k+1)%8))} {
			c := slices.Clone(b)
			c[k] = other
			if _, ok := w.decode(c, ir.Ptr, func(badBytes) *Cause { return nil }).(Poison); !ok {
				t.Errorf("byte %d as %+v is accepted", k, other)
			}
		}
	}
}

// TestValuesReadBack writes and reads a value of every type.
func TestValuesReadBack(t *testing.T) {
	w := testWorld(t)
	inner, err := ir.Array(ir.F32, 2)
	if err != nil {
		t.Fatal(err)
	}
	agg, err := ir.Struct(ir.Int, ir.Bool, inner, ir.Unit, ir.Ptr, ir.Bytes(2))
	if err != nil {
		t.Fatal(err)
	}
	p := memory.Pointer{Addr: 0x40, Alloc: 1, Kind: memory.ProvAlloc}
	raw := Bytes{[]memory.Byte{memory.UninitByte(), memory.BitsByte(3)}}
	for _, c := range []struct {
		t ir.Type
		v Value
	}{
		{ir.Bool, Bool(true)}, {ir.Bool, Bool(false)}, {ir.BF16, Float{Type: ir.BF16, Lo: 0x3f80}}, {ir.F64, Float{Type: ir.F64, Lo: 1 << 63}},
		{ir.F128, Float{ir.F128, 0x0123456789abcdef, 0xfedcba9876543210}}, {ir.Unit, Unit{}}, {ir.Ptr, Ptr{p}},
		{ir.Vec(8, true), raw},
		{agg, Aggregate{[]Value{NewInt(200), Bool(true), Aggregate{[]Value{Float{Type: ir.F32, Lo: 1}, Float{Type: ir.F32, Lo: 2}}}, Unit{}, Ptr{p}, raw}}},
	} {
		b := w.encode(c.v, c.t, 0)
		if n, _ := c.t.Size(2); uint64(len(b)) != n {
			t.Errorf("%s: %d bytes, want %d", c.t, len(b), n)
		}
		got := w.decode(b, c.t, nil)
		if !reflect.DeepEqual(c.v, got) {
			t.Errorf("%s: %v reads back as %v", c.t, c.v, got)
		}
		if !hasType(got, c.t, 2) {
			t.Errorf("%s: %v does not have its type", c.t, got)
		}
		cause := &Cause{Kind: CauseInstruction, arg: -1}
		bad := w.poison(c.t, cause)
		if !hasType(bad, c.t, 2) || isPoison(got) || c.t != ir.Unit && causeIn(bad, w) != cause {
			t.Errorf("%s: poison %v", c.t, bad)
		}
		for _, x := range w.encode(bad, c.t, 0) {
			if x.Kind != memory.Poison || w.causeOf(x.Cause) != cause {
				t.Errorf("%s: poison stored as %+v", c.t, x)
			}
		}
	}
}

func TestBoolNeedsZeroOrOne(t *testing.T) {
	w := testWorld(t)
	for n := range 256 {
		v := w.decode([]memory.Byte{memory.BitsByte(byte(n))}, ir.Bool, func(badBytes) *Cause { return nil })
		if b, ok := v.(Bool); ok != (n < 2) || ok && bool(b) != (n == 1) {
			t.Errorf("%d reads as %v", n, v)
		}
	}
}
