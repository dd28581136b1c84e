package interp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// TraceOptions say what a trace shows, and how. The zero value is every instruction as text.
type TraceOptions struct {
	JSON bool                             // a line of JSON each instead of a line of text
	Show func(f *ir.Func, i ir.Inst) bool // nil is all
}

// tracer prints a run.
// A line is begun before the instruction and ended after it, so that the last line of a run tells what ended it.
type tracer struct {
	w    *bufio.Writer
	o    TraceOptions
	open *traceRecord // whose line is not ended

	// The store at hand, between Before and After; one that ended the run has changed nothing.
	store *changed
	into  *memory.Alloc
	was   []memory.Byte
}

// traceRecord is a line of a trace. Its fields are those of the JSON form.
type traceRecord struct {
	Schema   string   `json:"schema"`
	Step     int64    `json:"step"`
	Thread   int      `json:"thread"`
	Func     string   `json:"func"`
	Block    string   `json:"block"`
	Inst     string   `json:"inst"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`
	Col      int      `json:"col,omitempty"`
	Returned bool     `json:"returned,omitempty"` // the results of a call, after the lines of the callee
	Operands []named  `json:"operands,omitempty"`
	Results  []named  `json:"results,omitempty"`
	Stored   *changed `json:"stored,omitempty"`
}

type named struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// changed are the bytes of a store before and after it, in the four states.
type changed struct {
	Alloc  uint32 `json:"alloc"`
	Name   string `json:"name,omitempty"`
	Offset uint64 `json:"offset,string"`
	Size   uint64 `json:"size,string"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// NewTracer returns an observer that writes a line for each instruction: thread, function,
// block, the instruction as printed, its operands and its results, and the bytes that a store changed. The results
// of a call of a function of the module come in a second line, after those of the callee.
func NewTracer(w io.Writer, o TraceOptions) Selector {
	return &tracer{w: bufio.NewWriterSize(w, 1<<16), o: o}
}

// end writes the line that is open, which is the last one if its instruction ended the run.
func (t *tracer) end() {
	if t.open != nil {
		if t.o.JSON {
			e := json.NewEncoder(t.w)
			e.SetEscapeHTML(false)
			// A writer's error shows where the trace is written.
			_ = e.Encode(t.open)
		} else {
			t.w.WriteString(t.open.text() + "\n")
		}
		t.open = nil
	}
	t.w.Flush()
}

// text is the record as a line of text.
func (r *traceRecord) text() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%d %s %s: %s", r.Thread, ir.SymbolText(r.Func), r.Block, r.Inst)
	sep := "  ["
	for _, o := range r.Operands {
		fmt.Fprintf(&s, "%s%s=%s", sep, o.Name, o.Value)
		sep = " "
	}
	if sep == " " {
		s.WriteByte(']')
	}
	if r.Returned {
		s.WriteString("  returned")
	}
	sep = "  → "
	for _, x := range r.Results {
		s.WriteString(sep + x.Value)
		sep = ", "
	}
	if c := r.Stored; c != nil {
		fmt.Fprintf(&s, "  alloc%d[%d..%d): %s → %s", c.Alloc, c.Offset, c.Offset+c.Size, c.Before, c.After)
	}
	return s.String()
}

// record begins the line of an instruction.
func (t *tracer) record(s *Step) *traceRecord {
	fr := s.Place()
	return &traceRecord{
		Schema: "tuffy/step/1", Step: s.Number, Thread: s.Thread, Func: fr.Func, Block: fr.Block, Inst: fr.Inst,
		File: s.Func.Module.File, Line: fr.Pos.Line, Col: fr.Pos.Col,
	}
}

// Selects implements [Selector].
func (t *tracer) Selects(f *ir.Func, i ir.Inst) bool { return t.o.Show == nil || t.o.Show(f, i) }

// Before implements [Observer].
func (t *tracer) Before(s *Step) error {
	t.end()
	t.open = t.record(s)
	n := s.w.number(s.Func)
	for k := range s.Func.NumOperands(s.Inst) {
		v := s.Func.Arg(s.Inst, k)
		if val, ok := s.Value(v); ok && s.Func.TypeOf(v) != ir.Mem {
			t.open.Operands = append(t.open.Operands, named{n.Name(v), FormatValue(val, s.w.space)})
		}
	}
	t.beforeStore(s)
	return nil
}

// After implements [Observer].
func (t *tracer) After(s *Step) error {
	var res []named
	n := s.w.number(s.Func)
	for k := range s.Func.NumResults(s.Inst) {
		v := s.Func.Result(s.Inst, k)
		if val, ok := s.Value(v); ok && s.Func.TypeOf(v) != ir.Mem {
			res = append(res, named{n.Name(v), FormatValue(val, s.w.space)})
		}
	}
	if t.open == nil || s.Number != t.open.Step {
		t.end()
		if len(res) == 0 {
			return nil
		}
		t.open = t.record(s)
		t.open.Returned = true
	}
	t.open.Results = res
	t.afterStore(s)
	t.end()
	return nil
}

// maxTraced is how many bytes of a store a trace shows.
const maxTraced = 32

// beforeStore keeps the bytes that an instruction will write, as far as its row of the opcode table tells which.
// What a library function writes, and lanes that go to several places, are not shown.
func (t *tracer) beforeStore(s *Step) {
	t.store = nil
	f, i := s.Func, s.Inst
	row := f.Op(i).Info()
	if !f.Op(i).Is(ir.MemDef) || row.Writes.Operand() < 0 {
		return
	}
	v, _ := s.Value(f.Arg(i, row.Writes.Operand()))
	p, ok := v.(Ptr)
	if !ok {
		return
	}
	var size uint64
	switch row.Len {
	case ir.LenValue:
		size = s.w.sizeIn(f.TypeOf(f.Accessed(i)), uint64(f.Attr(i).N))
	case ir.LenC:
		v, _ := s.Value(f.Arg(i, 2))
		n, ok := v.(Int)
		if !ok || n.V.Sign() < 0 || n.V.BitLen() > 63 {
			return
		}
		size = n.V.Low64()
	default:
		return
	}
	a, off, flt := s.w.mem.Check(p.Pointer, size, 0, true)
	if flt != nil || size == 0 {
		return
	}
	t.was, t.into = t.bytes(s, a, off, size), a
	t.store = &changed{Alloc: uint32(a.ID), Name: a.Name, Offset: off, Size: size}
}

// bytes reads as many bytes as are shown.
func (t *tracer) bytes(s *Step, a *memory.Alloc, off, size uint64) []memory.Byte {
	b := make([]memory.Byte, min(size, maxTraced))
	s.w.mem.ReadBytes(a, off, b)
	return b
}

// afterStore completes the change.
func (t *tracer) afterStore(s *Step) {
	c := t.store
	if c == nil {
		return
	}
	text := func(b []memory.Byte) string {
		var parts []string
		for _, x := range b {
			parts = append(parts, x.String())
		}
		if c.Size > maxTraced {
			parts = append(parts, "…")
		}
		return strings.Join(parts, " ")
	}
	c.Before, c.After = text(t.was), text(t.bytes(s, t.into, c.Offset, c.Size))
	t.open.Stored, t.store = c, nil
}
