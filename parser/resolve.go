package parser

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// resolveState keeps functions that read each other's results by call_ret2 from being resolved for ever: one
// that is met while it is resolving has no second result yet.
type resolveState uint8

const (
	unresolved resolveState = iota
	resolving
	resolved
)

// resolveAll finds what every name in p.funcs means and the types of all values.
// The order matters: names of all functions first, since the type of a call_ret2 is in another function;
// widened signatures last, when every call_ret2 was seen.
func (p *parser) resolveAll() {
	for _, fn := range p.funcs {
		p.fn = fn
		p.names(fn)
	}
	wide := map[string]ir.Type{}
	for _, fn := range p.funcs {
		p.types(fn, wide)
	}
	if len(wide) > 0 {
		p.try(func() { p.widenCalls(wide) })
	}
	p.fn = nil
}

// names resolves the labels and the operands of fn.
// Every mistake is reported at the use, once for each use.
// A branch to a label that is missing is reported here, so build may look labels up without a test.
func (p *parser) names(fn *function) {
	for i := range fn.blocks {
		for _, s := range fn.blocks[i].stmts {
			p.uses(fn, s.ops)
			for k := range s.targets {
				t := &s.targets[k]
				if _, ok := fn.labels[t.label]; !ok {
					p.report(t.off, "", "bb%d is not a label of %s", t.label, nameText(fn.f.Name))
					fn.bad = true
				}
				p.uses(fn, t.args)
			}
		}
	}
	for i := range fn.ret2 {
		p.uses(fn, fn.ret2[i].token[:])
	}
}

// uses resolves operands by number.
// Those of expanded spellings are resolved already.
func (p *parser) uses(fn *function, us []use) {
	for k := range us {
		u := &us[k]
		if u.ref >= 0 {
			continue
		}
		d, ok := fn.values[u.num]
		if !ok {
			if !fn.lost {
				p.report(u.off, "", "v%d is not defined in %s", u.num, nameText(fn.f.Name))
			}
			fn.bad = true
			continue
		}
		u.ref = d
	}
}

// types infers the types of fn's values, after those of the functions whose second result
// it reads.
// The recursion follows call_ret2 from caller to callee; its depth is at most the number of functions.
func (p *parser) types(fn *function, wide map[string]ir.Type) {
	if fn.state != unresolved {
		return
	}
	fn.state = resolving
	for i := range fn.ret2 {
		p.callRet2(fn, &fn.ret2[i], wide)
	}
	p.fn = fn
	p.infer(fn)
	fn.state = resolved
}

// infer goes over the statements in the order of the text. One whose operand has no type yet
// waits for it.
// A statement waits for one def at a time and runs again when that has its type: each operand is waited for
// at most once, so inference is linear in the text.
// In a text whose definitions come first nothing ever waits.
func (p *parser) infer(fn *function) {
	waiting := map[int32][]*stmt{}
	var ready []*stmt
	run := func(s *stmt) {
		if need := p.inferOne(fn, s); need >= 0 {
			waiting[need] = append(waiting[need], s)
			return
		}
		ready = append(ready, s)
	}
	for i := range fn.blocks {
		for _, s := range fn.blocks[i].stmts {
			run(s)
			for len(ready) > 0 {
				s := ready[len(ready)-1]
				ready = ready[:len(ready)-1]
				for _, d := range s.res {
					if w := waiting[d]; w != nil && fn.defs[d].typ != 0 {
						delete(waiting, d)
						for _, s := range w {
							run(s)
						}
					}
				}
			}
		}
	}
	// What still waits is a cycle, unless a mistake left a type open.
	if len(waiting) == 0 || fn.bad {
		return
	}
	for i := range fn.blocks {
		for _, s := range fn.blocks[i].stmts {
			for _, d := range s.res {
				if fn.defs[d].typ == 0 {
					p.report(s.off, "write the result type after the operands: -> type", "the type of v%d depends on itself", fn.defs[d].num)
					fn.bad = true
					break
				}
			}
		}
	}
}

// inferOne gives the results of s their types. It answers the def whose type it needs first,
// or -1 when it is done or has reported why it cannot.
// A statement that failed is done: its results are bad, and those that need them fail silently.
func (p *parser) inferOne(fn *function, s *stmt) (need int32) {
	ok := p.try(func() { need = p.resultTypes(fn, s) })
	if !ok {
		fn.bad = true
		for _, d := range s.res {
			fn.defs[d].bad = true
		}
		return -1
	}
	return need
}

// operandType returns the type of operand n; need is its def if the type is not known yet.
// bad says that its definition was already reported, so that nothing more is to be said.
// A missing operand has no type and no def: the verifier says that it is missing.
func (fn *function) operandType(s *stmt, n int) (t ir.Type, need int32, bad bool) {
	if n < 0 || n >= len(s.ops) {
		return 0, -1, false
	}
	d := s.ops[n].ref
	if d < 0 {
		return 0, -1, true
	}
	v := &fn.defs[d]
	if v.alias >= 0 {
		d, v = v.alias, &fn.defs[v.alias]
	}
	switch {
	case v.typ != 0:
		return v.typ, -1, false
	case v.bad:
		return 0, -1, true
	}
	return 0, d, false
}

