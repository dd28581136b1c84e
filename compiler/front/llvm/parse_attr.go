package llvm

import (
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// attrPlace is where attributes stand.
type attrPlace uint8

const (
	retAttr attrPlace = iota
	paramAttr
	fnAttr
)

// groupRef says that attributes of groups, which stand at the end of the file, are those of a function too.
type groupRef struct {
	groups []string
	param  int // 1 + the parameter, 0 the result, -1 the function
	to     *attrs
}

// quietAttrs are attributes and words of calling conventions that promise what nothing here relies on, or say how code is
// made. What stands in parentheses behind them is skipped.
var quietAttrs = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`
		ccc fastcc coldcc tailcc cfguard_checkcc preserve_mostcc preserve_allcc preserve_nonecc cxx_fast_tlscc swiftcc swifttailcc
		anyregcc x86_64_sysvcc
		inreg noalias nocapture captures nofree nest returned swifterror swiftself swiftasync immarg allocalign allocptr readnone readonly writeonly
		dereferenceable_or_null writable dead_on_unwind dead_on_return initializes nofpclass range elementtype align
		alignstack allocsize allockind builtin cold convergent disable_sanitizer_instrumentation fn_ret_thunk_extern hot
		hybrid_patchable inaccessiblememonly inaccessiblemem_or_argmemonly inlinehint jumptable memory minsize mustprogress
		nobuiltin nocallback nocf_check nodivergencesource noduplicate noimplicitfloat nomerge nonlazybind noprofile
		noredzone norecurse nosanitize_bounds nosanitize_coverage nosync nounwind null_pointer_is_valid
		optforfuzzing optnone optsize optdebug returns_twice safestack sanitize_address sanitize_hwaddress sanitize_memory sanitize_memtag
		sanitize_numerical_stability sanitize_realtime sanitize_realtime_blocking sanitize_thread sanitize_type sanitize_alloc_token
		shadowcallstack skipprofile speculatable speculative_load_hardening ssp sspreq sspstrong strictfp uwtable vscale_range
		willreturn argmemonly coro_only_destroy_when_complete coro_elide_safe presplitcoroutine noext
		argmem nooutline nocreateundeforpoison flatten denormal_fpenv noipa`) {
		m[w] = true
	}
	return m
}()

// refusedAttrs change what a call does, and are not translated.
var refusedAttrs = map[string]bool{"inalloca": true, "preallocated": true, "byref": true, "ghccc": true, "win64cc": true, "x86_stdcallcc": true,
	"x86_fastcallcc": true, "x86_thiscallcc": true, "x86_vectorcallcc": true, "x86_regcallcc": true, "x86_intrcc": true, "amdgpu_kernel": true, "ptx_kernel": true}

// attributes reads attributes, and forgets groups.
func (p *parser) attributes(where attrPlace) attrs {
	a, _ := p.attributesAnd(where)
	return a
}

// attributesAnd reads attributes and the names of groups of them.
func (p *parser) attributesAnd(where attrPlace) (a attrs, groups []string) {
	for {
		switch p.tok.kind {
		case tokString:
			p.next()
			if p.accept("=") {
				p.str("the value of an attribute")
			}
		case tokGroup:
			groups = append(groups, p.tok.text)
			p.next()
		case tokWord:
			if where != fnAttr && p.isTypeWord() || !p.attribute(&a, where) {
				return a, groups
			}
		default:
			return a, groups
		}
	}
}

// attribute reads one attribute, if the word at hand is one.
func (p *parser) attribute(a *attrs, where attrPlace) bool {
	w := p.tok.text
	switch w {
	case "noundef":
		a.noundef = true
	case "nonnull":
		a.nonnull = true
	case "zeroext":
		a.zeroext = true
	case "signext":
		a.signext = true
	case "naked":
		a.naked = true
	case "noinline":
		a.noinline = true
	case "alwaysinline":
		a.always = true
	case "noreturn":
		a.noreturn = true
	case "cc":
		p.next()
		p.number("the number of a calling convention", 1<<20)
		return true
	case "align":
		if where == fnAttr {
			return false // of the function itself
		}
		p.next()
		p.accept("=")
		a.align = p.alignment()
		return true
	case "dereferenceable":
		p.next()
		p.expect("(")
		a.deref = p.number("number of bytes", 1<<62)
		p.expect(")")
		return true
	case "byval", "sret":
		p.next()
		var t *typ
		if p.accept("(") {
			t = p.typeOf()
			p.expect(")")
		} else {
			p.fail("%s without a type is of an old version of LLVM and not supported", w)
		}
		if w == "byval" {
			a.byval = t
		}
		return true
	case "range":
		p.next()
		p.attrRange(a)
		return true
	case "nofpclass":
		p.next()
		p.noFPClass(a)
		return true
	case "nest", "swifterror":
		p.fail("the attribute %s is not supported", w)
	default:
		switch {
		case refusedAttrs[w]:
			p.fail("%s is not supported", w)
		case !quietAttrs[w]:
			return false
		}
		p.next()
		if p.accept("=") { // alignstack=8 in groups
			p.next()
		}
		p.skipParens()
		return true
	}
	p.next()
	return true
}

