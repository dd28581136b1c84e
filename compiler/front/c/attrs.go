package c

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// startup are the functions of a unit that run before main, and behind it.
type startup struct {
	name     string
	priority int64
	decl     *cc.Declarator
	last     bool // behind main
}

// usualPriority is that of an attribute without one: behind all that have one.
const usualPriority = 65535

// attr is what an attribute says, with and without underscores around its name; ok is false if it is not there.
func attr(a *cc.Attributes, name string) (values []cc.Value, ok bool) {
	for _, n := range []string{name, "__" + name + "__"} {
		if a != nil && a.IsAttrSet(n) {
			return a.AttrValue(n), true
		}
	}
	return nil, false
}

// attrText is the text that an attribute has.
func (u *unit) attrText(d *cc.Declarator, name string, values []cc.Value) string {
	if len(values) > 0 {
		if s, ok := values[0].(cc.StringValue); ok {
			return strings.TrimRight(string(s), "\x00")
		}
	}
	u.fail(d, "the attribute %s needs a text", name)
	return ""
}

// refusedAttributes are those without which a declaration means something else, and which are not translated.
var refusedAttributes = []string{"address_space", "interrupt", "ms_abi", "naked", "regparm", "scalar_storage_order"}

// refuseAttributes says so of a declaration that has one.
func (u *unit) refuseAttributes(d *cc.Declarator) {
	for _, name := range refusedAttributes {
		if _, ok := attr(d.Type().Attributes(), name); ok {
			u.unsupported(d, "the attribute %s is not supported", name)
		}
	}
}

// noteLinkage keeps what the attributes of a declaration at file scope say of linkage: those of all declarations of
// a name count.
func (u *unit) noteLinkage(d *cc.Declarator) {
	if d == nil || d.IsTypename() {
		return
	}
	u.try(func() { u.refuseAttributes(d) })
	l := u.linkages[d.Name()]
	if d.IsStatic() {
		l.Binding = ir.Local
	}
	if a := d.Type().Attributes(); a != nil {
		if a.Weak() && l.Binding == ir.Global {
			l.Binding = ir.Weak
		}
		_, used := attr(a, "used")
		_, opaque := attr(a, "noipa") // then there may be calls that nobody knows of
		l.Used = l.Used || used || opaque
		if v := a.Visibility(); v != "" && v != "default" && l.Binding != ir.Local && !l.Word(v) {
			u.try(func() { u.fail(d, "the visibility %q does not exist: default, hidden, internal or protected", v) })
		}
		u.visible[d.Name()] = u.visible[d.Name()] || a.Visibility() == "default"
		u.try(func() { u.noteStart(d, a, &l) })
	}
	if isFunc(d.Type()) {
		u.noteCopies(d)
	}
	if l.Binding == ir.Local {
		l.Visibility = ir.DefaultVisibility
	}
	u.linkages[d.Name()] = l
}

// seen gives what is defined the visibility of the options, unless its declarations say something.
func (u *unit) seen(l ir.Linkage, name string) ir.Linkage {
	if l.Binding != ir.Local && l.Visibility == ir.DefaultVisibility && !u.visible[name] {
		l.Visibility = u.o.Visibility
	}
	return l
}

// copies says what the attributes of a function say of copies of its body in the place of calls.
type copies struct{ never, always bool }

// neverCopied are the attributes that keep calls what they are.
var neverCopied = []string{"noinline", "noclone", "noipa", "optnone", "naked"}

// noteCopies keeps what a declaration says of copies of a function: always_inline goes before, as with gcc.
func (u *unit) noteCopies(d *cc.Declarator) {
	c := u.copies[d.Name()]
	a := d.Type().Attributes()
	for _, word := range neverCopied {
		_, ok := attr(a, word)
		c.never = c.never || ok
	}
	_, always := attr(a, "always_inline")
	c.always = c.always || always || a != nil && a.AlwaysInline()
	u.copies[d.Name()] = c
}

// noteStart keeps what the attributes say of sections and of functions that run around main or choose others.
func (u *unit) noteStart(d *cc.Declarator, a *cc.Attributes, l *ir.Linkage) {
	name := d.Name()
	if v, ok := attr(a, "section"); ok {
		l.Section = u.attrText(d, "section", v)
	}
	if _, ok := attr(a, "common"); ok {
		u.commons[name] = true
	}
	if _, ok := attr(a, "nocommon"); ok {
		u.commons[name] = false
	}
	for i, word := range []string{"constructor", "destructor"} {
		v, ok := attr(a, word)
		if !ok || !isFunc(d.Type()) || slices.ContainsFunc(u.startups, func(s startup) bool { return s.name == name && s.last == (i == 1) }) {
			continue
		}
		s := startup{name, usualPriority, d, i == 1}
		if len(v) > 0 {
			k, isInt := v[0].(cc.Int64Value)
			if !isInt || k < 0 || k > usualPriority {
				u.fail(d, "the priority of a %s is a number from 0 to %d", word, usualPriority)
			}
			s.priority = int64(k)
		}
		l.Used = true
		u.startups = append(u.startups, s)
	}
	if v, ok := attr(a, "ifunc"); ok && isFunc(d.Type()) {
		u.resolvers[name] = u.attrText(d, "ifunc", v)
	}
	if v, ok := attr(a, "weakref"); ok {
		if len(v) == 0 {
			u.unsupported(d, "the attribute weakref without a name is not supported")
		}
		to := u.attrText(d, "weakref", v)
		u.aliases[name] = to
		u.weakRefs[to] = true
	}
	if v, ok := attr(a, "symver"); ok {
		u.versions = append(u.versions, [2]string{name, u.attrText(d, "symver", v)})
	}
}

