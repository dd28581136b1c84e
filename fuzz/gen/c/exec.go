package cgen

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// flow says how a statement ended.
type flow uint8

const (
	flowNext flow = iota
	flowBreak
	flowContinue
	flowReturn
	flowGoto
)

// ending is the end of a statement, with the label of a goto and the value of a return.
type ending struct {
	flow  flow
	label string
	value value
}

// jump is a longjmp on its way.
type jump struct {
	to  *variable
	val int64
}

// run runs main of a program and returns what it prints and its status.
func (m *machine) run(g *program) int {
	for _, v := range g.globals {
		m.globals[v] = m.create(v)
	}
	for _, v := range g.globals {
		m.initialise(v, m.globals[v])
	}
	end := m.call(nil, g.main, nil)
	return int(end.i.Int64())
}

func (m *machine) create(v *variable) *object {
	size := v.typ.size
	if v.dynamic != nil {
		size = v.typ.elem.size * int(m.eval(v.dynamic).i.Int64())
	}
	return newObject(v.name, size, v.global || v.static)
}

// initialise fills an object; a constant one is written by nobody else.
func (m *machine) initialise(v *variable, o *object) {
	if v.init != nil {
		o.fixed = false
		m.fill(nil, place{o, 0, v.typ, nil}, v.init)
	}
	o.fixed = v.constant
}

// fill stores an initialiser. What a list does not name is zero.
func (m *machine) fill(e *expr, p place, in *initial) {
	if in.e != nil {
		if in.e.op == opString && p.typ.kind == kArray {
			for n := range p.typ.len {
				p.obj.cells[p.off+n] = cell{known: true}
				if n < len(in.e.text) {
					p.obj.cells[p.off+n].b = in.e.text[n]
				}
			}
			return
		}
		store(in.e, p, convert(in.e, m.eval(in.e), p.typ))
		return
	}
	for n := range p.typ.size {
		p.obj.cells[p.off+n] = cell{known: true}
	}
	for _, x := range in.parts {
		if p.typ.kind == kArray {
			m.fill(e, place{p.obj, p.off + x.at*p.typ.elem.size, p.typ.elem, nil}, x.init)
			continue
		}
		f := p.typ.fields[x.at]
		m.fill(e, place{p.obj, p.off + f.off, f.typ, bitField(f)}, x.init)
	}
}

// callOf is a call in an expression.
func (m *machine) callOf(e *expr) value {
	fn := m.eval(e.args[0]).p.fn
	if fn == nil {
		fail(e, "a call of no function")
	}
	var args []value
	for n, a := range e.args[1:] {
		v := m.eval(a)
		if n < len(fn.typ.params) {
			v = convert(a, v, fn.typ.params[n])
		}
		args = append(args, v)
	}
	return m.call(e, fn, args)
}

// call runs a function.
func (m *machine) call(e *expr, fn *function, args []value) value {
	if fn.native != nil {
		return fn.native(m, args)
	}
	if len(m.frames) >= maxCalls {
		fail(nil, "calls that are too deep")
	}
	frame := map[*variable]*object{}
	depth := len(m.frames)
	m.frames = append(m.frames, frame)
	defer func() { m.frames = m.frames[:depth] }()
	for n, v := range fn.params {
		frame[v] = newObject(v.name, v.typ.size, false)
		store(e, place{frame[v], 0, v.typ, nil}, args[n])
	}
	end := m.statements(fn.body)
	for _, o := range frame {
		o.dead = true
	}
	if end.flow != flowReturn {
		return value{typ: basic[kVoid]}
	}
	return convert(e, end.value, fn.typ.elem)
}

// statements runs a block, whose objects end with it.
func (m *machine) statements(list []*stmt) (end ending) {
	frame := m.frames[len(m.frames)-1]
	var made []*variable
	defer func() {
		for _, v := range made {
			frame[v].dead = true
			delete(frame, v)
		}
	}()
	for n := 0; n < len(list); n++ {
		s := list[n]
		if s.kind == sDecl {
			if m.declare(s.v) {
				made = append(made, s.v)
			}
			continue
		}
		if end = m.statement(s); end.flow == flowGoto {
			if to := labelled(list, end.label); to >= 0 {
				n, end = to, ending{}
				continue
			}
		}
		if end.flow != flowNext {
			return end
		}
	}
	return ending{}
}

func labelled(list []*stmt, label string) int {
	for n, s := range list {
		if s.kind == sLabel && s.label == label {
			return n
		}
	}
	return -1
}

// declare makes the object of a local variable, of a static one the first time. It reports whether the object ends with the block.
func (m *machine) declare(v *variable) bool {
	if v.static {
		if m.globals[v] == nil {
			m.globals[v] = m.create(v)
			m.initialise(v, m.globals[v])
		}
		return false
	}
	o := m.create(v)
	m.frames[len(m.frames)-1][v] = o
	m.initialise(v, o)
	return true
}

