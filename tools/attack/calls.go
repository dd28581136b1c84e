package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// attackCalls makes signatures, and calls them from C and from .tir: gcc compiles one side, tuffy the
// other, at -O0 and -O2. Both sides compute a digest of every argument byte and make a result that the
// other side digests; main is in C and compares with what C alone computes. Nothing here knows how
// arguments are passed: gcc does.
// The digest is of bytes, so that a value in the wrong register, at the wrong offset of the stack, or
// cut to fewer bits shows. gcc's own level varies, since its code may rely on what the convention
// promises (extended ints, an aligned stack).
func attackCalls(s *session) {
	s.each(s.count, func(i int) {
		r := s.rng(i)
		g := &signature{r: r}
		g.make()
		dir := filepath.Join(s.scratch, fmt.Sprint("c", i))
		s.must(os.MkdirAll(dir, 0o755))
		defer os.RemoveAll(dir)
		c, t := g.c(), g.tir()
		s.must(os.WriteFile(filepath.Join(dir, "c.c"), []byte(c), 0o644))
		s.must(os.WriteFile(filepath.Join(dir, "t.tir"), []byte(t), 0o644))
		files := map[string]string{"c.c": c, "t.tir": t}
		for _, opt := range []string{"-O0", "-O2"} {
			name := fmt.Sprintf("%04d%s", i, opt)
			o := run(limits{wall: 30 * time.Second}, dir, s.command("tuffy"), opt, "-c", "-o", "t.o", "t.tir")
			if o.status != 0 {
				s.saw("not compiled")
				s.fail(name, "tuffy: "+o.complaint(0), g.String()+"\n"+o.report(), files)
				continue
			}
			gccOpt := pick(r, "-O0", "-O1", "-O2")
			if o := run(limits{wall: 60 * time.Second}, dir, "gcc", gccOpt, "-w", "-Wno-psabi", "-o", "x", "c.c", "t.o"); o.status != 0 {
				s.saw("not linked")
				s.fail(name, "gcc", g.String()+"\n"+o.report(), files)
				continue
			}
			o = run(limits{wall: 10 * time.Second}, dir, filepath.Join(dir, "x"))
			if o.status == 0 {
				s.saw("right")
				continue
			}
			s.saw("wrong")
			// A signal may be a stack that is not aligned, a return address that is lost, or a pointer
			// to a result that was not passed.
			cause := "wrong value"
			if o.signal != "" || o.timedOut {
				cause = "crash"
			}
			s.fail(name, cause, g.String()+"\n"+gccOpt+"\n"+o.report(), files)
		}
	})
}

// ctype is a type of C and of .tir, with its layout.
// Sizes and alignments are in bytes, as the System V ABI for AMD64 has them; the C program asserts the
// sizes of structs, so that a mistake here is a failure to compile.
type ctype struct {
	kind        string // int, float, ptr, vec, struct, array
	c           string // name in C
	size, align int
	signed      bool
	fields      []*ctype // of a struct, in order; of an array, its element
	offsets     []int
	count       int
	openEnd     bool // its padding at the end is not spelled out
}

// One of each size, signedness and class; the leaves of every aggregate are of these or vec16.
var scalars = []*ctype{
	{kind: "int", c: "signed char", size: 1, align: 1, signed: true}, {kind: "int", c: "unsigned char", size: 1, align: 1},
	{kind: "int", c: "short", size: 2, align: 2, signed: true}, {kind: "int", c: "unsigned short", size: 2, align: 2},
	{kind: "int", c: "int", size: 4, align: 4, signed: true}, {kind: "int", c: "unsigned", size: 4, align: 4},
	{kind: "int", c: "long", size: 8, align: 8, signed: true}, {kind: "int", c: "unsigned long", size: 8, align: 8},
	{kind: "float", c: "float", size: 4, align: 4}, {kind: "float", c: "double", size: 8, align: 8},
	{kind: "ptr", c: "void *", size: 8, align: 8},
}

