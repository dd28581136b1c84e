package interp

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// ruling is what the standard of C has about a kind of mistake, and what is usually done about it.
type ruling struct {
	paragraph string // of C11, as 6.5p5
	fix       string
}

// codeRulings are the rulings by code. What depends on how a poison value was born stands in birthRulings, what depends on the
// rule that an instruction is marked with in ruleRulings, and what depends on a function of the library in librarySections.
var codeRulings = [numCodes]ruling{
	UBBranchPoison:     {"6.3.2.1p2", giveValue},
	UBSwitchPoison:     {"6.3.2.1p2", giveValue},
	UBPoisonPointer:    {"6.5.3.2p4", "make the pointer point to an object before it is used"},
	UBPoisonLength:     {"7.1.4p1", giveValue},
	UBPoisonExternal:   {"7.1.4p1", giveValue},
	UBExternalRead:     {"7.1.4p1", "write the bytes before they are read, or pass a smaller size"},
	UBPoisonResult:     {"6.9.1p12", "return a value on every path"},
	UBUnreachable:      {"6.5.2.2p6", "keep control away from there, or call the function with the arguments that it takes"},
	UBNull:             {"6.5.3.2p4", "compare the pointer with NULL before it is used"},
	UBDangling:         {"6.5.3.2p4", "use a pointer that was made from the address of an object"},
	UBOutOfBounds:      {"6.5.6p8", "keep the index below the number of elements, or make the object larger"},
	UBMisaligned:       {"6.3.2.3p7", "copy the bytes with memcpy, or align the object with _Alignas"},
	UBWildcard:         {"6.3.2.3p5", "convert only integers back that came from a pointer to a living object"},
	UBStrictProvenance: {"6.3.2.3p5", "keep the pointer instead of the integer"},
	UBWriteConst:       {"6.7.3p6", "write to a copy, or declare the object without const"},
	UBUseAfterFree:     {"6.2.4p2", "free the memory after its last use, or set the pointer to NULL when it is freed"},
	UBDeadSlot:         {"6.2.4p2", "declare the object in a scope that lasts as long as its pointers, or allocate it"},
	UBDoubleFree:       {"7.22.3.3p2", "free the memory once, and set the pointer to NULL then"},
	UBInvalidFree:      {"7.22.3.3p2", "free only what malloc, calloc, realloc or aligned_alloc returned, at its beginning"},
	UBCallSignature:    {"6.5.2.2p9", "call the function through a pointer of its own type, with a prototype in sight"},
	UBCallTarget:       {"6.3.2.3p8", "call through a pointer that holds the address of a function"},
	UBOverlap:          {"7.24.2.1p2", "use memmove, which copies overlapping objects"},
	UBDataRace:         {"5.1.2.4p25", "order the accesses with a mutex or a join, or make the object _Atomic"},
	UBHostContract:     {"7.1.4p1", "give the function what its description asks for"},
	UBJoin:             {"7.26.5.6p2", "join a thread once, and not after it was detached"},
	UBBadSlotSize:      {"6.7.6.2p5", "make sure that the number of elements is above zero"},
	UBBadSlotEnd:       {"6.2.4p2", ""},
	UBBadVaList:        {"7.16.1.1p2", "read no more arguments than were passed, as the types that they have after promotion"},
	UBBadJump:          {"7.13.2.1p2", "call longjmp only while the function that called setjmp runs"},
}

const giveValue = "give the object a value before it is read, on every path"

// birthRulings are the rulings about values that are none, by how these were born.
var birthRulings = [numCauseKinds]ruling{
	CauseUninit:      {"6.3.2.1p2", giveValue},
	CausePoisonBytes: {"6.3.2.1p2", giveValue},
	CauseFragment:    {"6.2.6.1p5", "read the object as the type that it was written as"},
	CauseBool:        {"6.2.6.1p5", "write a _Bool as a _Bool only"},
	CauseInstruction: {"6.9.1p12", "return a value on every path of the function"},
	CauseJump:        {"7.13.2.1p3", "declare the variable volatile"},
	CauseDivZero:     ruleRulings[ir.RuleDivision],
	CauseShift:       ruleRulings[ir.RuleShift],
	CauseFPRange:     ruleRulings[ir.RuleFloatToInt],
	CausePtrDiff:     ruleRulings[ir.RulePointerSubtract],
	CauseInBounds:    ruleRulings[ir.RulePointerArithmetic],
	CauseAnnotation:  ruleRulings[ir.RuleSignedOverflow],
}

