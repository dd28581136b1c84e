//go:build amd64 && linux

package isel_test

import (
	"fmt"
	"strings"
	"testing"
)

var predicates = []string{"eq", "ne", "lt", "le", "gt", "ge"}

// TestCompare: a comparison as a value, as the condition of a branch and of a select, of two values
// and with constants.
func TestCompare(t *testing.T) {
	var fs []testFunc
	for _, w := range testWidths {
		for _, p := range predicates {
			two := []width{w, w}
			cmp := fmt.Sprintf("icmp.%s v1, v2", p)
			fs = append(fs,
				testFunc{two, "bool", "v9: bool = " + cmp},
				testFunc{two, "int:u8", "v5: bool = " + cmp + `
brif v5, bb1(v0), bb2(v0)
bb1(v0: mem):
v10: int:u8 = iconst 1
br bb3(v10, v0)
bb2(v0: mem):
v10: int:u8 = iconst 2
br bb3(v10, v0)
bb3(v9: int:u8, v0: mem):`},
				testFunc{two, "int:" + w.String(), "v5: bool = " + cmp + fmt.Sprintf("\nv9: int:%s = select v5, v1, v2", w)},
				testFunc{two, "int:u1", "v5: bool = " + cmp + "\nv9: int:u1 = bool_to_int v5"},
			)
			lo, hi := w.bounds()
			for _, c := range []string{"0", "1", lo.String(), hi.String(), "100"} {
				k := fmt.Sprintf("v5: int:%s = iconst %s\n", w, c)
				fs = append(fs,
					testFunc{[]width{w}, "bool", k + fmt.Sprintf("v9: bool = icmp.%s v1, v5", p)},
					testFunc{[]width{w}, "bool", k + fmt.Sprintf("v9: bool = icmp.%s v5, v1", p)})
			}
		}
	}
	runAll(t, relabel(fs))
}

// TestCompareMixed compares values of different types.
func TestCompareMixed(t *testing.T) {
	var fs []testFunc
	some := []width{{8, true}, {8, false}, {32, true}, {32, false}, {63, true}, {64, true}, {64, false}}
	for _, v := range some {
		for _, w := range some {
			for _, p := range predicates {
				fs = append(fs, testFunc{[]width{v, w}, "bool", fmt.Sprintf("v9: bool = icmp.%s v1, v2", p)})
			}
		}
	}
	runAll(t, fs)
}

// TestTests: conditions on parts of a value.
func TestTests(t *testing.T) {
	var fs []testFunc
	for _, w := range testWidths {
		for _, p := range predicates {
			for _, c := range []string{"1", "4", "127", "128", "65535"} {
				fs = append(fs, testFunc{[]width{w}, "bool", fmt.Sprintf(
					"v5: int:u17 = iconst %s\nv6: int:%s = and v1, v5\nv7: int:u1 = iconst 0\nv9: bool = icmp.%s v6, v7", c, w, p)})
			}
			fs = append(fs, testFunc{[]width{w, w}, "bool", fmt.Sprintf("v6: int:%s = and v1, v2\nv7: int:u1 = iconst 0\nv9: bool = icmp.%s v6, v7", w, p)})
			for _, n := range []int{1, 5, 8, 16, 17, 31, 32} {
				fs = append(fs,
					testFunc{[]width{w}, "bool", fmt.Sprintf("v6: int:s%d = sext v1, %d\nv7: int:u1 = iconst 0\nv9: bool = icmp.%s v6, v7", n, n, p)},
					testFunc{[]width{w, w}, "bool", fmt.Sprintf("v6: int:s%d = sext v1, %d\nv7: int:s%d = sext v2, %d\nv9: bool = icmp.%s v6, v7", n, n, n, n, p)},
					testFunc{[]width{w, w}, "bool", fmt.Sprintf("v6: int:u%d = zext v1, %d\nv7: int:u%d = zext v2, %d\nv9: bool = icmp.%s v6, v7", n, n, n, n, p)})
			}
		}
		fs = append(fs, testFunc{[]width{w}, "bool", "v9: bool = int_to_bool v1"})
	}
	runAll(t, fs)
}

