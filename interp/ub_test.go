package interp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// ubCase is a program that has undefined behaviour of one code, and a near-identical one that
// has none. bad and good are bodies of a main that returns an int; items come before it.
type ubCase struct {
	code      Code
	bad, good string
	items     string
	o         Options
	stops     bool // no fallback is defined
}

const threadItems = `
func @writer(ptr) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2 = iconst 7
    v3 = store.4 v2, v1, v0
    ret v2, v3
}
`

func spawnBody(between string) string {
	return `v1 = stack_slot 4
 v2 = symbol_addr @writer
 v3 = symbol_addr @thread_spawn
 v4 = symbol_addr @thread_join
 v5, v6 = call v3(v2, v1), v0 -> int
 ` + between
}

var ubCases = []ubCase{
	{code: UBBranchPoison, stops: true,
		bad: `
 v1 = poison -> bool
 brif v1, bb1, bb1
 bb1:
 v2 = iconst 0
 ret v2, v0`,
		good: `
 v1 = poison -> bool
 v3 = freeze v1
 brif v3, bb1, bb1
 bb1:
 v2 = iconst 0
 ret v2, v0`},
	{code: UBSwitchPoison, stops: true,
		bad: `
 v1 = iconst 300
 switch v1:u8, [1: bb1], bb1
 bb1:
 v2 = iconst 0
 ret v2, v0`,
		good: `
 v1 = iconst 200
 switch v1:u8, [1: bb1], bb1
 bb1:
 v2 = iconst 0
 ret v2, v0`},
	{code: UBUnreachable, stops: true,
		bad: `
 v1 = bconst true
 brif v1, bb1, bb2
 bb1:
 unreachable
 bb2:
 v2 = iconst 0
 ret v2, v0`,
		good: `
 v1 = bconst false
 brif v1, bb1, bb2
 bb1:
 unreachable
 bb2:
 v2 = iconst 0
 ret v2, v0`},
	{code: UBPoisonPointer,
		bad: `
 v1 = stack_slot 4
 v2 = iconst 1
 v3 = store.1 v2, v1:align536870912, v0
 ret v2, v3`,
		good: `
 v1 = stack_slot 4
 v2 = iconst 1
 v3 = store.1 v2, v1:align1, v0
 ret v2, v3`},
	{code: UBNull,
		bad: `
 v1 = iconst 0
 v2 = inttoptr v1
 v3 = load.4 v2, v0
 v4 = freeze v3
 ret v4, v0`,
		good: `
 v1 = iconst 0
 v2 = inttoptr v1
 v3 = ptrtoaddr v2
 ret v3, v0`},
	{code: UBDangling,
		bad: `
 v1 = iconst 4096
 v2 = bitcast v1 -> ptr
 v3 = store.4 v1, v2, v0
 ret v1, v3`,
		good: `
 v1 = iconst 4096
 v2 = bitcast v1 -> ptr
 v3 = ptrtoaddr v2
 ret v3, v0`},
	{code: UBOutOfBounds,
		bad: `
 v1 = stack_slot 4
 v2 = iconst 1
 v3 = ptradd v1, v2
 v4 = store.4 v2, v3, v0
 ret v2, v4`,
		good: `
 v1 = stack_slot 5
 v2 = iconst 1
 v3 = ptradd v1, v2
 v4 = store.4 v2, v3, v0
 ret v2, v4`},
	{code: UBMisaligned,
		bad: `
 v1 = stack_slot 8 align 8
 v2 = iconst 1
 v3 = ptradd v1, v2
 v4 = store.4 v2, v3, align=4, v0
 ret v2, v4`,
		good: `
 v1 = stack_slot 8 align 8
 v2 = iconst 1
 v3 = ptradd v1, v2
 v4 = store.4 v2, v3, align=1, v0
 ret v2, v4`},
	{code: UBWildcard,
		bad: `
 v1 = stack_slot 4
 v2 = ptrtoaddr v1
 v3 = inttoptr v2
 v4 = store.4 v2, v3, v0
 v5 = iconst 0
 ret v5, v4`,
		good: `
 v1 = stack_slot 4
 v2 = ptrtoint v1
 v3 = inttoptr v2
 v4 = store.4 v2, v3, v0
 v5 = iconst 0
 ret v5, v4`},
	{code: UBStrictProvenance, o: Options{StrictProvenance: true},
		bad: `
 v1 = stack_slot 4
 v2 = ptrtoint v1
 v3 = inttoptr v2
 v4 = store.4 v2, v3, v0
 ret v2, v4`,
		good: `
 v1 = stack_slot 4
 v2 = ptrtoint v1
 v3 = inttoptr v2
 v4 = store.4 v2, v1, v0
 ret v2, v4`},
	{code: UBWriteConst, items: `data @c const = zero 4
data @v = zero 4
`,
		bad: `
 v1 = symbol_addr @c
 v2 = iconst 1
 v3 = store.4 v2, v1, v0
 ret v2, v3`,
		good: `
 v1 = symbol_addr @v
 v2 = iconst 1
 v3 = store.4 v2, v1, v0
 ret v2, v3`},
	{code: UBUseAfterFree,
		bad: `
 v1 = symbol_addr @malloc
 v2 = symbol_addr @free
 v3 = iconst 4
 v4, v5 = call v1(v3), v0 -> ptr
 v6 = call v2(v5), v4
 v7 = store.4 v3, v5, v6
 ret v3, v7`,
		good: `
 v1 = symbol_addr @malloc
 v2 = symbol_addr @free
 v3 = iconst 4
 v4, v5 = call v1(v3), v0 -> ptr
 v6 = store.4 v3, v5, v4
 v7 = call v2(v5), v6
 ret v3, v7`},
	{code: UBDeadSlot, items: `func @f() -> ptr {
 bb0:
 v0 = stack_slot 4
 ret v0
}
func @g(ptr) -> ptr {
 bb0:
 v0 = param 0
 ret v0
}
`,
		bad: `
 v1 = symbol_addr @f
 v2, v3 = call v1(), v0 -> ptr
 v4 = iconst 1
 v5 = store.4 v4, v3, v2
 ret v4, v5`,
		good: `
 v1 = symbol_addr @g
 v6 = stack_slot 4
 v2, v3 = call v1(v6), v0 -> ptr
 v4 = iconst 1
 v5 = store.4 v4, v3, v2
 ret v4, v5`},
	{code: UBDoubleFree,
		bad: `
 v1 = symbol_addr @malloc
 v2 = symbol_addr @free
 v3 = iconst 4
 v4, v5 = call v1(v3), v0 -> ptr
 v6 = call v2(v5), v4
 v7 = call v2(v5), v6
 ret v3, v7`,
		good: `
 v1 = symbol_addr @malloc
 v2 = symbol_addr @free
 v3 = iconst 4
 v4, v5 = call v1(v3), v0 -> ptr
 v6 = call v2(v5), v4
 v8, v9 = call v1(v3), v6 -> ptr
 v7 = call v2(v9), v8
 ret v3, v7`},
	{code: UBInvalidFree,
		bad: `
 v1 = symbol_addr @malloc
 v2 = symbol_addr @free
 v3 = iconst 4
 v4, v5 = call v1(v3), v0 -> ptr
 v6 = ptradd v5, v3
 v7 = call v2(v6), v4
 ret v3, v7`,
		good: `
 v1 = symbol_addr @malloc
 v2 = symbol_addr @free
 v3 = iconst 4
 v4, v5 = call v1(v3), v0 -> ptr
 v6 = ptradd v5, v3
 v7 = call v2(v5), v4
 ret v3, v7`},
	{code: UBCallSignature, stops: true, items: `func @f(int) -> int {
 bb0:
 v0 = param 0
 ret v0
}
`,
		bad: `
 v1 = symbol_addr @f
 v2, v3 = call v1(v1), v0 -> int
 ret v3, v2`,
		good: `
 v1 = symbol_addr @f
 v4 = iconst 1
 v2, v3 = call v1(v4), v0 -> int
 ret v3, v2`},
	{code: UBCallTarget, stops: true, items: `func @f() {
 bb0:
 ret
}
`,
		bad: `
 v1 = stack_slot 4
 v2 = call v1(), v0
 v3 = iconst 1
 ret v3, v2`,
		good: `
 v1 = symbol_addr @f
 v2 = call v1(), v0
 v3 = iconst 1
 ret v3, v2`},
	{code: UBOverlap,
		bad: `
 v1 = stack_slot 5
 v2 = iconst 1
 v3 = ptradd v1, v2
 v4 = iconst 2
 v5 = memcpy v1, v3, v4, v0
 ret v2, v5`,
		good: `
 v1 = stack_slot 5
 v2 = iconst 2
 v3 = ptradd v1, v2
 v4 = iconst 2
 v5 = memcpy v1, v3, v4, v0
 ret v2, v5`},
	{code: UBPoisonLength,
		bad: `
 v1 = stack_slot 4
 v2 = iconst -1
 v3 = memset v1, v2, v2, v0
 ret v2, v3`,
		good: `
 v1 = stack_slot 4
 v2 = iconst -1
 v4 = iconst 4
 v3 = memset v1, v2, v4, v0
 ret v2, v3`},
	{code: UBPoisonExternal,
		bad: `
 v1 = symbol_addr @putchar
 v2 = poison -> int
 v3, v4 = call v1(v2), v0 -> int
 ret v4, v3`,
		good: `
 v1 = symbol_addr @putchar
 v2 = iconst 65
 v3, v4 = call v1(v2), v0 -> int
 ret v4, v3`},
	{code: UBExternalRead,
		bad: `
 v1 = symbol_addr @puts
 v2 = stack_slot 2
 v3 = iconst 65
 v4 = store.1 v3, v2, v0
 v5, v6 = call v1(v2), v4 -> int
 ret v3, v5`,
		good: `
 v1 = symbol_addr @puts
 v2 = stack_slot 2
 v3 = iconst 65
 v4 = store.2 v3, v2, v0
 v5, v6 = call v1(v2), v4 -> int
 ret v3, v5`},
	{code: UBPoisonResult,
		bad: `
 v1 = iconst 300
 v2 = iconst 0
 v3:u8 = add v1, v2
 ret v3, v0`,
		good: `
 v1 = iconst 255
 v2 = iconst 0
 v3:u8 = add v1, v2
 ret v3, v0`},
	{code: UBDataRace, items: threadItems,
		bad: spawnBody(`v7 = store.4 v6, v1, v5
 v8, v9 = call v4(v6), v7 -> int
 ret v9, v8`),
		good: spawnBody(`v8, v9 = call v4(v6), v5 -> int
 v7 = store.4 v6, v1, v8
 ret v9, v7`)},
	{code: UBStaleToken, o: Options{CheckMemSSA: true},
		bad: `
 v1 = stack_slot 4
 v2 = iconst 1
 v3 = store.4 v2, v1, v0
 v4 = store.4 v2, v1, v3
 v5 = load.4 v1, v3
 ret v5, v4`,
		good: `
 v1 = stack_slot 4
 v2 = iconst 1
 v3 = store.4 v2, v1, v0
 v4 = store.4 v2, v1, v3
 v5 = load.4 v1, v4
 ret v5, v4`},
	{code: UBLandingPad, stops: true,
		bad: `
 v1 = bconst true
 brif v1, bb1, bb2
 bb1:
 v3 = landing_pad
 br bb2
 bb2:
 v2 = iconst 0
 ret v2, v0`,
		good: `
 v1 = bconst false
 brif v1, bb1, bb2
 bb1:
 v3 = landing_pad
 br bb2
 bb2:
 v2 = iconst 0
 ret v2, v0`},
	{code: UBHostContract,
		bad: `
 v1 = symbol_addr @malloc
 v2 = iconst -1
 v3, v4 = call v1(v2), v0 -> ptr
 ret v2, v3`,
		good: `
 v1 = symbol_addr @malloc
 v2 = iconst 1
 v3, v4 = call v1(v2), v0 -> ptr
 ret v2, v3`},
	{code: UBJoin, stops: true, items: threadItems,
		bad: spawnBody(`v8, v9 = call v4(v6), v5 -> int
 v10, v11 = call v4(v6), v8 -> int
 ret v11, v10`),
		good: spawnBody(`v8, v9 = call v4(v6), v5 -> int
 v10, v11 = call v3(v2, v1), v8 -> int
 v12, v13 = call v4(v11), v10 -> int
 ret v13, v12`)},
	{code: UBBadSlotSize,
		bad: `
 v1 = iconst -1
 v2 = stack_slot.dyn v1
 ret v1, v0`,
		good: `
 v1 = iconst 1
 v2 = stack_slot.dyn v1
 ret v1, v0`},
	// Memory that is not written is no slot either.
	{code: UBBadSlotEnd,
		items: "data @d const = zero 4\n",
		bad: `
 v1 = symbol_addr @d
 v2 = iconst 1
 v3 = stack_end v1, v0
 ret v2, v3`,
		good: `
 v1 = symbol_addr @d
 v2 = load.1 v1, v0
 ret v2, v0`},
	{code: UBBadSlotEnd,
		bad: `
 v1 = stack_slot 4
 v2 = iconst 1
 v3 = ptradd v1, v2
 v4 = stack_end v3, v0
 ret v2, v4`,
		good: `
 v1 = stack_slot 4
 v2 = iconst 1
 v3 = stack_end v1, v0
 ret v2, v3`},
	{code: UBSource, o: Options{SourceUB: true},
		bad: `
 v1 = iconst 2147483647
 v2 = iconst 1
 v3:s32 = add v1, v2 !ub("signed-overflow", "int")
 ret v2, v0`,
		good: `
 v1 = iconst 2147483646
 v2 = iconst 1
 v3:s32 = add v1, v2 !ub("signed-overflow", "int")
 ret v2, v0`},
	{code: UBBadVaList, items: `func @f(...) -> int {
 bb0(v0: mem):
 v1 = stack_slot 24
 v2 = va_start v1, v0
 v3, v4, v5 = va_arg v1, v2 -> (int, f64)
 v6 = va_end v1, v3
 ret v4, v6
}

`,
		bad: `
 v1 = symbol_addr @f
 v2 = iconst 1
 v3, v4 = call v1(v2, v2), v0 -> int
 ret v4, v3`,
		good: `
 v1 = symbol_addr @f
 v2 = iconst 1
 v5 = fconst.f64 1.0
 v3, v4 = call v1(v2, v5), v0 -> int
 ret v4, v3`},
	{code: UBBadJump, stops: true, items: `func @f(ptr) -> int {
 bb0(v0: mem):
 v1 = param 0
 v2, v3 = setjmp v1, v0
 ret v3, v2
}

func @g(ptr) {
 bb0(v0: mem):
 v1 = param 0
 v2 = iconst 5
 longjmp v1, v2, v0
}

`,
		bad: `
 v1 = stack_slot 200
 v2 = symbol_addr @f
 v3, v4 = call v2(v1), v0 -> int
 v5 = symbol_addr @g
 v6 = call v5(v1), v3
 ret v4, v6`,
		good: `
 v1 = stack_slot 200
 v2, v3 = setjmp v1, v0
 v4 = int_to_bool v3
 brif v4, bb1, bb2
 bb1:
 ret v3, v2
 bb2:
 v5 = symbol_addr @g
 v6 = call v5(v1), v2
 ret v3, v6`},
}

