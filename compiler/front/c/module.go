package c

import (
	"errors"
	"fmt"
	"maps"
	"modernc.org/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// unit translates one translation unit.
type unit struct {
	m       *ir.Module
	o       Options
	ast     *cc.AST
	name    string
	errs    Errors
	told    map[Warning]bool // nil if nobody listens
	trial   bool             // what is translated is checked only
	origins map[ir.Location]ir.Origin
	debug   *debugInfo
	words   *words

	strings     map[string]string         // contents of a string literal → its symbol
	statics     map[*cc.Declarator]string // objects of static storage in functions
	records     map[any]*record           // by the first field of the type
	packs       packs
	literals    map[*cc.PostfixExpression]string // compound literals outside of functions
	stringLens  map[*cc.ArrayType]int64          // elements of the arrays of compound literals that a string in braces makes
	hasBody     map[string]bool                  // functions that the unit defines
	unicodes    unicodeLiterals                  // literals that the parser does not read
	linkages    map[string]ir.Linkage            // of names of file scope
	copies      map[string]copies                // what attributes say of functions at the places of calls
	oldStyle    map[string]bool                  // those that it defines without a prototype
	prototypes  map[string]int                   // the place of the first prototype of a function, in the order of tokens
	decl        cc.Node                          // the declaration of file scope that is translated
	behind      behind
	qualifiers  *qualifierTable // nil until it is asked for
	visible     map[string]bool // names that are declared with the default visibility
	tags        map[tagKey]*cc.StructOrUnionSpecifier
	firsts      map[string]specifiers // of names of file scope, outside of the system's headers
	funcs       []*cc.FunctionDefinition
	objects     map[string][]*cc.InitDeclarator // the declarations of each object of file scope
	order       []string                        // their names
	declares    []*cc.Declarator                // of names of file scope that the declaration does not define
	placed      placements
	texts       map[string]string // of the files that were read
	aliases     map[string]string // names that are declared to be other names
	labels      map[string]string // symbols that declarations give to names: int f(void) asm("g")
	program     *program
	otherNames  []otherName
	startups    []startup
	resolvers   map[string]string                 // functions that choose others, by these (ifunc)
	weakRefs    map[string]bool                   // names that are referred to weakly (weakref)
	commons     map[string]bool                   // what attributes say of common symbols
	versions    [][2]string                       // names, and what their symbols are called with a version
	commonNames []string                          // objects that are common symbols
	renamed     map[string]string                 // symbols of static functions and objects whose names others have
	internal    map[string]bool                   // what a declaration of file scope says is static
	exported    map[string]bool                   // functions that a declaration of file scope names without inline, or with extern
	bodies      map[string]*cc.FunctionDefinition // definitions of functions by name
	wanted      []string                          // those that are to be translated, in order
	asms        map[string]string                 // functions that are inline assembly, by what they are
	asked       map[string]bool
	packers     map[string]bool     // functions that hand their variable arguments on, and others
	packNames   map[string]string   // those that were made of them, by what they are made for
	packings    map[string]*packing // the same by their names
	in          *fn                 // the function that is translated, nil outside
	nstring     int
	suffix      string // of the names that the unit invents; empty of the first
	nstatic     int
}

// maxErrors is how many mistakes are reported.
const maxErrors = 20

// File is the text of a translation unit and the name of its file.
type File struct {
	Name string
	Text []byte
	Own  *Options // how this one is read; nil is as all others
}

// Compile translates the translation units of a program into one module. Functions and objects that are static in
// their unit get another name where another unit has one of the same name. An error is an [Errors].
func Compile(files []File, o Options) (*ir.Module, error) {
	m := ir.NewModule()
	var units []*unit
	var errs Errors
	var w *words
	if o.Words {
		w = &words{funcs: map[string]map[ir.Value]saying{}, symbols: map[string]saying{}, remarks: map[string]map[ir.Value]ir.Remark{}}
		m.Debug.SetInfo(w)
	}
	for _, f := range slices.Concat(files, supportFor(files, o)) {
		own := o
		if f.Own != nil {
			own = *f.Own
		}
		u, err := newUnit(m, f, own)
		if u != nil {
			u.words = w
		}
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
	p := &program{m: m, units: units, external: map[string]definition{}, taken: map[string]bool{}, defined: o.External}
	for _, u := range units {
		p.declare(u)
	}
	for _, u := range units {
		p.agree(u)
		u.renameLocals(p)
	}
	for _, u := range units {
		u.declarations()
		u.unused()
		errs = append(errs, u.errs...)
	}
	if len(errs) == 0 {
		for _, u := range units {
			for _, w := range u.warnings() {
				o.Warn(w)
			}
		}
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
	u := &unit{m: m, o: o, name: f.Name, origins: map[ir.Location]ir.Origin{},
		strings: map[string]string{}, statics: map[*cc.Declarator]string{}, objects: map[string][]*cc.InitDeclarator{}, renamed: map[string]string{}, aliases: map[string]string{}, labels: map[string]string{}, resolvers: map[string]string{}, weakRefs: map[string]bool{}, commons: map[string]bool{}, texts: map[string]string{f.Name: string(f.Text)}, records: map[any]*record{},
		literals: map[*cc.PostfixExpression]string{}, asms: map[string]string{}, hasBody: map[string]bool{}, internal: map[string]bool{}, exported: map[string]bool{}, linkages: map[string]ir.Linkage{}, oldStyle: map[string]bool{}, prototypes: map[string]int{},
		bodies: map[string]*cc.FunctionDefinition{}, asked: map[string]bool{}, copies: map[string]copies{}, tags: map[tagKey]*cc.StructOrUnionSpecifier{}, firsts: map[string]specifiers{}, visible: map[string]bool{}}
	if o.Debug {
		u.debug = newDebugInfo(u)
	}
	if o.Warn != nil {
		u.told = map[Warning]bool{}
	}
	saw := mentionsPlacement(f.Text)
	text, unicodes := findUnicode(respell(f.Text, o))
	u.unicodes = unicodes
	ast, read, err := u.readOnceOrTwice(f, text, o, &saw)
	if err != nil {
		var es Errors
		var one Error
		switch {
		case errors.As(err, &es):
		case errors.As(err, &one):
			es = Errors{one}
		default:
			es = placed(f.Name, text, err, parseErrors(f.Name, err), func(part []byte) bool {
				_, err := read(part)
				return lacksPlace(err)
			})
		}
		for i := range es {
			es[i].text = lineOf(u.texts, es[i].File, es[i].Line)
		}
		return nil, es
	}
	u.prepare(ast, saw)
	u.mendChoices(f, o, &saw)
	u.collect()
	return u, u.errs
}

// prepare finds what the parser keeps in the tree alone.
func (u *unit) prepare(ast *cc.AST, saw bool) {
	u.ast = ast
	u.autoTypes()
	u.refusePasted()
	u.packs.findBodies(ast.TranslationUnit)
	u.behind = behind{}
	u.behind.unit(ast.TranslationUnit)
	u.placed = placements{u, map[*cc.Declarator]placement{}, map[*cc.Declarator]placement{}}
	if saw {
		u.placed.find(ast.TranslationUnit)
	}
}

// parseSafely is parse, where a text that the parser does not survive is a mistake of the text.
func parseSafely(name string, src []byte, o Options, more string, pragma func([]cc.Token, int) error, saw *bool, texts map[string]string) (ast *cc.AST, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v", r)
		}
	}()
	return parse(name, src, o, more, pragma, saw, texts)
}

var (
	linePlace = regexp.MustCompile(`^(.*?):(\d+):(?:(\d+):)? ?(.*)$`)
	// What the parser says of a float of a type that it does not know.
	unreadFloat = regexp.MustCompile(`PrimaryExpressionFloat (\S+) FERR`)
	// What the parser says of the operand of &.
	notAnObject = regexp.MustCompile(`^(.+): internal error: \*cc\.\w+$`)
	// Where in the parser's own source a message was made.
	parserPlace = regexp.MustCompile(`\s*\((\w+\.go:\d+:\w*:?)+\)`)
)

// parseErrors are the errors of the parser that have a place or name a constant, a line each, without what it says of itself.
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
		if e.Msg == "" {
			e.Msg = "the text says that there is a mistake: #error"
		}
		if m := unreadFloat.FindStringSubmatch(e.Msg); m != nil {
			e.Msg = unreadConstant + m[1] + " is not supported"
		}
		if m := notAnObject.FindStringSubmatch(e.Msg); m != nil {
			e.Msg = m[1] + " is no object whose address can be taken"
		}
		if strings.HasPrefix(e.Msg, "TODO") || strings.HasPrefix(e.Msg, "internal error") {
			continue // without a place, see placed
		}
		if !seen[e] {
			seen[e] = true
			es = append(es, e)
		}
	}
	return es
}