var (
	vec16 = &ctype{kind: "vec", c: "v16", size: 16, align: 16}
	vec8  = &ctype{kind: "vec", c: "v8", size: 8, align: 8}
)

// alignUp is the next multiple of a from n on.
func alignUp(n, a int) int { return (n + a - 1) / a * a }

// claims are those of an int of that size.
func (t *ctype) claims() string {
	if t.signed {
		return fmt.Sprintf(":s%d", 8*t.size)
	}
	return fmt.Sprintf(":u%d", 8*t.size)
}

// tir is the type in .tir. Padding between fields is spelled out. An int within an aggregate has 8
// bytes; smaller ones are bytes.
func (t *ctype) tir() string { return t.spell(false) }

// spell is the type in the text of the IR. Inside an aggregate small ints are byte types, as fields
// have the layout of C there.
func (t *ctype) spell(inside bool) string {
	switch t.kind {
	case "int":
		if inside && t.size < 8 {
			return fmt.Sprintf("byte(%d)", t.size)
		}
		return "int" + t.claims()
	case "float":
		return fmt.Sprintf("f%d", 8*t.size)
	case "ptr":
		return "ptr"
	case "vec":
		return fmt.Sprintf("vec<%d>", 8*t.size)
	case "array":
		return fmt.Sprintf("[%s; %d]", t.fields[0].spell(true), t.count)
	}
	var parts []string
	for _, f := range t.parts() {
		if f.t == nil {
			parts = append(parts, fmt.Sprintf("byte(%d)", f.pad))
		} else {
			parts = append(parts, f.t.spell(true))
		}
	}
	return "struct{" + strings.Join(parts, ", ") + "}"
}

// part is a field of a struct, or padding.
type part struct {
	t   *ctype
	pad int
	off int
}

// parts are the fields with the gaps between them, by offset; the gap at the end is left out where
// openEnd says so: a struct of either spelling must be passed like that of C.
func (t *ctype) parts() []part {
	var ps []part
	at := 0
	for i, f := range t.fields {
		if t.offsets[i] > at {
			ps = append(ps, part{pad: t.offsets[i] - at, off: at})
		}
		ps = append(ps, part{t: f, off: t.offsets[i]})
		at = t.offsets[i] + f.size
	}
	if t.size > at && !t.openEnd {
		ps = append(ps, part{pad: t.size - at, off: at})
	}
	return ps
}

// eightbytes adds what t has in each of the first two eightbytes: i of an integer, s of a float or a
// vector, p for padding.
// An argument of at most 16 bytes is passed by the classes of its two eightbytes (System V ABI 3.2.3);
// a larger one is in memory, so that what lies beyond does not matter.
func (t *ctype) eightbytes(base int, has *[2]string) {
	add := func(off, size int, what string) {
		for b := off; b < off+size && b < 16; b += 1 {
			if !strings.Contains(has[b/8], what) {
				has[b/8] += what
			}
		}
	}
	switch t.kind {
	case "struct":
		for _, p := range t.parts() {
			if p.t == nil {
				add(base+p.off, p.pad, "p")
			} else {
				p.t.eightbytes(base+p.off, has)
			}
		}
	case "array":
		for i := range t.count {
			t.fields[0].eightbytes(base+i*t.fields[0].size, has)
		}
	case "int", "ptr":
		add(base, t.size, "i")
	default:
		add(base, t.size, "s")
	}
}

// sayable reports whether .tir can say that t is passed as C passes it: bytes that are padding look like
// bytes that are numbers, which matters in an eightbyte of floats.
func (t *ctype) sayable() bool {
	if t.kind != "struct" || t.size > 16 {
		return true
	}
	var has [2]string
	t.eightbytes(0, &has)
	for _, h := range has {
		if strings.Contains(h, "p") && !strings.Contains(h, "i") {
			return false
		}
	}
	return true
}

// leaf is a scalar within a type: the path of it in .tir, and the expression in C.
// C counts fields without the padding, .tir with it, hence both ways to name one.
type leaf struct {
	t    *ctype
	path []int
	c    string
}