// block is a statement expression: the value of its last statement.
func (m *machine) block(e *expr) value {
	last := len(e.body) - 1
	var out value
	tail := &stmt{kind: sReturn, e: e.body[last].e}
	end := m.statements(append(e.body[:last:last], tail))
	if out = end.value; end.flow != flowReturn {
		panic("BUG: a statement expression that is left")
	}
	return out
}

// statement runs a statement that is no declaration.
func (m *machine) statement(s *stmt) ending {
	switch s.kind {
	case sExpr:
		m.eval(s.e)
	case sIf:
		if m.eval(s.e).isTrue() {
			return m.statements(s.body)
		}
		return m.statements(s.other)
	case sFor, sWhile, sDo:
		return m.loop(s)
	case sSwitch:
		return m.choose(s)
	case sBlock:
		return m.statements(s.body)
	case sGoto:
		return ending{flow: flowGoto, label: s.label}
	case sBreak:
		return ending{flow: flowBreak}
	case sContinue:
		return ending{flow: flowContinue}
	case sReturn:
		if s.e == nil {
			return ending{flow: flowReturn}
		}
		return ending{flow: flowReturn, value: m.eval(s.e)}
	case sPrint:
		m.print(s)
	case sSetjmp:
		return m.setjmp(s)
	}
	return ending{}
}

func (m *machine) loop(s *stmt) ending {
	if s.init != nil {
		m.eval(s.init)
	}
	for first := true; ; first = false {
		if (s.kind != sDo || !first) && !m.eval(s.e).isTrue() {
			return ending{}
		}
		end := m.statements(s.body)
		switch end.flow {
		case flowBreak:
			return ending{}
		case flowReturn, flowGoto:
			return end
		}
		if s.step != nil {
			m.eval(s.step)
		}
	}
}

// choose runs a switch: from the arm of the value on until a break.
func (m *machine) choose(s *stmt) ending {
	v := m.eval(s.e).i
	start := -1
	for n, a := range s.cases {
		if a.other && start < 0 {
			start = n
		}
		for k, x := range a.values {
			// The last label may be a range.
			in := a.last != nil && k == len(a.values)-1 && x.Cmp(v) <= 0 && v.Cmp(a.last) <= 0
			if x.Cmp(v) == 0 || in {
				start = n
			}
		}
	}
	if start < 0 {
		return ending{}
	}
	for _, a := range s.cases[start:] {
		end := m.statements(a.body)
		switch {
		case end.flow == flowBreak:
			return ending{}
		case end.flow != flowNext:
			return end
		case !a.falls:
			return ending{}
		}
	}
	return ending{}
}

// setjmp runs the first block, and the second one if a longjmp comes back.
func (m *machine) setjmp(s *stmt) (end ending) {
	depth := len(m.frames)
	done := func() (back bool) {
		defer func() {
			if r := recover(); r != nil {
				if j, ok := r.(jump); !ok || j.to != s.v {
					panic(r)
				}
				m.frames = m.frames[:depth]
				back = true
			}
		}()
		end = m.statements(s.body)
		return false
	}()
	if done {
		return m.statements(s.other)
	}
	return end
}

// print is printf of what a statement prints: a word and its value each.
func (m *machine) print(s *stmt) {
	for n, e := range s.print {
		v := m.eval(e)
		fmt.Fprintf(&m.out, "%s%s", s.words[n], shown(e, v))
	}
	m.out.WriteString("\n")
}

// shown is how a value is printed: an integer in decimal, of 128 bits as two halves, a float by its bits, a long double by the double
// next to it, a string as it is.
func shown(e *expr, v value) string {
	switch {
	case v.typ.kind == kInt128, v.typ.kind == kUInt128:
		u := wrap(v.i, 128, false)
		low := new(big.Int).And(u, new(big.Int).SetUint64(math.MaxUint64))
		return fmt.Sprintf("%x:%x", new(big.Int).Rsh(u, 64), low)
	case v.typ.integer():
		return v.i.String()
	case v.typ.kind == kFloat:
		return fmt.Sprintf("%x", math.Float32bits(float32(v.f)))
	case v.typ.kind == kDouble:
		return fmt.Sprintf("%x", math.Float64bits(v.f))
	case v.typ.kind == kLDouble:
		f, _ := v.l.Float64()
		return fmt.Sprintf("%x", math.Float64bits(f))
	case v.typ.kind == kPointer:
		return cString(e, v.p)
	}
	panic("BUG: no value to print")
}

// cString is the string at a pointer.
func cString(e *expr, p pointer) string {
	var out strings.Builder
	for at := (place{p.obj, p.off, basic[kChar], nil}); ; at.off++ {
		c := at.at(e, 1)[0]
		if !c.known || c.p != nil {
			fail(e, "an indeterminate value")
		}
		if c.b == 0 {
			return out.String()
		}
		out.WriteByte(c.b)
	}
}
