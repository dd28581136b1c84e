package parser

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/source"
)

// Error is one mistake in a text, with the part of the source line around it.
// It holds copies of what it shows, so the text can be let go.
type Error struct {
	File string
	Pos  ir.Position
	Msg  string
	Hint string // what to write instead; may be empty
	Line string // the source line, or a window of about 100 bytes of a long one

	// by which mistakes are sorted
	off   int32
	caret int // byte offset of the mistake in Line
}

// Error writes `file:line:col: message`, the source line and a caret below the place.
// The text is safe for a terminal: message and line are escaped, the file name is the caller's.
func (e *Error) Error() string {
	var s strings.Builder
	e.write(&s)
	return strings.TrimSuffix(s.String(), "\n")
}

func (e *Error) write(s *strings.Builder) {
	fmt.Fprintf(s, "%s:%s: %s", e.File, e.Pos, e.Msg)
	if e.Hint != "" {
		s.WriteString(" (" + e.Hint + ")")
	}
	s.WriteString("\n")
	// An empty line, as that behind the end of a text, shows nothing.
	if strings.TrimSpace(e.Line) != "" {
		s.WriteString(source.Caret(e.Line, e.caret) + "\n")
	}
}

// ErrorList holds the mistakes of a text in the order of their positions: at most
// [MaxErrors] of them, More counts the others.
type ErrorList struct {
	Errors []*Error
	More   int
}

// Error writes every mistake as [Error.Error] does.
func (l ErrorList) Error() string {
	var s strings.Builder
	for _, e := range l.Errors {
		e.write(&s)
	}
	if l.More > 0 {
		fmt.Fprintf(&s, "and %s\n", ir.Counted(l.More, "more error"))
	}
	return strings.TrimSuffix(s.String(), "\n")
}

// Unwrap gives [errors.As] the single mistakes.
func (l ErrorList) Unwrap() []error {
	out := make([]error, len(l.Errors))
	for i, e := range l.Errors {
		out[i] = e
	}
	return out
}

// bailout is the panic value that leaves a statement after its mistake was reported.
// It never leaves the package: every reader of a line runs under try.
type bailout struct{}

// report records a mistake; parsing continues.
// Some more than are shown are kept, since they are sorted and duplicates removed before.
// After stop nothing is added: what is found then follows from the text that was not read.
func (p *parser) report(off int32, hint, format string, args ...any) {
	if p.stopped {
		return
	}
	p.nerrs++
	if len(p.errs) < 4*MaxErrors {
		msg, _ := source.Escape(fmt.Sprintf(format, args...)) // it may quote the text
		p.errs = append(p.errs, &Error{File: p.file, Msg: msg, Hint: hint, off: off})
	}
	if p.nerrs >= giveUp {
		p.stop()
	}
}

// fail records a mistake and leaves the statement.
// The caller must run under try.
func (p *parser) fail(off int32, hint, format string, args ...any) {
	p.report(off, hint, format, args...)
	panic(bailout{})
}

// try runs body and answers whether it came to its end without [parser.fail].
// Other panics are bugs of ours and pass through.
func (p *parser) try(body func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, bail := r.(bailout); !bail {
				panic(r)
			}
			ok = false
		}
	}()
	body()
	return true
}

// mistakes sorts what was reported and gives them their lines.
// Mistakes are found in three steps over the text, so their order is not that of the text.
func (p *parser) mistakes() error {
	if p.nerrs == 0 {
		return nil
	}
	slices.SortStableFunc(p.errs, func(a, b *Error) int { return cmp.Compare(a.off, b.off) })
	p.errs = slices.CompactFunc(p.errs, func(a, b *Error) bool {
		same := a.off == b.off && a.Msg == b.Msg
		if same {
			p.nerrs--
		}
		return same
	})
	errs := p.errs[:min(len(p.errs), MaxErrors)]
	for _, e := range errs {
		e.Pos = p.pos(e.off)
		start := p.lines[e.Pos.Line-1]
		end := len(p.src)
		if e.Pos.Line < len(p.lines) {
			end = int(p.lines[e.Pos.Line]) - 1
		}
		e.Line, e.caret = source.Window(strings.TrimSuffix(p.src[start:end], "\r"), e.Pos.Col-1)
	}
	return ErrorList{Errors: slices.Clone(errs), More: p.nerrs - len(errs)}
}