// The order is that of the layout, so that both sides digest in the same one. path is copied for each
// leaf.
func (t *ctype) leaves(path []int, c string) []leaf {
	sub := func(p []int, i int) []int { return append(append([]int{}, p...), i) }
	switch t.kind {
	case "struct":
		var ls []leaf
		k := 0
		for i, p := range t.parts() {
			if p.t != nil {
				ls = append(ls, p.t.leaves(sub(path, i), fmt.Sprintf("%s.f%d", c, k))...)
				k++
			}
		}
		return ls
	case "array":
		var ls []leaf
		for i := range t.count {
			ls = append(ls, t.fields[0].leaves(sub(path, i), fmt.Sprintf("%s[%d]", c, i))...)
		}
		return ls
	}
	return []leaf{{t, path, c}}
}

// signature is a function type, with the declarations that it needs.
// decls are the structs of C in order of dependence, as an inner one is made first.
type signature struct {
	r       *rand.Rand
	decls   []string
	params  []*ctype
	result  *ctype // nil for void
	structs int
}

func (g *signature) String() string {
	var ps []string
	for _, p := range g.params {
		ps = append(ps, p.tir())
	}
	res := "nothing"
	if g.result != nil {
		res = g.result.tir()
	}
	return "(" + strings.Join(ps, ", ") + ") -> " + res
}

// One to nine parameters: six ints or eight floats go to registers, so that some signatures reach the
// stack. One in eight has no result.
func (g *signature) make() {
	passed := func() *ctype {
		for {
			t := g.someType(2)
			if t.kind == "struct" {
				t.openEnd = g.r.IntN(2) == 0
			}
			if t.sayable() {
				return t
			}
		}
	}
	for range 1 + g.r.IntN(9) {
		g.params = append(g.params, passed())
	}
	if g.r.IntN(8) > 0 {
		g.result = passed()
	}
}

// someType leans to aggregates; depth bounds their nesting.
func (g *signature) someType(depth int) *ctype {
	switch k := g.r.IntN(10); {
	case k < 4 || depth == 0:
		return scalars[g.r.IntN(len(scalars))]
	case k == 4:
		return pick(g.r, vec16, vec8)
	}
	return g.someStruct(depth)
}

// someStruct makes a struct of up to four members, nested at times. A third of them are of one
// scalar type, since the classification of the ABI treats runs of floats and of ints apart.
func (g *signature) someStruct(depth int) *ctype {
	t := &ctype{kind: "struct", align: 1}
	n := 1 + g.r.IntN(4)
	var body strings.Builder
	uniform := scalars[g.r.IntN(len(scalars))]
	same := g.r.IntN(3) == 0
	for i := range n {
		f := scalars[g.r.IntN(len(scalars))]
		switch {
		case same:
			f = uniform
		case depth > 1 && g.r.IntN(5) == 0:
			f = g.someStruct(depth - 1)
		case g.r.IntN(16) == 0:
			f = vec16
		}
		// vec16 raises the alignment of the struct to 16, which a copy on the stack must keep.
		name := fmt.Sprintf("%s f%d", f.c, i)
		if f.kind != "struct" && f.kind != "vec" && g.r.IntN(6) == 0 {
			count := 1 + g.r.IntN(4)
			name += fmt.Sprintf("[%d]", count)
			f = &ctype{kind: "array", size: f.size * count, align: f.align, fields: []*ctype{f}, count: count}
		}
		off := alignUp(t.size, f.align)
		t.fields, t.offsets = append(t.fields, f), append(t.offsets, off)
		t.size, t.align = off+f.size, max(t.align, f.align)
		body.WriteString(name + "; ")
	}
	t.size = alignUp(t.size, t.align)
	g.structs++
	t.c = fmt.Sprintf("struct s%d", g.structs)
	g.decls = append(g.decls, fmt.Sprintf("%s { %s};\n_Static_assert(sizeof(%s) == %d, \"size\");", t.c, body.String(), t.c, t.size))
	return t
}

