package ir

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// Annot is an interned annotation of a value definition or a use edge: a conjunction of
// claims (RFC at-use-annotations). Two annotations make the same claims in the same way
// exactly when the handles are equal. The zero Annot claims nothing.
//
// An annotation speaks about ints (a range :sN or :uN and a pattern of known bits), about
// pointers (:alignN), about floats (:nofpclass) or about the fields of an aggregate. Ranges,
// alignments and classes are encoded in the handle; bit patterns and claims on fields are indices
// into process-wide append-only tables.
// What a violated claim does is the semantics' matter: the value becomes poison (docs/spec, annotations).
type Annot uint64

// NoAnnot claims nothing.
const NoAnnot Annot = 0

const (
	annKnownMask  = 1<<32 - 1 // index+1 of the known-bits pattern
	annWidthShift = 32
	annWidthMask  = 1<<24 - 1
	annKindShift  = 56
	annKindMask   = 7
)

// The kinds of claims that an annotation carries besides known bits.
const (
	annNone = iota
	annSigned
	annUnsigned
	annAlign
	annClass
	annFields // of a struct or an array: annKnownMask is index+1 of the claims on fields
	annABI    // of a byte(N), and no claim
)

// MaxAnnotBits bounds N of :sN, :uN and :iN and the length of a :known pattern.
const MaxAnnotBits = 1 << 20

// Known is the meaning of a :known pattern on infinite two's-complement integers. Negative
// masks have infinitely many ones.
// No bit is in two of the masks, and one in none of them is unknown.
type Known struct {
	Zeros, Ones num.Int // bits known to be 0 or 1
	DontCare    num.Int // bits that the consumer ignores
	pattern     string  // canonical: most significant symbol first, which extends to infinity
}

// As the table of aggregates: append-only, read without a lock.
var knownTable struct {
	mu    sync.Mutex
	byKey map[string]uint32
	list  atomic.Pointer[[]*Known]
}

// Signed is :sN: the value is in [-2^(n-1), 2^(n-1)-1]. n = 0 is representable and rejected
// by the verifier.
func Signed(n uint32) Annot { return makeAnnot(annSigned, n) }

// Unsigned is :uN: the value is in [0, 2^n-1].
func Unsigned(n uint32) Annot { return makeAnnot(annUnsigned, n) }

// Aligned is :alignN on a pointer; n is a power of two up to 2^31.
// Its logarithm is kept, plus 1.
func Aligned(n uint32) Annot {
	if bits.OnesCount32(n) != 1 {
		panic(fmt.Sprintf("BUG: alignment %d", n))
	}
	return makeAnnot(annAlign, uint32(bits.TrailingZeros32(n))+1)
}

// NoFPClass is :nofpclass(…) on a float: the value is in none of the classes.
func NoFPClass(c FPClass) Annot { return makeAnnot(annClass, uint32(c)) }

// makeAnnot packs kind and number.
func makeAnnot(kind, n uint32) Annot {
	if n > annWidthMask {
		panic(fmt.Sprintf("BUG: annotation width %d", n))
	}
	return Annot(kind)<<annKindShift | Annot(n)<<annWidthShift
}

// LowBits is :iN: bits n and above are don't-care.
// n is at most MaxAnnotBits: callers that read numbers check first.
func LowBits(n uint32) Annot {
	a, err := KnownBits("x" + strings.Repeat("?", int(n)))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return a
}

