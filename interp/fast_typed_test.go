package interp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// typedProgram is a random program over values of all scalar types: what reaches memory may be poison, uninit or a
// piece of a pointer, pointers may be wildcards or without provenance, and accesses may lie across an edge.
type typedProgram struct {
	r    *rand.Rand
	b    strings.Builder
	pool map[string][]string // names by type
	next int
	mem  string
}

// pick is a value of type t that exists. Constants stand for what the pool lacks.
func (p *typedProgram) pick(t string) string {
	vs := p.pool[t]
	return vs[p.r.IntN(len(vs))]
}

func (p *typedProgram) one(of ...string) string { return of[p.r.IntN(len(of))] }

// claim is a claim on a value of type t, or none.
func (p *typedProgram) claim(t string) string {
	if p.r.IntN(5) > 0 {
		return ""
	}
	switch t {
	case "int":
		return annots[p.r.IntN(len(annots))]
	case "ptr":
		return p.one(":align2", ":align8", ":align64")
	case "f64", "f32", "f16", "bf16":
		return p.one(":nofpclass(nan)", ":nofpclass(inf)", ":nofpclass(zero)", ":nofpclass(nan nnorm)")
	}
	return ""
}

// use is a value of type t as an operand, perhaps with a claim of the use.
func (p *typedProgram) use(t string) string { return p.pick(t) + p.claim(t) }

// def writes an instruction with a result of type t.
func (p *typedProgram) def(t, format string, args ...any) {
	v := fmt.Sprintf("v%d", p.next)
	p.next++
	fmt.Fprintf(&p.b, "    %s%s = %s\n", v, p.claim(t), fmt.Sprintf(format, args...))
	p.pool[t] = append(p.pool[t], v)
}

// store writes an instruction whose only result is a memory token.
func (p *typedProgram) store(format string, args ...any) {
	v := fmt.Sprintf("v%d", p.next)
	p.next++
	fmt.Fprintf(&p.b, "    %s = %s, %s\n", v, fmt.Sprintf(format, args...), p.mem)
	p.mem = v
}

var floatTypes = []string{"f64", "f32", "f16", "bf16"}