// ruleRulings are the rulings by the rule of the source that an instruction is marked with.
var ruleRulings = map[ir.Rule]ruling{
	ir.RuleSignedOverflow:    {"6.5p5", "compute in a wider or an unsigned type, or test the operands first"},
	ir.RuleSignedNegation:    {"6.5p5", "test for the least number first"},
	ir.RuleDivision:          {"6.5.5p5", "test the divisor first"},
	ir.RuleRemainder:         {"6.5.5p5", "test the divisor first"},
	ir.RuleShift:             {"6.5.7p3", "shift by less than the width, and an unsigned value"},
	ir.RuleFloatToInt:        {"6.3.1.4p1", "compare with the limits of the integer type first"},
	ir.RuleBoolValue:         {"6.2.6.1p5", "write a _Bool as a _Bool only"},
	ir.RulePointerCompare:    {"6.5.8p5", "compare pointers into one object, or compare with == and !="},
	ir.RulePointerSubtract:   {"6.5.6p9", "subtract pointers into one object only"},
	ir.RuleIndex:             {"6.5.6p8", "keep the index below the number of elements"},
	ir.RuleUnsequenced:       {"6.5p2", "split the expression at a sequence point"},
	ir.RuleIndeterminate:     {"6.3.2.1p2", giveValue},
	ir.RuleMissingReturn:     {"6.9.1p12", "return a value on every path of the function"},
	ir.RuleCallValue:         {"6.9.1p12", "return a value on every path of the function"},
	ir.RulePointerValue:      {"6.2.4p2", "compare and convert the pointer before its object ends, or set it to NULL then"},
	ir.RuleCall:              {"6.5.2.2p9", "call the function through a pointer of its own type, with a prototype in sight"},
	ir.RuleAlignment:         {"6.3.2.3p7", "copy the bytes with memcpy, or align the object with _Alignas"},
	ir.RuleOverlap:           {"6.5.16.1p3", "copy the object to a third one first, or use memmove"},
	ir.RuleArrayLength:       {"6.7.6.2p5", "make sure that the number of elements is above zero"},
	ir.RuleFormat:            {"7.21.6.1p9", "make the directive and the type of its argument fit"},
	ir.RulePointerArithmetic: {"6.5.6p8", "keep the pointer inside of its object, or one behind its end"},
	ir.RulePart:              {"6.5.6p8", "keep the pointer inside of its object, or one behind its end"},
	ir.RuleField:             {"6.3.2.1p2", giveValue},
	ir.RuleStated:            {"4p2", "do what the paragraph asks for"},
	ir.RuleLoop:              {"6.8.5p6", "change in the loop what its condition asks for, or make that volatile or atomic"},
	ir.RuleWhole:             {"6.5.6p8", "keep the pointer inside of its object, or one behind its end"},
}

// checkRulings are the rulings by the function that a front end calls to tell of an access.
var checkRulings = map[string]ruling{
	"tuffy.type":     {"6.5p7", "copy the bytes with memcpy, or use a union"},
	"tuffy.access":   {"6.7.3.1p4", "pass objects that do not overlap, or leave restrict out"},
	"tuffy.returns":  {"6.7.4p8", "end the program there, or declare the function without _Noreturn"},
	"tuffy.va_start": {"7.16.1.4p3", "call va_end before the list is made again"},
	"tuffy.va_copy":  {"7.16.1.2p3", "call va_end before the list is made again"},
	"tuffy.va_arg":   {"7.16p3", "pass a pointer to the list, or a copy of va_copy"},
	"tuffy.va_type":  {"7.16.1.1p2", "name the type that the argument has after promotion"},
	"tuffy.callback": {"6.5.2.2p9", "give the function the type that the library calls"},
	"tuffy.narrows":  {"6.3.2.3p6", "convert to uintptr_t"},
	"tuffy.va_left":  {"7.16.1p1", "call va_end before each return"},
	staticCheck:      {"6.7.6.3p7", "pass an array that has as many elements"},
}

