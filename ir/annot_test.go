package ir

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// smallAnnots are all patterns of up to symbols symbols alone, all ranges up to width alone,
// and if both their pairs.
func smallAnnots(t *testing.T, symbols int, width uint32, both bool) []Annot {
	t.Helper()
	patterns := []Annot{0}
	for n := 1; n <= symbols; n++ {
		for k := range 1 << (2 * n) {
			p := make([]byte, n)
			for i := range p {
				p[i] = "01?x"[k>>(2*i)&3]
			}
			a, err := KnownBits(string(p))
			if err != nil {
				t.Fatal(err)
			}
			patterns = append(patterns, a)
		}
	}
	ranges := []Annot{0}
	for n := range width + 1 {
		ranges = append(ranges, Signed(n), Unsigned(n))
	}
	out := append(append([]Annot(nil), patterns...), ranges...)
	if both {
		for _, p := range patterns {
			for _, r := range ranges {
				if a, err := p.Meet(r); err == nil {
					out = append(out, a)
				}
			}
		}
	}
	seen := map[Annot]bool{}
	var distinct []Annot
	for _, a := range out {
		if !seen[a] {
			seen[a] = true
			distinct = append(distinct, a)
		}
	}
	return distinct
}

// holds is Holds by its definition, for small v: bit i of the pattern, the leftmost symbol
// for all i beyond it.
func holds(a Annot, v int64) bool {
	if n, signed, ok := a.Range(); ok {
		lo, hi := int64(0), int64(1)<<n-1
		if signed && n == 0 {
			return false
		}
		if signed {
			lo, hi = -(int64(1) << (n - 1)), int64(1)<<(n-1)-1
		}
		if v < lo || v > hi {
			return false
		}
	}
	if a.Known() == nil {
		return true
	}
	p := a.Known().Pattern()
	for i := range 60 {
		sym := p[0]
		if i < len(p) {
			sym = p[len(p)-1-i]
		}
		if bit := byte('0' + v>>i&1); (sym == '0' || sym == '1') && sym != bit {
			return false
		}
	}
	return true
}

func TestHolds(t *testing.T) {
	for _, a := range smallAnnots(t, 4, 5, true) {
		lo, hi, bounded := a.Bounds()
		for v := int64(-40); v <= 40; v++ {
			b := num.New(v)
			if got := a.Holds(b); got != holds(a, v) {
				t.Fatalf("%s holds for %d: %v", a, v, got)
			}
			if bounded && a.Known() == nil && a.Holds(b) != (b.Cmp(lo) >= 0 && b.Cmp(hi) <= 0) {
				t.Fatalf("%s has bounds %s to %s, %d: %v", a, lo, hi, v, a.Holds(b))
			}
		}
	}
}

// TestMeet compares the conjunction with both claims for all pairs of small annotations.
func TestMeet(t *testing.T) {
	all := smallAnnots(t, 4, 5, false)
	for _, a := range smallAnnots(t, 2, 3, true) {
		if a.Known() != nil {
			if _, _, ok := a.Range(); ok {
				all = append(all, a)
			}
		}
	}
	sets := make([][]bool, len(all))
	for k, a := range all {
		for v := int64(-40); v <= 40; v++ {
			sets[k] = append(sets[k], holds(a, v))
		}
	}
	for i, a := range all {
		for j, b := range all {
			m, err := a.Meet(b)
			back, errBack := b.Meet(a)
			if (err == nil) != (errBack == nil) {
				t.Fatalf("%s meets %s: %v, %v", a, b, err, errBack)
			}
			if err != nil {
				if !contradict(a, b) {
					t.Fatalf("%s meets %s: %v", a, b, err)
				}
				continue
			}
			if m != back {
				t.Fatalf("%s meets %s: %s and %s", a, b, m, back)
			}
			for v := int64(-40); v <= 40; v++ {
				want := sets[i][v+40] && sets[j][v+40]
				if m.Holds(num.New(v)) != want {
					t.Fatalf("%s meets %s = %s, which for %d is %v", a, b, m, v, !want)
				}
			}
			dontCare(t, a, b, m)
		}
	}
}

