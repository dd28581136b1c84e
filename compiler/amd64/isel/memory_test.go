//go:build amd64 && linux

package isel_test

import (
	"fmt"
	"math/big"
	"testing"
)

// TestMemory: loads, stores and read-modify-writes of every size, addresses with an index, and
// copies and fills of every small size, in stack slots.
func TestMemory(t *testing.T) {
	var fs []testFunc
	word := width{64, false}
	for _, n := range []int{1, 2, 4, 8} {
		typ := fmt.Sprintf("int:u%d", 8*n)
		w := width{uint(8 * n), false}
		fs = append(fs,
			testFunc{[]width{word}, typ, fmt.Sprintf(`v2: ptr = stack_slot 16
v3 = store.%d v1, v2, v0
v9: %s = load.%d v2, v3`, n, typ, n)},
			testFunc{[]width{word}, fmt.Sprintf("int:s%d", 8*n), fmt.Sprintf(`v2: ptr = stack_slot 16
v3 = store.%d v1, v2, v0
v4: %s = load.%d v2, v3
v9: int:s%d = sext v4, %d`, n, typ, n, 8*n, 8*n)})
		for _, op := range []string{"add", "sub", "and", "or", "xor"} {
			// mem = mem op y, and mem = y op mem; what stands there afterwards.
			for _, order := range []string{"v4, v2", "v2, v4"} {
				fs = append(fs, testFunc{[]width{w, w}, typ, fmt.Sprintf(
					`v3: ptr = stack_slot 8
v10 = store.%d v1, v3, v0
v4: %s = load.%d v3, v10
v5: %s = %s %s
v6 = store.%d v5, v3, v10
v9: %s = load.%d v3, v6`,
					n, typ, n, typ, op, order, n, typ, n)})
			}
			// A load must not move behind the store that changes what it reads.
			fs = append(fs, testFunc{[]width{w, w}, typ, fmt.Sprintf(
				`v3: ptr = stack_slot 8
v10 = store.%d v1, v3, v0
v4: %s = load.%d v3, v10
v6 = store.%d v2, v3, v10
v9: %s = %s v4, v2`,
				n, typ, n, n, typ, op)})
		}
		// v1 & 3 is the index of an array of four elements that hold their index times 7.
		body := `v2: ptr = stack_slot 64
v3: int:u4 = iconst 3
v4: int:u2 = and v1, v3
v10 = store.8 v1, v2, v0
`
		last := "v10"
		for k := range 4 {
			body += fmt.Sprintf("v2%d: int:u8 = iconst %d\nv3%d: ptr = ptradd v2, v2%d\nv4%d: int:u8 = iconst %d\nv5%d = store.%d v4%d, v3%d, %s\n", k, 8+k*n, k, k, k, 7*k+1, k, n, k, k, last)
			last = fmt.Sprintf("v5%d", k)
		}
		fs = append(fs, testFunc{[]width{word}, typ, body + fmt.Sprintf(
			"v60: int:u4 = iconst %d\nv61: int:u8 = mul v4, v60\nv62: int:u8 = iconst 8\nv63: int:u8 = add v61, v62\nv64: ptr = ptradd v2, v63\nv9: %s = load.%d v64, %s", n, typ, n, last)})
	}
	for size := range 40 {
		fs = append(fs,
			testFunc{[]width{word, {6, false}}, "int:u64", copyBody("memcpy", size)},
			testFunc{[]width{word, {6, false}}, "int:u64", copyBody("memmove", size)},
			testFunc{[]width{{8, false}, {6, false}}, "int:u64", fillBody(size)})
	}
	runAll(t, fs)
}

// copyBody fills 64 bytes with v1, copies size of them within another 64 bytes at an odd place, and
// reads 8 bytes at v2.
func copyBody(op string, size int) string {
	return fill(64) + fmt.Sprintf(`v30: ptr = stack_slot 80
v31: int:u8 = iconst 0
v32: int:u8 = iconst 80
v33 = memset v30, v31, v32, v20
v34: int:u8 = iconst 3
v35: ptr = ptradd v30, v34
v36: int:u8 = iconst %d
v37 = %s v35, v10, v36, v33
v38: ptr = ptradd v30, v2
v9: int:u64 = load.8 v38, v37`, size, op)
}