// skipParens skips what stands in parentheses, if there are any.
func (p *parser) skipParens() {
	if !p.is("(") {
		return
	}
	depth := 0
	for {
		switch {
		case p.is("("):
			depth++
		case p.is(")"):
			if depth--; depth == 0 {
				p.next()
				return
			}
		case p.tok.kind == tokEOF:
			p.expected("\")\"")
		}
		p.next()
	}
}

// attrRange reads (iN lo, hi).
func (p *parser) attrRange(a *attrs) {
	p.expect("(")
	t := p.typeOf()
	if t.kind != tInt {
		p.fail("a range is one of integers, not of %s", t.text())
	}
	lo := p.integerText(t)
	p.expect(",")
	hi := p.integerText(t)
	p.expect(")")
	a.rangeLo, a.rangeHi = &lo, &hi
}

// fpClassBits are the classes as LLVM numbers them, which is the order of ours.
var fpClassWords = map[string]ir.FPClass{"all": 1<<10 - 1, "nan": ir.ClassSNaN | ir.ClassQNaN, "snan": ir.ClassSNaN, "qnan": ir.ClassQNaN,
	"inf": ir.ClassNInf | ir.ClassPInf, "ninf": ir.ClassNInf, "pinf": ir.ClassPInf, "norm": ir.ClassNNorm | ir.ClassPNorm, "nnorm": ir.ClassNNorm,
	"pnorm": ir.ClassPNorm, "sub": ir.ClassNSub | ir.ClassPSub, "nsub": ir.ClassNSub, "psub": ir.ClassPSub, "zero": ir.ClassNZero | ir.ClassPZero,
	"nzero": ir.ClassNZero, "pzero": ir.ClassPZero}

func (p *parser) noFPClass(a *attrs) {
	p.expect("(")
	for !p.accept(")") {
		if p.tok.kind == tokInt {
			a.noFPClass |= ir.FPClass(p.number("a set of classes", 1<<10-1))
			continue
		}
		c, ok := fpClassWords[p.tok.text]
		if !ok {
			p.expected("a class of floats")
		}
		a.noFPClass |= c
		p.next()
	}
}

// integerText reads a number of type t in the signed form.
func (p *parser) integerText(t *typ) num.Int {
	if p.tok.kind != tokInt {
		p.expected("a number")
	}
	v := p.parseInt(t, p.tok.text)
	p.next()
	return v
}

// attributeGroup reads attributes #0 = { … }.
func (p *parser) attributeGroup() {
	if p.tok.kind != tokGroup {
		p.expected("the name of a group of attributes")
	}
	name := p.tok.text
	p.next()
	p.expect("=")
	p.expect("{")
	all := p.mod.groups[name]
	for !p.is("}") {
		before := p.tok.off
		if p.is("align") {
			p.next()
			p.accept("=")
			p.alignment()
			continue
		}
		a := p.attributes(fnAttr)
		all.merge(a)
		if p.tok.off == before {
			p.fail("the attribute %s is not known: expected an attribute or \"}\"", p.what())
		}
	}
	p.next()
	p.mod.groups[name] = all
}

// merge adds what b says.
func (a *attrs) merge(b attrs) {
	a.noundef, a.nonnull = a.noundef || b.noundef, a.nonnull || b.nonnull
	a.zeroext, a.signext = a.zeroext || b.zeroext, a.signext || b.signext
	a.naked, a.noinline, a.always, a.noreturn = a.naked || b.naked, a.noinline || b.noinline, a.always || b.always, a.noreturn || b.noreturn
	a.align, a.deref = max(a.align, b.align), max(a.deref, b.deref)
	a.noFPClass |= b.noFPClass
	if b.byval != nil {
		a.byval = b.byval
	}
	if b.rangeLo != nil {
		a.rangeLo, a.rangeHi = b.rangeLo, b.rangeHi
	}
}

// noteGroups remembers that groups are to be merged into the attributes of a function.
func (p *parser) noteGroups(f *function, r groupRef) {
	if len(r.groups) > 0 {
		p.mod.refs[f] = append(p.mod.refs[f], r)
	}
}

// resolveGroups gives functions the attributes of their groups.
func (p *parser) resolveGroups() {
	for f, refs := range p.mod.refs {
		for _, r := range refs {
			for _, g := range r.groups {
				a := p.mod.groups[g]
				switch {
				case r.param < 0:
					f.note(a)
				case r.param == 0:
					f.ret.merge(a)
				default:
					f.params[r.param-1].merge(a)
				}
			}
		}
	}
}
