package ir

// SourceExpr is an expression of the source program that a value stands for, as messages write it.
type SourceExpr struct {
	Text string // on one line
	Type string // as the source spells it, empty if it is not known
	// Loc is where the expression begins, and of a variable where it is declared. Width is how many bytes of that line it takes,
	// 0 if that is not known.
	Loc   Location
	Width int
	// Elem is how many bytes an element takes, of an array.
	Elem uint64
	// Object says that the value is the address of the object that the expression designates, and not what is read there.
	Object bool
	// Declared says that the value is the memory of a variable, and Text its name.
	Declared bool
}

// RemarkKind says when an operation that is defined surprises.
type RemarkKind uint8

// The kinds of remarks.
const (
	RemarkNarrowing RemarkKind = iota // a conversion, if it changes the value
	RemarkShift                       // a right shift, if the number is negative
	RemarkCharSign                    // a comparison of a char, if it is negative
)

// Remark is a note about an operation that a run makes if the values call for it.
type Remark struct {
	Kind RemarkKind
	Type string // that is converted to
	// Char says which operands of a comparison are chars.
	Char [2]bool
}

// SourceInfo tells what a program's values and symbols are in its source. It answers when a report is made, so that a run without
// one does not pay for texts.
type SourceInfo interface {
	// Expr is the expression that a value of the function of that name stands for, if it is one.
	Expr(function string, v Value) (SourceExpr, bool)
	// Symbol is the object or function of the source that a symbol stands for.
	Symbol(name string) (SourceExpr, bool)
	// Remark says what of an operation is worth a note where it happens, beside what is undefined: of the instruction that makes
	// the value.
	Remark(function string, v Value) (r Remark, ok bool)
	// Language is the name of the source language.
	Language() string
}

// SetInfo records what tells the source of values.
func (d *Debug) SetInfo(i SourceInfo) { d.info = i }

// Info tells the source of values; nil if nothing does.
func (d *Debug) Info() SourceInfo { return d.info }
