package runtime

import (
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/cgen"
	"github.com/tuffy-ir/tuffy/internal/tirgen"
)

// TestGenerated: the texts that have a source are what the generator makes of it.
func TestGenerated(t *testing.T) {
	for name, text := range map[string]string{"stdlib": stdlibSource, "scan": scanSource} {
		src, err := os.ReadFile("src/" + name + ".tgo")
		if err != nil {
			t.Fatal(err)
		}
		want, err := tirgen.Translate(name+".tgo", src)
		if err != nil {
			t.Fatal(err)
		}
		if text != want {
			t.Errorf("go generate changes %s.tir", name)
		}
	}
}

// TestCompiled: the texts that have sources in C are what the front end and the passes make of them.
func TestCompiled(t *testing.T) {
	for text, sources := range map[string][]string{stringsSource: {"ctype.c", "string.c"}, stdlibCSource: {"numbers.c", "process.c", "errors.c", "heap.c", "print.c", "stream.c", "random.c"}} {
		want, err := cgen.Translate(os.DirFS("src"), sources...)
		if err != nil {
			t.Fatal(err)
		}
		if text != want {
			t.Errorf("the text of %s is stale; run: go generate ./compiler/runtime", sources)
		}
	}
}

// words is a number of 256 bits in the order of memory.
func words(n *big.Int) []byte {
	b := n.FillBytes(make([]byte, 32))
	slices.Reverse(b)
	return b
}

// arctan is the angle of num/den, at most 1, with the number of fraction bits, rounded down: Euler's series of positive terms, which is
// not the one that the constants were made by.
func arctan(num, den int64, bits uint) *big.Int {
	// atan(x) = sum of 2^2n n!^2 / (2n+1)! * x^(2n+1) / (1+x^2)^(n+1)
	scale := new(big.Int).Lsh(big.NewInt(1), bits+64)
	squares := big.NewInt(num*num + den*den)
	term := new(big.Int).Mul(scale, big.NewInt(num*den))
	term.Div(term, squares)
	sum := new(big.Int)
	for n := int64(1); term.Sign() > 0; n++ {
		sum.Add(sum, term)
		term.Mul(term, big.NewInt(2*n*num*num))
		term.Div(term, new(big.Int).Mul(big.NewInt(2*n+1), squares))
	}
	return sum.Rsh(sum, 64)
}

// TestTables: the tables of the elementary functions are what their comments say, computed here.
func TestTables(t *testing.T) {
	m := Library()
	reciprocals, angles := m.DataNamed("__tuffy_reciprocals"), m.DataNamed("__tuffy_angles")
	one := new(big.Int).Lsh(big.NewInt(1), 256)
	want := words(new(big.Int))
	for j := int64(1); j <= 101; j++ {
		n := new(big.Int).Div(one, big.NewInt(j))
		if j == 1 {
			n.Sub(n, big.NewInt(1))
		}
		want = append(want, words(n)...)
	}
	if got := reciprocals.Pieces[0].Bytes; !slices.Equal(got, want) {
		t.Error("the reciprocals differ from 2^256/j")
	}
	want = nil
	for k := int64(0); k <= 8; k++ {
		want = append(want, words(arctan(k, 8, 256))...)
	}
	if got := angles.Pieces[0].Bytes; !slices.Equal(got, want) {
		t.Errorf("the angles differ from those of k/8:\ngot  %x\nwant %x", got, want)
	}
}

// TestConstants: every long constant of the elementary functions is one that the functions need, computed here: pi in quarters, the
// logarithms of 2 and 10, 2/pi, or a small number with zeros behind it.
func TestConstants(t *testing.T) {
	known := map[string]string{}
	pi := new(big.Int).Lsh(arctan(1, 1, 1700), 2) // with 1700 fraction bits
	quarters := make([]*big.Int, 5)
	for k := range quarters {
		n := new(big.Int).Mul(pi, big.NewInt(int64(k)))
		quarters[k] = n.Rsh(n, 1702-256)
	}
	quarters[3].Sub(quarters[4], quarters[1]) // the angles add up to pi
	for k := 1; k <= 4; k++ {
		known[quarters[k].String()] = fmt.Sprintf("%d/4 pi", k)
	}
	n := new(big.Int).Lsh(big.NewInt(2), 1344+1700)
	known[n.Div(n, pi).String()] = "2/pi"
	// ln 2 = 2 artanh 1/3, and ln 10 = 3 ln 2 + 2 artanh 1/9.
	ln2, rest := artanh(3, 320), artanh(9, 320)
	ln10 := new(big.Int).Mul(ln2, big.NewInt(3))
	ln10.Add(ln10, rest)
	known[new(big.Int).Rsh(ln2, 63).String()] = "ln 2"
	known[new(big.Int).Rsh(ln10, 63).String()] = "ln 10"
	used := map[string]bool{}
	for text := range strings.FieldsSeq(elementarySource) {
		v, ok := new(big.Int).SetString(text, 10)
		if !ok || len(text) < 40 {
			continue
		}
		if what := known[text]; what != "" {
			used[what] = true
		} else if v.BitLen()-int(v.TrailingZeroBits()) > 4 {
			t.Errorf("no function needs %s", text)
		}
	}
	if len(used) < len(known) {
		t.Errorf("of %v only %v stand in elementary.tir", known, used)
	}
}

// artanh is that of 1/n with the number of fraction bits, rounded down but for its last few.
func artanh(n int64, bits uint) *big.Int {
	power := new(big.Int).Lsh(big.NewInt(1), bits)
	power.Div(power, big.NewInt(n))
	sum := new(big.Int)
	for k := int64(1); power.Sign() > 0; k += 2 {
		sum.Add(sum, new(big.Int).Div(power, big.NewInt(k)))
		power.Div(power, big.NewInt(n*n))
	}
	return sum
}
