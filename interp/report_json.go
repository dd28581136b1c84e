package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/memory"
)

// The JSON forms of reports and outcomes. Field names are stable; values are written as
// [FormatValue] does.
// Adding a field is allowed, renaming one is not; a field that has nothing to say is left out.

type frameRecord struct {
	Func   string `json:"func"`
	File   string `json:"file,omitempty"`
	Block  string `json:"block,omitempty"`
	Inst   string `json:"inst,omitempty"`
	Line   int    `json:"line,omitempty"`
	Col    int    `json:"col,omitempty"`
	Text   string `json:"text,omitempty"` // of the line, in reports
	Source string `json:"source,omitempty"`
}

type operandRecord struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type causeRecord struct {
	Kind     string          `json:"kind"`
	Detail   string          `json:"detail,omitempty"`
	At       *frameRecord    `json:"at,omitempty"`
	Operands []operandRecord `json:"operands,omitempty"`
	Elided   int             `json:"elided,omitempty"`
}

type accessRecord struct {
	Kind    string `json:"kind"`
	Pointer string `json:"pointer"`
	Size    uint64 `json:"size,string"` // of 64 bits, which readers with floats would round
	Align   uint64 `json:"align,string,omitempty"`
	Alloc   uint32 `json:"alloc,omitempty"`
	State   string `json:"state,omitempty"`
	Dump    string `json:"dump,omitempty"`
}

type ubRecord struct {
	Code     string          `json:"code"`
	Name     string          `json:"name"`
	Message  string          `json:"message"`
	At       *frameRecord    `json:"at"`
	Times    int             `json:"times,omitempty"` // how often the instruction had it, if more than once
	Stack    []frameRecord   `json:"stack,omitempty"`
	Thread   int             `json:"thread,omitempty"`
	Operands []operandRecord `json:"operands,omitempty"`
	Cause    []causeRecord   `json:"cause,omitempty"`
	Access   *accessRecord   `json:"access,omitempty"`
	Other    *frameRecord    `json:"other,omitempty"`
	Fallback string          `json:"fallback,omitempty"`
	InSource *SourceReport   `json:"in_source,omitempty"` // in the words of the source language
}

type eventRecord struct {
	Name    string      `json:"name"`
	Args    []string    `json:"args,omitempty"`
	Read    []string    `json:"read,omitempty"`
	Results []string    `json:"results,omitempty"`
	At      frameRecord `json:"at"`
}

type leakRecord struct {
	Alloc   uint32        `json:"alloc"`
	Times   int           `json:"times"`
	Lost    int           `json:"lost"`
	Size    uint64        `json:"size,string"`
	State   string        `json:"state"`
	Birth   *frameRecord  `json:"birth,omitempty"`
	Holders []string      `json:"holders,omitempty"`
	Source  *SourceObject `json:"in_source,omitempty"`
}

type lifeRecord struct {
	Alloc uint32       `json:"alloc"`
	What  string       `json:"what"`
	Made  string       `json:"made,omitempty"`
	Ended string       `json:"ended,omitempty"`
	Deeds []deedRecord `json:"deeds,omitempty"`
}

type deedRecord struct {
	What  string       `json:"what"`
	At    *frameRecord `json:"at"`
	Times int          `json:"times"`
	Lo    uint64       `json:"lo,string,omitempty"`
	Hi    uint64       `json:"hi,string,omitempty"`
	Why   string       `json:"why,omitempty"`
}

type outcomeRecord struct {
	Kind     string        `json:"kind"`
	Values   []string      `json:"values,omitempty"`
	ExitCode *int          `json:"exit_code,omitempty"`
	UB       *ubRecord     `json:"ub,omitempty"`
	Reports  []ubRecord    `json:"reports,omitempty"`
	Dropped  int           `json:"dropped,omitempty"`
	Reason   string        `json:"reason,omitempty"`
	At       *frameRecord  `json:"at,omitempty"`
	Events   []eventRecord `json:"events,omitempty"`
	Steps    int64         `json:"steps"`
	Leaks    []leakRecord  `json:"leaks,omitempty"`
	Life     *lifeRecord   `json:"life,omitempty"`
}