// step writes one instruction.
func (p *typedProgram) step() {
	r := p.r
	f := floatTypes[r.IntN(len(floatTypes))]
	t := p.one("int", "ptr", "bool", "f64", "f32", "f16", "bf16", "byte(3)", "byte(8)", "byte(11)")
	align := p.one("", "", ", align=1", ", align=4", ", align=8")
	size := map[string]int{"ptr": 8, "bool": 1, "f64": 8, "f32": 4, "f16": 2, "bf16": 2, "byte(3)": 3, "byte(8)": 8, "byte(11)": 11}
	n := 1 + r.IntN(9)
	if t != "int" {
		n = size[t]
	}
	switch r.IntN(40) {
	case 0, 1:
		p.def("ptr", "ptradd %s, %s", p.use("ptr"), p.use("int"))
	case 2:
		p.def("int", "ptrdiff %s, %s", p.use("ptr"), p.use("ptr"))
	case 3:
		p.def("int", "%s %s", p.one("ptrtoint", "ptrtoaddr"), p.use("ptr"))
	case 4:
		p.def("ptr", "inttoptr %s", p.use("int"))
	case 5:
		p.def(t, "freeze %s", p.use(t))
	case 6:
		p.def(t, "select %s, %s, %s", p.pick("bool"), p.use(t), p.use(t))
	case 7:
		p.def(f, "%s %s, %s", p.one("fadd", "fsub", "fmul", "fdiv", "frem", "fminnum", "fmaxnum", "copysign"), p.use(f), p.use(f))
	case 8:
		p.def(f, "%s %s", p.one("fneg", "fabs", "fsqrt"), p.use(f))
	case 9:
		p.def(f, "fma %s, %s, %s", p.use(f), p.use(f), p.use(f))
	case 10:
		p.def("bool", "fcmp.%s %s, %s", p.one("oeq", "olt", "une", "uno", "uge", "ord"), p.use(f), p.use(f))
	case 11:
		p.def(f, "%s %s -> %s", p.one("si_to_fp", "ui_to_fp"), p.use("int"), f)
	case 12:
		p.def("int", "%s%s.%d %s", p.one("fp_to_si", "fp_to_ui"), p.one("", ".sat"), []int{1, 8, 31, 32, 33, 63, 64, 65}[r.IntN(8)], p.use(f))
	case 13:
		p.def(f, "fp_convert %s -> %s", p.use(floatTypes[r.IntN(4)]), f)
	case 14:
		from := p.one("int", "f64", "byte(8)", "ptr")
		to := p.one("int", "f64", "byte(8)", "ptr")
		if from != "int" || to != "int" {
			p.def(to, "bitcast %s -> %s", p.use(from), to)
		}
	case 15:
		from, to := p.one("int", "f32"), "f32"
		if from == "f32" {
			to = "int"
		}
		p.def(to, "bitcast %s -> %s", p.use(from), to)
	case 16, 17, 18:
		arrow := ""
		if t != "int" {
			arrow = " -> " + t
		}
		p.def(t, "load.%d %s, %s%s%s", n, p.use("ptr"), p.mem, align, arrow)
	case 19, 20:
		p.store("store.%d %s, %s", n, p.use(t), p.use("ptr"))
		if align != "" {
			s := strings.TrimSuffix(p.b.String(), "\n")
			p.b.Reset()
			p.b.WriteString(s + align + "\n")
		}
	case 21:
		p.def("int", "%s %s, %s", p.one("add", "sub", "mul", "and", "shl", "min"), p.use("int"), p.one("v3", "v4", p.pick("int")))
	case 22:
		p.def(t, "poison -> %s", t)
	case 24:
		p.store("%s %s, %s, %s%s", p.one("memcpy", "memmove"), p.use("ptr"), p.use("ptr"), p.one("v3", "v4", "v7", p.use("int")), p.one("", ", align=4"))
	case 25:
		p.store("memset %s, %s, %s", p.use("ptr"), p.use("int"), p.one("v3", "v4", "v7", p.use("int")))
	case 26:
		p.host(p.one("memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen", "strcmp", "strncmp", "malloc", "calloc", "free", "free", "abs", "toupper", "memchr"))
	case 27:
		p.host(p.one("sqrt", "floor", "fmaxf", "realloc", "labs", "strtol", "bzero"))
	case 28:
		p.call("int", "call v50(%s, %s)", p.use("int"), p.use("ptr"))
	case 29:
		p.call("ptr", "call %s(%s, %s)", p.one("v51", "v52"), p.use("int"), p.use("ptr"))
	case 30, 31:
		p.insert()
	case 32, 33:
		p.extract()
	case 34:
		a := p.one(aggregates...)
		p.def(a, "%s", p.one(fmt.Sprintf("select %s, %s, %s", p.pick("bool"), p.pick(a), p.pick(a)), "freeze "+p.pick(a), "poison -> "+a))
	case 35:
		a := p.one(aggregates...)
		p.def(a, "load.%d %s, %s%s -> %s", aggregateSize[a], p.use("ptr"), p.mem, align, a)
	case 36:
		a := p.one(aggregates...)
		p.store("store.%d %s, %s", aggregateSize[a], p.pick(a), p.use("ptr"))
	case 37:
		p.call("struct{int, ptr}", "call v55(%s, %s)", p.pick("struct{int, ptr}"), p.use("int"))
	case 38:
		p.vector()
	case 39:
		p.vector()
	case 23:
		p.def("bool", "icmp.%s %s, %s", p.one("eq", "lt", "ge"), p.use("int"), p.use("int"))
	}
}

var aggregates = []string{"struct{int, ptr}", "struct{f32, bool, struct{int, ptr}}", "[f64; 2]", "struct{byte(11), int}"}

var aggregateSize = map[string]int{"struct{int, ptr}": 16, "struct{f32, bool, struct{int, ptr}}": 21, "[f64; 2]": 16, "struct{byte(11), int}": 19}

// aggregateFields are the paths of each type with the types that they name.
var aggregateFields = map[string][][2]string{
	"struct{int, ptr}":                    {{"0", "int"}, {"1", "ptr"}},
	"struct{f32, bool, struct{int, ptr}}": {{"0", "f32"}, {"1", "bool"}, {"2", "struct{int, ptr}"}, {"2, 0", "int"}, {"2, 1", "ptr"}},
	"[f64; 2]":                            {{"0", "f64"}, {"1", "f64"}},
	"struct{byte(11), int}":               {{"0", "byte(11)"}, {"1", "int"}},
}