// contradict reports whether the patterns claim 0 and 1 of one bit.
func contradict(a, b Annot) bool {
	if a.Known() == nil || b.Known() == nil {
		return false
	}
	for i := range 8 {
		x, y := a.Known().symbol(i), b.Known().symbol(i)
		if x == '0' && y == '1' || x == '1' && y == '0' {
			return true
		}
	}
	return false
}

// dontCare: a bit is don't-care in the meet if it is in one side and the other claims nothing
// of it.
func dontCare(t *testing.T, a, b, m Annot) {
	t.Helper()
	symbol := func(a Annot, i int) byte {
		if a.Known() == nil {
			return '?'
		}
		return a.Known().symbol(i)
	}
	for i := range 6 {
		x, y := symbol(a, i), symbol(b, i)
		want := (x == 'x' || y == 'x') && !strings.ContainsRune("01", rune(x)) && !strings.ContainsRune("01", rune(y))
		if got := symbol(m, i) == 'x'; got != want {
			t.Fatalf("%s meets %s = %s: bit %d don't-care is %v", a, b, m, i, got)
		}
		if m.Known() != nil && (m.Known().DontCare.Bit(uint(i)) != 0) != want {
			t.Fatalf("%s: mask of don't-care bits, bit %d", m, i)
		}
	}
}

// readAnnot reads the canonical spelling.
func readAnnot(s string) (a Annot, err error) {
	for _, part := range strings.Split(s, ":")[1:] {
		var b Annot
		n, numErr := strconv.Atoi(part[1:])
		switch {
		case strings.HasPrefix(part, "known("):
			b, err = KnownBits(strings.TrimSuffix(part[6:], ")"))
		case strings.HasPrefix(part, "align"):
			n, _ = strconv.Atoi(part[5:])
			b = Aligned(uint32(n))
		case numErr != nil:
			return 0, numErr
		case part[0] == 's':
			b = Signed(uint32(n))
		case part[0] == 'u':
			b = Unsigned(uint32(n))
		case part[0] == 'i':
			b = LowBits(uint32(n))
		default:
			err = fmt.Errorf("annotation %q", part)
		}
		if err != nil {
			return 0, err
		}
		if a, err = a.Meet(b); err != nil {
			return 0, err
		}
	}
	return a, nil
}

