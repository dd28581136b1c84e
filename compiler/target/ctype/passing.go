package ctype

import "github.com/tuffy-ir/tuffy/ir"

// Param is a parameter or an argument. ByVal is a struct that is copied into the argument area
// whatever its class.
type Param struct {
	Type  Type
	ByVal bool
}

// Signature is what a call passes and takes. Results are the parts of the result: several are
// returned as the members of one struct that are eight bytes each.
type Signature struct {
	Params   []Param
	Results  []Type
	Variadic bool
}

// Piece is a value that a register holds and that is passed as some bytes of a parameter or result:
// of number Of, Size bytes from byte At.
type Piece struct {
	Of       int
	At, Size uint64
}

// Passing is how a list of values is passed: as pieces of parameters and results that have types of C.
type Passing struct {
	Signature       Signature
	Params, Results []Piece // in order of the values
}

// AddParam adds a parameter that is passed as pieces.
func (p *Passing) AddParam(t Type, pieces ...Piece) {
	p.Params = appendPieces(p.Params, len(p.Signature.Params), pieces)
	p.Signature.Params = append(p.Signature.Params, Param{Type: t})
}

// AddResult adds a result that is passed as pieces.
func (p *Passing) AddResult(t Type, pieces ...Piece) {
	p.Results = appendPieces(p.Results, len(p.Signature.Results), pieces)
	p.Signature.Results = append(p.Signature.Results, t)
}

func appendPieces(to []Piece, of int, pieces []Piece) []Piece {
	for _, x := range pieces {
		to = append(to, Piece{of, x.At, x.Size})
	}
	return to
}

// Scalar is the type and the one piece of a value that a register holds.
func Scalar(t ir.Type) (Type, Piece) {
	c := OfIR(t, 1, func(int) uint64 { return 1 })
	return c, Piece{Size: c.Size}
}

// Passings say how the functions of a module and their calls pass what is not passed as one scalar
// after the other. The zero Passings say nothing.
type Passings struct {
	own   map[*ir.Func]*Passing
	calls map[*ir.Func]map[ir.Inst]*Passing
}

// Own is how f is called, nil if Passings do not say.
func (p *Passings) Own(f *ir.Func) *Passing {
	if p == nil {
		return nil
	}
	return p.own[f]
}

// Call is how call i of f passes, nil if Passings do not say.
func (p *Passings) Call(f *ir.Func, i ir.Inst) *Passing {
	if p == nil {
		return nil
	}
	return p.calls[f][i]
}

// SetOwn says how f is called.
func (p *Passings) SetOwn(f *ir.Func, x *Passing) {
	if p.own == nil {
		p.own = map[*ir.Func]*Passing{}
	}
	p.own[f] = x
}

// SetCall says how call i of f passes.
func (p *Passings) SetCall(f *ir.Func, i ir.Inst, x *Passing) {
	if p.calls == nil {
		p.calls = map[*ir.Func]map[ir.Inst]*Passing{}
	}
	if p.calls[f] == nil {
		p.calls[f] = map[ir.Inst]*Passing{}
	}
	p.calls[f][i] = x
}

// Scalars is how values that registers hold are passed one by one.
func Scalars(params, results []ir.Type) *Passing {
	p := &Passing{}
	for _, t := range params {
		c, x := Scalar(t)
		p.AddParam(c, x)
	}
	for _, t := range results {
		c, x := Scalar(t)
		p.AddResult(c, x)
	}
	return p
}