// insert writes an insertvalue, often into the last aggregate, so that there are chains.
func (p *typedProgram) insert() {
	a := p.one(aggregates...)
	x := aggregateFields[a][p.r.IntN(len(aggregateFields[a]))]
	into := p.pick(a)
	if p.r.IntN(2) == 0 {
		into = p.pool[a][len(p.pool[a])-1]
	}
	p.def(a, "insertvalue %s, %s, [%s]", into, p.use(x[1]), x[0])
}

func (p *typedProgram) extract() {
	a := p.one(aggregates...)
	x := aggregateFields[a][p.r.IntN(len(aggregateFields[a]))]
	p.def(x[1], "extractvalue %s, [%s]", p.pick(a), x[0])
}

// vector writes an operation on vectors of 16 bytes, and masks of its lanes.
func (p *typedProgram) vector() {
	r := p.r
	v := func() string { return p.pick("vec<128>") }
	bits := []int{8, 16, 32, 64}[r.IntN(4)]
	lane := fmt.Sprintf("%s%d", p.one("i", "s", "u"), bits)
	mask := fmt.Sprintf("vec<%d>", 8*128/bits)
	k := func() string { return p.pick(mask) }
	masked := ""
	if r.IntN(3) == 0 {
		masked = ", " + k()
	}
	f := p.one("f32", "f64", "f16")
	wide := map[string]int{"f32": 32, "f64": 64, "f16": 16}[f]
	switch r.IntN(22) {
	case 0, 1, 2:
		p.def("vec<128>", "vec.%s.%s %s, %s%s", p.one("add", "sub", "mul", "min", "max", "and", "or", "xor"), lane, v(), v(), masked)
	case 3:
		p.def("vec<128>", "vec.%s.%s %s, %s%s", p.one("div", "rem", "shl", "shr"), lane, v(), v(), masked)
	case 4, 5:
		p.def("vec<128>", "vec.%s.%s %s, %s", p.one("fadd", "fsub", "fmul", "fdiv", "fmin", "fmax"), f, v(), v())
	case 6:
		p.def("vec<128>", "vec.%s.%s %s", p.one("fneg", "fabs"), f, v())
	case 7:
		p.def(mask, "vec.icmp.%s.%s %s, %s", p.one("eq", "ne", "lt", "le", "gt", "ge"), lane, v(), v())
	case 8:
		p.def(fmt.Sprintf("vec<%d>", 8*128/wide), "vec.fcmp.%s.%s %s, %s", p.one("oeq", "olt", "une", "uno"), f, v(), v())
	case 9:
		p.def("int", "vec.reduce.%s.%s %s%s", p.one("add", "mul", "smin", "smax", "umin", "umax", "and", "or", "xor"), lane, v(), masked)
	case 10:
		p.def(f, "vec.reduce.%s.%s %s", p.one("fadd", "fmin", "fmax"), f, v())
	case 11:
		p.def("vec<128>", "vec.select.%s %s, %s, %s", lane, k(), v(), v())
	case 12, 13:
		p.def("vec<128>", "vec.splat.%s %s -> vec<128>", lane, p.use("int"))
	case 14:
		p.def("vec<128>", "vec.splat.%s %s -> vec<128>", f, p.use(f))
	case 15:
		p.def("int", "vec.extract.%s %s, %s", lane, v(), p.one("v3", "v4", p.use("int")))
	case 16:
		p.def("vec<128>", "vec.insert.%s %s, %s, %s", lane, v(), p.use("int"), p.one("v3", "v4", p.use("int")))
	case 17:
		p.def("vec<128>", "vec.shuffle.%s %s, %s, %s", lane, v(), v(), v())
	case 18:
		p.def("vec<128>", "load.16 %s, %s -> vec<128>", p.use("ptr"), p.mem)
	case 19:
		p.store("store.16 %s, %s", v(), p.use("ptr"))
	case 20:
		p.def("vec<128>", "%s", p.one("freeze "+v(), "poison -> vec<128>", fmt.Sprintf("select %s, %s, %s", p.pick("bool"), v(), v())))
	case 21:
		if r.IntN(2) == 0 {
			p.def("vec<128>", "vec.load.%s %s, %s, %s -> vec<128>", lane, p.use("ptr"), k(), p.mem)
		} else {
			p.store("vec.store.%s %s, %s, %s", lane, v(), p.use("ptr"), k())
		}
	}
}