// c is the program of C: makes arguments, calls the function of .tir, which calls back.
func (g *signature) c() string {
	var b strings.Builder
	b.WriteString("#include <string.h>\n#include <stdio.h>\n#include <stdlib.h>\ntypedef unsigned long u64;\ntypedef float v16 __attribute__((vector_size(16)));\ntypedef float v8 __attribute__((vector_size(8)));\n")
	b.WriteString("static u64 mix(u64 h, u64 x) { return (h ^ x) * 31 + 7; }\nstatic u64 bits(const void *p, int n) { u64 x = 0; memcpy(&x, p, n); return x; }\n")
	b.WriteString(strings.Join(g.decls, "\n") + "\n")
	res := "void"
	if g.result != nil {
		res = g.result.c
	}
	var sig, names []string
	for i, p := range g.params {
		sig = append(sig, fmt.Sprintf("%s a%d", p.c, i))
		names = append(names, fmt.Sprintf("a%d", i))
	}
	args := strings.Join(sig, ", ")
	fmt.Fprintf(&b, "u64 seen_by_c, seen_by_tir;\n%s in_tir(%s);\nvoid note(u64 h) { seen_by_tir = h; }\n", res, args)
	// digest makes the statements that compute the digest named of, eight bytes of a leaf at a time.
	digest := func(of string, types []*ctype, prefix []string) string {
		var d strings.Builder
		fmt.Fprintf(&d, "  u64 %s = 1;\n", of)
		for i, t := range types {
			for _, l := range t.leaves(nil, prefix[i]) {
				for off := 0; off < l.t.size; off += 8 {
					fmt.Fprintf(&d, "  %s = mix(%s, bits((char *)&%s + %d, %d));\n", of, of, l.c, off, min(8, l.t.size-off))
				}
			}
		}
		return d.String()
	}
	// 0xaa stands in the padding, which no digest reads.
	fill := func(t *ctype, name string, seed uint64) string {
		var d strings.Builder
		fmt.Fprintf(&d, "  memset(&%s, 0xaa, sizeof %s);\n", name, name)
		for k, l := range t.leaves(nil, name) {
			for off := 0; off < l.t.size; off += 8 {
				fmt.Fprintf(&d, "  { u64 x = %#xul; memcpy((char *)&%s + %d, &x, %d); }\n", leafBits(seed, k, off), l.c, off, min(8, l.t.size-off))
			}
		}
		return d.String()
	}
	// What .tir calls.
	fmt.Fprintf(&b, "%s in_c(%s) {\n%s  seen_by_c = h;\n", res, args, digest("h", g.params, names))
	if g.result != nil {
		fmt.Fprintf(&b, "  %s r;\n%s  return r;\n", g.result.c, fill(g.result, "r", 77))
	}
	b.WriteString("}\nint main(void) {\n")
	for i, p := range g.params {
		fmt.Fprintf(&b, "  %s a%d;\n%s", p.c, i, fill(p, names[i], uint64(i)))
	}
	// want is computed from the arguments before the call, in C alone.
	b.WriteString(digest("want", g.params, names))
	if g.result != nil {
		fmt.Fprintf(&b, "  %s w;\n%s  %s r = in_tir(%s);\n", g.result.c, fill(g.result, "w", 77), g.result.c, strings.Join(names, ", "))
		b.WriteString(digest("wr", []*ctype{g.result}, []string{"w"}) + digest("gr", []*ctype{g.result}, []string{"r"}))
		b.WriteString("  if (wr != gr) { printf(\"result\\n\"); return 3; }\n")
	} else {
		fmt.Fprintf(&b, "  in_tir(%s);\n", strings.Join(names, ", "))
	}
	b.WriteString("  if (seen_by_tir != want) { printf(\"arguments from C to .tir\\n\"); return 1; }\n  if (seen_by_c != want) { printf(\"arguments from .tir to C\\n\"); return 2; }\n  return 0;\n}\n")
	return b.String()
}