func (u *unit) errorAt(p token.Position, msg string) {
	if len(u.errs) < maxErrors {
		if p.Filename == "" {
			p.Filename, p.Line, p.Column = u.name, 1, 1
		}
		u.errs = append(u.errs, Error{p.Filename, p.Line, max(p.Column, 1), msg, lineOf(u.texts, p.Filename, p.Line)})
	}
}

// origin is that of a place of the text.
func (u *unit) origin(p token.Position) ir.Origin {
	l := u.location(p)
	if o, ok := u.origins[l]; ok {
		return o
	}
	var o ir.Origin
	if p.Filename == u.m.File {
		o = u.m.SourceOrigin(ir.Position{Line: p.Line, Col: p.Column})
	} else {
		o = u.m.SourceOrigin(ir.Position{})
	}
	if p.Line > 0 && (p.Filename != u.m.File || u.debug != nil) {
		u.m.SetLocation(o, l)
	}
	u.origins[l] = o
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
		u.unsupported(nil, "values of type %s are not supported", t)
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
	u.unsupported(nil, "type %s is not supported", t)
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
			u.declared(f.Declarator)
			if !u.system(f.Declarator.Position().Filename) {
				u.try(func() { u.checkDefinition(f) })
			}
			u.noteLinkage(f.Declarator)
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
			if !u.system(d.Position().Filename) {
				u.try(func() { u.checkDeclaration(d.Declaration, false) })
			}
			if d.Declaration.Case != cc.DeclarationDecl {
				continue
			}
			for il := d.Declaration.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
				id := il.InitDeclarator
				decl := id.Declarator
				u.declared(decl)
				u.noteLinkage(decl)
				if decl.IsTypename() {
					continue
				}
				if id.Asm != nil {
					u.try(func() { u.labels[decl.Name()] = u.literal(id.Asm, id.Asm.Token3) })
				}
				if a := decl.Type().Attributes(); a != nil && a.Alias() != "" && id.Initializer == nil {
					u.aliases[decl.Name()] = a.Alias()
					u.otherNames = append(u.otherNames, otherName{decl.Name(), decl})
					continue
				}
				if isFunc(decl.Type()) || decl.IsExtern() && id.Initializer == nil {
					u.declares = append(u.declares, decl)
					continue
				}
				if _, ok := u.objects[decl.Name()]; !ok {
					u.order = append(u.order, decl.Name())
				}
				u.objects[decl.Name()] = append(u.objects[decl.Name()], id)
			}
		case cc.ExternalDeclarationAsmStmt:
			u.try(func() { u.fileAsm(d.AsmStatement.Asm) })
		}
	}
}