// libc is the types of library functions, the result first; empty is none.
var libc = map[string][]string{
	"memcpy": {"ptr", "ptr", "ptr", "int"}, "memmove": {"ptr", "ptr", "ptr", "int"}, "memset": {"ptr", "ptr", "int", "int"},
	"memcmp": {"int", "ptr", "ptr", "int"}, "bcmp": {"int", "ptr", "ptr", "int"}, "strlen": {"int", "ptr"}, "strcmp": {"int", "ptr", "ptr"},
	"strncmp": {"int", "ptr", "ptr", "int"}, "malloc": {"ptr", "int"}, "calloc": {"ptr", "int", "int"}, "free": {"", "ptr"},
	"abs": {"int", "int"}, "toupper": {"int", "int"}, "memchr": {"ptr", "ptr", "int", "int"}, "sqrt": {"f64", "f64"}, "floor": {"f64", "f64"},
	"fmaxf": {"f32", "f32", "f32"}, "realloc": {"ptr", "ptr", "int"}, "labs": {"int", "int"}, "strtol": {"int", "ptr", "ptr", "int"}, "bzero": {"", "ptr", "int"},
}

// host writes the call of a library function. Sizes are mostly small.
func (p *typedProgram) host(name string) {
	types := libc[name]
	var args []string
	for _, t := range types[1:] {
		if t == "int" && p.r.IntN(4) > 0 {
			args = append(args, p.one("v3", "v4", "v7"))
		} else {
			args = append(args, p.use(t))
		}
	}
	fmt.Fprintf(&p.b, "    v%d = symbol_addr @%s\n", p.next, name)
	p.next++
	p.call(types[0], "call v%d(%s)", p.next-1, strings.Join(args, ", "))
}

// call writes a call with a result of type t, if that is not empty.
func (p *typedProgram) call(t, format string, args ...any) {
	v, result, arrow := p.next, "", ""
	p.next += 2
	if t != "" {
		result, arrow = fmt.Sprintf(", v%d%s", v+1, p.claim(t)), " -> "+t
		defer func() { p.pool[t] = append(p.pool[t], fmt.Sprintf("v%d", v+1)) }()
	}
	fmt.Fprintf(&p.b, "    v%d%s = %s, %s%s\n", v, result, fmt.Sprintf(format, args...), p.mem, arrow)
	p.mem = fmt.Sprintf("v%d", v)
}

// newTyped begins a program with values of all types.
func newTyped(r *rand.Rand) *typedProgram {
	p := &typedProgram{r: r, mem: "v0", next: 60, pool: map[string][]string{
		"int": {"v1", "v2", "v3", "v4", "v5", "v6"}, "ptr": {"v10", "v11", "v12", "v13", "v14", "v15"}, "bool": {"v20", "v21"},
		"f64": {"v22", "v23", "v24"}, "f32": {"v25", "v26"}, "f16": {"v27"}, "bf16": {"v28"},
		"byte(3)": {"v30"}, "byte(8)": {"v31", "v32"}, "byte(11)": {"v33"},
		"vec<128>": {"v34", "v35", "v36"}, "vec<16>": {"v37"}, "vec<32>": {"v38"}, "vec<64>": {"v39"},
		"struct{int, ptr}": {"v41"}, "struct{f32, bool, struct{int, ptr}}": {"v42"}, "[f64; 2]": {"v43"}, "struct{byte(11), int}": {"v44"},
	}}
	p.b.WriteString(`data @g align 16 = "0123456789abcdefghijklmnopqrstuvwxyz" relocs [8: @g+4]
data @c const align 8 = zero 8
data @t const align 8 = zero 8 relocs [0: @pointer+0]

func @number(int:u64, ptr:align2) -> int:u32 {
  bb0(v0: mem):
    v1 = param 0
    v2:align8 = param 1
    v3 = ptrtoaddr v2
    v4 = xor v1, v3
    ret v4, v0
}

func @pair(struct{int:u64, ptr}, int) -> struct{int:s34, ptr:align2} {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3 = extractvalue v1, [0]
    v4:u64 = add v3, v2
    v5 = insertvalue v1, v4, [0]
    br bb1(v5)

  bb1(v6: struct{int:s33, ptr}):
    ret v6, v0
}

func @pointer(int, ptr) -> ptr:align2 {
  bb0(v0: mem):
    v1:s64 = param 0
    v2 = param 1
    v3 = ptradd v2, v1
    ret v3, v0
}

func @main(int, int:u64) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2:u64 = param 1
    v3 = iconst 1
    v4 = iconst 8
    v5 = iconst -3
    v6 = iconst 0x12345678901234567890
    v7 = iconst 13
    v50 = symbol_addr @number
    v51 = symbol_addr @pointer
    v54 = symbol_addr @t
    v52 = load.8 v54, v0 -> ptr
    v10 = symbol_addr @g
    v11 = symbol_addr @c
    v12 = stack_slot 24 align 8
    v13 = ptradd v10, v4
    v14 = ptradd v12, v1
    v40 = ptrtoint v12
    v15 = inttoptr v40
    v20 = bconst true
    v21 = bconst false
    v22 = fconst.f64 1.75
    v23 = fconst.f64 nan
    v24 = fconst.f64 -1e19
    v25 = fconst.f32 -0.5
    v26 = fconst.f32 3e9
    v27 = fconst.f16 1.5
    v28 = fconst.bf16 -inf
    v30 = load.3 v10, v0 -> byte(3)
    v31 = load.8 v10, v0 -> byte(8)
    v32 = load.8 v13, v0 -> byte(8)
    v33 = load.11 v12, v0 -> byte(11)
    v16 = iconst 16
    v17 = ptradd v10, v16
    v34 = load.16 v17, v0 -> vec<128>
    v35 = load.16 v10, v0 -> vec<128>
    v36 = vec.splat.i16 v4 -> vec<128>
    v37 = load.2 v11, v0 -> vec<16>
    v38 = load.4 v10, v0 -> vec<32>
    v39 = load.8 v10, v0 -> vec<64>
    v55 = symbol_addr @pair
    v41 = poison -> struct{int, ptr}
    v42 = poison -> struct{f32, bool, struct{int, ptr}}
    v43 = load.16 v17, v0 -> [f64; 2]
    v44 = load.19 v10, v0 -> struct{byte(11), int}
`)
	return p
}