// mark is that of the instruction that the report is about.
func (t *teller) mark() ir.Mark {
	if t.u.Where.fn == nil || t.u.Where.inst == ir.NoInst {
		return ir.Mark{}
	}
	return t.u.Where.fn.Mark(t.u.Where.inst)
}

// librarySections are the sections of C11 that describe functions of the library, by how their names begin; the longest that fits
// counts.
var librarySections = map[string]string{
	"memcpy": "7.24.2.1p2", "memmove": "7.24.2.2p2", "memset": "7.24.6.1p2", "memcmp": "7.24.4.1p2", "memchr": "7.24.5.1p2",
	"strcpy": "7.24.2.3p2", "strncpy": "7.24.2.4p2", "strcat": "7.24.3.1p2", "strncat": "7.24.3.2p2", "strcmp": "7.24.4.2p2", "strncmp": "7.24.4.4p2",
	"strlen": "7.24.6.3p2", "strtok": "7.24.5.8p2", "strchr": "7.24.5.2p2", "strstr": "7.24.5.7p2", "str": "7.24.1p2",
	"printf": "7.21.6.1p9", "fprintf": "7.21.6.1p9", "sprintf": "7.21.6.1p9", "snprintf": "7.21.6.1p9", "vprintf": "7.21.6.1p9", "vfprintf": "7.21.6.1p9",
	"vsprintf": "7.21.6.1p9", "vsnprintf": "7.21.6.1p9", "scanf": "7.21.6.2p10", "fscanf": "7.21.6.2p10", "sscanf": "7.21.6.2p10",
	"fopen": "7.21.5.3p3", "freopen": "7.21.5.4p2", "fclose": "7.21.3p4", "fflush": "7.21.5.2p2", "setvbuf": "7.21.5.6p2", "fgets": "7.21.7.2p2", "fputs": "7.21.7.4p2",
	"puts": "7.21.7.9p2", "ungetc": "7.21.7.10p2", "fread": "7.21.8.1p2", "fwrite": "7.21.8.2p2", "fseek": "7.21.9.2p4", "fsetpos": "7.21.9.3p2", "f": "7.21.3p4",
	"getc": "7.21.5.3p7", "putc": "7.21.5.3p7",
	"is": "7.4p1", "to": "7.4p1", "qsort": "7.22.5p1", "bsearch": "7.22.5p1", "abs": "7.22.6.1p2", "labs": "7.22.6.1p2", "llabs": "7.22.6.1p2",
	"div": "7.22.6.2p2", "ldiv": "7.22.6.2p2", "lldiv": "7.22.6.2p2", "ato": "7.22.1p1", "free": "7.22.3.3p2", "realloc": "7.22.3.5p3", "aligned_alloc": "7.22.3.1p2",
	"exit": "7.22.4.4p2", "quick_exit": "7.22.4.7p2", "longjmp": "7.13.2.1p2", "setjmp": "7.13.1.1p5", "signal": "7.14.1.1p3", "asctime": "7.27.3.1p3", "strftime": "7.27.3.5p3",
	"mtx_unlock": "7.26.4.6p2", "mtx_": "7.26.4p1", "thrd_join": "7.26.5.6p2", "thrd_detach": "7.26.5.3p2", "cnd_": "7.26.3p1", "wcs": "7.29.4p1", "isw": "7.30.1p4", "tow": "7.30.1p4",
}

// callee is the library function that the report is about, empty if it is about none.
func (t *teller) callee() string {
	if s := t.called(); s != "" {
		return sourceName(s)
	}
	return ""
}

