package c

import (
	"bytes"
	"strconv"

	"modernc.org/cc/v4"
)

// packs are the `#pragma pack` of a unit in the order of the text.
type packs struct {
	stack  []int64
	now    int64
	all    []packAt
	bodies []int // the tokens that the bodies of functions begin with
}

// packAt is a limit that holds from a token on.
type packAt struct {
	tokens int // how many stand before it
	limit  int64
}

// handle reads a pragma that stands behind so many tokens of the unit.
func (p *packs) handle(toks []cc.Token, before int) error {
	var words []string
	for _, t := range toks {
		if s := t.SrcStr(); s != "" && s != " " && s != "\n" {
			words = append(words, s)
		}
	}
	for len(words) > 0 && (words[0] == "#" || words[0] == "pragma") {
		words = words[1:]
	}
	if len(words) == 0 || words[0] != "pack" {
		return nil
	}
	for i, w := range words {
		switch w {
		case "push":
			p.stack = append(p.stack, p.now)
		case "pop":
			if n := len(p.stack); n > 0 {
				p.now, p.stack = p.stack[n-1], p.stack[:n-1]
			}
		case ")":
			if i == 2 {
				p.now = 0
			}
		default:
			if n, err := strconv.ParseInt(w, 10, 32); err == nil {
				p.now = n
			}
		}
	}
	p.all = append(p.all, packAt{before, p.now})
	return nil
}

// injected is how many tokens the parser adds at the beginning of the body of a function: the declaration of __func__,
// and a number that it leaves out.
const injected = 10

// packAt is the limit of alignments at a token, 0 for none. What counts is the order in which files are read: a header may
// set the limit for who includes it, or be included once for each of two limits.
func (u *unit) packAt(t cc.Token) int64 {
	if len(u.packs.all) == 0 {
		return 0
	}
	n := t.Seq()
	for _, body := range u.packs.bodies {
		if body < t.Seq() {
			n -= injected
		}
	}
	limit := int64(0)
	for _, a := range u.packs.all {
		if a.tokens < n {
			limit = a.limit
		}
	}
	return limit
}

// tokenCounter counts the tokens that a preprocessor writes.
type tokenCounter int

func (c *tokenCounter) Write(b []byte) (int, error) {
	if len(bytes.TrimSpace(b)) > 0 {
		*c++
	}
	return len(b), nil
}

// findBodies notes where the bodies of functions begin.
func (p *packs) findBodies(l *cc.TranslationUnit) {
	for ; l != nil; l = l.TranslationUnit {
		if d := l.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
			p.bodies = append(p.bodies, d.FunctionDefinition.CompoundStatement.Token.Seq())
		}
	}
}