// text is the program: it returns a word of everything, so that no value is dead.
func (p *typedProgram) text() string {
	last := "v3"
	for _, a := range aggregates {
		for n, x := range aggregateFields[a] {
			if n < 2 && x[1] != "byte(11)" {
				fmt.Fprintf(&p.b, "    v%d = extractvalue %s, [%s]\n", p.next, p.pool[a][len(p.pool[a])-1], x[0])
				p.pool[x[1]] = append(p.pool[x[1]], fmt.Sprintf("v%d", p.next))
				p.next++
			}
		}
	}
	vs := p.pool["vec<128>"]
	p.def("int", "vec.reduce.xor.u64 %s", vs[len(vs)-1])
	for _, t := range []string{"int", "bool", "f64", "f32", "ptr"} {
		vs := p.pool[t]
		v := vs[len(vs)-1]
		w := fmt.Sprintf("v%d", p.next)
		switch t {
		case "int":
			w = v
		case "bool":
			fmt.Fprintf(&p.b, "    %s = bool_to_int %s\n", w, v)
		case "ptr":
			fmt.Fprintf(&p.b, "    %s = ptrtoaddr %s\n", w, v)
		default:
			fmt.Fprintf(&p.b, "    %s = bitcast %s -> int\n", w, v)
		}
		fmt.Fprintf(&p.b, "    v%d = xor %s, %s\n", p.next+1, last, w)
		last = fmt.Sprintf("v%d", p.next+1)
		p.next += 2
	}
	fmt.Fprintf(&p.b, `    ret %s, %s
}
`, last, p.mem)
	return p.b.String()
}

// TestEnginesAgreeOnTypedPrograms runs random programs over all scalar types, claims included, on both engines,
// in strict mode and in the mode that continues.
func TestEnginesAgreeOnTypedPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 2))
	for range testseed.Rounds(3000, 100) {
		p := newTyped(r)
		for range 3 + r.IntN(25) {
			p.step()
		}
		text := p.text()
		m := irtest.Parse(t, text)
		for k := range 4 {
			args := []interp.Value{interp.Int{V: boundary[r.IntN(len(boundary))]}, interp.Int{V: boundary[r.IntN(len(boundary))]}}
			sameOnBoth(t, m, text, interp.Options{Args: args, Strict: k%2 == 0, AddressSeed: uint64(k), StrictProvenance: k == 3,
				Freeze: interp.Choice{Kind: interp.ChoiceKind(r.IntN(4)), Seed: r.Uint64()}})
		}
	}
}
