// Package source shows a place of a text: a line, or a window of a long one, with a caret below the place.
// Whatever the text holds, what is shown is printable.
//
// Non-goals: it knows no files and no colours.
package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Caret is a line and below it a caret under the byte at.
func Caret(line string, at int) string {
	before, pad := Escape(line[:at])
	rest, _ := Escape(line[at:])
	return "  " + before + rest + "\n  " + pad + "^"
}

// Excerpt shows a column of a source line, counted in bytes from 1, as messages of the parser do: the
// line, or a window of a long one, and a caret below the place.
// A column beyond the line is at its end.
func Excerpt(line string, col int) string {
	return Caret(Window(strings.TrimSuffix(line, "\r"), max(col-1, 0)))
}

// Escape makes a source text printable and returns blanks of the same width, which keep the
// tabs: the terminal then aligns both alike.
// Texts come from anywhere: control characters could write to the terminal of whoever reads the message.
func Escape(src string) (text, pad string) {
	var t, p strings.Builder
	for len(src) > 0 {
		r, n := utf8.DecodeRuneInString(src)
		switch {
		case r == '\t':
			t.WriteByte('\t')
			p.WriteByte('\t')
		case r == utf8.RuneError && n == 1, r < ' ', r >= 0x7f && r < 0xa0, invisible(r):
			for i := range n {
				fmt.Fprintf(&t, `\x%02x`, src[i])
				p.WriteString("    ")
			}
		default:
			t.WriteString(src[:n])
			p.WriteString("  "[:cells(r)])
		}
		src = src[n:]
	}
	return t.String(), p.String()
}

// wide are the characters that take two cells of a terminal: those that Unicode's East Asian Width calls wide or fullwidth
// (UAX #11), as blocks.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x2e80, Hi: 0x303e, Stride: 1}, {Lo: 0x3041, Hi: 0x33ff, Stride: 1}, {Lo: 0x3400, Hi: 0x4dbf, Stride: 1},
		{Lo: 0x4e00, Hi: 0xa4cf, Stride: 1}, {Lo: 0xa960, Hi: 0xa97f, Stride: 1}, {Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1},
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, {Lo: 0xff00, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1}, {Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1}, {Lo: 0x20000, Hi: 0x3fffd, Stride: 1}},
}

// cells is how many cells of a terminal a printable character takes: none of one that combines with that before it.
func cells(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// invisible reports whether a terminal shows nothing for r or lets it reorder the line.
func invisible(r rune) bool {
	return r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2060 && r <= 0x206f || r == 0xfeff
}

// Window cuts a long line to about 100 bytes around byte at, and says where that is then.
// It does not cut within a character.
func Window(line string, at int) (string, int) {
	const width, before = 100, 60
	at = min(at, len(line))
	if len(line) <= width {
		return strings.Clone(line), at
	}
	lo := max(0, min(at-before, len(line)-width))
	hi := min(len(line), lo+width)
	for lo > 0 && lo < at && !utf8.RuneStart(line[lo]) {
		lo++
	}
	for hi < len(line) && hi > at && !utf8.RuneStart(line[hi]) {
		hi--
	}
	s, at := line[lo:hi], at-lo
	if lo > 0 {
		s, at = "…"+s, at+len("…")
	}
	if hi < len(line) {
		s += "…"
	}
	return strings.Clone(s), at
}

// Line is line n of a text, counted from 1, without its end; empty if there is none.
// It takes time linear in the text.
func Line(text string, n int) string {
	for line := range strings.Lines(text) {
		if n--; n == 0 {
			return strings.TrimRight(line, "\r\n")
		}
	}
	return ""
}

// Underline is Excerpt with a range of the line underlined besides: width bytes from the column from on. What a window would cut,
// or a terminal shows in other cells than bytes, has the caret alone.
func Underline(line string, col, from, width int) string {
	line = strings.TrimSuffix(line, "\r")
	to := from + width
	text, pad := Escape(line)
	if window, _ := Window(line, 0); width <= 0 || from < 1 || to > len(line)+1 || col < 1 || text != line || window != line || len(pad) != len(line) {
		return Excerpt(line, col)
	}
	marks := []byte(pad[:max(min(len(pad), to-1), min(len(pad), col-1))])
	for len(marks) < max(to-1, col) {
		marks = append(marks, ' ')
	}
	for i := from - 1; i < to-1; i++ {
		marks[i] = '~'
	}
	marks[col-1] = '^'
	return "  " + line + "\n  " + string(marks)
}