// fill makes a stack slot v10 of n bytes with v1 in all words, and the token v20.
func fill(n int) string {
	body := fmt.Sprintf(`v10: ptr = stack_slot %d
v99 = store.8 v1, v10, v0
`, n)
	last := "v99"
	for k := 8; k < n; k += 8 {
		name := fmt.Sprintf("v1%02d", k)
		if k+8 >= n {
			name = "v20"
		}
		body += fmt.Sprintf("v2%02d: int:u8 = iconst %d\nv3%02d: ptr = ptradd v10, v2%02d\n%s = store.8 v1, v3%02d, %s\n", k, k, k, k, name, k, last)
		last = name
	}
	return body
}

func fillBody(size int) string {
	return fmt.Sprintf(`v10: ptr = stack_slot 80
v31: int:u8 = iconst 165
v32: int:u8 = iconst 80
v33 = memset v10, v31, v32, v0
v34: int:u8 = iconst 3
v35: ptr = ptradd v10, v34
v36: int:u8 = iconst %d
v37 = memset v35, v1, v36, v33
v38: ptr = ptradd v10, v2
v9: int:u64 = load.8 v38, v37`, size)
}

// TestAtomic: what was there, and what is there afterwards.
func TestAtomic(t *testing.T) {
	var fs []testFunc
	for _, n := range []int{1, 2, 4, 8} {
		w := width{uint(8 * n), false}
		typ := "int:" + w.String()
		for _, op := range []string{"xchg", "add", "sub", "and", "or", "xor"} {
			in := fmt.Sprintf(`v3: ptr = stack_slot 8
v10 = store.%d v1, v3, v0
`, n)
			rmw := fmt.Sprintf("v11, v12:u%d = rmw.%s.seqcst.%d v3, v2, v10\n", 8*n, op, n)
			fs = append(fs,
				testFunc{[]width{w, w}, typ, in + rmw + fmt.Sprintf("v9: %s = zext v12, %d", typ, 8*n)},
				testFunc{[]width{w, w}, typ, in + rmw + fmt.Sprintf("v13, v9:u%d = load.atomic.acquire.%d v3, v11", 8*n, n)},
				testFunc{[]width{w, w}, typ, in + rmw + fmt.Sprintf("v14: %s = load.%d v3, v11\nv9: %s = xor v14, v12", typ, n, typ)})
		}
		fs = append(fs,
			testFunc{[]width{w, w, w}, typ, fmt.Sprintf(`v4: ptr = stack_slot 8
v10 = store.%d v1, v4, v0
v11, v9:u%d = cmpxchg.seqcst.seqcst.%d v4, v2, v3, v10`, n, 8*n, n)},
			testFunc{[]width{w, w}, typ, fmt.Sprintf(`v4: ptr = stack_slot 8
v10 = store.%d v1, v4, v0
v11, v12:u%d = cmpxchg.seqcst.seqcst.%d v4, v1, v2, v10
v9: %s = load.%d v4, v11`, n, 8*n, n, typ, n)},
			testFunc{[]width{w}, typ, fmt.Sprintf(`v4: ptr = stack_slot 8
v10 = store.atomic.seqcst.%d v1, v4, v0
v11 = fence.seqcst v10
v9: %s = load.%d v4, v11`, n, typ, n)})
	}
	runAll(t, fs)
}

// TestSwitch: dense and sparse cases, signed and unsigned, with holes.
func TestSwitch(t *testing.T) {
	var fs []testFunc
	for _, w := range testWidths {
		lo, hi := w.bounds()
		for _, cases := range [][]string{
			{"0", "1"}, {"0", "1", "2", "3", "4", "5", "6", "7"}, {"1", "2", "3", "5", "7", "9", "10"},
			{lo.String(), "5", "7", "100", hi.String()}, {hi.String(), "3", "1", "2"},
		} {
			arms, blocks := "", ""
			seen := map[string]bool{}
			for k, c := range cases {
				if seen[c] {
					continue
				}
				seen[c] = true
				arms += fmt.Sprintf("%s: bb%d(v0), ", c, k+2)
				blocks += fmt.Sprintf(`
bb%d(v1%d: mem):
v2%d: int:u8 = iconst %d
br bb1(v2%d, v1%d)`, k+2, k, k, 10+k, k, k)
			}
			arms = arms[:len(arms)-2]
			fs = append(fs, testFunc{[]width{w}, "int:u8", "v30: int:u8 = iconst 99\nswitch v1, [" + arms + "], bb1(v30, v0)" + blocks + "\nbb1(v9: int:u8, v40: mem):"})
		}
	}
	runAll(t, fs)
}