// record is the frame's JSON form.
func (fr Frame) record() frameRecord {
	r := frameRecord{Func: fr.Func, Block: fr.Block, Inst: fr.Inst, Line: fr.Pos.Line, Col: fr.Pos.Col}
	if fr.fn != nil {
		r.File = fr.fn.Module.File
	}
	if fr.Location != nil {
		r.Source = locationText(*fr.Location)
	}
	return r
}

// recordOf is record, with the line of the text, for a frame that may be missing. Looking for a line is linear in
// the text, so events have none.
func recordOf(fr *Frame) *frameRecord {
	if fr == nil {
		return nil
	}
	r := fr.record()
	r.Text, _ = fr.sourceLine()
	return &r
}

// operandRecords are names and values as texts.
func operandRecords(ops []Operand) []operandRecord {
	var out []operandRecord
	for _, o := range ops {
		out = append(out, operandRecord{o.Name, FormatValue(o.Value, o.space)})
	}
	return out
}

// records are the steps from the birth on; nil of no cause.
func (c *Cause) records() []causeRecord {
	var out []causeRecord
	for _, s := range c.steps() {
		r := causeRecord{Kind: s.Kind.String(), Detail: s.Detail, Operands: operandRecords(s.Operands), Elided: s.Elided}
		if fr, ok := s.frame(); ok {
			r.At = recordOf(&fr)
		}
		out = append(out, r)
	}
	return out
}

// Record is the report as a value that encoding/json writes; the cause lists the steps from
// the birth on.
// It holds what Text writes, part by part.
func (u *UB) Record() any { return u.record() }

// record is the report's JSON form; pointers are written without names, which operands have.
func (u *UB) record() ubRecord {
	r := ubRecord{
		Code: u.Code.ID(), Name: u.Code.Slug(), Message: u.Message, At: recordOf(&u.Where), Thread: u.Thread,
		Operands: operandRecords(u.Operands), Cause: u.Cause.records(), Other: recordOf(u.Other), Fallback: u.Fallback, InSource: u.Source,
	}
	for _, fr := range u.Stack {
		r.Stack = append(r.Stack, fr.record())
	}
	if a := u.Access; a != nil {
		r.Access = &accessRecord{a.Kind, formatPointer(a.Pointer, nil), a.Size, a.Align, uint32(a.Alloc), a.State, a.Dump}
	}
	return r
}

// Record is the outcome as a value that encoding/json writes.
func (o *Outcome) Record() any {
	r := outcomeRecord{Kind: o.Kind.String(), Values: valueTexts(o.Values, o.Space), Dropped: o.Dropped, Reason: o.Reason, At: recordOf(o.Where), Steps: o.Steps}
	if o.Kind == Exited {
		r.ExitCode = &o.ExitCode
	}
	if o.UB != nil {
		u := o.UB.record()
		r.UB = &u
	}
	for _, u := range o.Reports {
		x := u.record()
		if u.Times > 1 {
			x.Times = u.Times
		}
		r.Reports = append(r.Reports, x)
	}
	for _, l := range o.Leaks {
		r.Leaks = append(r.Leaks, leakRecord{uint32(l.Alloc), l.Times, l.Lost, l.Size, l.State, recordOf(l.Birth), l.Holders, l.Source})
	}
	if l := o.Life; l != nil {
		r.Life = &lifeRecord{Alloc: uint32(l.Alloc), What: l.What, Made: l.Made, Ended: l.Ended}
		for _, d := range l.Deeds {
			r.Life.Deeds = append(r.Life.Deeds, deedRecord{d.What, recordOf(&d.Where), d.Times, d.Lo, d.Hi, d.Why})
		}
	}
	for _, e := range o.Events {
		ev := eventRecord{Name: e.Name, Args: valueTexts(e.Args, o.Space), Results: valueTexts(e.Results, o.Space), At: e.Frame.record()}
		for _, b := range e.Read {
			ev.Read = append(ev.Read, fmt.Sprintf("%q", b))
		}
		r.Events = append(r.Events, ev)
	}
	return r
}

// valueTexts are values as reports write them.
func valueTexts(vals []Value, space *memory.Space) []string {
	var out []string
	for _, v := range vals {
		out = append(out, FormatValue(v, space))
	}
	return out
}