// called is the symbol of the function that the instruction calls, empty if that is no call by name.
func (t *teller) called() string {
	return calledBy(t.fr.fn, t.fr.inst)
}

// calledBy is the symbol of the function that an instruction calls, empty if that is no call by name.
func calledBy(f *ir.Func, i ir.Inst) string {
	if i == ir.NoInst || f.Op(i) != ir.OpCall {
		return ""
	}
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr {
		return ""
	}
	return f.Module.SymbolName(f.SymbolOf(d))
}

// words are the ruling about the report.
func (t *teller) words() ruling {
	r := t.generalWords()
	if m := ownParagraph.FindStringSubmatch(t.u.Message); m != nil {
		r.paragraph = m[1] + m[2]
	}
	return r
}

// ownParagraph is a paragraph of the standard at the end of a message.
var ownParagraph = regexp.MustCompile(` \(C11 ([0-9.]+) ?(p[0-9]+)\)$`)

// generalWords are words by the kind of the report.
func (t *teller) generalWords() ruling {
	u := t.u
	if r, ok := checkRulings[t.called()]; ok {
		return r
	}
	if u.Other != nil && u.Other.fn != nil {
		if r, ok := checkRulings[calledBy(u.Other.fn, u.Other.inst)]; ok {
			return r
		}
	}
	if m := t.mark(); u.Code == UBCallSignature && strings.HasPrefix(m.Type, ir.Unprototyped) && !strings.Contains(u.Message, " has results ") {
		return ruling{"6.5.2.2p6", "declare the function with a prototype before it is called"}
	}
	if m := t.mark(); m.Rule == ir.RuleIndeterminate && strings.HasSuffix(u.Message, noValue) {
		return t.ruleWords(ir.RuleBoolValue)
	}
	if u.Where.fn != nil && u.Where.inst != ir.NoInst && u.Code == UBSource {
		return t.ruleWords(u.Where.fn.Mark(u.Where.inst).Rule)
	}
	r := ruling{}
	if int(u.Code) < len(codeRulings) {
		r = codeRulings[u.Code]
	}
	if u.Code == UBDangling && u.Access != nil && u.Access.Pointer.Addr < nullPage {
		r = codeRulings[UBNull]
	}
	if u.Cause != nil {
		birth := u.Cause.Birth()
		if birth.fn != nil && birth.inst != ir.NoInst {
			if m := birth.fn.Mark(birth.inst); m.Rule != ir.RuleNone && violates[birth.Kind] {
				return t.ruleWords(m.Rule)
			}
		}
		if b := birthRulings[birth.Kind]; b.paragraph != "" {
			if p := t.allocatedBy(birth); p != "" {
				b.paragraph = p
			}
			return b
		}
	}
	if u.Code == UBWriteConst && u.Access != nil {
		if u.Access.view.Kind == memory.TemporaryView {
			return ruling{"6.2.4p8", "assign the struct to an object first"}
		}
		if p := constantResults[strings.TrimPrefix(u.Access.view.What, resultOf)]; p != "" {
			return ruling{p, "write to a copy"}
		}
		switch name, _ := t.object(t.w.space.Record(u.Access.Alloc)); name {
		case libraryObject:
			return ruling{"7.1.4p1", "write to a copy"}
		case "a string literal":
			return ruling{"6.4.5p7", "write to an array that the literal initialises: char s[] = \"…\""}
		}
	}
	if name := t.callee(); name != "" && u.Code != UBCallSignature {
		if p := t.librarySection(name); p != "" {
			r.paragraph = p
		}
	}
	return r
}