// leafBits are the bits of a leaf: any, but not those of a NaN, whose payload need not be kept.
// Clearing bits 62 and 30 takes a bit of the exponent of a double and of both floats of eight bytes.
func leafBits(seed uint64, k, off int) uint64 {
	x := (seed*1000003 + uint64(k)*7919 + uint64(off) + 1) * 0x9e3779b97f4a7c15
	x ^= x >> 29
	return x &^ (1<<62 | 1<<30)
}

// tir is the other side: in_tir digests its arguments, notes the digest, and passes them on to in_c.
func (g *signature) tir() string {
	var b strings.Builder
	var sig, ops []string
	for i, p := range g.params {
		sig = append(sig, p.tir())
		ops = append(ops, fmt.Sprintf("$a%d", i))
	}
	res, ret := "", ""
	if g.result != nil {
		res, ret = " -> "+g.result.tir(), "$r, "
	}
	fmt.Fprintf(&b, "extern func @in_c(%s)%s\nextern func @note(int:u64)\nfunc @in_tir(%s)%s {\n bb0($m0: mem):\n", strings.Join(sig, ", "), res, strings.Join(sig, ", "), res)
	for i := range g.params {
		fmt.Fprintf(&b, "$a%d = param %d\n", i, i)
	}
	b.WriteString("$h0 = add #1, #0\n$k31 = iconst 31\n$k7 = iconst 7\n")
	n := 0
	// The same digest as mix of the C program: xor, times 31, plus 7, modulo 2^64 by the final zext.
	// The claims say how far the numbers can grow.
	mix := func(v string) {
		fmt.Fprintf(&b, "$x%d = xor $h%d, %s\n$y%d:u69 = mul $x%d, $k31\n$z%d:u70 = add $y%d, $k7\n$h%d:u64 = zext $z%d, 64\n", n, n, v, n, n, n, n, n+1, n)
		n++
	}
	for i, p := range g.params {
		for k, l := range p.leaves(nil, "") {
			v := fmt.Sprintf("$a%d", i)
			if l.path != nil {
				v = fmt.Sprintf("$l%d_%d", i, k)
				fmt.Fprintf(&b, "%s = extractvalue $a%d, %s\n", v, i, strings.ReplaceAll(fmt.Sprint(l.path), " ", ", "))
			}
			u := fmt.Sprintf("$u%d_%d", i, k)
			switch l.t.kind {
			case "int":
				if l.path != nil && l.t.size < 8 {
					fmt.Fprintf(&b, "%s:u%d = bitcast %s -> int\n", u, 8*l.t.size, v)
				} else {
					fmt.Fprintf(&b, "%s:u%d = zext %s, %d\n", u, 8*l.t.size, v, 8*l.t.size)
				}
				mix(u)
			case "float":
				fmt.Fprintf(&b, "%s:u%d = bitcast %s -> int\n", u, 8*l.t.size, v)
				mix(u)
			case "ptr":
				fmt.Fprintf(&b, "%s = ptrtoaddr %s\n", u, v)
				mix(u)
			// Lanes of 64 bits, so that a vector of 8 bytes has one.
			case "vec":
				lanes := l.t.size / 8
				for j := range lanes {
					fmt.Fprintf(&b, "%sl%d:u64 = vec.extract.u64 %s, #%d\n", u, j, v, j)
					mix(fmt.Sprintf("%sl%d", u, j))
				}
			}
		}
	}
	fmt.Fprintf(&b, "$m1 = call &note($h%d), $m0\n", n)
	if g.result != nil {
		fmt.Fprintf(&b, "$m2, $r = call &in_c(%s), $m1 -> %s\n", strings.Join(ops, ", "), g.result.tir())
	} else {
		fmt.Fprintf(&b, "$m2 = call &in_c(%s), $m1\n", strings.Join(ops, ", "))
	}
	fmt.Fprintf(&b, "ret %s$m2\n}\n", ret)
	return tir(b.String())
}