// KnownBits is :known(pattern): symbols 0 1 ? x, the rightmost is bit 0, '_' is ignored, the
// leftmost extends to infinity. A pattern of ? alone is [NoAnnot].
// Leading symbols that repeat are dropped, so patterns that mean the same have one handle.
// A pattern is interned for the life of the process, so the parser bounds how much of them a text may make.
func KnownBits(pattern string) (Annot, error) {
	p := strings.ReplaceAll(pattern, "_", "")
	if p == "" {
		return 0, fmt.Errorf("empty :known pattern: write one symbol of 0 1 ? x a bit")
	}
	if len(p) > MaxAnnotBits+1 { // the symbol that extends to infinity is extra
		return 0, fmt.Errorf(":known pattern of %d bits: the limit is %d", len(p), MaxAnnotBits)
	}
	if i := strings.IndexFunc(p, func(r rune) bool { return !strings.ContainsRune("01?x", r) }); i >= 0 {
		return 0, fmt.Errorf("symbol %q in a :known pattern: write one of 0 1 ? x", p[i])
	}
	for len(p) > 1 && p[0] == p[1] {
		p = p[1:]
	}
	if p == "?" { // nothing is determined yet
		return NoAnnot, nil
	}
	knownTable.mu.Lock()
	defer knownTable.mu.Unlock()
	if i, ok := knownTable.byKey[p]; ok {
		return Annot(i), nil
	}
	var list []*Known
	if q := knownTable.list.Load(); q != nil {
		list = *q
	}
	list = append(list, newKnown(strings.Clone(p)))
	knownTable.list.Store(&list)
	if knownTable.byKey == nil {
		knownTable.byKey = map[string]uint32{}
	}
	i := uint32(len(list))
	knownTable.byKey[list[i-1].pattern] = i
	return Annot(i), nil
}

// newKnown turns symbols into masks of infinite two's complement.
// Linear in the pattern; the masks are as long as it.
func newKnown(p string) *Known {
	mask := func(sym byte) num.Int {
		b := make([]byte, len(p)/8+1)
		for i := range len(p) {
			if bit := len(p) - 1 - i; p[i] == sym {
				b[bit/8] |= 1 << (bit % 8)
			}
		}
		return num.FromBytes(b).SignExtend(uint(len(p))) // the leftmost symbol continues for ever
	}
	return &Known{Zeros: mask('0'), Ones: mask('1'), DontCare: mask('x'), pattern: p}
}

// Known returns the meaning of the bit pattern of a, nil if it has none.
func (a Annot) Known() *Known {
	i := a & annKnownMask
	if i == 0 || a.HasFields() {
		return nil
	}
	return (*knownTable.list.Load())[i-1]
}

// Pattern returns the canonical symbols of the pattern, most significant first.
func (k *Known) Pattern() string { return k.pattern }

// appendGrouped writes the pattern with a _ between each four bits, as people read long ones.
func (k *Known) appendGrouped(text []byte) []byte {
	for n := range len(k.pattern) {
		if n > 0 && (len(k.pattern)-n)%4 == 0 {
			text = append(text, '_')
		}
		text = append(text, k.pattern[n])
	}
	return text
}

// Demands reports whether any bit of the pattern is not x.
func (k *Known) Demands() bool { return strings.Trim(k.pattern, "x") != "" }

func (a Annot) kind() uint32  { return uint32(a>>annKindShift) & annKindMask }
func (a Annot) width() uint32 { return uint32(a>>annWidthShift) & annWidthMask }

// Range returns the :sN or :uN claim of a.
func (a Annot) Range() (n uint32, signed, ok bool) {
	switch a.kind() {
	case annSigned:
		return a.width(), true, true
	case annUnsigned:
		return a.width(), false, true
	}
	return 0, false, false
}

// Align returns the :alignN claim of a in bytes, 0 if it has none.
func (a Annot) Align() uint32 {
	if a.kind() != annAlign {
		return 0
	}
	return 1 << (a.width() - 1)
}

// FPClasses returns the classes that a excludes.
func (a Annot) FPClasses() FPClass {
	if a.kind() != annClass {
		return 0
	}
	return FPClass(a.width())
}

// IsInt reports whether a makes claims about an int.
func (a Annot) IsInt() bool {
	return a&annKnownMask != 0 && !a.HasFields() || a.kind() == annSigned || a.kind() == annUnsigned
}

