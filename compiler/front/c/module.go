package c

import (
	"fmt"
	"modernc.org/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/source"
	"modernc.org/cc/v4"
)

// unit translates one translation unit.
type unit struct {
	m       *ir.Module
	ast     *cc.AST
	name    string
	errs    Errors
	origins map[token.Position]ir.Origin

	strings  map[string]string         // contents of a string literal → its symbol
	statics  map[*cc.Declarator]string // objects of static storage in functions
	records  map[any]*record           // by the first field of the type
	packs    packs
	literals map[*cc.PostfixExpression]string // compound literals outside of functions
	hasBody  map[string]bool                  // functions that the unit defines
	oldStyle map[string]bool                  // those that it defines without a prototype
	decl     cc.Node                          // the declaration of file scope that is translated
	funcs    []*cc.FunctionDefinition
	objects  map[string][]*cc.InitDeclarator // the declarations of each object of file scope
	order    []string                        // their names
	placed   placements
	texts    map[string]string                 // of the files that were read
	aliases  map[string]string                 // names that are declared to be other names
	renamed  map[string]string                 // symbols of static functions and objects whose names others have
	bodies   map[string]*cc.FunctionDefinition // definitions of functions by name
	wanted   []string                          // those that are to be translated, in order
	asked    map[string]bool
	in       *fn // the function that is translated, nil outside
	nstring  int
	suffix   string // of the names that the unit invents; empty of the first
	nstatic  int
}

// maxErrors is how many mistakes are reported.
const maxErrors = 20

// File is the text of a translation unit and the name of its file.
type File struct {
	Name string
	Text []byte
}

// Compile translates the translation units of a program into one module. Functions and objects that are static in
// their unit get another name where another unit has one of the same name. An error is an [Errors].
func Compile(files []File, o Options) (*ir.Module, error) {
	m := ir.NewModule()
	var units []*unit
	var errs Errors
	for _, f := range files {
		u, err := newUnit(m, f, o)
		errs = append(errs, err...)
		units = append(units, u)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	m.File, m.Source = files[0].Name, string(files[0].Text)
	for _, u := range units {
		for name, text := range u.texts {
			m.Debug.AddText(name, text)
		}
	}
	p := &program{m: m, external: map[string]token.Position{}, taken: map[string]bool{}}
	for _, u := range units {
		p.declare(u)
	}
	for _, u := range units {
		u.renameLocals(p)
	}
	for _, u := range units {
		u.declarations()
		errs = append(errs, u.errs...)
	}
	if len(errs) == 0 && o.Hosted {
		hosted(m)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return m, nil
}

// newUnit reads a translation unit.
func newUnit(m *ir.Module, f File, o Options) (*unit, Errors) {
	u := &unit{m: m, name: f.Name, origins: map[token.Position]ir.Origin{},
		strings: map[string]string{}, statics: map[*cc.Declarator]string{}, objects: map[string][]*cc.InitDeclarator{}, renamed: map[string]string{}, aliases: map[string]string{}, texts: map[string]string{f.Name: string(f.Text)}, records: map[any]*record{},
		literals: map[*cc.PostfixExpression]string{}, hasBody: map[string]bool{}, oldStyle: map[string]bool{},
		bodies: map[string]*cc.FunctionDefinition{}, asked: map[string]bool{}}
	saw := mentionsPlacement(f.Text)
	ast, err := parseSafely(f.Name, f.Text, o, u.packs.handle, &saw, u.texts)
	if err != nil {
		es := parseErrors(f.Name, err)
		for i := range es {
			es[i].text = source.Line(u.texts[es[i].File], es[i].Line)
		}
		return nil, es
	}
	u.ast = ast
	u.placed = placements{u, map[*cc.Declarator]placement{}, map[*cc.Declarator]placement{}}
	if saw {
		u.placed.find(ast.TranslationUnit)
	}
	u.collect()
	return u, u.errs
}

// parseSafely is parse, where a text that the parser does not survive is a mistake of the text.
func parseSafely(name string, src []byte, o Options, pragma func([]cc.Token) error, saw *bool, texts map[string]string) (ast *cc.AST, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s:1:1: the parser does not understand this file: %v", name, r)
		}
	}()
	return parse(name, src, o, pragma, saw, texts)
}