func (c *ubCase) text(body string) string {
	return c.items + `func @main() -> int {
 bb0(v0: mem):
 ` + body + "\n}"
}

func TestUndefinedBehaviour(t *testing.T) {
	seen := map[Code]bool{}
	for _, c := range ubCases {
		seen[c.code] = true
		t.Run(c.code.Slug(), func(t *testing.T) {
			strict := c.o
			strict.Strict = true
			bad := runText(t, c.text(c.bad), strict)
			if bad.Kind != Undefined || bad.UB.Code != c.code || len(bad.Reports) != 1 {
				t.Fatalf("bad: got %s\n%s", bad.Text(), c.text(c.bad))
			}
			checkReport(t, bad)
			normal := runText(t, c.text(c.bad), c.o)
			if len(normal.Reports) == 0 || normal.Reports[0].Code != c.code || (normal.Kind == Undefined) != c.stops {
				t.Errorf("bad, normal mode: got %s with %d reports", normal.Text(), len(normal.Reports))
			}
			if good := runText(t, c.text(c.good), strict); good.Kind != Returned || len(good.Reports) != 0 {
				t.Errorf("good: got %s\n%s", good.Text(), c.text(c.good))
			}
			again := runText(t, c.text(c.bad), strict)
			if again.UB.Text(true) != bad.UB.Text(true) {
				t.Error("two runs report differently")
			}
		})
	}
	for _, code := range Codes() {
		if !seen[code] {
			t.Errorf("no program has %s", code)
		}
	}
}