// Bounds returns the inclusive range claimed by :sN or :uN; ok is false if there is none or
// if it is empty (:s0).
// Known bits may bound a value further; they are not looked at.
func (a Annot) Bounds() (lo, hi num.Int, ok bool) {
	n, signed, ok := a.Range()
	if !ok || signed && n == 0 {
		return lo, hi, false
	}
	if signed {
		hi = num.Mask(uint(n - 1))
		return hi.Not(), hi, true
	}
	return lo, num.Mask(uint(n)), true
}

// Meet is the conjunction of a and b: ranges normalise to one range (:sM:uN is
// :u<min(M-1,N)>), patterns combine bit by bit. It fails when they speak about different
// kinds of values or contradict each other on a bit.
// It is exact: a value satisfies the result if and only if it satisfies both.
// That ranges of different signedness meet in a range again is why one kind and one width are enough.
// The order of a and b does not matter to the result, but to the message of a mistake.
func (a Annot) Meet(b Annot) (Annot, error) {
	switch {
	case a == b || b == 0:
		return a, nil
	case a == 0:
		return b, nil
	}
	switch af, bf := a.HasFields(), b.HasFields(); {
	case af && bf:
		return meetFields(a, b)
	case af || bf:
		return 0, differentTypes(a, b)
	}
	kind, width := a.kind(), a.width()
	switch bk, bw := b.kind(), b.width(); {
	case bk == annNone:
	case kind == annNone:
		kind, width = bk, bw
	case kind == bk && kind == annClass:
		width |= bw
	case kind == bk && kind == annABI:
		return 0, fmt.Errorf("annotations %s and %s pass a value in two ways", a, b)
	case kind == bk && kind == annAlign:
		width = max(width, bw)
	case kind == bk:
		width = min(width, bw)
	case kind > annUnsigned || bk > annUnsigned:
		return 0, differentTypes(a, b)
	case kind == annSigned && width == 0: // :s0 holds for nothing, and so does the meet
	// Signed on this side, unsigned on the other: 0 <= v < min(2^(M-1), 2^N).
	case kind == annSigned:
		kind, width = annUnsigned, min(width-1, bw)
	case bw == 0:
		kind, width = bk, bw
	default:
		width = min(width, bw-1)
	}
	known := (a | b) & annKnownMask
	if ak, bk := a&annKnownMask, b&annKnownMask; ak != bk && ak != 0 && bk != 0 {
		var err error
		if known, err = meetKnown(a.Known(), b.Known()); err != nil {
			return 0, err
		}
	}
	if known != 0 && kind > annUnsigned {
		return 0, differentTypes(a, b)
	}
	return makeAnnot(kind, width) | known, nil
}

// differentTypes is the mistake of claims that no one value can have.
func differentTypes(a, b Annot) error {
	return fmt.Errorf("annotations %s and %s speak about different types", a, b)
}

// meetKnown meets patterns symbol by symbol: a bit is don't-care only if both say so, since a claim reads the bit.
func meetKnown(a, b *Known) (Annot, error) {
	n := max(len(a.pattern), len(b.pattern))
	out := make([]byte, n)
	for i := range n {
		x, y := a.symbol(n-1-i), b.symbol(n-1-i)
		switch {
		case x == y || y == '?':
			out[i] = x
		case x == '?' || x == 'x':
			out[i] = y
		case y == 'x':
			out[i] = x
		default:
			return 0, fmt.Errorf("bit %d is claimed to be both 0 and 1", n-1-i)
		}
	}
	return KnownBits(string(out))
}

// Ignores reports whether a calls bits don't-care. What the value that is read holds there is open:
// the other claims of a, on the value before these bits are overwritten, say nothing about it.
func (a Annot) Ignores() bool {
	if a.HasFields() {
		return a.anyField(Annot.Ignores)
	}
	k := a.Known()
	return k != nil && k.DontCare.Sign() != 0
}