// shape returns how many results s has and how many of them are the leading memory token.
// An intrinsic has a token if its last operand is one, which needs that operand's type.
// need is a def whose type decides, as that of an intrinsic's last operand.
func (p *parser) shape(fn *function, s *stmt) (lead, n int, need int32, bad bool) {
	switch s.op.Info().Result {
	case ir.ResNone:
		return 0, 0, -1, false
	case ir.ResIntInt:
		return 0, 2, -1, false
	case ir.ResMemArrow, ir.ResMemArrowInt:
		return 1, 2, -1, false
	case ir.ResMemArrows:
		return 1, 1 + max(len(s.arrow), 1), -1, false
	case ir.ResCall:
		return 1, 1 + len(s.arrow), -1, false
	case ir.ResIntrinsic:
		t, need, bad := fn.operandType(s, len(s.ops)-1)
		if t == ir.Mem {
			s.attr.Memory, lead = true, 1
		}
		return lead, lead + len(s.arrow), need, bad
	}
	return 0, 1, -1, false
}

// resultTypes checks the number of results, gives them the types that are written, on the binding or after
// ->, and asks the opcode's row for the others.
// It answers the def whose type is needed first, -1 if it is done; a mistake panics.
// It may run several times for one statement: what it has done by then stays.
func (p *parser) resultTypes(fn *function, s *stmt) (need int32) {
	lead, n, need, bad := p.shape(fn, s)
	if need >= 0 || bad {
		if bad {
			panic(bailout{}) // the operand's mistake is already reported
		}
		return need
	}
	p.countResults(fn, s, lead, n)
	if n == 0 {
		if len(s.arrow) > 0 {
			p.fail(s.off, "", "%s has no result for the type after ->", s.op)
		}
		return -1
	}
	// An arrow names the data results, not the token.
	if len(s.arrow) > 0 {
		if len(s.arrow) != n-lead {
			p.fail(s.off, "", "%s has %s, -> names %s", s.op, ordinal(n-lead, "data result"), ordinal(len(s.arrow), "type"))
		}
		for i, r := range s.arrow {
			p.resultType(s.off, s.res[lead+i], r)
		}
		// A statement that has to wait comes here again.
		s.arrow = nil
	}
	if lead == 1 {
		v := &fn.defs[s.res[0]]
		if v.typ != 0 && v.typ != ir.Mem {
			p.fail(v.off, "", "the first result of %s is the memory token, v%d is bound as %s", s.op, v.num, v.typ)
		}
		v.typ = ir.Mem
	}
	known := true
	for _, d := range s.res {
		known = known && fn.defs[d].typ != 0
	}
	if known {
		return -1
	}
	types, need := p.fromTable(fn, s)
	if need >= 0 {
		return need
	}
	for i, d := range s.res {
		if fn.defs[d].typ == 0 {
			fn.defs[d].typ = types[i]
		}
	}
	return -1
}

// countResults fails if a statement binds another number of results than it has.
func (p *parser) countResults(fn *function, s *stmt, lead, n int) {
	if len(s.res) == n {
		return
	}
	hint := ""
	switch s.op.Info().Result {
	case ir.ResCall, ir.ResMemArrows, ir.ResIntrinsic:
		hint = "write the types of the data results after the operands: -> type or -> (type, type)"
		if len(s.res) < n {
			hint = "bind the memory token and every data result"
		}
	case ir.ResNone:
		hint = "it has no result"
	}
	p.fail(s.off, hint, "%s has %s, %d bound", s.op, ordinal(n, "result"), len(s.res))
}

// fromTable asks the opcode's row for the result types.
// Only the operand that the row's rule looks at is asked for its type, so a cycle through other operands is none.
func (p *parser) fromTable(fn *function, s *stmt) (types []ir.Type, need int32) {
	from := -1
	switch s.op.Info().Result {
	case ir.ResSame0, ir.ResPath, ir.ResMask:
		from = 0
	case ir.ResSame1:
		from = 1
	}
	var operands []ir.Type
	if from >= 0 && from < len(s.ops) {
		t, need, bad := fn.operandType(s, from)
		if bad {
			panic(bailout{})
		}
		if need >= 0 {
			return nil, need
		}
		operands = make([]ir.Type, from+1)
		operands[from] = t
	}
	var path []uint32
	if s.ext != nil {
		path = s.ext.path
	}
	types, err := ir.ResultTypes(s.op, s.attr, operands, nil, path, fn.f.Params)
	switch {
	case err == nil:
	case s.op.Info().Result == ir.ResArrow:
		p.fail(s.off, "write it after the operands: -> type", "%s lacks its result type", s.op)
	default:
		p.fail(s.off, "write the result type after the operands: -> type", "cannot infer the type of v%d: %v", fn.defs[s.res[0]].num, err)
	}
	return types, -1
}