var (
	linePlace = regexp.MustCompile(`^(.*?):(\d+):(?:(\d+):)? ?(.*)$`)
	// Where in the parser's own source a message was made.
	parserPlace = regexp.MustCompile(`\s*\((\w+\.go:\d+:\w*:?)+\)`)
)

// parseErrors are the errors of the parser, a line each, without what it says of itself.
func parseErrors(name string, err error) Errors {
	var es Errors
	seen := map[Error]bool{}
	for _, line := range strings.Split(err.Error(), "\n") {
		line = strings.TrimSpace(parserPlace.ReplaceAllString(line, ""))
		if line == "" || len(es) == maxErrors || strings.Contains(line, "missed/failed type check") {
			continue
		}
		e := Error{File: name, Line: 1, Col: 1, Msg: line}
		if m := linePlace.FindStringSubmatch(line); m != nil {
			e.File, e.Msg = m[1], strings.TrimPrefix(m[4], "-: ")
			e.Line, _ = strconv.Atoi(m[2])
			if e.Col, _ = strconv.Atoi(m[3]); e.Col == 0 {
				e.Col = 1
			}
		}
		if strings.HasPrefix(e.Msg, "TODO") || strings.HasPrefix(e.Msg, "internal error") {
			e.Msg = "the parser does not understand this: " + e.Msg
		}
		if !seen[e] {
			seen[e] = true
			es = append(es, e)
		}
	}
	if len(es) == 0 {
		es = Errors{{File: name, Line: 1, Col: 1, Msg: "the parser does not understand this file"}}
	}
	return es
}

func (u *unit) errorAt(p token.Position, msg string) {
	if len(u.errs) < maxErrors {
		if p.Filename == "" {
			p.Filename, p.Line, p.Column = u.name, 1, 1
		}
		u.errs = append(u.errs, Error{p.Filename, p.Line, max(p.Column, 1), msg, source.Line(u.texts[p.Filename], p.Line)})
	}
}

// origin is that of a place of the text.
func (u *unit) origin(p token.Position) ir.Origin {
	p.Offset = 0
	if o, ok := u.origins[p]; ok {
		return o
	}
	var o ir.Origin
	if p.Filename == u.m.File {
		o = u.m.SourceOrigin(ir.Position{Line: p.Line, Col: p.Column})
	} else {
		o = u.m.SourceOrigin(ir.Position{})
	}
	if p.Line > 0 && p.Filename != u.m.File {
		u.m.SetLocation(o, ir.Location{File: p.Filename, Line: p.Line, Col: p.Column})
	}
	u.origins[p] = o
	return o
}

// position is where a declaration stands, if in the file of the module.
func (u *unit) position(n cc.Node) ir.Position {
	if p := n.Position(); p.Filename == u.m.File {
		return ir.Position{Line: p.Line, Col: p.Column}
	}
	return ir.Position{}
}

// irType is the type of the IR for a value of type t, which must have one.
func (u *unit) irType(t cc.Type) ir.Type {
	r, ok := u.valueIRType(t)
	if !ok {
		u.fail(nil, "values of type %s are not supported", t)
	}
	return r
}

// complexPart is the type of the parts of a complex type.
func (u *unit) complexPart(t cc.Type) cc.Type {
	switch t.Kind() {
	case cc.ComplexFloat:
		return u.ast.Float
	case cc.ComplexDouble:
		return u.ast.Double
	case cc.ComplexLongDouble:
		return u.ast.LongDouble
	case cc.ComplexChar:
		return u.ast.Char
	case cc.ComplexShort:
		return u.ast.Short
	case cc.ComplexUShort:
		return u.ast.UShort
	case cc.ComplexInt:
		return u.ast.Int
	case cc.ComplexUInt:
		return u.ast.UInt
	case cc.ComplexLong, cc.ComplexLongLong:
		return u.ast.Long
	}
	u.fail(nil, "type %s is not supported", t)
	return nil
}

// try runs a translation that may bail.
func (u *unit) try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bail); !ok {
				panic(r)
			}
		}
	}()
	f()
}