// Join is what both a and b claim, the annotation of a value that stands for two: it holds where
// either does, and ignores the bits that both ignore. Of two ranges it has the wider one, or none if
// neither contains the other.
// It may claim less than both together imply, never more: an annotation has no place for unions of ranges.
// It is symmetric, and a itself where both are the same.
func (a Annot) Join(b Annot) Annot {
	switch {
	case a == b:
		return a
	case a.HasFields() || b.HasFields():
		return joinFields(a, b)
	}
	known := joinKnown(a.Known(), b.Known())
	ra, rb := a&^annKnownMask, b&^annKnownMask
	switch both, err := ra.Meet(rb); {
	case err != nil:
		return known
	case both == ra:
		return rb | known
	case both == rb:
		return ra | known
	}
	return known
}

// joinKnown keeps the symbols on which both agree.
// Of infinitely many bits those beyond both patterns are compared by the leftmost symbols.
func joinKnown(a, b *Known) Annot {
	if a == nil || b == nil {
		return NoAnnot
	}
	n, says := max(len(a.pattern), len(b.pattern)), false
	out := make([]byte, n)
	for i := range n {
		out[i] = '?'
		if x := a.symbol(n - 1 - i); x == b.symbol(n-1-i) {
			out[i], says = x, says || x != '?'
		}
	}
	if !says {
		return NoAnnot
	}
	j, err := KnownBits(string(out))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return j
}

// symbol returns the symbol of bit i.
// Beyond the pattern it is the leftmost symbol, which extends to infinity.
func (k *Known) symbol(i int) byte {
	if i >= len(k.pattern) {
		return k.pattern[0]
	}
	return k.pattern[len(k.pattern)-1-i]
}

// Holds reports whether an int satisfies the claims of a; don't-care bits claim nothing.
// Claims on fields, alignments and classes are not about ints and hold of all.
func (a Annot) Holds(v num.Int) bool {
	switch n, signed, ok := a.Range(); {
	case ok && signed && !v.FitsSigned(uint(n)), ok && !signed && !v.FitsUnsigned(uint(n)):
		return false
	}
	k := a.Known()
	return k == nil || v.And(k.Zeros).Sign() == 0 && k.Ones.AndNot(v).Sign() == 0
}

// String writes a as in the text format, with the leading colons.
func (a Annot) String() string { return string(a.appendText(nil)) }

// appendText writes the claims in a fixed order: range, alignment or classes, then bits.
// The form with underscores for fields is for messages only, where no type is at hand; the parser does not read it.
func (a Annot) appendText(text []byte) []byte {
	switch a.kind() {
	case annSigned:
		text = strconv.AppendUint(append(text, ":s"...), uint64(a.width()), 10)
	case annUnsigned:
		text = strconv.AppendUint(append(text, ":u"...), uint64(a.width()), 10)
	case annAlign:
		text = strconv.AppendUint(append(text, ":align"...), uint64(a.Align()), 10)
	case annClass:
		text = append(append(append(text, ":nofpclass("...), a.FPClasses().String()...), ')')
	case annABI:
		text = a.appendABI(text)
	}
	if a.HasFields() { // only where there is no type to write it in
		c := a.fields()
		if c.elem != NoAnnot {
			return append(c.elem.appendText(append(text, ":[_"...)), "; _]"...)
		}
		text = append(text, ":{"...)
		for n, f := range c.fields {
			if n > 0 {
				text = append(text, ", "...)
			}
			text = f.appendText(append(text, '_'))
		}
		return append(text, '}')
	}
	if k := a.Known(); k != nil {
		if k.pattern[0] == 'x' && strings.Trim(k.pattern[1:], "?") == "" {
			text = strconv.AppendInt(append(text, ":i"...), int64(len(k.pattern)-1), 10)
		} else {
			text = append(k.appendGrouped(append(text, ":known("...)), ')')
		}
	}
	return text
}
