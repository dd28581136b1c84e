package c

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// A function that hands its variable arguments on by __builtin_va_arg_pack() is one for each list of their types: a call
// goes to a function of its own, whose parameters are the named ones and those arguments.

// packing is a function made for such calls.
type packing struct {
	types  []cc.Type // of the arguments behind the named ones
	values []value   // those arguments, while the function is translated
	of     *cc.FunctionDefinition
}

// noPack is what functions have that no call made: nothing to hand on.
var noPack = &packing{}

const (
	packBuiltin       = "__builtin_va_arg_pack"
	packLengthBuiltin = "__builtin_va_arg_pack_len"
)

func init() {
	builtins[packLengthBuiltin] = func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		return value{v: g.int(int64(len(g.packOf(c).values))), t: g.u.ast.Int}
	}
	builtins[packBuiltin] = func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		g.u.fail(c, "%s() is no last argument of a call", packBuiltin)
		return value{}
	}
}

// packOf is what the function at hand has been given.
func (g *fn) packOf(n cc.Node) *packing {
	if g.pack == nil && !g.u.trial {
		g.u.fail(n, "%s is for inline functions with variable arguments, and is called where one is not known", packBuiltin)
	}
	if g.pack == nil {
		return noPack
	}
	return g.pack
}

// isPack reports whether an argument stands for those of the function at hand.
func isPack(e cc.ExpressionNode) bool {
	p, ok := e.(*cc.PostfixExpression)
	return ok && p.Case == cc.PostfixExpressionCall && calleeName(p.PostfixExpression) == packBuiltin
}

// packsArguments reports whether the unit's body of a function names one of the builtins.
func (u *unit) packsArguments(name string) bool {
	d := u.bodies[name]
	if d == nil {
		return false
	}
	if t, ok := d.Declarator.Type().(*cc.FunctionType); !ok || !t.IsVariadic() { // no function: reported elsewhere
		return false
	}
	if is, known := u.packers[name]; known {
		return is
	}
	is := false
	mentioned := false
	for _, text := range u.texts {
		mentioned = mentioned || strings.Contains(text, "va_arg_pack")
	}
	if mentioned {
		walkTree(d.CompoundStatement, func(n cc.Node) func() {
			if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent && strings.HasPrefix(p.Token.SrcStr(), packBuiltin) {
				is = true
			}
			return nil
		})
	}
	if u.packers == nil {
		u.packers = map[string]bool{}
	}
	u.packers[name] = is
	return is
}

// callPacking calls the function that is made of name for the types of the arguments at hand.
func (g *fn) callPacking(n *cc.PostfixExpression, name string) value {
	u := g.u
	def := u.bodies[name]
	ft := def.Declarator.Type().(*cc.FunctionType)
	params, list := ft.Parameters(), arguments(n)
	if len(list) < len(params) {
		u.fail(n, "the function takes %s, and %d are given", ir.Counted(len(params), "argument"), len(list))
	}
	args, how, types := g.actuals(list, params, false)
	types = types[len(params):]
	key := name
	for i, t := range types {
		t = defaultPromotion(u, t) // as it is passed
		types[i] = t
		key += fmt.Sprintf(" %d.%s.%d", t.Kind(), t, u.sizeof(t))
	}
	link, ok := u.packNames[key]
	if !ok {
		link = fmt.Sprintf("%s.pack%s.%d", name, u.suffix, len(u.packNames)+1)
		if u.packNames == nil {
			u.packNames, u.packings = map[string]string{}, map[string]*packing{}
		}
		u.packNames[key] = link
		u.packings[link] = &packing{types: types, of: def}
		u.wanted = append(u.wanted, link)
	}
	g.at(n)
	g.node = n
	return g.callWith(n, g.symbol(link), args, how, ft.Result())
}

// packParams keeps the parameters from the n-th on, which are the arguments to hand on.
func (g *fn) packParams(n int) {
	g.pack.values = nil
	for _, t := range g.pack.types {
		if isRecord(t) && g.u.sizeof(t) == 0 {
			g.pack.values = append(g.pack.values, value{v: g.temp(t), t: t})
			continue
		}
		x := value{v: g.live().Param(n, g.o), t: t}
		if isRecord(t) || isComplex(t) || wideInt(t) {
			x = g.received(x.v, t)
		}
		g.pack.values = append(g.pack.values, x)
		n++
	}
}
