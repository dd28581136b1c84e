package memory

import (
	"fmt"
	"strings"
)

// Shape of a dump: it shows all of a small allocation, else some rows around a place.
const (
	rowBytes    = 16
	wholeRows   = 16 // allocations of so many rows are shown whole
	rowsBefore  = 4
	rowsAfter   = 8
	beyondRows  = 2 // rows past the end that an access may still be drawn in
	maxPointers = 16
)

// Hexdump is the bytes of an allocation around an offset as text, a line for 16 bytes: two hex
// digits, __ for uninit, ?? for poison, <3 for fragment 3 of a pointer, which a list below
// names. The range mark is drawn with carets and told in words, also where it leaves the
// allocation; an empty one is not. Offsets are relative to the base and may have wrapped
// around below it. Runs of equal rows are shortened.
func (s *Space) Hexdump(a *Alloc, around uint64, mark [2]uint64) string {
	d := dump{space: s, a: a, mark: mark}
	switch {
	case a.Kind == Function:
		d.text.WriteString("  (code, no bytes)\n")
	case a.Kind.Opaque():
		d.text.WriteString("  (no bytes that a program sees)\n")
	case a.State != Live:
		d.text.WriteString("  (its bytes are gone)\n")
	case a.Size == 0:
		d.text.WriteString("  (no bytes)\n")
	default:
		d.rows(around)
		d.legend()
		d.pointers()
	}
	d.accessed()
	return d.text.String()
}

// dump is one hexdump while it is written.
type dump struct {
	space *Space
	a     *Alloc
	mark  [2]uint64
	text  strings.Builder
	shown [][2]uint64 // ranges of offsets in the text
	width int         // of the offset column
}

// below is whether the mark starts below the base.
func (d *dump) below() bool { return d.mark[0] >= 1<<63 }

// rows writes the lines of bytes: all of a small allocation, else rowsBefore rows before the one of around
// and rowsAfter from it on.
// An access past the end gets up to beyondRows more rows, without bytes, for its carets to stand under.
// What is left out is counted in words.
func (d *dump) rows(around uint64) {
	size := d.a.Size
	end := (size + rowBytes - 1) / rowBytes
	first, last := uint64(0), end
	if end > wholeRows {
		row := min(around, size-1) / rowBytes
		// below the base: offsets are modulo 2^64
		if around >= 1<<63 {
			row = 0
		}
		first, last = row-min(row, rowsBefore), min(row+rowsAfter, end)
	}
	if last == end && d.mark[0] < d.mark[1] && !d.below() {
		if r := (d.mark[1] + rowBytes - 1) / rowBytes; r > end && r <= end+beyondRows {
			last = r
		}
	}
	d.width = max(4, len(fmt.Sprintf("%x", last*rowBytes)))
	if first > 0 {
		fmt.Fprintf(&d.text, "  … %d bytes before\n", first*rowBytes)
	}
	for r := first; r < last; {
		n := d.equalRows(r, last)
		d.row(r)
		if n > 2 {
			fmt.Fprintf(&d.text, "  %s  … %d more rows like this\n", strings.Repeat(" ", d.width), n-1)
			r += n
		} else {
			r++
		}
	}
	if last < end {
		fmt.Fprintf(&d.text, "  … %d bytes after\n", size-last*rowBytes)
	}
}

// equalRows counts the rows from r on that read the same and have nothing to point out.
func (d *dump) equalRows(r, last uint64) uint64 {
	cells, ok := d.cells(r)
	if !ok {
		return 1
	}
	n := uint64(1)
	for r+n < last {
		next, ok := d.cells(r + n)
		if !ok || next != cells {
			break
		}
		n++
	}
	return n
}

// cells is the text of a row; plain if it has 16 bytes, no pointers and no mark.
// Only plain rows may be shortened: what is pointed out or named below must stand there.
func (d *dump) cells(r uint64) (text string, plain bool) {
	lo := r * rowBytes
	plain = lo+rowBytes <= d.a.Size && (d.mark[0] >= d.mark[1] || d.mark[0] >= lo+rowBytes || d.mark[1] <= lo)
	var b strings.Builder
	for o := lo; o < lo+rowBytes; o++ {
		b.WriteByte(' ')
		if o%8 == 0 && o > lo {
			b.WriteByte(' ')
		}
		if o >= d.a.Size {
			b.WriteString("  ")
			continue
		}
		v := d.a.byteAt(o)
		b.WriteString(v.String())
		plain = plain && v.Kind != Fragment
	}
	return b.String(), plain
}

// row writes a line of bytes and, if the mark meets it, a line of carets.
// It notes the row as shown, for the list of pointers.
func (d *dump) row(r uint64) {
	lo := r * rowBytes
	cells, _ := d.cells(r)
	fmt.Fprintf(&d.text, "  %0*x:%s\n", d.width, lo, strings.TrimRight(cells, " "))
	if lo < d.a.Size {
		d.shown = append(d.shown, [2]uint64{lo, min(lo+rowBytes, d.a.Size)})
	}
	from, to := max(d.mark[0], lo), min(d.mark[1], lo+rowBytes)
	if d.mark[0] >= d.mark[1] || from >= to {
		return
	}
	// Three columns a byte and one more from the eighth on, as cells writes them.
	col := func(o uint64) int { return int(3*(o-lo)) + int(o-lo)/8 }
	start, end := col(from)+1, col(to-1)+3
	fmt.Fprintf(&d.text, "  %s %s%s\n", strings.Repeat(" ", d.width), strings.Repeat(" ", start), strings.Repeat("^", end-start))
}