// collect finds what the unit defines.
func (u *unit) collect() {
	for l := u.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		d := l.ExternalDeclaration
		switch d.Case {
		case cc.ExternalDeclarationFuncDef:
			f := d.FunctionDefinition
			name := f.Declarator.Name()
			if old := u.bodies[name]; old != nil && !(gnuInline(old.Declarator) || gnuInline(f.Declarator)) {
				u.errorAt(f.Declarator.Position(), "the function "+name+" is defined twice")
				continue
			} else if old == nil || gnuInline(old.Declarator) {
				u.bodies[name] = f
			}
			u.funcs = append(u.funcs, f)
			u.hasBody[name] = true
			if knr(f.Declarator) {
				u.oldStyle[f.Declarator.Name()] = true
			}
		case cc.ExternalDeclarationDecl:
			if d.Declaration.Case != cc.DeclarationDecl {
				continue
			}
			for il := d.Declaration.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
				id := il.InitDeclarator
				decl := id.Declarator
				if a := decl.Type().Attributes(); a != nil && a.Alias() != "" && id.Initializer == nil && !decl.IsTypename() {
					u.aliases[decl.Name()] = a.Alias()
					continue
				}
				if decl.IsTypename() || isFunc(decl.Type()) {
					continue
				}
				if decl.IsExtern() && id.Initializer == nil {
					continue
				}
				if _, ok := u.objects[decl.Name()]; !ok {
					u.order = append(u.order, decl.Name())
				}
				u.objects[decl.Name()] = append(u.objects[decl.Name()], id)
			}
		case cc.ExternalDeclarationAsmStmt:
			u.try(func() { u.fail(d, "assembly at file scope is not supported") })
		}
	}
}

// declarations translates the unit: objects first, so that functions find their names.
func (u *unit) declarations() {
	for _, name := range u.order {
		u.try(func() { u.object(name, u.objects[name]) })
	}
	for _, f := range u.funcs {
		if !lazy(f.Declarator) {
			u.want(f.Declarator.Name())
		}
	}
	for len(u.wanted) > 0 {
		f := u.bodies[u.wanted[0]]
		u.wanted = u.wanted[1:]
		u.try(func() { u.function(f) })
	}
}

// lazy reports whether a function is translated only where something refers to it: it has no name outside of the
// unit, or another unit defines it.
func lazy(d *cc.Declarator) bool {
	return d.IsStatic() || d.IsInline() && !d.IsExtern() || gnuInline(d)
}

// gnuInline reports a body that is for inlining alone.
func gnuInline(d *cc.Declarator) bool {
	a := d.Type().Attributes()
	return d.IsInline() && d.IsExtern() && a != nil && a.GNUInline()
}

// want makes sure that a function is translated if the unit has its body.
func (u *unit) want(name string) {
	if u.bodies[name] != nil && !u.asked[name] {
		u.asked[name] = true
		u.wanted = append(u.wanted, name)
	}
}

// object translates an object of file scope: the definition, or the tentative ones together.
func (u *unit) object(name string, all []*cc.InitDeclarator) {
	def := all[len(all)-1]
	for _, id := range all {
		if id.Initializer != nil {
			def = id
			break
		}
		if !id.Declarator.Type().IsIncomplete() {
			def = id
		}
	}
	u.decl = def
	u.data(u.linkName(name), def.Declarator, def.Initializer)
}

// static is the symbol of an object of static storage in a function.
func (u *unit) static(in string, d *cc.Declarator) string {
	if s, ok := u.statics[d]; ok {
		return s
	}
	u.nstatic++
	s := fmt.Sprintf("%s.%s%s.%d", in, d.Name(), u.suffix, u.nstatic)
	u.statics[d] = s
	return s
}

// stringSymbol is the symbol of a string literal with those bytes, the zeros at the end among them.
func (u *unit) stringSymbol(b []byte, align int64) string {
	key := fmt.Sprint(align, ":", string(b))
	if s, ok := u.strings[key]; ok {
		return s
	}
	u.nstring++
	s := fmt.Sprintf(".str%s.%d", u.suffix, u.nstring)
	u.strings[key] = s
	u.m.AddData(&ir.Data{Name: s, Const: true, Align: alignAttr(align), Pieces: []ir.DataPiece{{Bytes: b}}})
	return s
}