// TestSwitchRanges: neighbours with one target, of which some pass something else, alone, in a tree and in a table; at
// the ends of the widths.
func TestSwitchRanges(t *testing.T) {
	var fs []testFunc
	for _, w := range testWidths {
		lo, hi := w.bounds()
		near := func(n *big.Int, by int64) string { return new(big.Int).Add(n, big.NewInt(by)).String() }
		for _, cases := range [][]string{
			// The letter says what the case passes on.
			{lo.String() + "a", near(lo, 1) + "a", near(lo, 2) + "a", near(hi, -1) + "b", hi.String() + "b"},
			{"1a", "2a", "3b", "4b", "7a", "8a", "9a", near(hi, -2) + "c", near(hi, -1) + "c", hi.String() + "a"},
			{"1a", "2a", "3b", "4b", "5c", "6a", "9a", "10a", "11b", "12c", "13c"},
		} {
			arms, seen := "", map[string]bool{}
			for _, c := range cases {
				n := c[:len(c)-1]
				if !seen[n] {
					arms += fmt.Sprintf("%s: bb1(v3%d, v0), ", n, c[len(c)-1]-'a')
				}
				seen[n] = true
			}
			fs = append(fs, testFunc{[]width{w}, "int:u8", "v30: int:u8 = iconst 99\nv31: int:u8 = iconst 1\nv32: int:u8 = iconst 2\nv33: int:u8 = iconst 3\nswitch v1, [" +
				arms[:len(arms)-2] + "], bb1(v33, v0)\nbb1(v9: int:u8, v40: mem):"})
		}
	}
	runAll(t, fs)
}

// TestCalls: arguments in registers and on the stack, of all widths, results in registers and in
// memory, indirect calls, values that live across a call.
func TestCalls(t *testing.T) {
	w := width{32, true}
	many, pass := "", ""
	for k := range 9 {
		many += fmt.Sprintf("int:s%d, ", []int{8, 16, 17, 32, 33, 64}[k%6])
		pass += []string{"v1", "v2", "v4"}[k%3] + ", "
	}
	many, pass = many[:len(many)-2], pass[:len(pass)-2]
	helpers := `
func @sum(` + many + `) -> int:s64 {
  bb0(v0: mem):
` + sums(9) + `}
func @three(int:s8, int:s8) -> (int:s16, int:u8, int:s16) {
  bb0(v0: mem):
    v1: int:s8 = param 0
    v2: int:s8 = param 1
    v3: int:s16 = add v1, v2
    v4: int:u8 = zext v1, 8
    v5: int:s16 = sub v1, v2
    ret v3, v4, v5, v0
}
func @mixed(f64, int:s8, f32, int:s8) -> f64 {
  bb0(v0: mem):
    v1: f64 = param 0
    v2: f32 = param 2
    v3: f64 = fp_convert v2 -> f64
    v4: f64 = fadd v1, v3
    v5: int:s8 = param 1
    v6: int:s8 = param 3
    v7: int:s9 = sub v5, v6
    v8: f64 = si_to_fp v7 -> f64
    v9: f64 = fmul v4, v8
    ret v9, v0
}
`
	eight := width{8, true}
	fs := []testFunc{
		{[]width{eight, eight}, "int:s64", "v4: int:s8 = iconst -5\nv5: ptr = symbol_addr @sum\nv6, v9: int:s64 = call v5(" + pass + "), v0 -> int"},
		{[]width{eight, eight}, "int:s64", "v3: ptr = symbol_addr @three\nv4, v5: int:s64, v6: int:s64, v7: int:s64 = call v3(v1, v2), v0 -> (int, int, int)\nv8: int:s64 = mul v5, v6\nv9: int:s64 = sub v8, v7"},
		{[]width{eight, eight}, "int:u64", "v3: ptr = symbol_addr @mixed\nv4: f64 = si_to_fp v1 -> f64\nv5: f32 = si_to_fp v2 -> f32\nv6, v7: f64 = call v3(v4, v1, v5, v2), v0 -> f64\nv9: int:u64 = bitcast v7 -> int"},
		{[]width{eight, eight}, "int:s64", `v30: ptr = symbol_addr @three
v31: ptr = stack_slot 8
v32 = store.8 v30, v31, v0
v3: ptr = load.8 v31, v32 -> ptr
v4, v5: int:s64, v6: int:s64, v7: int:s64 = call v3(v2, v1), v32 -> (int, int, int)
v8: int:s64 = mul v5, v1
v9: int:s64 = sub v8, v7`},
		{[]width{w, w}, "int:s64", "v9: int:s64 = mul v1, v2"},
	}
	runWith(t, fs, helpers)
}