// legend says what the bytes are that are no number, of those in the rows shown.
func (d *dump) legend() {
	var l Legend
	for _, r := range d.shown {
		for o := r[0]; o < r[1]; o++ {
			l.seen[d.a.byteAt(o).Kind] = true
		}
	}
	if text := l.String(); text != "" {
		fmt.Fprintf(&d.text, "  %s\n", text)
	}
}

// Legend explains the bytes of texts that are not hexadecimal digits, as [Byte.String] writes them.
type Legend struct {
	seen [numByteKinds]bool
}

// legends are the kinds that have one.
var legends = []struct {
	kind ByteKind
	text string
}{{Uninit, "__ uninitialised"}, {Poison, "?? poison"}, {Fragment, "<n byte n of a pointer"}}

// Add looks for bytes in a text.
func (l *Legend) Add(text string) {
	for _, k := range legends {
		if l.seen[k.kind] || !strings.Contains(text, k.text[:1]) {
			continue
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n[],", r) }) {
			if len(word) == 2 && (word == k.text[:2] || k.kind == Fragment && word[0] == '<' && word[1] >= '0' && word[1] <= '7') {
				l.seen[k.kind] = true
				break
			}
		}
	}
}

// String is the legend in parentheses, empty if all bytes are hexadecimal digits.
func (l *Legend) String() string {
	var parts []string
	for _, k := range legends {
		if l.seen[k.kind] {
			parts = append(parts, k.text)
		}
	}
	if parts == nil {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// pointers lists the fragments of the rows shown.
// Fragments that follow each other in order are one entry, so that a whole pointer is told as one.
func (d *dump) pointers() {
	count := 0
	for i := 0; i < len(d.shown); {
		// Rows that touch are one range: a pointer may lie across their border.
		lo, hi := d.shown[i][0], d.shown[i][1]
		for i++; i < len(d.shown) && d.shown[i][0] == hi; i++ {
			hi = d.shown[i][1]
		}
		for o := lo; o < hi; {
			b := d.a.byteAt(o)
			if b.Kind != Fragment {
				o++
				continue
			}
			n := uint64(1)
			for o+n < hi && d.a.byteAt(o+n) == FragmentByte(b.Frag, b.Value+uint8(n)) {
				n++
			}
			if count == 0 {
				d.text.WriteString("  fragments:\n")
			}
			if count++; count <= maxPointers {
				d.pointer(o, n, b)
			}
			o += n
		}
	}
	if count > maxPointers {
		fmt.Fprintf(&d.text, "    … %d more\n", count-maxPointers)
	}
}

// pointer writes an entry: n fragments at off, of which b is the first.
func (d *dump) pointer(off, n uint64, b Byte) {
	what := "pointer"
	switch {
	case n == 1 && b.Value < 8:
		what = fmt.Sprintf("byte %d of the pointer", b.Value)
	case n != 8:
		what = fmt.Sprintf("bytes %d..%d of the pointer", b.Value, uint64(b.Value)+n-1)
	}
	fmt.Fprintf(&d.text, "    [%d..%d) %s %s\n", off, off+n, what, d.space.target(b.Frag))
}

// target says where p points.
func (s *Space) target(p Pointer) string {
	switch {
	case p.Kind == ProvWildcard:
		return fmt.Sprintf("0x%x, wildcard", p.Addr)
	case p.Kind == ProvNone && p.Addr == 0:
		return "null"
	case p.Kind == ProvNone:
		return fmt.Sprintf("0x%x, no provenance", p.Addr)
	}
	a := s.Record(p.Alloc)
	if a == nil {
		return fmt.Sprintf("0x%x", p.Addr)
	}
	text := "to " + a.label()
	if off := int64(p.Addr - a.Base); off > 0 {
		text += fmt.Sprintf(" + %d", off)
	} else if off < 0 {
		text += fmt.Sprintf(" - %d", -uint64(off))
	}
	if a.State != Live {
		text += ", " + a.State.String()
	}
	return text
}

// label names an allocation in reports.
func (a *Alloc) label() string {
	if a.Name == "" {
		return fmt.Sprintf("alloc%d", a.ID)
	}
	return fmt.Sprintf("alloc%d “%s”", a.ID, a.Name)
}

// accessed tells the mark in words.
func (d *dump) accessed() {
	lo, hi := d.mark[0], d.mark[1]
	n := hi - lo
	if n == 0 || lo >= hi && !(d.below() && hi < 1<<63) {
		return
	}
	fmt.Fprintf(&d.text, "  accessed: [%d..%d) of %d bytes", int64(lo), int64(hi), d.a.Size)
	switch size := d.a.Size; {
	case d.below():
		fmt.Fprintf(&d.text, ", starts %d before the first", -lo)
	case lo > size:
		fmt.Fprintf(&d.text, ", starts %d past the end", lo-size)
	case hi > size:
		fmt.Fprintf(&d.text, ", ends %d past the end", hi-size)
	}
	d.text.WriteString("\n")
}
