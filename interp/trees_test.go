package interp_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// treeMaker writes programs of int expressions in which values are used several times, in several ways.
type treeMaker struct {
	r    *rand.Rand
	b    strings.Builder
	next int
	ints []string
	mem  string // the latest token
}

// widths at which the fast engine changes how it holds an int.
var treeWidths = []int{1, 8, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 130, 200}

func (m *treeMaker) pick() string {
	if m.r.IntN(3) > 0 { // rather a late one, so that trees become deep
		return m.ints[len(m.ints)-1-m.r.IntN(min(4, len(m.ints)))]
	}
	return m.ints[m.r.IntN(len(m.ints))]
}

func (m *treeMaker) annot(one int) string {
	if m.r.IntN(one) > 0 {
		return ""
	}
	w := treeWidths[m.r.IntN(len(treeWidths))]
	return [...]string{fmt.Sprintf(":u%d", w), fmt.Sprintf(":s%d", w), ":i64", ":known(??0)", ":known(0????????????????????????????????)",
		fmt.Sprintf(":u%d:known(??0)", w), ":known(1??)"}[m.r.IntN(7)]
}

func (m *treeMaker) line(format string, args ...any) string {
	name := fmt.Sprintf("v%d", m.next)
	m.next++
	fmt.Fprintf(&m.b, "    %s%s = %s\n", name, m.annot(7), fmt.Sprintf(format, args...))
	return name
}

// inst adds an instruction on values there are; arithmetic modulo a power of two is what most of them are part of.
func (m *treeMaker) inst() {
	r := m.r
	use := func() string { return m.pick() + m.annot(25) }
	width := func() int { return treeWidths[r.IntN(len(treeWidths))] }
	var v string
	switch r.IntN(14) {
	case 0, 1, 2, 3:
		v = m.line("%s %s, %s", [...]string{"add", "sub", "mul", "and", "or", "xor"}[r.IntN(6)], use(), use())
	case 4:
		v = m.line("not %s", use())
	case 5, 6:
		v = m.line("%s %s, %d", [...]string{"zext", "sext"}[r.IntN(2)], use(), width())
	case 7:
		v = m.line("%s %s, %s", [...]string{"div", "rem", "tdiv", "trem", "min", "max"}[r.IntN(6)], use(), use())
	case 8:
		m.ints = append(m.ints, m.line("iconst %d", r.IntN(70)))
		v = m.line("%s %s, %s", [...]string{"shl", "shr", "shr"}[r.IntN(3)], use(), m.ints[len(m.ints)-1])
	case 9:
		n := [...]int{1, 7, 8, 9, 16}[r.IntN(5)]
		switch k := r.IntN(8); k {
		case 0, 1, 2:
			v = m.line("%s.%d %s, %s", [...]string{"rotate_left", "rotate_right", "merge"}[k], n*8, use(), use())
		case 3, 4, 5:
			v = m.line("%s.%d %s", [...]string{"bswap", "bit_reverse", "count_leading_zeros"}[k-3], n, use())
		default:
			v = m.line("%s %s", [...]string{"count_ones", "count_trailing_zeros"}[k-6], use())
		}
	case 10:
		c := fmt.Sprintf("v%d", m.next)
		m.next++
		fmt.Fprintf(&m.b, "    %s = icmp.%s %s, %s\n", c, [...]string{"eq", "ne", "lt", "le", "gt", "ge"}[r.IntN(6)], use(), use())
		v = m.line("select %s, %s, %s", c, use(), use())
	case 11:
		hi := fmt.Sprintf("v%d", m.next)
		m.next++
		lo := fmt.Sprintf("v%d", m.next)
		m.next++
		fmt.Fprintf(&m.b, "    %s%s, %s%s = split.%d %s\n", hi, m.annot(9), lo, m.annot(9), min(width(), 128), use())
		m.ints = append(m.ints, lo)
		v = hi
	case 12: // a store and a load of low bytes, through a slot that may be too small for it
		n := [...]int{1, 3, 4, 8, 8, 16}[r.IntN(6)]
		fmt.Fprintf(&m.b, "    v%d = store.%d %s, v4, %s\n", m.next, n, use(), m.mem)
		m.mem = fmt.Sprintf("v%d", m.next)
		m.next++
		v = m.line("load.%d v4, %s", n, m.mem)
	default:
		k := num.Pow2([...]uint{0, 1, 31, 32, 63, 64, 127, 128}[r.IntN(8)]).Add(num.New(int64(r.IntN(3) - 1)))
		if r.IntN(3) == 0 {
			k = k.Neg()
		}
		v = m.line("iconst %s", k)
	}
	m.ints = append(m.ints, v)
}

// TestEnginesAgreeOnTrees compares the engines on random trees of int operations of all widths, with claims
// everywhere, in a loop.
func TestEnginesAgreeOnTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 5))
	for range testseed.Rounds(6000, 200) {
		text := tree(r)
		m := irtest.Parse(t, text)
		for range 3 {
			args := []interp.Value{interp.Int{V: treeInput(r)}, interp.Int{V: treeInput(r)}}
			var out bytes.Buffer
			sameOnBoth(t, m, text, interp.Options{Args: args, Stdout: &out, Strict: r.IntN(2) == 0})
		}
	}
}

// treeInput is a number near a power of two.
func treeInput(r *rand.Rand) num.Int {
	v := num.Pow2(uint(treeWidths[r.IntN(len(treeWidths))]))
	switch r.IntN(4) {
	case 0:
		v = num.FromUint64(r.Uint64() >> r.IntN(64))
	case 1:
		v = num.FromWords(r.Uint64()>>r.IntN(64), r.Uint64())
	}
	v = v.Add(num.New(int64(r.IntN(5)) - 2))
	if r.IntN(3) == 0 {
		v = v.Neg()
	}
	return v
}

// tree writes a function of two ints, with a loop of a few iterations that passes two of its values on.
func tree(r *rand.Rand) string {
	m := &treeMaker{r: r, next: 11, ints: []string{"v7", "v8", "v6"}, mem: "v9"}
	a, b := m.annot(3), m.annot(3)
	fmt.Fprintf(&m.b, `func @main(int%[1]s, int%[2]s) -> int%[3]s {
  bb0(v1: mem):
    v2%[1]s = param 0
    v3%[2]s = param 1
    v4 = stack_slot %[7]d
    v5 = iconst 0
    br bb1(v5, v2, v3%[4]s, v1)

  region loop {
    bb1(v6:u8: int, v7%[5]s: int, v8%[6]s: int, v9: mem):
      v10 = iconst 3
      v900 = icmp.lt v6, v10
      brif v900, bb2, bb3

    bb2:
`, a, b, m.annot(4), m.annot(9), m.annot(2), m.annot(2), 8+8*r.IntN(2))
	for range 4 + r.IntN(14) {
		m.inst()
	}
	fmt.Fprintf(&m.b, `    v901 = iconst 1
    v902 = add v6, v901
    continue v902, %s%s, %s, %s
  }

  bb3:
    v903 = xor v7, v8%s
    ret v%d%s, v9
}
`, m.pick(), m.annot(4), m.pick(), m.mem, m.annot(9), [...]int{7, 8, 903, 903}[r.IntN(4)], m.annot(9))
	return m.b.String()
}
