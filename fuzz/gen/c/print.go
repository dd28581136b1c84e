package cgen

import (
	"fmt"
	"strings"
)

// printer writes a program.
type printer struct {
	strings.Builder
	depth int
}

func (p *printer) line(format string, args ...any) {
	p.WriteString(strings.Repeat("  ", p.depth))
	fmt.Fprintf(p, format, args...)
	p.WriteByte('\n')
}

// prelude is what every program begins with. The bits of floats are how they are printed.
const prelude = `#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned bits_f(float f) { unsigned u; memcpy(&u, &f, sizeof u); return u; }
static unsigned long bits_d(double d) { unsigned long u; memcpy(&u, &d, sizeof u); return u; }
`

// text is the program in C.
func (g *program) text(planted planted) string {
	p := &printer{}
	p.WriteString(prelude)
	for _, t := range g.records {
		p.record(t)
	}
	p.line("")
	for _, f := range g.funcs {
		p.line("%s;", f.head())
	}
	p.WriteString(plantTop)
	for _, v := range g.buffers {
		p.line("static jmp_buf %s;", v.name)
	}
	for _, v := range g.globals {
		p.variable(v)
	}
	for _, f := range append(g.funcs[:len(g.funcs):len(g.funcs)], g.main) {
		p.function(f)
	}
	top := planted.top
	if top != "" {
		top += "\n"
	}
	return strings.NewReplacer(plantMark, planted.body, plantTop, top).Replace(p.String())
}

func (p *printer) record(t *typ) {
	p.line("%s {", t)
	for _, f := range t.fields {
		if f.bits > 0 {
			p.line("  %s : %d;", f.typ.declare(f.name), f.bits)
		} else {
			p.line("  %s;", f.typ.declare(f.name))
		}
	}
	p.line("};")
}

// head is a function's declaration.
func (f *function) head() string {
	s := f.typ.elem.declare(f.name + "(" + f.typ.parameters(f.params) + ")")
	if f.name == "main" {
		return s
	}
	return "static " + s
}

func (p *printer) function(f *function) {
	if f.native != nil {
		p.line("%s %s", f.head(), f.text)
		return
	}
	p.line("%s {", f.head())
	p.body(f.body)
	p.line("}")
}

func (p *printer) body(list []*stmt) {
	p.depth++
	for _, s := range list {
		p.statement(s)
	}
	p.depth--
}

func (p *printer) variable(v *variable) {
	s := v.declare()
	if v.constant {
		s = "const " + s
	}
	if v.volat {
		s = "volatile " + s
	}
	if v.static || v.global {
		s = "static " + s
	}
	if v.init != nil {
		s += " = " + v.init.text(v.typ)
	}
	p.line("%s;", s)
}

// text is an initialiser for a type.
func (in *initial) text(t *typ) string {
	if in.e != nil {
		return textAt(in.e, precAssign)
	}
	var out []string
	for _, x := range in.parts {
		s := ""
		switch {
		case t.kind == kArray:
			if s = x.init.text(t.elem); x.named {
				s = fmt.Sprintf("[%d] = %s", x.at, s)
			}
		default:
			f := t.fields[x.at]
			if s = x.init.text(f.typ); x.named {
				s = fmt.Sprintf(".%s = %s", f.name, s)
			}
		}
		out = append(out, s)
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// braces prints a head and the block below it.
func (p *printer) braces(head string, body []*stmt, tail string) {
	p.line("%s {", head)
	p.body(body)
	p.line("}%s", tail)
}

// statement prints one statement, on lines of its own.
func (p *printer) statement(s *stmt) {
	switch s.kind {
	case sExpr:
		p.line("%s;", text(s.e))
	case sDecl:
		p.variable(s.v)
	case sIf:
		p.braces("if ("+text(s.e)+")", s.body, "")
		if len(s.other) > 0 {
			p.braces("else", s.other, "")
		}
	case sFor:
		p.braces(fmt.Sprintf("for (%s; %s; %s)", textOf(s.init), text(s.e), textOf(s.step)), s.body, "")
	case sWhile:
		p.braces("while ("+text(s.e)+")", s.body, "")
	case sDo:
		p.braces("do", s.body, " while ("+text(s.e)+");")
	case sSwitch:
		p.switched(s)
	case sBlock:
		p.braces("", s.body, "")
	case sGoto:
		p.line("goto %s;", s.label)
	case sLabel:
		if s.label == plantMark {
			p.WriteString(plantMark)
			return
		}
		p.line("%s:;", s.label)
	case sBreak:
		p.line("break;")
	case sContinue:
		p.line("continue;")
	case sReturn:
		p.line("return%s;", spaced(s.e))
	case sPrint:
		p.print(s)
	case sSetjmp:
		p.braces("if (setjmp("+s.v.name+") == 0)", s.body, "")
		p.braces("else", s.other, "")
	}
}

func spaced(e *expr) string {
	if e == nil {
		return ""
	}
	return " " + text(e)
}

func textOf(e *expr) string {
	if e == nil {
		return ""
	}
	return text(e)
}

func (p *printer) switched(s *stmt) {
	p.line("switch (%s) {", text(s.e))
	for _, a := range s.cases {
		for n, v := range a.values {
			if a.last != nil && n == len(a.values)-1 {
				p.line("case %s ... %s:", numberText(s.e.typ, v), numberText(s.e.typ, a.last))
			} else {
				p.line("case %s:", numberText(s.e.typ, v))
			}
		}
		if a.other {
			p.line("default:")
		}
		body := a.body
		if !a.falls {
			body = append(body[:len(body):len(body)], &stmt{kind: sBreak})
		}
		p.braces("", body, "")
		if !a.falls {
			// The break within the braces has left the switch.
			continue
		}
	}
	p.line("}")
}

// print writes a printf.
func (p *printer) print(s *stmt) {
	format, args := "", ""
	for n, e := range s.print {
		spec, arg := printed(e)
		format += s.words[n] + spec
		args += ", " + arg
	}
	p.line(`printf("%s\n"%s);`, format, args)
}

// printed is the conversion for a value and the arguments that it takes.
func printed(e *expr) (spec, arg string) {
	s, t := textAt(e, precAssign), e.typ
	if e.bits > 0 {
		t = promotedOf(e)
	}
	switch t.kind {
	case kUInt:
		return "%u", s
	case kLong:
		return "%ld", s
	case kULong:
		return "%lu", s
	case kLLong:
		return "%lld", s
	case kULLong:
		return "%llu", s
	case kInt128, kUInt128:
		s = textAt(e, precCast)
		return "%lx:%lx", "(unsigned long)((unsigned __int128)" + s + " >> 64), (unsigned long)" + s
	case kFloat:
		return "%x", "bits_f(" + s + ")"
	case kDouble, kLDouble:
		return "%lx", "bits_d(" + s + ")"
	case kPointer:
		return "%s", s
	}
	return "%d", s
}