// librarySection is the paragraph about what is wrong with a call of a function of the library.
func (t *teller) librarySection(name string) string {
	section := longestPrefix(librarySections, name)
	switch t.u.Code {
	case UBHostContract, UBOverlap:
		switch {
		case strings.HasSuffix(t.u.Message, "was closed"):
			return "7.21.3p4"
		case strings.Contains(t.u.Message, "was written last"), strings.Contains(t.u.Message, "was read last"):
			return "7.21.5.3p7"
		}
		return section
	case UBBadVaList:
		return "7.21.6.8p2"
	case UBExternalRead, UBOutOfBounds, UBNull, UBDangling, UBUseAfterFree, UBDeadSlot, UBPoisonExternal:
		p := longestPrefix(arraySections, name)
		switch {
		case p == "7.24.1p1" && t.u.Code != UBOutOfBounds && t.u.Code != UBExternalRead && t.u.Code != UBPoisonExternal:
			return "7.24.1p2"
		case p != "" && t.u.Code != UBPoisonExternal:
			return p
		}
		if section != "" || t.inLibrary {
			return "7.1.4p1"
		}
	}
	return ""
}

// longestPrefix is the entry of the longest key that a name begins with.
func longestPrefix(table map[string]string, name string) string {
	best := ""
	for prefix := range table {
		if strings.HasPrefix(name, prefix) && len(prefix) > len(best) {
			best = prefix
		}
	}
	return table[best]
}

// arraySections are the paragraphs about the arrays that functions of the library access, by how their names begin.
var arraySections = map[string]string{
	"str": "7.24.1p1", "mem": "7.24.1p1", "printf": "7.21.6.1p8", "fprintf": "7.21.6.1p8", "sprintf": "7.21.6.1p8", "snprintf": "7.21.6.1p8",
	"scanf": "7.21.6.2p12", "fscanf": "7.21.6.2p12", "sscanf": "7.21.6.2p12", "fsetpos": "7.21.9.3p2",
}

// allocatedBy is the paragraph about the values of allocated memory, empty if the birth is not of such.
func (t *teller) allocatedBy(birth *Cause) string {
	for _, o := range birth.Operands {
		p, ok := o.Value.(Ptr)
		if !ok {
			continue
		}
		if id := t.w.allocationOf(p.Pointer); id != memory.NoAlloc {
			return allocators[t.w.space.Record(id).Name]
		}
	}
	return ""
}

// allocators are the paragraphs about the values of what functions allocate.
var allocators = map[string]string{"malloc": "7.22.3.4p2", "aligned_alloc": "7.22.3.1p2", "realloc": "7.22.3.5p2"}

// ruleWords are the ruling about a violated rule, which for some depends on the values.
func (t *teller) ruleWords(r ir.Rule) ruling {
	w := ruleRulings[r]
	if r == ir.RuleShift && strings.HasPrefix(t.u.Message, "left shift") {
		w.paragraph = "6.5.7p4"
	}
	if (r == ir.RuleDivision || r == ir.RuleRemainder) && strings.Contains(t.u.Message, "quotient") {
		w.paragraph = "6.5.5p6"
	}
	return w
}

// nullPage bounds the addresses that are taken for members of a null pointer.
const nullPage = 4096

// done are the accesses as participles.
var done = map[string]string{"load": "read", "read": "read", "store": "written", "write": "written", "copy": "copied", "free": "freed", "call": "called", endKind: "ended"}

// headline says what happened in one sentence.
func (t *teller) headline() string {
	u, expr := t.u, t.expr()
	value := t.valueWord()
	switch u.Code {
	case UBBranchPoison:
		return value + " used in a condition"
	case UBSwitchPoison:
		return value + " used in a switch"
	case UBPoisonResult:
		return value + " returned from " + sourceName(t.w.entry.Name)
	case UBPoisonPointer:
		return "access through a pointer that is an " + value
	case UBPoisonExternal:
		if name := t.callee(); name != "" {
			return value + " passed to " + name
		}
	case UBUnreachable:
		return "control comes to a place that the program says is never reached"
	}
	if u.Access != nil && u.Code != UBOverlap {
		return t.accessed(expr)
	}
	return t.plain(ownParagraph.ReplaceAllString(u.Message, ""))
}

// valueWord names a value that is none by its birth.
func (t *teller) valueWord() string {
	if t.u.Cause == nil {
		return "indeterminate value"
	}
	switch t.u.Cause.Birth().Kind {
	case CauseUninit, CausePoisonBytes:
		return "uninitialized value"
	case CauseInstruction:
		return "missing return value"
	}
	return "indeterminate value"
}