// sums adds up n parameters of different widths, each with a weight of its own.
func sums(n int) string {
	body, last := "", ""
	for k := range n {
		typ := []int{8, 16, 17, 32, 33, 64}[k%6]
		body += fmt.Sprintf("    v%d: int:s%d = param %d\n    v%d: int:u8 = iconst %d\n    v%d: int:s64 = mul v%d, v%d\n", 10+k, typ, k, 30+k, 2*k+3, 50+k, 10+k, 30+k)
		if k == 0 {
			last = "v50"
			continue
		}
		body += fmt.Sprintf("    v%d: int:s64 = add %s, v%d\n", 70+k, last, 50+k)
		last = fmt.Sprintf("v%d", 70+k)
	}
	return body + "    ret " + last + ", v0\n"
}

// TestStrings: copies and fills that are repeated string instructions, at the end of which all sizes of
// moves follow.
func TestStrings(t *testing.T) {
	var fs []testFunc
	for size := 128; size < 146; size++ {
		word := []width{{64, false}, {5, false}}
		in := fmt.Sprintf("v31: int:u8 = iconst 165\nv32: int:u16 = iconst 200\nv36: int:u16 = iconst %d\nv40: int:u8 = iconst 112\nv41: int:u8 = add v2, v40\n", size)
		fs = append(fs,
			testFunc{word, "int:u64", fill(176) + in + `v30: ptr = stack_slot 200
v33 = memset v30, v31, v32, v20
v37 = memcpy v30, v10, v36, v33
v38: ptr = ptradd v30, v41
v9: int:u64 = load.8 v38, v37`},
			testFunc{word, "int:u64", in + `v30: ptr = stack_slot 200
v33 = memset v30, v1, v32, v0
v37 = memset v30, v31, v36, v33
v38: ptr = ptradd v30, v41
v9: int:u64 = load.8 v38, v37`})
	}
	runAll(t, fs)
}

// TestLongDivision: two words by one that is greater than the high one, as legalization makes it.
func TestLongDivision(t *testing.T) {
	var fs []testFunc
	for _, op := range []string{"tdiv", "trem"} {
		w := width{64, false}
		fs = append(fs, testFunc{[]width{w, w, w}, "int:u64", `v4: int:u1 = iconst 1
v5: int:u64 = or v2, v4
v6 = icmp.lt v1, v5
v7: int:u1 = iconst 0
v8: int:u64 = select v6, v1, v7
v10: int:u8 = iconst 64
v11: int = shl v8, v10
v12: int = merge.64 v11, v3
v9: int:u64 = ` + op + " v12, v5"})
	}
	runAll(t, fs)
}

// TestWideProduct: both halves of a product of 128 bits.
func TestWideProduct(t *testing.T) {
	var fs []testFunc
	for _, w := range []width{{64, true}, {64, false}} {
		two := []width{w, w}
		fs = append(fs,
			testFunc{two, "int:" + w.String(), fmt.Sprintf("v3: int:%s128 = mul v1, v2\nv9: int:%s, v8: int:u64 = split.64 v3", w.String()[:1], w)},
			testFunc{two, "int:u64", fmt.Sprintf("v3: int:%s128 = mul v1, v2\nv8: int:%s, v9: int:u64 = split.64 v3", w.String()[:1], w)})
	}
	runAll(t, fs)
}
