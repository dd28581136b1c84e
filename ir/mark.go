package ir

import (
	"slices"
	"strings"
)

// Rule is a rule of a source language whose violation makes an instruction's result poison: what the metadata
// !ub("rule", "type") names.
type Rule uint8

// The rules, in the order of [Rules].
const (
	RuleNone Rule = iota
	RuleSignedOverflow
	RuleSignedNegation
	RuleDivision
	RuleRemainder
	RuleShift
	RuleFloatToInt
	RuleBoolValue
	RulePointerCompare
	RulePointerSubtract
	RulePointerArithmetic
	RuleUnsequenced
	RuleIndex
	RuleIndeterminate
	RuleMissingReturn
	RuleCall
	RuleCallValue
	RulePointerValue
	RuleAlignment
	RuleOverlap
	RuleArrayLength
	RuleFormat
	RulePart
	RuleWhole
	RuleStated
	RuleField
	RuleLoop
	numRules
)

// RuleInfo is a row of [Rules].
type RuleInfo struct {
	Name string
	Ops  []Op   // the instructions that may have it
	Doc  string // what is undefined
}

// Rules are the rules that !ub names. The first row is no rule.
var Rules = [numRules]RuleInfo{
	RuleSignedOverflow:    {"signed-overflow", []Op{OpAdd, OpSub, OpMul}, "a result of signed arithmetic that its type cannot represent"},
	RuleSignedNegation:    {"signed-negation", []Op{OpSub}, "the negation of the least number of a signed type"},
	RuleDivision:          {"division", []Op{OpTDiv, OpDiv}, "a quotient by zero, or of the least number of a signed type by -1"},
	RuleRemainder:         {"remainder", []Op{OpTDiv, OpTRem, OpDiv, OpRem}, "a remainder by zero, or of the least number of a signed type by -1"},
	RuleShift:             {"shift", []Op{OpShl, OpShr}, "a shift by a negative number or by at least the width, or to the left of a negative number or of bits that the type cannot represent"},
	RuleFloatToInt:        {"float-to-int", []Op{OpFPToSI, OpFPToUI}, "a conversion of a float, whose integer part the type cannot represent, to an integer"},
	RuleBoolValue:         {"bool-value", []Op{OpLoad, OpLoadExpose, OpVolatileLoad}, "a truth value read from bytes that are neither 0 nor 1"},
	RulePointerCompare:    {"pointer-compare", []Op{OpPtrDiff}, "an order of pointers into different objects"},
	RulePointerSubtract:   {"pointer-subtract", []Op{OpPtrDiff}, "a difference of pointers into different objects"},
	RulePointerArithmetic: {"pointer-arithmetic", []Op{OpPtrAddInBounds}, "a pointer moved out of its object"},
	RuleUnsequenced:       {"unsequenced", []Op{OpBoolToInt}, "two accesses of one object without an order, of which one at least modifies it"},
	RuleIndex:             {"index", []Op{OpSub}, "an index that leaves an array which is a part of an object"},
	RuleIndeterminate:     {"indeterminate", []Op{OpLoad, OpLoadExpose, OpVolatileLoad}, "the value of an object of automatic storage duration that has none yet, or of a truth value that is neither 0 nor 1"},
	RuleMissingReturn:     {"missing-return", []Op{OpPoison}, "the result of a function that ended without one, where the mark of the call is call-value"},
	RuleCall:              {"call", []Op{OpCall}, "a call of a function of another type, which the mark names; the result is not asked for"},
	RuleAlignment:         {"alignment", []Op{OpPtrAdd}, "a pointer that is less aligned than the type that it is converted to"},
	RuleOverlap:           {"overlap", []Op{OpBoolToInt}, "an assignment of a record to one that overlaps it"},
	RuleArrayLength:       {"array-length", []Op{OpBoolToInt}, "an array of variable length without elements"},
	RuleFormat:            {"format", []Op{OpBoolToInt}, "a format that does not fit the types of the arguments, as the mark says"},
	RulePart:              {"part", []Op{OpPtrAdd}, "no rule: the pointer stays in the bytes that the mark counts, of a row or a member that it names; loose if functions that copy bytes may go further"},
	RuleStated:            {"stated", []Op{OpBoolToInt}, "what the mark says, with the paragraph that forbids it"},
	RuleField:             {"field", []Op{OpLoad, OpLoadExpose, OpVolatileLoad}, "the value of a bit-field that has none, of which the mark says where it lies and whether the object has automatic storage duration"},
	RuleWhole:             {"whole", []Op{OpPtrAdd}, "no rule: the pointer may leave what a mark before confined it to"},
	RulePointerValue:      {"pointer-value", []Op{OpPtrToAddr, OpPtrToInt}, "a use of the value of a pointer whose object has ended"},
	RuleLoop:              {"loop", []Op{OpBrIf}, "a loop that does not end and has no effect, whose condition is no constant"},
	RuleCallValue:         {"call-value", []Op{OpCall}, "a call of a function of another type, which the mark names, or of one that ended without a result"},
}