// accessed is the headline of an access that is not allowed.
func (t *teller) accessed(expr string) string {
	u, a := t.u, t.u.Access
	by, kind, ok := strings.Cut(u.what, ": ")
	if !ok {
		by, kind = "", u.what
	}
	name, in := "", "the object"
	if a.Alloc != memory.NoAlloc {
		in, _ = t.object(t.w.space.Record(a.Alloc))
	}
	what := ir.Counted(a.Size, "byte")
	be := "are"
	if a.Size == 1 {
		be = "is"
	}
	if expr != "" && by == "" && a.Kind != "free" {
		what, be = "'"+expr+"'", "is"
	}
	if by != "" {
		name = sourceName(by) + ": "
	} else if t.inLibrary {
		name = t.callee() + ": "
	}
	verb := done[kind]
	if verb == "" {
		verb = done[a.Kind]
	}
	did := fmt.Sprintf("%s%s %s %s", name, what, be, verb)
	switch u.Code {
	case UBNull:
		return did + " through a null pointer"
	case UBDangling, UBWildcard:
		if a.Pointer.Addr < nullPage {
			return did + " through a null pointer"
		}
		return did + " through a pointer that points to no object"
	case UBOutOfBounds:
		if v := a.view; v.Size > 0 {
			return fmt.Sprintf("%s outside of '%s', a part of %s: byte %d of %d", did, v.What, in, int64(a.Pointer.Addr-t.w.space.Record(a.Alloc).Base-v.Off), v.Size)
		}
		if rest := t.inside(a); rest > 0 && what == ir.Counted(a.Size, "byte") {
			return fmt.Sprintf("%s%d of %s %s %s outside of %s", name, a.Size-rest, what, be, verb, in) + t.offset(a)
		}
		return did + " outside of " + in + t.offset(a)
	case UBMisaligned:
		return fmt.Sprintf("%s at an address that is not a multiple of %d", did, a.Align)
	case UBSource:
		if a.view.Size > 0 {
			return did + " by an lvalue that is not volatile, and '" + a.view.What + "' is"
		}
	case UBWriteConst:
		if a.view.Size > 0 {
			if constantResults[strings.TrimPrefix(a.view.What, resultOf)] != "" {
				return did + ", and " + a.view.What + " is not to be modified"
			}
			if a.view.Kind == memory.TemporaryView {
				return did + ", and '" + a.view.What + "' is a part of a struct that is a value"
			}
			return did + ", and '" + a.view.What + "' is constant"
		}
		return did + ", and " + in + " is constant"
	case UBUseAfterFree:
		return did + " after its memory was freed"
	case UBDeadSlot:
		return did + " after the life of " + in + " has ended"
	case UBDoubleFree:
		return in + ": freed twice"
	case UBInvalidFree:
		return "what is freed was not allocated: " + t.pointer(a.Pointer)
	case UBCallTarget:
		return "what is called is no function"
	}
	return t.plain(ownParagraph.ReplaceAllString(u.Message, ""))
}

// inside is how many bytes of an access that begins in its object are there.
func (t *teller) inside(a *Access) uint64 {
	if a.Alloc == memory.NoAlloc {
		return 0
	}
	rec := t.w.space.Record(a.Alloc)
	if off := a.Pointer.Addr - rec.Base; off < rec.Size && a.Size > rec.Size-off {
		return rec.Size - off
	}
	return 0
}

// offset says where in an object an access was tried.
func (t *teller) offset(a *Access) string {
	if a.Alloc == memory.NoAlloc {
		return ""
	}
	rec := t.w.space.Record(a.Alloc)
	_, e := t.object(rec)
	off := int64(a.Pointer.Addr - rec.Base)
	if e.Elem > 0 && off%int64(e.Elem) == 0 && rec.Size%e.Elem == 0 {
		return fmt.Sprintf(": element %d of %d", off/int64(e.Elem), rec.Size/e.Elem)
	}
	return fmt.Sprintf(": byte %d of %d", off, rec.Size)
}
