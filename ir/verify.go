// # Invariants of a module
//
// [Verify] checks all of them and reports every violation. What an instruction computes, and
// whether a call has the right signature, is not among them: that is behaviour.
//
// Module
//   - M1 every function, extern and data symbol is in Items once, and functions belong to it
//   - M2 no two of them have the same name (a name defined nowhere is an external function)
//   - M3 function attributes have known values; noinline excludes alwaysinline
//   - M4 parameters and results have types that exist, none of them mem; no two parameters of
//     a function have the same name
//   - M5 data: a power of two as alignment, a size below 2^62, pieces that are bytes or a run;
//     relocations name a symbol, lie inside the data with their 8 bytes and do not overlap
//   - M6 debug information refers to types where it needs types and to scopes where it needs scopes; scopes are a
//     tree, and no type is made of itself but through members
//   - M7 a local symbol has no visibility
//   - M8 inline assembly: one ptr as parameter, registers that exist, each once, places within the block
//
// Annotations (of signatures, block arguments, results and uses)
//   - A1 :sN and :uN and bit patterns on int, :alignN on pointers, :nofpclass on floats; on a struct or
//     array what its fields and elements may have, where it is made, not where it is used
//     :abi on a byte(N) that is no part of a value, a letter for each eightbyte or m alone
//   - A2 :s0 holds for nothing, a pattern of x alone demands nothing (:i0),
//     :nofpclass() excludes nothing: all rejected; widths up to [MaxAnnotBits]
//
// Regions and blocks
//   - R1 regions are a tree under the body, which is the only function region; none is empty
//   - R2 the entry block has at most one argument, of type mem
//   - R3 a block is not empty, and has its one terminator at the end
//
// Instructions
//   - I1 the opcode exists, the origin exists, constants, paths, symbols and parameters that
//     it refers to exist, and only the attributes that the row gives a meaning are set
//   - I2 operands exist, as many and of the kinds that the row's signature says, kinds that
//     must be alike are, masks and index vectors have as many lanes as the vector
//   - I3 results have the types that the row's rule says; a type chosen after -> suits the
//     operation
//   - I4 numbers in mnemonics: bits 1 to [MaxAnnotBits]; bytes of a load or store are those of
//     the type, for int 1 to [MaxIntBytes]; a stack slot is not negative; alignments are powers
//     of two; an fconst has no more bits than its type
//   - I5 f128 and the byte types take no part in arithmetic; bitcast keeps the size, and
//     int needs the size of the other side
//   - I6 field paths exist and the value inserted has the type of the field
//   - I7 orderings are those of [Orderings]: no release load, no acquire store, and a cmpxchg that
//     fails does not release
//   - I8 rmw other than xchg is for int
//
// Memory tokens
//   - T1 values of type mem are operands only where a signature has m, at the end of call, ret
//     and a target.intrinsic with memory, and where branches pass them to block arguments
//   - T2 ret ends with a token if the function has an operation with one
//
// Control flow
//   - C1 a branch passes as many values as its block has arguments, of their types
//   - C2 a branch goes to a block of a region that encloses it, or to the entry of a region
//   - C3 a branch from inside a loop region to its entry is written continue
//   - C4 continue is inside a loop region; region_yield has a node after its region
//   - C5 the cases of a switch are distinct
//   - C6 in blocks that the entry reaches, a definition dominates each use
//   - C7 ret has the types of the function's results
package ir

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"
)

// MaxIntBytes bounds the bytes of an int load or store.
// It is the widest integer that memory holds; integers of the program have no bound.
const MaxIntBytes = 1 << 16

// VerifyError is one violation.
// All of it is text and numbers, so that it can be kept when the module has changed.
type VerifyError struct {
	File  string
	Pos   Position // zero where nothing of a text is known
	Func  string   // name, empty outside functions
	Block string   // bb1, empty outside blocks
	Inst  string   // the instruction as printed, empty for other things
	Msg   string
}