// function translates a definition.
func (u *unit) function(d *cc.FunctionDefinition) {
	decl := d.Declarator
	u.decl = decl
	ft, ok := decl.Type().(*cc.FunctionType)
	if !ok {
		u.fail(decl, "%s has no type of a function", decl.Name())
	}
	g := &fn{u: u, ft: ft, name: decl.Name(), tokens: map[ir.Block]ir.Value{}, locals: map[*cc.Declarator]ir.Value{},
		lengths: map[cc.ExpressionNode]ir.Value{}, cases: map[*cc.LabeledStatement]ir.Block{}, labels: map[string]*label{}, dispatch: ir.NoBlock}
	u.in = g
	defer func() { u.in = nil }()
	params, results := u.signature(decl, ft)
	g.f = u.m.AddFunc(u.linkName(decl.Name()), params, results)
	g.f.Pos = u.position(decl)
	g.f.Variadic = ft.IsVariadic()
	if a := ft.Attributes(); a != nil && a.AlwaysInline() {
		g.f.Attrs.AlwaysInline = true
	}
	g.at(decl)
	entry := g.f.AddBlock(ir.Body)
	token := g.f.AddArg(entry, ir.Mem, ir.NoAnnot)
	g.entry = g.f.At(entry)
	body := g.block()
	g.start(body)
	g.blocks = findJumps(d.CompoundStatement)
	g.params(decl, ft)
	for _, p := range ft.Parameters() {
		g.captureSizes(p.Type())
	}
	g.compound(d.CompoundStatement)
	g.fallOff()
	g.dispatchGotos()
	for _, l := range slices.Collect(sortedLabels(g.labels)) {
		if !l.defined {
			u.fail(l.used, "the label %s is not defined in %s", l.name, g.name)
		}
	}
	g.finish(body, token)
	g.labelData()
}

// signature is how a function of that type is called.
func (u *unit) signature(n *cc.Declarator, ft *cc.FunctionType) (params, results []ir.Param) {
	old := knr(n)
	for _, p := range ft.Parameters() {
		t := p.Type().Decay()
		if isVoid(t) {
			break
		}
		if isRecord(t) && u.sizeof(t) == 0 {
			continue
		}
		if old {
			t = defaultPromotion(u, t)
		}
		params = append(params, u.param(n, t))
		params[len(params)-1].Name = p.Name()
	}
	if r := ft.Result(); !isVoid(r) && !(isRecord(r) && u.sizeof(r) == 0) {
		results = append(results, u.param(n, r))
	}
	return params, results
}

func (u *unit) param(n cc.Node, t cc.Type) ir.Param {
	it, ok := u.valueIRType(t)
	if !ok {
		u.fail(n, "a parameter or result of type %s is not supported", t)
	}
	return ir.Param{Type: it, Annot: claim(t)}
}

// params gives the parameters their slots.
func (g *fn) params(decl *cc.Declarator, ft *cc.FunctionType) {
	n := 0
	old := knr(decl)
	for _, p := range ft.Parameters() {
		t := p.Type().Decay()
		if isVoid(t) {
			return
		}
		d := p.Declarator
		if isRecord(t) && g.u.sizeof(t) == 0 {
			if d != nil {
				g.locals[d] = g.temp(t)
			}
			continue
		}
		if d != nil {
			g.at(d)
		}
		x := value{v: g.live().Param(n, g.o), t: t}
		n++
		if old {
			x.t = defaultPromotion(g.u, t)
			x = g.convert(x, t)
		}
		if d == nil {
			continue
		}
		s := g.temp(t)
		g.u.m.SetVariable(g.o, ir.Variable{Name: d.Name(), Type: g.u.irType(t), Annot: claim(t), Param: true})
		g.locals[d] = s
		switch {
		case isRecord(t):
			g.store(x.v, s, g.u.sizeof(t), g.u.alignof(t))
		case isComplex(t):
			g.write(place{p: s, t: t, align: g.u.alignof(t)}, g.fromPair(x.v, t))
		default:
			g.write(place{p: s, t: t, align: g.u.alignof(t)}, x)
		}
	}
}

// knr reports whether a function is defined without a prototype.
func knr(d *cc.Declarator) bool {
	dd := d.DirectDeclarator
	return dd != nil && dd.Case == cc.DirectDeclaratorFuncIdent
}

// fallOff ends a body whose end control reaches: main returns 0, another function what nobody may use.
func (g *fn) fallOff() {
	if g.b == nil {
		return
	}
	if len(g.f.Returns) == 0 {
		g.b.Ret(g.o, g.mem)
		return
	}
	if g.name == "main" && isInt(g.ft.Result()) {
		z := g.int(0)
		g.b.Ret(g.o, z, g.mem)
		return
	}
	g.b.Ret(g.o, g.b.Poison(g.f.Returns[0].Type, g.o), g.mem)
}
