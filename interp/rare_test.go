package interp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// rareForms are loops of instructions that are rare. v5 is the token before and v20 the one behind, v8 and v9 are slots of 64 bytes,
// v10 is v8 as a wildcard, v4 counts.
var rareForms = []struct{ name, body string }{
	{"store", "v20 = store.8 v4, v8, v5"},
	{"load.volatile", "v20, v21:u64 = load.volatile.8 v8, v5"},
	{"load.volatile-ptr", `v19 = store.8 v9, v8, v5
v20, v21 = load.volatile.8 v8, v19 -> ptr`},
	{"store.volatile", "v20 = store.volatile.8 v4, v8, v5"},
	{"store.volatile-f64", `v21 = si_to_fp v4 -> f64
v20 = store.volatile.8 v21, v8, v5`},
	{"memcpy.volatile", "v20 = memcpy.volatile v8, v9, v11, v5"},
	{"stack_slot.dyn", `v21 = stack_slot.dyn v11 align 16
v20 = stack_end v21, v5`},
	{"rmw.xchg-ptr", "v20, v21 = rmw.xchg.seqcst v8, v9, v5 -> ptr"},
	{"bitcast.expose-ptr", `v21 = bitcast.expose v9 -> int
v20 = store.8 v21, v8, v5`},
	{"bitcast.expose-f64", `v22 = si_to_fp v4 -> f64
v21 = bitcast.expose v22 -> int
v20 = store.8 v21, v8, v5`},
	{"clmul", `v21:u128 = clmul v12, v12
v20 = store.16 v21, v8, v5`},
	{"ptrdiff-wildcard", `v21 = ptrdiff v10, v8
v20 = store.8 v21, v8, v5`},
	{"malloc-free", `v22 = symbol_addr @malloc
v23 = symbol_addr @free
v19, v21 = call v22(v11), v5 -> ptr
v20 = call v23(v21), v19`},
}

// rareFaults are what these instructions must not do.
var rareFaults = []string{
	`v21 = iconst -1
v22 = stack_slot.dyn v21
v20 = stack_end v22, v5`,
	`v22 = stack_slot.dyn v4
v20 = store.1 v4, v22, v5`,
	`v21 = stack_slot.dyn v11
v19 = stack_end v21, v5
v20 = stack_end v21, v19`,
	`v21 = stack_slot.dyn v11
v19 = stack_end v21, v5
v20 = store.8 v4, v21, v19`,
	`v21 = ptradd v8, v3
v20 = stack_end v21, v5`,
	"v20 = stack_end v10, v5",
	`v21 = symbol_addr @kernel
v20 = stack_end v21, v5`,
	`v21 = ptradd v8, v3
v20, v22 = rmw.xchg.seqcst v21, v9, v5 -> ptr`,
	`v21 = stack_slot 8 align 8
v20, v22 = rmw.xchg.seqcst v21, v9, v5 -> ptr`,
	`v21 = iconst 60
v22 = ptradd v8, v21
v20, v23 = load.volatile.8 v22, v5`,
	`v21 = poison -> ptr
v20 = store.volatile.8 v4, v21, v5`,
	`v21 = stack_slot 8
v20, v22:u64 = load.volatile.8 v21, v5`,
	`v21 = poison -> ptr
v22 = bitcast.expose v21 -> int
v20 = store.8 v22, v8, v5`,
}

func rareProgram(tb testing.TB, body string) *ir.Module {
	return irtest.Parse(tb, strings.ReplaceAll(`func @kernel(int:u64) -> int {
  bb0(v0: mem):
    v1:u64 = iconst 0
    v2:u64 = param 0
    v3:u64 = iconst 1
    v8 = stack_slot 64 align 16
    v9 = stack_slot 64 align 16
    v13 = iconst 64
    v14 = memset v8, v1, v13, v0
    v15 = memset v9, v1, v13, v14
    v16 = ptrtoint v8
    v10 = inttoptr v16
    v11 = iconst 16
    v12 = iconst 1099511627775
    br bb1(v1, v15)

  bb1(v4:u64: int, v5: mem):
    BODY
    v6:u64 = add v4, v3
    v7 = icmp.eq v6, v2
    brif v7, bb2, bb1(v6, v20)

  bb2:
    v17:u64 = load.8 v8, v20
    ret v17, v20
}
`, "BODY", body))
}

