package ir

import "strings"

// maxSection is how long the name of a section may be, in bytes.
const maxSection = 200

// Linkage is how a symbol is seen by other modules: what a linker and a loader are told. It means
// nothing for what a module does by itself, but that another module may define a weak symbol otherwise.
type Linkage struct {
	Binding    Binding
	Visibility Visibility
	Used       bool   // it stays, although nothing refers to it
	Section    string // the section of the object file that it goes to; empty for the usual one
}

// Binding is who may define and see a symbol.
type Binding uint8

// The bindings (System V ABI, "Symbol Table").
const (
	Global Binding = iota
	Local          // no other module sees it
	Weak           // the definition of another module goes before it
)

// String is the word of the text, empty for Global.
func (b Binding) String() string { return [...]string{"", "local", "weak"}[b] }

// Visibility is how a symbol of a shared object is seen outside of it.
type Visibility uint8

// The visibilities (System V ABI, "Symbol Table").
const (
	DefaultVisibility Visibility = iota
	Internal
	Hidden
	Protected
)

// String is the word of the text, empty for the default.
func (v Visibility) String() string { return [...]string{"", "internal", "hidden", "protected"}[v] }

// Replaceable reports whether the definition that runs may be another one: nothing follows from the body of such a
// function, or from what stands in such data, nor how it is aligned.
func (l *Linkage) Replaceable() bool { return l.Binding == Weak }

// Word sets what a word of the text says; ok is false for another word.
func (l *Linkage) Word(word string) (ok bool) {
	for b := Local; b <= Weak; b++ {
		if word == b.String() {
			l.Binding = b
			return true
		}
	}
	for v := Internal; v <= Protected; v++ {
		if word == v.String() {
			l.Visibility = v
			return true
		}
	}
	if word == "used" {
		l.Used = true
		return true
	}
	return false
}

// appendText writes l, a blank before each word.
func (l *Linkage) appendText(text []byte) []byte {
	for _, s := range [...]string{l.Binding.String(), l.Visibility.String()} {
		if s != "" {
			text = append(append(text, ' '), s...)
		}
	}
	if l.Used {
		text = append(text, " used"...)
	}
	if l.Section != "" {
		text = appendQuoted(append(text, " section "...), l.Section)
	}
	return text
}

// sum is for [Module.sum].
func (l *Linkage) sum(h *mixer) {
	n := uint64(l.Binding)<<8 | uint64(l.Visibility)
	if l.Used {
		n |= 1 << 16
	}
	h.word(n)
	h.text(l.Section)
}

// linkage checks M7; what names the symbol.
func (v *verifier) linkage(what string, l *Linkage) {
	switch {
	case l.Binding > Weak || l.Visibility > Protected:
		v.errorf("%s: linkage that does not exist", what)
	case strings.ContainsAny(l.Section, "\x00\"\\\n") || len(l.Section) > maxSection:
		v.errorf("%s: %q is no name of a section", what, l.Section)
	case l.Binding == Local && l.Visibility != DefaultVisibility:
		v.errorf("%s: no other module sees a local symbol, so it cannot be %s", what, l.Visibility)
	}
}