// TestShift: amounts below, at and above the width.
func TestShift(t *testing.T) {
	var fs []testFunc
	for _, w := range testWidths {
		for _, op := range []string{"shl", "shr"} {
			for _, a := range []width{{3, false}, {5, false}, {6, false}, {8, false}, {8, true}, {64, false}} {
				fs = append(fs, testFunc{[]width{w, a}, "int:" + w.String(), fmt.Sprintf("v9: int:%s = %s v1, v2", w, op)})
			}
			for _, k := range []int{31, 63} {
				fs = append(fs, testFunc{[]width{w, {64, false}}, "int:" + w.String(), fmt.Sprintf(
					"v5: int:u6 = iconst %d\nv6: int:u6 = and v2, v5\nv9: int:%s = %s v1, v6", k, w, op)})
			}
			for _, c := range []int{0, 1, 3, 7, 8, 15, 31, 32, 63, 64, 100} {
				fs = append(fs, testFunc{[]width{w}, "int:" + w.String(), fmt.Sprintf("v5: int:u8 = iconst %d\nv9: int:%s = %s v1, v5", c, w, op)})
			}
		}
		// The low bits of a product that nothing claims to fit.
		for _, op := range []string{"shl", "add", "mul", "sub", "xor"} {
			for _, n := range []int{8, 16, 32, 64} {
				y := w
				if op == "shl" {
					y = width{6, false}
				}
				fs = append(fs,
					testFunc{[]width{w, y}, fmt.Sprintf("int:u%d", n), fmt.Sprintf("v5: int:i%d = %s v1, v2\nv9: int:u%d = zext v5:i%d, %d", n, op, n, n, n)},
					testFunc{[]width{w, y}, fmt.Sprintf("int:s%d", n), fmt.Sprintf("v5: int:i%d = %s v1, v2\nv9: int:s%d = sext v5:i%d, %d", n, op, n, n, n)})
			}
		}
	}
	runAll(t, fs)
}

// TestRotate: rotations of every kind of width.
func TestRotate(t *testing.T) {
	var fs []testFunc
	for _, n := range []int{1, 5, 8, 13, 16, 24, 31, 32, 33, 63, 64} {
		for _, op := range []string{"rotate_left", "rotate_right"} {
			for _, w := range []width{{8, true}, {32, false}, {64, true}, {64, false}} {
				r := fmt.Sprintf("u%d", n)
				fs = append(fs, testFunc{[]width{w, {8, false}}, "int:" + r, fmt.Sprintf("v9: int:%s = %s.%d v1, v2", r, op, n)},
					testFunc{[]width{w, {64, true}}, "int:" + r, fmt.Sprintf("v9: int:%s = %s.%d v1, v2", r, op, n)})
				for _, c := range []int{0, 1, 7, 31, 100, -3} {
					fs = append(fs, testFunc{[]width{w}, "int:" + r, fmt.Sprintf("v5: int:s16 = iconst %d\nv9: int:%s = %s.%d v1, v5", c, r, op, n)})
				}
			}
		}
	}
	runAll(t, fs)
}