// checkReport checks what every report must have.
func checkReport(t *testing.T, o *Outcome) {
	t.Helper()
	u := o.UB
	text := u.Text(true)
	for _, want := range []string{u.Code.ID(), u.Code.Slug(), u.Message, "at @", "test.tir:"} {
		if want == "" || !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if u.Where.Inst == "" || u.Where.Pos.Line == 0 {
		t.Errorf("no place: %+v", u.Where)
	}
	b, err := json.Marshal(o.Record())
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Kind string
		UB   struct{ Code, Message string }
	}
	if err := json.Unmarshal(b, &back); err != nil || back.UB.Code != u.Code.ID() || back.UB.Message != u.Message {
		t.Errorf("JSON: %v\n%s", err, b)
	}
}

func TestReportTellsTheWholeStory(t *testing.T) {
	src := `
func @half(int) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 0
    v2 = div v0, v1
    v3 = iconst 1
    v4 = add v2, v3
    ret v4
}
func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @half
    v2 = iconst 5
    v3, v4 = call v1(v2), v0 -> int
    v5 = icmp.lt v4, v2
    brif v5, bb1, bb1
  bb1:
    ret v2, v3
}`
	u := runText(t, src, Options{Strict: true}).UB
	text := u.Text(true)
	for _, want := range []string{
		"TUF-UB-001 branch-on-poison", `at @main, bb0 (test.tir:17:5)
      brif v5, bb1, bb1
      ^`, "v5 = poison",
		`born at @half, bb0 (test.tir:6:5)
          v2 = div v0, v1
          ^
        division by zero`, "v0 = 5, v1 = 0",
		"then at @half, bb0: v4 = add v2, v3", "v2 is poison", "then at @main, bb0: v5 = icmp.lt v4, v2",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if b := u.Cause.Birth(); b.Kind != CauseDivZero {
		t.Errorf("born by %s", b.Kind)
	}
}

func TestReportShowsAllocationAndStack(t *testing.T) {
	src := `
func @last(ptr) {
  bb0(v0: mem):
    v1 = param 0
    v2 = iconst 3
    v3 = ptradd v1, v2
    v4 = iconst 9
    v5 = store.4 v4, v3, v0
    ret v5
}
func @main() {
  bb0(v0: mem):
    v1 = stack_slot 4
    v2 = symbol_addr @last
    v3 = call v2(v1), v0
    ret v3
}`
	text := runText(t, src, Options{Strict: true}).UB.Text(true)
	for _, want := range []string{"bytes [3, 7) reach beyond", "stack slot, 4 bytes", "made at @main, bb0: v1 = stack_slot 4", "__ __ __ __", "^^", "called\n    at @main, bb0: v3 = call v2(v1), v0"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestReportsByPlace: what a loop does wrong is one report with a count, what happens elsewhere has one of its own
// however often the loop ran, and only places beyond the bound are not kept. The counts follow from the programs.
func TestReportsByPlace(t *testing.T) {
	loop := `
func @main() -> int {
  bb0(v0: mem):
    v1 = iconst 0
    v2 = inttoptr v1
    br bb1(v1)
  bb1(v3: int):
    v4 = store.1 v1, v2, v0
    v5 = iconst 1
    v6 = add v3, v5
    v7 = iconst 5000
    v8 = icmp.lt v6, v7
    brif v8, bb1(v6), bb2
  bb2:
    v9 = store.2 v1, v2, v0
    ret v6, v0
}`
	var many strings.Builder
	for n := range 7 {
		fmt.Fprintf(&many, "    v%d = store.1 v1, v2, v0\n", n+3)
	}
	places := fmt.Sprintf(`
func @main() -> int {
  bb0(v0: mem):
    v1 = iconst 0
    v2 = inttoptr v1
%s    ret v1, v0
}`, many.String())
	// One instruction, two mistakes.
	both := `
func @main() -> int {
  bb0(v0: mem):
    v1 = stack_slot 8 align 8
    v2 = iconst 8
    v3 = iconst 0
    v4 = inttoptr v3
    v5 = memcpy v4, v4, v2, align=1, v0
    v6 = memcpy v4, v1, v2, align=1, v5
    ret v2, v6
}`
	// The mistake is in what the library does for two calls.
	library := `
data @a align 4 = "abcdefghijklmnopqrst"
func @cmp(ptr, ptr) -> int:s32 {
  bb0(v0: mem):
    v1 = iconst 1
    ret v1, v0
}
func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @qsort
    v2 = symbol_addr @a
    v3 = iconst 7
    v4 = iconst 4
    v5 = symbol_addr @cmp
    v6 = call v1(v2, v3, v4, v5), v0
    v7 = call v1(v2, v3, v4, v5), v6
    ret v3, v7
}`
	for _, exact := range []bool{false, true} {
		for _, c := range []struct {
			text    string
			max     int
			times   []int
			dropped int
		}{
			{loop, 0, []int{5000, 1}, 0},
			{loop, 1, []int{5000}, 1},
			{places, 3, []int{1, 1, 1}, 4},
			{both, 0, []int{1, 1, 1}, 0},
			// Of each call: the look at the last element; what is merged, 1, 2 and 2 elements behind the array; the rest of one list; three lists back.
			{library, 0, []int{1, 5, 1, 3, 1, 5, 1, 3}, 0},
		} {
			out := runText(t, c.text, Options{MaxUB: c.max, Exact: exact})
			var times []int
			for _, u := range out.Reports {
				times = append(times, u.Times)
			}
			if out.Kind != Returned || !slices.Equal(times, c.times) || out.Dropped != c.dropped {
				t.Errorf("exact %v: %s, times %v, %d dropped, want %v and %d", exact, out.Text(), times, out.Dropped, c.times, c.dropped)
			}
		}
	}
}

func TestPoisonChainsAreBounded(t *testing.T) {
	src := `
func @main() -> int {
  bb0:
    v0 = poison -> int
    v1 = iconst 0
    br bb1(v1, v0)
  bb1(v2: int, v3: int):
    v4 = iconst 1
    v5 = add v3, v4
    v6 = add v2, v4
    v7 = iconst 1000
    v8 = icmp.lt v6, v7
    brif v8, bb1(v6, v5), bb2
  bb2:
    ret v5
}`
	c := runText(t, src, Options{Strict: true}).UB.Cause
	steps, elided := 0, 0
	for x := c; x != nil; x = x.Parent {
		steps++
		elided += x.Elided
	}
	if steps > maxCauseDepth+2 || steps+elided != 1001 || c.Birth().Kind != CauseInstruction {
		t.Errorf("%d steps and %d left out of 1001, born by %s", steps, elided, c.Birth().Kind)
	}
}