// declarations translates the unit: objects first, so that functions find their names.
func (u *unit) declarations() {
	u.keepTargets()
	for _, name := range u.order {
		if u.isCommon(name) {
			u.commonNames = append(u.commonNames, name)
			continue
		}
		u.try(func() { u.object(name) })
	}
	for _, f := range u.funcs {
		if name := f.Declarator.Name(); (!u.lazy(f.Declarator) || u.linkages[name].Used) && !u.packsArguments(name) {
			u.want(f.Declarator.Name())
		}
	}
	u.want(u.o.Entry)
	for len(u.wanted) > 0 {
		name := u.wanted[0]
		u.wanted = u.wanted[1:]
		f, pack := u.bodies[name], u.packings[name]
		if pack != nil {
			f = pack.of
		}
		u.try(func() { u.function(f, name, pack) })
	}
	if !u.o.Hosted {
		u.try(func() {
			if text := u.linkText(); text != "" {
				u.m.Asm = append(u.m.Asm, text)
			}
		})
	}
}

// unused looks for mistakes in the functions that are not translated, as nothing refers to them, by translating them into
// a module that nobody sees. What is only not supported is no mistake there, and headers of the system have none.
func (u *unit) unused() {
	v := *u
	v.m, v.debug, v.trial = ir.NewModule(), nil, true
	v.m.File = u.m.File
	v.origins, v.strings, v.statics, v.literals = map[ir.Location]ir.Origin{}, map[string]string{}, map[*cc.Declarator]string{}, map[*cc.PostfixExpression]string{}
	v.asms = map[string]string{}
	v.asked = maps.Clone(u.asked)
	for _, f := range u.funcs {
		if name := f.Declarator.Name(); u.lazy(f.Declarator) && !u.asked[name] && u.bodies[name] == f && !u.system(f.Declarator.Position().Filename) {
			v.try(func() { v.function(f, name, nil) })
		}
	}
	u.errs = v.errs
}