// callRet2 makes the call that call_ret2 names return one more value.
// The call gets a second data result, whose type is that of the binding, of the arrow, or of the callee's
// second returned value, in this order.
// Before this the module has nothing that a second result of that call would need.
func (p *parser) callRet2(fn *function, c *call2, wide map[string]ir.Type) {
	p.fn = fn
	ok := p.try(func() {
		if c.token[0].ref < 0 {
			panic(bailout{})
		}
		s := fn.defs[c.token[0].ref].stmt
		if s == nil || s.op != ir.OpCall || s.res[0] != c.token[0].ref {
			p.fail(c.off, "", "call_ret2 needs the memory token that a call made, v%d is none", c.token[0].num)
		}
		v := &fn.defs[c.res]
		if len(c.arrow) > 1 {
			p.fail(c.off, "", "call_ret2 has one result")
		} else if len(c.arrow) == 1 {
			p.resultType(c.off, c.res, c.arrow[0])
		}
		if len(s.res) == 3 && len(s.arrow) == 2 { // an earlier call_ret2 of the same call
			w := &fn.defs[s.res[2]]
			if v.typ != 0 && v.typ != w.typ || v.annot != w.annot {
				p.fail(c.off, "", "call_ret2 of one call with different types or annotations")
			}
			// Two names of one result: the second stands for the first everywhere.
			v.alias, v.typ = s.res[2], w.typ
			return
		}
		if len(s.res) != 2 || len(s.arrow) != 1 {
			p.fail(c.off, "", "call_ret2 needs a call with one data result")
		}
		name, callee := p.calleeOf(fn, s)
		if v.typ == 0 {
			if callee == nil {
				p.fail(c.off, "write call_ret2 v -> type", "the second result of the call has no known type")
			}
			p.types(callee, wide)
			p.fn = fn
			if v.typ = callee.secondReturn(); v.typ == 0 {
				p.fail(c.off, "write call_ret2 v -> type", "%s returns no second value", nameText(name))
			}
		}
		s.res = append(s.res, c.res)
		s.arrow = append(s.arrow, ir.Param{Type: v.typ})
		v.stmt = s
		if name != "" {
			wide[name] = v.typ
		}
	})
	if !ok {
		fn.bad, fn.defs[c.res].bad = true, true
	}
}

// calleeOf returns the symbol that s calls, empty if it is not known, and its function.
// Only a direct call names its callee.
func (p *parser) calleeOf(fn *function, s *stmt) (name string, callee *function) {
	if len(s.ops) == 0 || s.ops[0].ref < 0 {
		return "", nil
	}
	c := fn.defs[s.ops[0].ref].stmt
	if c == nil || c.op != ir.OpSymbolAddr {
		return "", nil
	}
	name = p.m.SymbolName(ir.Symbol(c.attr.Aux))
	return name, p.named[name]
}

// secondReturn is the type of the second value that fn returns, 0 if it has none.
// It looks at all returns and takes the first whose type is known; the verifier compares them.
// A token as the second operand is no value that is returned.
func (fn *function) secondReturn() ir.Type {
	for i := range fn.blocks {
		for _, s := range fn.blocks[i].stmts {
			if s.op != ir.OpRet || len(s.ops) < 2 {
				continue
			}
			if t, _, _ := fn.operandType(s, 1); t != ir.Mem {
				return t
			}
		}
	}
	return 0
}

// widenCalls gives every function named in wide its second declared result, and every direct
// call of one a second result.
// All calls of a function whose signature grows must grow with it, those that ignore the second value too.
// A hidden def takes the result that such a call ignores, so the results of all calls are alike.
func (p *parser) widenCalls(wide map[string]ir.Type) {
	for _, fn := range p.funcs {
		if t := wide[fn.f.Name]; t != 0 && len(fn.f.Returns) == 1 {
			fn.f.Returns = append(fn.f.Returns, ir.Param{Type: t})
		}
		for i := range fn.blocks {
			for _, s := range fn.blocks[i].stmts {
				if s.op != ir.OpCall || len(s.res) != 2 {
					continue
				}
				name, _ := p.calleeOf(fn, s)
				if t := wide[name]; t != 0 {
					p.fn = fn
					d := p.hidden(s, s.off)
					fn.defs[d].typ = t
					s.res = append(s.res, d)
				}
			}
		}
	}
	for _, e := range p.m.Externs {
		if t := wide[e.Name]; t != 0 && len(e.Returns) == 1 {
			e.Returns = append(e.Returns, ir.Param{Type: t})
		}
	}
}