// argumentForms read a list again and again; v20 is the token behind and v21 the result.
var argumentForms = []struct{ name, arguments, body string }{
	{"int", "v2, v5", "v20, v21 = va_arg.8 v8, v19 -> int"},
	{"int of 4 bytes", "v2, v6", "v20, v21:u32 = va_arg.4 v8, v19 -> int"},
	{"uint64", "v2, v7", "v20, v21 = va_arg.8 v8, v19 -> int"},
	{"int too large", "v2, v7", "v20, v21 = va_arg.4 v8, v19 -> int"},
	{"double", "v2, v4", "v20, v21 = va_arg v8, v19 -> f64"},
	{"pointer", "v2, v3", "v20, v21 = va_arg v8, v19 -> ptr"},
	{"other type", "v2, v3", "v20, v21 = va_arg.8 v8, v19 -> int"},
	{"poison", "v2, v9", "v20, v21 = va_arg.8 v8, v19 -> int"},
	{"none", "v2", "v20, v21 = va_arg.8 v8, v19 -> int"},
	{"two", "v2, v5, v3", `v22, v23 = va_arg.8 v8, v19 -> int
    v24 = store.8 v5, v8, v22
    v20, v21 = va_arg v8, v24 -> ptr`},
	{"behind the end", "v2, v5", `v22, v23 = va_arg.8 v8, v19 -> int
    v20, v21 = va_arg.8 v8, v22 -> int`},
	{"after its end", "v2, v5", `v22 = va_end v8, v19
    v20, v21 = va_arg.8 v8, v22 -> int`},
}

func argumentProgram(tb testing.TB, arguments, body string) *ir.Module {
	return irtest.Parse(tb, strings.NewReplacer("BODY", body, "ARGUMENTS", arguments).Replace(`func @take(int:u64, ...) -> int {
  bb0(v0: mem):
    v1:u64 = iconst 0
    v2:u64 = param 0
    v3:u64 = iconst 1
    v5 = iconst 77
    v8 = stack_slot 24 align 8
    v9 = stack_slot 24 align 8
    v10 = iconst 24
    v11 = va_start v9, v0
    br bb1(v1, v11)

  bb1(v4:u64: int, v12: mem):
    v19 = memcpy v8, v9, v10, v12
    BODY
    v6:u64 = add v4, v3
    v7 = icmp.eq v6, v2
    brif v7, bb2, bb1(v6, v20)

  bb2:
    v13 = va_end v9, v20
    v14 = load.8 v8, v13
    ret v4, v13
}

func @kernel(int:u64) -> int {
  bb0(v0: mem):
    v2:u64 = param 0
    v3 = symbol_addr @kernel
    v4 = fconst.f64 2.5
    v5 = iconst -12
    v6 = iconst -2147483648
    v7 = iconst 18446744073709551615
    v9 = poison -> int
    v10 = symbol_addr @take
    v11, v12 = call v10(ARGUMENTS), v0 -> int
    ret v12, v11
}
`))
}

// TestRareArguments reads arguments behind the parameters on both engines.
func TestRareArguments(t *testing.T) {
	for _, r := range argumentForms {
		for _, o := range []interp.Options{{}, {Strict: true}, {CheckMemSSA: true}} {
			o.Entry, o.Args, o.PoisonResult = "kernel", []interp.Value{interp.NewInt(3)}, true
			if err := fuzz.CompareEngines(t.Context(), argumentProgram(t, r.arguments, r.body), o); err != nil {
				t.Errorf("%s:\n%v", r.name, err)
			}
		}
	}
}

// TestRare runs these instructions on both engines, with and without events, and where they are wrong.
func TestRare(t *testing.T) {
	bodies := rareFaults
	for _, r := range rareForms {
		bodies = append(bodies, r.body)
	}
	for _, body := range bodies {
		for _, o := range []interp.Options{{}, {NoEvents: true}, {Strict: true}, {CheckMemSSA: true}, {DontCare: interp.Choice{Kind: interp.ChooseRandom}}} {
			o.Entry, o.Args, o.PoisonResult = "kernel", []interp.Value{interp.NewInt(3)}, true
			if err := fuzz.CompareEngines(t.Context(), rareProgram(t, body), o); err != nil {
				t.Errorf(`%s:
%v`, body, err)
			}
		}
	}
}

// BenchmarkRare is an iteration of a loop with such an instruction. Store is what the loop alone takes.
func BenchmarkRare(b *testing.B) {
	for _, r := range rareForms {
		b.Run(r.name, func(b *testing.B) {
			iterate(b, rareProgram(b, r.body))
		})
	}
	for _, r := range argumentForms[:6] {
		if !strings.Contains(r.name, "large") {
			b.Run("va_arg-"+r.name, func(b *testing.B) { iterate(b, argumentProgram(b, r.arguments, r.body)) })
		}
	}
}

// iterate runs @kernel for b.N iterations of its loop.
func iterate(b *testing.B, m *ir.Module) {
	b.ReportAllocs()
	args := []interp.Value{interp.NewInt(int64(b.N) + 1)}
	out, err := interp.Run(context.Background(), m, interp.Options{Entry: "kernel", Args: args, Fuel: 1 << 40, NoEvents: true, PoisonResult: true})
	if err != nil || out.Kind != interp.Returned {
		b.Fatal(err, out.Text())
	}
}