// want makes sure that a function is translated if the unit has its body.
func (u *unit) want(name string) {
	if u.bodies[name] != nil && !u.asked[name] {
		u.asked[name] = true
		u.wanted = append(u.wanted, name)
	}
}

// chosen is the definition of an object of file scope among its declarations, of the tentative ones the last.
func (u *unit) chosen(name string) *cc.InitDeclarator {
	all := u.objects[name]
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
	return def
}

// object translates an object of file scope: the definition, or the tentative ones together.
func (u *unit) object(name string) {
	def := u.chosen(name)
	u.decl = def
	u.checkObject(def.Declarator)
	x := u.data(u.linkName(name), def.Declarator, def.Initializer)
	x.Linkage = u.seen(u.linkages[name], name)
	if u.threadLocal(def.Declarator) && !u.o.Hosted {
		x.Linkage.Section = threadSection(x)
	}
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
	u.m.AddData(&ir.Data{Name: s, Const: true, Linkage: ir.Linkage{Binding: ir.Local}, Align: alignAttr(align), Pieces: []ir.DataPiece{{Bytes: b}}})
	return s
}

// function translates a definition; pack is nil if it is as it is written.
func (u *unit) function(d *cc.FunctionDefinition, name string, pack *packing) {
	decl := d.Declarator
	u.decl = decl
	ft, ok := decl.Type().(*cc.FunctionType)
	if !ok {
		u.fail(decl, "%s has no type of a function", decl.Name())
	}
	if d.DeclarationSpecifiers == nil {
		u.warn(decl, "the function %s has no type: a result of type int is assumed", decl.Name())
	}
	g := &fn{u: u, ft: ft, name: name, pack: pack, tokens: map[ir.Block]ir.Value{}, locals: map[*cc.Declarator]ir.Value{},
		lengths: map[cc.ExpressionNode]ir.Value{}, cases: map[*cc.LabeledStatement]ir.Block{}, labels: map[string]*label{}, dispatch: ir.NoBlock}
	u.in = g
	defer func() { u.in = nil }()
	params, results := u.signature(decl, ft)
	link := u.linkName(name)
	if pack != nil {
		for _, t := range pack.types {
			if !(isRecord(t) && u.sizeof(t) == 0) {
				params = append(params, u.param(decl, t))
			}
		}
	}
	if u.m.Func(link) != nil {
		u.fail(decl, "the function %s has the symbol %s, which another one has", decl.Name(), link)
	}
	g.f = u.m.AddFunc(link, params, results)
	g.f.Pos = u.position(decl)
	g.f.Linkage = u.seen(u.linkages[decl.Name()], decl.Name())
	if u.lazy(decl) || pack != nil { // another unit may define it, too
		g.f.Linkage.Binding, g.f.Linkage.Visibility = ir.Local, ir.DefaultVisibility
	}
	g.f.Variadic = ft.IsVariadic() && pack == nil
	if u.o.Checks {
		g.f.Attrs.SourceType = u.functionText(decl, ft)
	}
	c := u.copies[decl.Name()]
	g.f.Attrs.AlwaysInline, g.f.Attrs.NoInline = c.always, c.never && !c.always
	if u.debug != nil {
		u.debug.enterFunction(g, decl)
		defer func() { u.debug.scope = 0 }()
	}
	if u.words != nil {
		g.said = map[ir.Value]saying{}
		g.remarks = map[ir.Value]ir.Remark{}
		u.words.funcs[link], u.words.remarks[link] = g.said, g.remarks
		u.saySymbol(link, decl)
	}
	g.at(decl)
	entry := g.f.AddBlock(ir.Body)
	token := g.f.AddArg(entry, ir.Mem, ir.NoAnnot)
	g.entry = g.f.At(entry)
	body := g.block()
	g.start(body)
	g.noreturn = isNoreturn(d)
	g.blocks = findJumps(d.CompoundStatement)
	g.params(decl, ft)
	g.beginRestrict(ft, d.CompoundStatement)
	for _, p := range ft.Parameters() {
		g.captureSizes(p.Type())
	}
	g.parameterLengths(decl)
	g.findCarriers(d.CompoundStatement)
	g.beforeMain()
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
	if u.isLarge(ft.Result()) {
		params = append(params, ir.Param{Type: ir.Ptr, Name: "result"})
	}
	for _, p := range ft.Parameters() {
		t := p.Type().Decay()
		if isVoid(t) {
			break
		}
		u.checkLarge(n, t, n.Name())
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
	if u.isLarge(t) {
		return ir.Param{Type: ir.Ptr}
	}
	it, ok := u.valueIRType(t)
	if !ok {
		u.unsupported(n, "a parameter or result of type %s is not supported", t)
	}
	switch {
	case isRecord(t), intComplex(t):
		return ir.Param{Type: it, Annot: u.passing(t)}
	case wideInt(t):
		return ir.Param{Type: ir.Bytes(wideBytes), Annot: u.passing(t)}
	}
	return ir.Param{Type: it, Annot: claim(t)}
}

// params gives the parameters their slots.
func (g *fn) params(decl *cc.Declarator, ft *cc.FunctionType) {
	n := 0
	old := knr(decl)
	if g.u.isLarge(ft.Result()) {
		g.result = g.live().Param(0, g.o)
		n = 1
	}
	own := ownParameters(decl)
	for k, p := range ft.Parameters() {
		t := p.Type().Decay()
		if isVoid(t) {
			return
		}
		d := p.Declarator
		if k < len(own) && own[k] != nil {
			d = own[k]
		}
		if isRecord(t) && g.u.sizeof(t) == 0 {
			if d != nil {
				g.locals[d] = g.temp(t)
			}
			continue
		}
		if d != nil && g.u.debug == nil { // else debuggers would stop before all parameters are there
			g.at(d)
		}
		x := value{v: g.live().Param(n, g.o), t: t}
		n++
		if d != nil {
			g.say(x.v, d, t, false)
		}
		if old && !wideInt(t) {
			x.t = defaultPromotion(g.u, t)
			x = g.convert(x, t)
		}
		if d == nil {
			continue
		}
		s := g.named(d, ir.Variable{Param: true}, func() ir.Value { return g.temp(t) })
		g.locals[d] = s
		switch {
		case g.u.isLarge(t):
			g.copyObject(s, x.v, g.u.sizeof(t), g.u.alignof(t), 1)
		case isRecord(t), wideInt(t):
			g.store(x.v, s, g.u.sizeof(t), g.u.alignof(t))
		case isComplex(t):
			g.write(place{p: s, t: t, align: g.u.alignof(t)}, g.fromPair(x.v, t))
		default:
			g.write(place{p: s, t: t, align: g.u.alignof(t)}, x)
		}
		if isRecord(t) || d.AddressTaken() {
			g.declares(s, t)
		}
		if g.seals(d, t) {
			g.check("tuffy.const", s)
		}
	}
	if g.pack != nil {
		g.packParams(n)
	}
}

// ownParameters are the parameters that a definition names itself: its type may be that of an earlier one, which was for
// inlining alone.
func ownParameters(d *cc.Declarator) (all []*cc.Declarator) {
	dd := d.DirectDeclarator
	if dd == nil || dd.Case != cc.DirectDeclaratorFuncParam || dd.ParameterTypeList == nil {
		return nil
	}
	for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
		all = append(all, l.ParameterDeclaration.Declarator)
	}
	return all
}