// TestBits: extension, counting, reversal, parts.
func TestBits(t *testing.T) {
	var fs []testFunc
	for _, w := range testWidths {
		one := []width{w}
		for _, n := range []int{1, 7, 8, 9, 16, 20, 31, 32, 33, 48, 63, 64} {
			fs = append(fs,
				testFunc{one, fmt.Sprintf("int:s%d", n), fmt.Sprintf("v9: int:s%d = sext v1, %d", n, n)},
				testFunc{one, fmt.Sprintf("int:u%d", n), fmt.Sprintf("v9: int:u%d = zext v1, %d", n, n)},
				testFunc{one, "int:u7", fmt.Sprintf("v9: int:u7 = count_leading_zeros.%d v1", n)},
				testFunc{one, fmt.Sprintf("int:u%d", n), fmt.Sprintf("v9: int:u%d = bit_reverse.%d v1", n, n)},
				testFunc{one, "int:u7", fmt.Sprintf("v5: int:u%d = zext v1, %d\nv9: int:u7 = count_ones v5", n, n)},
				testFunc{one, fmt.Sprintf("int:%s", w), fmt.Sprintf("v9: int:%s, v8: int:u%d = split.%d v1", w, n, n)},
				testFunc{one, fmt.Sprintf("int:u%d", n), fmt.Sprintf("v8: int:%s, v9: int:u%d = split.%d v1", w, n, n)},
				testFunc{[]width{w, w}, fmt.Sprintf("int:%s", w), fmt.Sprintf("v9: int:%s = merge.%d v1, v2", w, n)},
			)
			for _, c := range []int{1, 5, 12} {
				fs = append(fs,
					testFunc{one, fmt.Sprintf("int:u%d", n), fmt.Sprintf("v5: int:u6 = iconst %d\nv6: int:%s = shr v1, v5\nv9: int:u%d = zext v6, %d", c, w, n, n)},
					testFunc{one, fmt.Sprintf("int:s%d", n), fmt.Sprintf("v5: int:u6 = iconst %d\nv6: int:%s = shr v1, v5\nv9: int:s%d = sext v6, %d", c, w, n, n)})
			}
		}
		for n := 1; n <= 8; n++ {
			fs = append(fs, testFunc{one, fmt.Sprintf("int:u%d", 8*n), fmt.Sprintf("v9: int:u%d = bswap.%d v1", 8*n, n)})
		}
		fs = append(fs,
			testFunc{one, "int:u7", "v9: int:u7 = count_ones v1"},
			testFunc{one, "int:u7", "v9: int:u7 = count_trailing_zeros v1"},
			testFunc{one, "int:s64", "v5: int:s64 = not v1\nv9: int:s64 = add v5, v1"},
			testFunc{[]width{w, w}, "int:" + w.String(), fmt.Sprintf("v5: int:%s = not v2\nv9: int:%s = and v1, v5", w, w)},
			testFunc{[]width{w, w}, "int:" + w.String(), fmt.Sprintf("v9: int:%s = clmul v1, v2", w)},
		)
		for _, s := range []string{"and v1, v6", "xor v1, v6"} {
			fs = append(fs, testFunc{one, "int:" + w.String(), fmt.Sprintf("v5: int:u1 = iconst 1\nv6: int:s65 = sub v1, v5\nv9: int:%s = %s", w, s)}.narrowed(w))
		}
		fs = append(fs, testFunc{one, "int:" + w.String(), fmt.Sprintf("v5: int:u1 = iconst 0\nv6: int:s64 = sub v5, v1\nv9: int:%s = and v1, v6", w)})
	}
	runAll(t, fs)
}

// narrowed makes an intermediate :s65, which is not legal, :s64.
func (f testFunc) narrowed(w width) testFunc {
	f.body = replaceAll(f.body, "s65", "s64")
	return f
}

