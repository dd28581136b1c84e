package c

import (
	"bytes"
	"fmt"
)

// maxRun is how many signs may follow one another: the parser takes time that is quadratic in a row of -- and ++.
const maxRun = 4000

// unfinished finds a string or a character constant that the end of a text cuts behind a backslash: the parser would
// look for more of it for ever. Rows of signs, too, are found.
func unfinished(name string, b []byte) *Error {
	if i := len(bytes.TrimRight(b, "\r\n")); (i == 0 || b[i-1] != '\\') && !hasRow(b) {
		return nil
	}
	line, start := 1, 0
	at := func(i int) *Error {
		return &Error{File: name, Line: line, Col: i - start + 1, Msg: "the text ends in a literal that begins here; a quote is missing", text: string(lineAt(b, start))}
	}
	run := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '+', '-':
			if run++; run > maxRun {
				e := at(i)
				e.Msg = fmt.Sprintf("more than %d signs + and - stand here, one after the other", maxRun)
				return e
			}
		case ' ', '\t':
		default:
			run = 0
		}
		switch {
		case b[i] == '\n':
			line, start = line+1, i+1
		case bytes.HasPrefix(b[i:], []byte("//")):
			for i+1 < len(b) && b[i+1] != '\n' {
				i++
			}
		case bytes.HasPrefix(b[i:], []byte("/*")):
			end := bytes.Index(b[i+2:], []byte("*/"))
			if end < 0 {
				return nil // the parser says so
			}
			for range b[i : i+2+end+2] {
				if b[i] == '\n' {
					line, start = line+1, i+1
				}
				i++
			}
			i--
		case b[i] == '"', b[i] == '\'':
			q, from, line0, start0 := b[i], i, line, start
			for i++; ; i++ {
				if i >= len(b) {
					line, start = line0, start0
					return at(from)
				}
				if b[i] == q || b[i] == '\n' {
					break
				}
				if b[i] == '\\' {
					if i++; i < len(b) && b[i] == '\n' {
						line, start = line+1, i+1
					}
				}
			}
			if b[i] == '\n' {
				i--
			}
		}
	}
	return nil
}

// hasRow says that a row of signs is in the text, perhaps in a comment or a literal.
func hasRow(b []byte) bool {
	run := 0
	for _, c := range b {
		switch c {
		case '+', '-':
			if run++; run > maxRun {
				return true
			}
		case ' ', '\t':
		default:
			run = 0
		}
	}
	return false
}

// lineAt is the line that begins at an offset.
func lineAt(b []byte, start int) []byte {
	l, _, _ := bytes.Cut(b[start:], []byte("\n"))
	return l
}
