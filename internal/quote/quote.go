// Package quote writes text that others chose so that it stays text where it is shown: in a shell
// command to paste, on a terminal, in a line of a report.
//
// Non-goals: HTML, which html/template escapes, and Go source, which %q does.
package quote

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain are the bytes that no shell takes for anything else, wherever in a word they stand.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-:,@+"

// Word makes s one word of any shell, for scripts: it keeps every byte.
func Word(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Arg makes s one word of a shell, for people to see and to paste. What a terminal would not show becomes an escape of $'…', which
// bash, ksh and zsh know; everything else is for every shell.
func Arg(s string) string {
	switch {
	case s != "" && strings.Trim(s, plain) == "":
		return s
	case Text(s) == s && !strings.ContainsAny(s, "\n\t"):
		return Word(s)
	}
	var b strings.Builder
	b.WriteString("$'")
	for at, r := range s {
		_, size := utf8.DecodeRuneInString(s[at:])
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case (r != utf8.RuneError || size > 1) && unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			for _, c := range []byte(s[at : at+size]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		}
	}
	return b.String() + "'"
}

// File is [Arg] of the name of a file, which is not to be taken for a flag. The name - stays.
func File(name string) string {
	if len(name) > 1 && name[0] == '-' {
		name = "./" + name
	}
	return Arg(name)
}

// Text shows what could hide or reorder text, or command a terminal (control and format characters,
// bytes that are not UTF-8), as escapes. Lines and tabs stay.
func Text(s string) string { return visible(s, "\n\t") }

// Line is [Text] in one line.
func Line(s string) string {
	return visible(strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s), "")
}

// visible shows what is not printable, but for the characters of keep, by its number.
func visible(s, keep string) string {
	var b strings.Builder
	done := 0 // what is before it was written
	for at := 0; at < len(s); {
		if c := s[at]; c >= ' ' && c <= '~' {
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[at:])
		invalid := r == utf8.RuneError && size == 1
		if !invalid && (unicode.IsPrint(r) || strings.ContainsRune(keep, r)) {
			at += size
			continue
		}
		b.WriteString(s[done:at])
		if invalid {
			fmt.Fprintf(&b, `\x%02x`, s[at])
		} else {
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
		at += size
		done = at
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}