// TestTruth: bools in registers, in conditions and as ints.
func TestTruth(t *testing.T) {
	two := []width{{}, {}}
	three := []width{{}, {32, true}, {32, true}}
	fs := []testFunc{
		{two, "bool", "v9: bool = band v1, v2"},
		{two, "bool", "v9: bool = bor v1, v2"},
		{two, "bool", "v9: bool = bxor v1, v2"},
		{[]width{{}}, "bool", "v9: bool = not v1"},
		{[]width{{}}, "bool", "v9: bool = freeze v1"},
		{[]width{{}}, "int:u1", "v9: int:u1 = bool_to_int v1"},
		{three, "int:s32", "v9: int:s32 = select v1, v2, v3"},
		{three, "int:s32", "v5: bool = not v1\nv9: int:s32 = select v5, v2, v3"},
		{three, "bool", "v5: bool = icmp.lt v2, v3\nv9: bool = band v1, v5"},
		{three, "int:s32", "v5: bool = icmp.lt v2, v3\nv6: bool = band v1, v5\nv9: int:s32 = select v6, v2, v3"},
		{three, "bool", "v5: bool = icmp.lt v2, v3\nv9: bool = select v1, v5, v1"},
		{three, "int:u8", "v5: bool = icmp.lt v2, v3\nv6: int:u8 = iconst 7\nv7: int:u8 = iconst 9\nv9: int:u8 = select v5, v6, v7"},
		{three, "int:u8", "v5: bool = icmp.lt v2, v3\nv6: int:u8 = iconst 0\nv7: int:u8 = iconst 1\nv9: int:u8 = select v5, v6, v7"},
		{three, "bool", "v5: bool = icmp.lt v2, v3\nv6: int:u8 = iconst 0\nv7: int:u8 = iconst 1\nv8: int:u8 = select v5, v6, v7\nv10: int:u8 = iconst 0\nv9: bool = icmp.eq v8, v10"},
		{three, "bool", "v5: bool = icmp.ge v2, v3\nv6: int:u1 = bool_to_int v5\nv10: int:u8 = iconst 0\nv9: bool = icmp.ne v6, v10"},
	}
	runAll(t, fs)
}

// TestLinear: sums that become addresses, of every mixture of widths.
func TestLinear(t *testing.T) {
	var fs []testFunc
	for _, w := range testWidths {
		r := wider(w)
		for _, k := range []int{1, 2, 3, 4, 5, 8, 9, 16} {
			fs = append(fs,
				testFunc{[]width{w, w}, "int:" + r, fmt.Sprintf("v5: int:u8 = iconst %d\nv6: int:%s = mul v2, v5\nv9: int:%s = add v1, v6", k, r, r)},
				testFunc{[]width{w, w}, "int:" + r, fmt.Sprintf("v5: int:u8 = iconst %d\nv6: int:%s = mul v2, v5\nv7: int:%s = add v6, v1\nv9: int:%s = add v7, v5", k, r, r, r)},
				testFunc{[]width{w, w}, "int:" + r, fmt.Sprintf("v5: int:u8 = iconst %d\nv6: int:%s = add v2, v5\nv7: int:%s = add v6, v1\nv9: int:%s = sub v7, v2", k, r, r, r)},
				testFunc{[]width{w, w}, "int:" + r, fmt.Sprintf("v5: int:u8 = iconst %d\nv6: int:%s = mul v1, v5\nv9: int:%s = sub v6, v2", k, r, r)},
			)
			if k <= 4 {
				fs = append(fs, testFunc{[]width{w, w}, "int:" + r, fmt.Sprintf("v5: int:u8 = iconst %d\nv6: int:%s = shl v2, v5\nv9: int:%s = add v1, v6", k, r, r)})
			}
		}
	}
	runAll(t, fs)
}

func replaceAll(s, old, with string) string { return strings.ReplaceAll(s, old, with) }

// relabel gives the values of functions with several blocks names of their own: the table above
// writes v0 and v10 for what each block calls so.
func relabel(fs []testFunc) []testFunc {
	for k, f := range fs {
		if !strings.Contains(f.body, "bb1(") {
			continue
		}
		lines := strings.Split(f.body, "\n")
		block := 0
		for n, line := range lines {
			if strings.HasPrefix(line, "bb") {
				block++
			}
			if block > 0 && block < 3 {
				line = strings.NewReplacer("v0", fmt.Sprintf("v2%d", block), "v10", fmt.Sprintf("v3%d", block)).Replace(line)
			}
			lines[n] = strings.Replace(line, "v0: mem", "v40: mem", 1)
		}
		f.body = strings.Join(lines, "\n")
		fs[k] = f
	}
	return fs
}