// weakNowhere reports whether a name is only declared, and weak: what refers to it gets null if nothing defines it.
func (u *unit) weakNowhere(name string) bool {
	if u.linkages[name].Binding != ir.Weak && !u.weakRefs[name] || u.hasBody[name] || u.objects[name] != nil || u.aliases[name] != "" {
		return false
	}
	if _, ok := u.program.external[name]; ok {
		return false
	}
	return !u.o.Hosted || !libraryFunctions()[name]
}

// address is the address of an object or function of static storage: of most of them that of a symbol.
func (g *fn) address(d *cc.Declarator) ir.Value {
	u, name := g.u, d.Name()
	if to, ok := u.aliases[name]; ok && u.weakRefs[to] {
		name = to
	}
	_, static := u.statics[d]
	switch {
	case static && d.IsThreadLocal() || !static && u.threadLocal(d):
		return g.threadLocal(u.symbol(d))
	case static:
	case u.weakNowhere(name) && u.o.Hosted:
		return g.null()
	case u.weakNowhere(name):
		u.asked[".weak."+name] = true
		return g.loadedAddress(".ref."+name, name, ir.Linkage{Binding: ir.Weak, Visibility: ir.Hidden})
	case u.resolvers[name] != "" && u.o.Hosted:
		return g.loadedAddress(".ifunc."+name, "", ir.Linkage{Binding: ir.Local})
	}
	return g.symbol(u.symbol(d))
}

// loadedAddress is the address that stands in a data symbol, which is that of to, or what is written there before main. What
// is weak nobody takes for known: the address may be null.
func (g *fn) loadedAddress(box, to string, l ir.Linkage) ir.Value {
	m := g.u.m
	if m.DataNamed(box) == nil {
		d := &ir.Data{Name: box, Align: 8, Linkage: l, Pieces: []ir.DataPiece{{Zero: 8}}}
		if to != "" {
			d.Relocs = []ir.Reloc{{Sym: m.Symbol(to)}}
		}
		m.AddData(d)
	}
	return g.load(g.symbol(box), 8, 8, ir.Ptr)
}

// constAddress is the address of an object or function as a constant; ok is false if it is none.
func (u *unit) constAddress(n cc.Node, d *cc.Declarator) (constant, bool) {
	u.checkDeclared(n, d)
	name := d.Name()
	if to, ok := u.aliases[name]; ok && u.weakRefs[to] {
		name = to
	}
	_, static := u.statics[d]
	weak := false
	switch {
	case u.threadLocal(d):
		return constant{}, false
	case static:
	case u.weakNowhere(name) && u.o.Hosted:
		return constant{kind: constAddr}, true
	case u.weakNowhere(name):
		u.asked[".weak."+name], weak = true, true
	case u.resolvers[name] != "" && u.o.Hosted && u.in != nil:
		return constant{}, false
	case u.resolvers[name] != "" && u.o.Hosted:
		u.unsupported(n, "the address of %s, which is chosen when the program starts, in an initialiser is not supported", name)
	}
	return constant{kind: constAddr, sym: u.symbol(d), weak: weak}, true
}

