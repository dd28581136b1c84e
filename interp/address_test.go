package interp_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestAddressesModulo holds ptradd, inttoptr and ptrdiff against arithmetic modulo 2^64, on both engines,
// with indices of every representation that the fast engine chooses: addresses and indices at the borders of
// 0, 2^63 and 2^64, and beyond. Two steps are one of the sum.
func TestAddressesModulo(t *testing.T) {
	const text = `
func @main(int%[1]s, int%[1]s, int%[2]s) -> (int, int, int, int) {
  bb0(v0: mem):
    v1%[1]s = param 0
    v2%[1]s = param 1
    v3%[2]s = param 2
    v4 = inttoptr v1
    v5 = ptradd v4, v2
    v6 = ptradd v5, v3
    v7 = ptrtoaddr v6
    v8 = add v2, v3
    v9 = ptradd v4, v8
    v10 = ptrtoaddr v9
    v11 = stack_slot 8
    v12 = ptradd v11, v2
    v13 = ptradd v11, v3
    v14 = ptrdiff v12, v13
    v15 = iconst 7
    v16 = store.8 v15, v11, v0
    v17 = iconst 0
    v18 = sub v17, v2
    v19 = ptradd v12, v18
    v20 = load.8 v19, v16
    ret v7, v10, v14, v20, v16
}
`
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	signed := func(v *big.Int) *big.Int {
		v = new(big.Int).Mod(v, two64)
		if v.Bit(63) != 0 {
			v.Sub(v, two64)
		}
		return v
	}
	check := func(m, want string, o interp.Options) {
		t.Helper()
		for _, exact := range []bool{false, true} {
			o.Exact = exact
			out, err := interp.Run(context.Background(), irtest.Parse(t, m), o)
			if err != nil {
				t.Fatal(err)
			}
			got := out.Kind.String()
			for _, v := range out.Values {
				got += " " + interp.FormatValue(v, out.Space)
			}
			if got != want {
				t.Fatalf("arguments %v, exact %v: got %s, want %s\n%s", o.Args, exact, got, want, m)
			}
		}
	}
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	for range 1500 {
		x, y, z := boundary[r.IntN(len(boundary))].Big(), boundary[r.IntN(len(boundary))].Big(), boundary[r.IntN(len(boundary))].Big()
		first, second := "", ""
		switch r.IntN(4) {
		case 0:
			first, second = ":u64", ":s64"
			x, y, z = new(big.Int).Mod(x, two64), new(big.Int).Mod(y, two64), signed(z)
		case 1:
			first, second = ":s64", ":u64"
			x, y, z = signed(x), signed(y), new(big.Int).Mod(z, two64)
		case 2:
			first, second = ":s102", ""
		}
		sum := new(big.Int).Add(x, y)
		address := sum.Mod(sum.Add(sum, z), two64)
		want := fmt.Sprintf("returned %d %d %d 7", address, address, signed(new(big.Int).Sub(y, z)))
		check(fmt.Sprintf(text, first, second), want, interp.Options{Args: []interp.Value{interp.Int{V: num.FromBig(x)}, interp.Int{V: num.FromBig(y)}, interp.Int{V: num.FromBig(z)}}})
	}
}

// TestJoinedSteps: all addresses and steps near 0, 2^63 and 2^64, exhaustively: (p+a)+b is p+(a+b).
func TestJoinedSteps(t *testing.T) {
	const text = `
func @main(int, int, int) -> (int, int) {
  bb0:
    v1 = param 0
    v2 = param 1
    v3 = param 2
    v4 = inttoptr v1
    v5 = ptradd v4, v2
    v6 = ptradd v5, v3
    v7 = ptrtoint v6
    v8 = add v2, v3
    v9 = ptradd v4, v8
    v10 = ptrtoint v9
    ret v7, v10
}
`
	m := irtest.Parse(t, text)
	var near []interp.Value
	for _, n := range []uint{0, 63, 64} {
		for d := int64(-1); d <= 1; d++ {
			v := new(big.Int).Lsh(big.NewInt(1), n)
			if n == 0 {
				v.SetInt64(0)
			}
			near = append(near, interp.Int{V: num.FromBig(v.Add(v, big.NewInt(d)))})
		}
	}
	for _, p := range near {
		for _, a := range near {
			for _, b := range near {
				for _, exact := range []bool{false, true} {
					out, err := interp.Run(context.Background(), m, interp.Options{Args: []interp.Value{p, a, b}, Exact: exact})
					if err != nil {
						t.Fatal(err)
					}
					if len(out.Values) != 2 || interp.FormatValue(out.Values[0], out.Space) != interp.FormatValue(out.Values[1], out.Space) {
						t.Fatalf("%v + %v + %v: %s", p, a, b, out.Text())
					}
				}
			}
		}
	}
}