func TestAnnotPrinting(t *testing.T) {
	bits := func(p string) Annot {
		a, err := KnownBits(p)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	texts := map[string]Annot{}
	for _, a := range smallAnnots(t, 4, 5, true) {
		s := a.String()
		if b, err := readAnnot(s); err != nil || b != a {
			t.Fatalf("%s reads back as %s (%v)", s, b, err)
		}
		if was, ok := texts[s]; ok && was != a {
			t.Fatalf("%s is written for two annotations", s)
		}
		texts[s] = a
	}
	for _, row := range []struct {
		a    Annot
		want string
	}{
		{NoAnnot, ""}, {Signed(32), ":s32"}, {Unsigned(1), ":u1"}, {Aligned(1 << 31), ":align2147483648"},
		{LowBits(3), ":i3"}, {bits("xxxx_??11_1111_0000"), ":known(x_??11_1111_0000)"}, {bits("0????"), ":known(0_????)"},
		{bits("10x?"), ":known(10x?)"}, {bits("1_????_????"), ":known(1_????_????)"}, {bits("?_????"), ""}, {bits("?"), ""},
		{LowBits(0), ":i0"}, {NoFPClass(ClassSNaN | ClassQNaN | ClassPInf), ":nofpclass(nan pinf)"},
	} {
		if got := row.a.String(); got != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
	}
}

// TestRangesNormalise: the RFC's rule for two ranges, and that one range is left.
func TestRangesNormalise(t *testing.T) {
	for m := range uint32(6) {
		for n := range uint32(6) {
			got, err := Signed(m).Meet(Unsigned(n))
			if want := Unsigned(min(max(m, 1)-1, n)); err != nil || got != want && m > 0 {
				t.Errorf(":s%d:u%d is %s, want %s", m, n, got, want)
			}
		}
	}
}

func TestPatternsAreCanonical(t *testing.T) {
	for _, row := range [][2]string{{"0000", "0"}, {"0_0__1", "01"}, {"xx??", "x??"}, {"1?", "1?"}} {
		a, err := KnownBits(row[0])
		b, _ := KnownBits(row[1])
		if err != nil || a != b || a.Known().Pattern() != row[1] {
			t.Errorf("%s is not %s", row[0], row[1])
		}
	}
	for _, bad := range []string{"", "_", "2", "01a", strings.Repeat("01", MaxAnnotBits)} {
		if _, err := KnownBits(bad); err == nil {
			t.Errorf("pattern of %d symbols is accepted", len(bad))
		}
	}
}

func TestMeetOfKinds(t *testing.T) {
	known, _ := KnownBits("0?")
	kinds := []Annot{Signed(8), Unsigned(8), known, Aligned(8), NoFPClass(ClassSNaN)}
	for i, a := range kinds {
		for j, b := range kinds {
			_, err := a.Meet(b)
			if want := i == j || i < 3 && j < 3; (err == nil) != want {
				t.Errorf("%s meets %s: %v", a, b, err)
			}
		}
	}
	if a, _ := Aligned(8).Meet(Aligned(32)); a.Align() != 32 {
		t.Error("the larger alignment claims more")
	}
	if a, _ := NoFPClass(ClassSNaN).Meet(NoFPClass(ClassPInf)); a.FPClasses() != ClassSNaN|ClassPInf {
		t.Error("excluded classes add up")
	}
}

// TestJoin: a join holds where either annotation does, ignores a bit only if both do, and is one of
// the two if that one already is what both claim.
func TestJoin(t *testing.T) {
	all := smallAnnots(t, 2, 3, true)
	bit := func(a Annot, n int) byte {
		if k := a.Known(); k != nil {
			return k.symbol(n)
		}
		return '?'
	}
	for _, a := range all {
		for _, b := range all {
			j := a.Join(b)
			if b.Join(a) != j {
				t.Fatalf("%s and %s join to %s or %s", a, b, j, b.Join(a))
			}
			for v := int64(-10); v < 10; v++ {
				if (holds(a, v) || holds(b, v)) && !holds(j, v) {
					t.Fatalf("%s, the join of %s and %s, does not hold for %d", j, a, b, v)
				}
			}
			for n := range 4 {
				x, y := bit(a, n), bit(b, n)
				if want := x == 'x' && y == 'x'; (bit(j, n) == 'x') != want {
					t.Fatalf("%s, the join of %s and %s: bit %d", j, a, b, n)
				}
				if x == y && bit(j, n) != x {
					t.Fatalf("%s, the join of %s and %s, forgets bit %d", j, a, b, n)
				}
			}
			if a.Known() == nil && b.Known() == nil {
				if m, err := a.Meet(b); err == nil && m == a && j != b {
					t.Fatalf("%s implies %s, and they join to %s", a, b, j)
				}
			}
		}
	}
	for _, r := range [][3]Annot{
		{Aligned(8), Aligned(16), Aligned(8)},
		{NoFPClass(ClassSNaN | ClassPInf), NoFPClass(ClassPInf), NoFPClass(ClassPInf)},
		{Aligned(8), NoAnnot, NoAnnot}, {Aligned(8), Signed(8), NoAnnot},
	} {
		if got := r[0].Join(r[1]); got != r[2] {
			t.Errorf("%s and %s join to %s", r[0], r[1], got)
		}
	}
}