// linkText is the assembly of an object for what the IR has no words for: other names, functions chosen by a loader, common
// symbols, versions, what runs around main.
func (u *unit) linkText() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for _, a := range u.otherNames {
		name := u.symbolName(a.name)
		u.bind(say, name, a.d)
		if isFunc(a.d.Type()) {
			say(".type %s, @function", name)
		} else {
			say(".type %s, @object", name)
		}
		say(".set %s, %s", name, u.linkName(a.name))
	}
	for _, d := range u.declares {
		if name := d.Name(); u.resolvers[name] != "" {
			u.bind(say, u.symbolName(name), d)
			say(".type %s, @gnu_indirect_function\n.set %s, %s", u.symbolName(name), u.symbolName(name), u.linkName(u.resolvers[name]))
		} else if u.weakNowhere(name) && u.asked[".weak."+name] {
			say(".weak %s", u.symbolName(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(u.weakRefs)) {
		if u.asked[".weak."+name] {
			say(".weak %s", name)
		}
	}
	for _, s := range u.startups {
		section := ".init_array"
		if s.last {
			section = ".fini_array"
		}
		if s.priority != usualPriority {
			section += fmt.Sprintf(".%05d", s.priority)
		}
		say(".pushsection %s\n.p2align 3\n.quad %s\n.popsection", section, u.linkName(s.name))
	}
	for _, v := range u.versions {
		say(".symver %s, %s", u.linkName(v[0]), v[1])
	}
	for _, name := range u.commonNames {
		d := u.chosen(name).Declarator
		say(".comm %s, %d, %d", u.linkName(name), max(u.sizeof(d.Type()), 1), u.declAlign(d))
	}
	return b.String()
}

// bind says who sees a name.
func (u *unit) bind(say func(format string, args ...any), name string, d *cc.Declarator) {
	switch l := u.linkages[d.Name()]; l.Binding {
	case ir.Global:
		say(".globl %s", name)
	case ir.Weak:
		say(".weak %s", name)
	}
	if v := u.linkages[d.Name()].Visibility; v != ir.DefaultVisibility {
		say(".%s %s", v, name)
	}
}

// symbolName is the symbol of a name that is not taken for another one.
func (u *unit) symbolName(name string) string {
	if s, ok := u.labels[name]; ok {
		return s
	}
	return name
}

// isCommon reports whether an object without an initialiser is a common symbol.
func (u *unit) isCommon(name string) bool {
	is, said := u.commons[name]
	if !said {
		is = u.o.Common
	}
	d := u.chosen(name)
	return is && !u.o.Hosted && d.Initializer == nil && !u.unseen(d.Declarator) && !u.threadLocal(d.Declarator) && u.linkages[name].Binding == ir.Global && u.linkages[name].Section == ""
}

// beforeMain calls in main what runs before it, and registers what runs behind it, once.
func (g *fn) beforeMain() {
	if g.name != "main" || !g.u.o.Hosted || g.u.trial {
		return
	}
	var all []startup
	of := map[*cc.Declarator]*unit{}
	resolvers := false
	for _, u := range g.u.program.units {
		resolvers = resolvers || len(u.resolvers) > 0
		for _, s := range u.startups {
			if len(s.decl.Type().(*cc.FunctionType).Parameters()) > 0 && !isVoid(s.decl.Type().(*cc.FunctionType).Parameters()[0].Type()) {
				u.unsupported(s.decl, "a constructor with parameters is not supported")
			}
			all = append(all, s)
			of[s.decl] = u
		}
	}
	if len(all) == 0 && !resolvers {
		return
	}
	slices.SortStableFunc(all, func(a, b startup) int { return cmp.Compare(a.priority, b.priority) })
	const flag = ".started"
	g.u.m.AddData(&ir.Data{Name: flag, Align: 4, Linkage: ir.Linkage{Binding: ir.Local}, Pieces: []ir.DataPiece{{Zero: 4}}})
	first, rest := g.block(), g.block()
	seen := g.load(g.symbol(flag), 4, 4, ir.Int)
	g.branch(g.un(ir.OpIntToBool, seen), rest, first)
	g.start(first)
	g.store(g.int(1), g.symbol(flag), 4, 4)
	for _, u := range g.u.program.units {
		for _, d := range u.declares {
			if r := u.resolvers[d.Name()]; r != "" {
				box := ".ifunc." + d.Name()
				g.loadedAddress(box, "", ir.Linkage{Binding: ir.Local})
				u.want(r)
				i := g.live().Call(g.symbol(u.linkName(r)), nil, g.mem, []ir.Type{ir.Ptr}, g.o)
				g.mem = g.f.Result(i, 0)
				g.store(g.f.Result(i, 1), g.symbol(box), 8, 8)
			}
		}
	}
	for _, s := range all {
		if s.last {
			i := g.live().Call(g.symbol("atexit"), []ir.Value{g.symbol(of[s.decl].linkName(s.name))}, g.mem, []ir.Type{ir.Int}, g.o)
			g.mem = g.f.Result(i, 0)
		}
	}
	for _, s := range all {
		if !s.last {
			g.callWith(s.decl, g.symbol(of[s.decl].linkName(s.name)), nil, nil, s.decl.Type().(*cc.FunctionType).Result())
		}
	}
	g.jump(rest)
	g.start(rest)
}

// keepTargets makes what the object's assembly names stay in it: what other names are of, and what chooses functions.
func (u *unit) keepTargets() {
	keep := func(name string) {
		l := u.linkages[name]
		l.Used = true
		u.linkages[name] = l
	}
	for _, a := range u.otherNames {
		to := u.aliases[a.name]
		for n := 0; u.aliases[to] != ""; n++ {
			if to = u.aliases[to]; n > len(u.aliases) {
				u.try(func() { u.fail(a.d, "%s is another name of itself", a.name) })
				break
			}
		}
		if !u.hasBody[to] && u.objects[to] == nil && u.aliases[to] == "" {
			u.try(func() { u.fail(a.d, "%s is another name of %s, which this file does not define", a.name, to) })
		}
		if !u.o.Hosted {
			keep(to)
		}
	}
	for _, r := range u.resolvers {
		keep(r)
	}
	for _, v := range u.versions {
		keep(v[0])
	}
}