// knr reports whether a function is defined without a prototype.
func knr(d *cc.Declarator) bool {
	dd := d.DirectDeclarator
	return dd != nil && dd.Case == cc.DirectDeclaratorFuncIdent
}

// isNoreturn reports whether a function is defined with _Noreturn.
func isNoreturn(d *cc.FunctionDefinition) bool {
	for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if s.FunctionSpecifier != nil && s.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn {
			return true
		}
	}
	return false
}

// returns tells that a function returns, if it is one that says that it does not (C11 6.7.4p8).
func (g *fn) returns() {
	if g.noreturn && g.u.o.Checks {
		g.check("tuffy.returns", g.text(g.name))
	}
}

// fallOff ends a body whose end control reaches: main returns 0, another function what nobody may use.
func (g *fn) fallOff() {
	if g.b == nil {
		return
	}
	g.returns()
	g.leavesLists()
	if len(g.f.Returns) == 0 {
		g.b.Ret(g.o, g.mem)
		return
	}
	if g.name == "main" && isInt(g.ft.Result()) {
		z, _ := g.passed(g.convert(value{v: g.int(0), t: g.u.ast.Int}, g.ft.Result()))
		g.b.Ret(g.o, z, g.mem)
		return
	}
	g.b.Ret(g.o, g.noResult(), g.mem)
}

// noResult is the result of a function that ends without one, which its caller may not use (C11 6.9.1p12).
func (g *fn) noResult() ir.Value {
	v := g.b.Poison(g.f.Returns[0].Type, g.o)
	if g.u.o.Checks {
		g.f.SetMark(g.f.Def(v), ir.Mark{Rule: ir.RuleMissingReturn, Type: g.name})
	}
	return v
}