// Unprototyped begins the text of the type of a function that is defined or called without a prototype.
const Unprototyped = "() "

// passed separates, in the text of the type that a call calls, that type from those of the arguments behind its parameters.
const passed = " ; "

// WithPassed is the text of a type of a function with the types of the arguments behind the parameters.
func WithPassed(t string, args []string) string { return t + passed + strings.Join(args, passed) }

// CutPassed takes such a text apart.
func CutPassed(s string) (t string, args []string) {
	t, rest, ok := strings.Cut(s, passed)
	if !ok {
		return t, nil
	}
	return t, strings.Split(rest, passed)
}

// String is the name of r as !ub writes it.
func (r Rule) String() string { return Rules[r].Name }

// ParseRule finds a rule by its name.
func ParseRule(s string) (Rule, bool) {
	for r := RuleNone + 1; r < numRules; r++ {
		if Rules[r].Name == s {
			return r, true
		}
	}
	return RuleNone, false
}

// RulesOf are the rules that an instruction of op may have.
func RulesOf(op Op) (rules []Rule) {
	for r := RuleNone + 1; r < numRules; r++ {
		if slices.Contains(Rules[r].Ops, op) {
			rules = append(rules, r)
		}
	}
	return rules
}

// Mark is the metadata !ub("rule", "type") of an instruction: poison that is born there violates a rule of the source
// language, for values of the source's type of that name. It means nothing to a run that does not ask for it, and
// nothing to refinement.
type Mark struct {
	Rule Rule
	Type string // as the source spells it, empty if it does not say
}

// Mark returns the mark of i; its rule is RuleNone if there is none.
func (f *Func) Mark(i Inst) Mark {
	if n := f.coldInsts[i].mark; n > 0 {
		return f.Module.marks[n-1]
	}
	return Mark{}
}

// HasMarks reports whether an instruction of f may have a mark.
func (f *Func) HasMarks() bool { return f.marked }

// SetMark gives i a mark, or takes it if its rule is RuleNone. A mark speaks of the instruction as it was written: whatever
// changes the instruction afterwards (its operands, attributes or claims, or its place) takes the mark, and a copy has
// none. So no pass can make a mark true of something that the source did not say, and none needs to know of marks.
// Functions of a module must not be given marks by several goroutines.
func (f *Func) SetMark(i Inst, m Mark) {
	f.version++
	if m.Rule == RuleNone {
		f.coldInsts[i].mark = 0
		return
	}
	f.marked = true
	f.coldInsts[i].mark = f.Module.markNumber(m)
}

// markNumber is the number of a mark of the module, from 1 on.
func (m *Module) markNumber(k Mark) uint32 {
	if len(m.markNumbers) != len(m.marks) { // of a copy
		m.markNumbers = make(map[Mark]uint32, len(m.marks))
		for n, k := range m.marks {
			m.markNumbers[k] = uint32(n + 1)
		}
	}
	n, ok := m.markNumbers[k]
	if !ok {
		m.marks = append(m.marks, k)
		n = uint32(len(m.marks))
		if m.markNumbers == nil {
			m.markNumbers = map[Mark]uint32{}
		}
		m.markNumbers[k] = n
	}
	return n
}

// unmark takes the mark of an instruction that is changed.
func (f *Func) unmark(i Inst) {
	if f.marked {
		f.coldInsts[i].mark = 0
	}
}

// unmarkDef takes the mark of the instruction that makes v.
func (f *Func) unmarkDef(v Value) {
	if i := f.values[v].inst; f.marked && i&isArg == 0 {
		f.coldInsts[i].mark = 0
	}
}
