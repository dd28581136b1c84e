package c

import (
	"reflect"
	"strings"
	"sync"

	"modernc.org/cc/v4"
)

// walkTree calls visit for each node at and below n, before those below it; what visit returns is called behind them,
// unless it is nil. The tree has a hundred types of nodes, hence reflection; what a node refers to elsewhere is in
// fields that are not exported.
func walkTree(n cc.Node, visit func(n cc.Node) (leave func())) { walkValue(reflect.ValueOf(n), visit) }

var tokenType = reflect.TypeFor[cc.Token]()

func walkValue(v reflect.Value, visit func(n cc.Node) (leave func())) {
	var leave func()
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		if v.Kind() == reflect.Pointer {
			if n, ok := v.Interface().(cc.Node); ok {
				leave = visit(n)
			}
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct && v.Type() != tokenType {
		for _, i := range nodeFields(v.Type()) {
			walkValue(v.Field(i), visit)
		}
	}
	if leave != nil {
		leave()
	}
}

// fieldsOf are the answers of nodeFields: most of a walk would be looking them up.
var fieldsOf sync.Map

// nodeFields are the fields of a type that may lead to nodes.
func nodeFields(t reflect.Type) []int {
	if known, ok := fieldsOf.Load(t); ok {
		return known.([]int)
	}
	var all []int
	for i := range t.NumField() {
		f := t.Field(i)
		switch f.Type.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Struct:
			if f.IsExported() && !f.Anonymous && f.Type != tokenType {
				all = append(all, i)
			}
		}
	}
	fieldsOf.Store(t, all)
	return all
}

// autoTypes makes declarations with __auto_type, to which the parser gives a form of their own, declarations as others are.
func (u *unit) autoTypes() {
	if !u.mentions("__auto_type") {
		return
	}
	walkTree(u.ast.TranslationUnit, func(n cc.Node) func() {
		if d, ok := n.(*cc.Declaration); ok && d.Case == cc.DeclarationAuto {
			id := &cc.InitDeclarator{Case: cc.InitDeclaratorInit, Declarator: d.Declarator, Initializer: d.Initializer, Token: d.Token2}
			d.Case, d.InitDeclaratorList = cc.DeclarationDecl, &cc.InitDeclaratorList{InitDeclarator: id}
			d.Declarator, d.Initializer = nil, nil
		}
		return nil
	})
}

// mentions reports whether a word stands in a text that was read.
func (u *unit) mentions(word string) bool {
	for _, text := range u.texts {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// refusePasted refuses operators that ## made of two others: the parser takes them for the first.
func (u *unit) refusePasted() {
	if !u.mentions("##") {
		return
	}
	walkTree(u.ast.TranslationUnit, func(n cc.Node) func() {
		var op cc.Node
		switch n := n.(type) {
		case *cc.AssignmentExpression:
			op = n.Token
		case cc.ExpressionNode:
			op = opNode(n)
		}
		if t, ok := op.(cc.Token); ok && t.Ch > ' ' && t.Ch < 0x80 && len(t.Src()) > 1 {
			u.errorAt(t.Position(), "the operator "+t.SrcStr()+" that ## makes is not supported")
		}
		return nil
	})
}

// misplaced are the mistakes that the parser's types do not survive and that it tells no place of: assignments to what
// is no object, and labels that stand twice.
func misplaced(tree cc.Node) (es Errors) {
	constants := map[string]bool{}
	var labels map[string]bool
	add := func(n cc.Node, msg string) {
		p := n.Position()
		es = append(es, Error{File: p.Filename, Line: p.Line, Col: p.Column, Msg: msg})
	}
	walkTree(tree, func(n cc.Node) func() {
		switch n := n.(type) {
		case *cc.Enumerator:
			constants[n.Token.SrcStr()] = true
		case *cc.FunctionDefinition:
			labels = map[string]bool{}
		case *cc.LabeledStatement:
			if name := n.Token.SrcStr(); n.Case == cc.LabeledStatementLabel {
				if labels[name] {
					add(n, "the label "+name+" is defined twice")
				}
				labels[name] = true
			}
		case *cc.AssignmentExpression:
			if n.Case != cc.AssignmentExpressionCond && n.UnaryExpression != nil && noObject(n.UnaryExpression, constants) {
				add(n.UnaryExpression, "this is no object that can be assigned")
			}
		}
		return nil
	})
	return es
}

// noObject reports whether an expression designates none whatever its names mean, but for the constants.
func noObject(n cc.ExpressionNode, constants map[string]bool) bool {
	switch n := n.(type) {
	case *cc.ExpressionList:
		return n.ExpressionList != nil || noObject(n.AssignmentExpression, constants)
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return noObject(n.ExpressionList, constants)
		case cc.PrimaryExpressionIdent:
			return constants[n.Token.SrcStr()]
		case cc.PrimaryExpressionGeneric, cc.PrimaryExpressionStmt:
			return false
		}
		return true
	case *cc.PostfixExpression:
		return n.Case == cc.PostfixExpressionCall || n.Case == cc.PostfixExpressionInc || n.Case == cc.PostfixExpressionDec
	case *cc.UnaryExpression:
		return n.Case != cc.UnaryExpressionDeref && n.Case != cc.UnaryExpressionReal && n.Case != cc.UnaryExpressionImag
	}
	return false
}