// Error is "file:line:col: @func, bb1: message", with the instruction instead of the position
// where there is none.
func (e VerifyError) Error() string {
	var place, where []string
	if e.File != "" {
		place = append(place, e.File)
	}
	if e.Pos != (Position{}) {
		place = append(place, e.Pos.String())
	}
	if e.Func != "" {
		where = append(where, SymbolText(e.Func))
	}
	if e.Block != "" {
		where = append(where, e.Block)
	}
	if e.Inst != "" && e.Pos == (Position{}) {
		where = append(where, "`"+e.Inst+"`")
	}
	var parts []string
	if len(place) > 0 {
		parts = append(parts, strings.Join(place, ":"))
	}
	if len(where) > 0 {
		parts = append(parts, strings.Join(where, ", "))
	}
	return strings.Join(append(parts, e.Msg), ": ")
}

// VerifyErrors are all violations of a module, in its order.
type VerifyErrors []VerifyError

// Error has one line a violation.
func (es VerifyErrors) Error() string {
	lines := make([]string, len(es))
	for n, e := range es {
		lines[n] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Verify checks the invariants that the package comment lists. The error, if any, is a [VerifyErrors]. It does not
// panic, whatever was built, and does not change m but for the note that it passed, which [Verified] reads.
// All violations are reported and not the first alone, so a broken pass shows what it broke in one run.
// It takes time linear in the module, but for the dominator tree, which is nearly linear.
func Verify(m *Module) error {
	v := newVerifier(m)
	v.items()
	v.names()
	v.debug(m)
	for _, e := range m.Externs {
		if e != nil {
			v.atItem(VerifyError{Pos: e.Pos})
			v.signature(SymbolText(e.Name), e.Params, e.Returns)
			if e.Asm != nil {
				v.inlineAsm(e)
			}
		}
	}
	for _, d := range m.Data {
		if d != nil {
			v.data(d)
			v.linkage("data "+SymbolText(d.Name), &d.Linkage)
		}
	}
	for _, f := range m.Funcs {
		if f == nil {
			continue
		}
		v.atItem(VerifyError{Pos: f.Pos, Func: f.Name})
		if f.Module != m {
			v.errorf("the function belongs to another module")
			continue
		}
		v.signature("", f.Params, f.Returns)
		v.attrs(f.Attrs)
		v.linkage(SymbolText(f.Name), &f.Linkage)
		(&funcVerifier{verifier: v, f: f}).verify()
	}
	if len(v.errs) == 0 {
		m.passed()
	}
	return v.result()
}

// VerifyBody is [Verify] for the body of one function, of a module that is otherwise known to be sound.
func VerifyBody(f *Func) error {
	v := newVerifier(f.Module)
	(&funcVerifier{verifier: v, f: f}).verify()
	return v.result()
}

func newVerifier(m *Module) *verifier {
	v := &verifier{m: m, valid: map[Type]bool{}}
	// A cycle of origins would make the printer run for ever.
	for n, o := range m.origins {
		if o.derived == 0 {
			continue
		}
		for _, p := range m.derived[o.derived-1] {
			v.badOrigins = v.badOrigins || int(p) >= n
		}
	}
	return v
}

func (v *verifier) result() error {
	if len(v.errs) == 0 {
		return nil
	}
	return v.errs
}

// verifier has what is common to all functions; whatever it reads may be garbage, so each index is checked
// before use.
type verifier struct {
	m          *Module
	errs       VerifyErrors
	at         VerifyError   // the place that errorf reports, if in is nil
	in         *funcVerifier // whose block, or instruction if it is not NoInst, errorf reports
	blockAt    Block
	instAt     Inst
	valid      map[Type]bool
	badOrigins bool // an origin derives from one that does not exist before it
}

// atItem makes errorf report a place outside of blocks.
func (v *verifier) atItem(e VerifyError) { v.at, v.in = e, nil }

// errorf records a violation at the place that atItem, or atBlock or atInst of a function, was told last.
func (v *verifier) errorf(format string, args ...any) { v.record(v.where(), format, args...) }

func (v *verifier) record(e VerifyError, format string, args ...any) {
	e.File, e.Msg = v.m.File, fmt.Sprintf(format, args...)
	v.errs = append(v.errs, e)
}

// where is the place of the violation. It is written when there is one: most instructions have none.
func (v *verifier) where() VerifyError {
	switch {
	case v.in == nil:
		return v.at
	case v.instAt == NoInst:
		return v.in.blockPlace(v.blockAt)
	}
	return v.in.instPlace(v.instAt)
}

// items checks M1.
// Nil entries are reported here, and skipped by all that follows.
func (v *verifier) items() {
	m := v.m
	seen := [3][]bool{make([]bool, len(m.Funcs)), make([]bool, len(m.Externs)), make([]bool, len(m.Data))}
	what := [3]string{"function", "extern", "data symbol"}
	for n, it := range m.Items {
		switch {
		case int(it.Kind) >= len(seen) || it.Index < 0 || it.Index >= len(seen[it.Kind]):
			v.errorf("item %d of the module names nothing", n)
		case seen[it.Kind][it.Index]:
			v.errorf("%s %d is in the module's items twice", what[it.Kind], it.Index)
		default:
			seen[it.Kind][it.Index] = true
		}
	}
	missing := func(kind ItemKind, n int, isNil bool) {
		if isNil {
			v.errorf("%s %d is nil", what[kind], n)
		} else if !seen[kind][n] {
			v.errorf("%s %d is not in the module's items", what[kind], n)
		}
	}
	for n, f := range m.Funcs {
		missing(ItemFunc, n, f == nil)
	}
	for n, e := range m.Externs {
		missing(ItemExtern, n, e == nil)
	}
	for n, d := range m.Data {
		missing(ItemData, n, d == nil)
	}
}

// names checks M2.
// A use of a name that nothing defines is right: it is an external function.
func (v *verifier) names() {
	first := map[string]string{}
	define := func(name, what string, pos Position) {
		v.atItem(VerifyError{Pos: pos})
		if was, ok := first[name]; ok {
			v.errorf("%s %s has the name of %s", what, SymbolText(name), was)
			return
		}
		where := ""
		if pos != (Position{}) {
			where = " at " + pos.String()
		}
		first[name] = "the " + what + where
	}
	for _, f := range v.m.Funcs {
		if f != nil {
			define(f.Name, "function", f.Pos)
		}
	}
	for _, e := range v.m.Externs {
		if e != nil {
			define(e.Name, "extern", e.Pos)
		}
	}
	for _, d := range v.m.Data {
		if d != nil {
			define(d.Name, "data symbol", d.Pos)
		}
	}
}

// attrs checks M3.
func (v *verifier) attrs(a FuncAttrs) {
	switch a.OptLevel {
	case "", "aggressive", "fast-compile", "none":
	default:
		v.errorf("opt_level(%q): write aggressive, fast-compile or none", a.OptLevel)
	}
	switch a.Intrinsics {
	case "", "map", "passthrough":
	default:
		v.errorf("intrinsics(%q): write map or passthrough", a.Intrinsics)
	}
	if a.OptPolicy != "" && !isVersion(a.OptPolicy) {
		v.errorf("opt_policy(%q): write a version such as v1 or v1.2.3", a.OptPolicy)
	}
	if a.NoInline && a.AlwaysInline {
		v.errorf("noinline and alwaysinline exclude each other")
	}
}

// isVersion reports whether s is v and numbers with dots.
func isVersion(s string) bool {
	if !strings.HasPrefix(s, "v") {
		return false
	}
	for _, part := range strings.Split(s[1:], ".") {
		if part == "" || strings.Trim(part, "0123456789") != "" {
			return false
		}
	}
	return true
}

// signature checks M4 and the annotations; what names an extern.
func (v *verifier) signature(what string, params, results []Param) {
	if what != "" {
		what += ": "
	}
	var names map[string]bool
	for n, p := range params {
		if p.Name != "" {
			if names[p.Name] {
				v.errorf("%stwo parameters are called %%%s", what, appendName(nil, p.Name))
			}
			if names == nil {
				names = map[string]bool{}
			}
			names[p.Name] = true
		}
		v.signatureType(what+"parameter", n, p)
	}
	for n, p := range results {
		v.signatureType(what+"result", n, p)
	}
}

// signatureType checks the type and claims of parameter or result n.
// Claims are checked only of a type that exists.
func (v *verifier) signatureType(what string, n int, p Param) {
	switch {
	case !v.validType(p.Type):
		v.errorf("%s %d has %s", what, n, v.typeText(p.Type))
	case p.Type == Mem:
		v.errorf("%s %d is a memory token: functions have them implicitly", what, n)
	default:
		if s := v.annotProblem(p.Annot, p.Type); s != "" {
			v.errorf("%s %d: %s", what, n, s)
		}
	}
}

// data checks M5.
// Runs take no memory, so sizes are bounded by this limit alone.
func (v *verifier) data(d *Data) {
	v.atItem(VerifyError{Pos: d.Pos})
	name := SymbolText(d.Name)
	if d.Align != 0 && bits.OnesCount32(d.Align) != 1 {
		v.errorf("data %s: alignment %d is no power of two", name, d.Align)
	}
	// Below it, no sum of an offset and a size wraps.
	const limit = 1 << 62
	size := uint64(0)
	for n, p := range d.Pieces {
		if p.Bytes != nil && (p.Zero != 0 || p.Uninit) {
			v.errorf("data %s: piece %d is both bytes and a run", name, n)
		}
		if n := uint64(len(p.Bytes)); p.Zero >= limit || size+n+p.Zero >= limit {
			v.errorf("data %s is larger than the limit of 2^62 bytes", name)
			return
		}
		size += uint64(len(p.Bytes)) + p.Zero
	}
	// Sorted, so that only neighbours can overlap first; the module's own order stays.
	relocs := append([]Reloc(nil), d.Relocs...)
	sort.SliceStable(relocs, func(i, j int) bool { return relocs[i].Off < relocs[j].Off })
	for n, r := range relocs {
		v.at.Pos = d.Pos
		if r.Pos != (Position{}) {
			v.at.Pos = r.Pos
		}
		if int(r.Sym) >= v.m.NumSymbols() {
			v.errorf("data %s: the relocation at %d names no symbol", name, r.Off)
		}
		if r.Off >= limit || r.Off+PtrBytes > size {
			v.errorf("data %s: the 8 bytes of the relocation at %d are not inside its %d bytes", name, r.Off, size)
		}
		if n > 0 && r.Off-relocs[n-1].Off < PtrBytes {
			v.errorf("data %s: the relocations at %d and %d overlap", name, relocs[n-1].Off, r.Off)
		}
	}
}

// validType reports whether t is a handle that the constructors of this package make.
// Answers about aggregates, which are deep, are kept: types are checked at each value.
func (v *verifier) validType(t Type) bool {
	switch t.Kind() {
	case KindInt, KindBool, KindUnit, KindMem:
		return t.payload() == 0
	case KindPtr, KindByte:
		return t.payload() <= MaxTypePayload
	case KindFloat:
		return t.payload() <= fmtF80
	case KindVec:
		return t.VecBits() > 0 && t.VecBits()%8 == 0
	case KindStruct, KindArray:
		ok, known := v.valid[t]
		if !known {
			ok = v.validAggregate(t)
			v.valid[t] = ok
		}
		return ok
	}
	return false
}

// validAggregate asks the table of interned types, which other modules share: an index within it is a type.
func (v *verifier) validAggregate(t Type) bool {
	list := aggregates.list.Load()
	if list == nil || int(t.payload()) >= len(*list) {
		return false
	}
	a := t.aggregate()
	if (a.elem != 0) != (t.Kind() == KindArray) || a.elem != 0 && !v.validType(a.elem) {
		return false
	}
	for _, f := range a.fields {
		if !v.validType(f) {
			return false
		}
	}
	return true
}

// typeText is the spelling of a type that may be none.
// It must be used for every type that validType was not asked of.
func (v *verifier) typeText(t Type) string {
	if !v.validType(t) {
		return fmt.Sprintf("a type that does not exist (%#x)", uint32(t))
	}
	return t.String()
}

// annotWellFormed reports whether a is a handle that the constructors make.
// It must come before any method of Annot, which trust their handle.
func annotWellFormed(a Annot) bool {
	if a.HasFields() {
		list := fieldTable.list.Load()
		return a>>annKindShift == annFields && a.width() == 0 && list != nil && a&annKnownMask != 0 && uint64(a&annKnownMask) <= uint64(len(*list))
	}
	if i := a & annKnownMask; i != 0 {
		list := knownTable.list.Load()
		if list == nil || uint64(i) > uint64(len(*list)) || a.kind() > annUnsigned {
			return false
		}
	}
	switch {
	case a.kind() == annABI:
		return a>>annKindShift == annABI && a.abiWellFormed()
	case a>>annKindShift > annClass:
		return false
	case a.kind() == annNone:
		return a.width() == 0
	case a.kind() == annAlign:
		return a.width() >= 1 && a.width() <= 32
	case a.kind() == annClass:
		return a.width() < 1<<len(FPClassNames)
	}
	return true
}

// annotProblem says what is wrong with the annotation of a value of type t (A1, A2).
// It is told as a text and not as an error, since the caller knows the place.
func (v *verifier) annotProblem(a Annot, t Type) string {
	if a == NoAnnot {
		return ""
	}
	if !annotWellFormed(a) {
		return fmt.Sprintf("annotation %#x does not exist", uint64(a))
	}
	switch {
	case a.HasFields():
		return v.fieldsProblem(a, t)
	case a.IsABI():
		return v.abiProblem(a, t)
	}
	n, signed, ranged := a.Range()
	switch {
	case a.IsInt() && t != Int:
		return fmt.Sprintf("integer annotation %s on %s", a, v.typeText(t))
	case a.Align() != 0 && t.Kind() != KindPtr:
		return fmt.Sprintf("alignment annotation %s on %s", a, v.typeText(t))
	case a.kind() == annClass && t.Kind() != KindFloat:
		return fmt.Sprintf("float class annotation %s on %s", a, v.typeText(t))
	case a.kind() == annClass && a.FPClasses() == 0:
		return fmt.Sprintf("%s excludes no class", a)
	case ranged && signed && n == 0:
		return ":s0 holds for no integer"
	case ranged && n > MaxAnnotBits:
		return fmt.Sprintf("%s is wider than the limit of %d bits", a, MaxAnnotBits)
	case a.Known() != nil && !a.Known().Demands():
		return "every bit is called don't-care (:i0, :known(x)), so no bit of the value is ever read; give the bits that are read another symbol than x"
	}
	return ""
}

// fieldsProblem says what is wrong with claims on the fields of a value of type t.
func (v *verifier) fieldsProblem(a Annot, t Type) string {
	c := a.fields()
	switch {
	case !v.validType(t) || !t.IsAggregate():
		return fmt.Sprintf("claims on fields of %s", v.typeText(t))
	case c.elem != NoAnnot && t.Kind() != KindArray, c.elem == NoAnnot && t.Kind() != KindStruct:
		return fmt.Sprintf("annotation %s on %s", a, v.typeText(t))
	case c.elem.IsABI():
		return fmt.Sprintf("%s on a part of a value", c.elem)
	case c.elem != NoAnnot:
		return v.annotProblem(c.elem, t.Elem())
	case len(c.fields) > len(t.Fields()):
		return fmt.Sprintf("claims on %d fields of %s", len(c.fields), v.typeText(t))
	}
	for n, f := range c.fields {
		if f.IsABI() {
			return fmt.Sprintf("field %d: %s on a part of a value", n, f)
		}
		if s := v.annotProblem(f, t.Fields()[n]); s != "" {
			return fmt.Sprintf("field %d: %s", n, s)
		}
	}
	return ""
}
