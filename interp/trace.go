package interp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

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
// Lines are written when there are many of them, when the program prints or reads, and when the run is over.
type tracer struct {
	w     *bufio.Writer
	o     TraceOptions
	shown *tracedInst  // what the open line is of
	step  int64        // of the open line
	open  *traceRecord // the open line as JSON
	line  []byte       // the open line as text, empty if there is none

	insts map[*ir.Func][]*tracedInst // by ir.Inst
	of    *ir.Func                   // whose list is in list
	list  []*tracedInst

	// The store at hand, between Before and After; one that ended the run has changed nothing.
	store *changed
	into  *memory.Alloc
	was   []memory.Byte

	legend memory.Legend // of the bytes in all lines of text
}

// tracedInst is what lines of an instruction have in common.
type tracedInst struct {
	frame             Frame
	text              string // function, block and instruction
	operands, results []tracedValue
	writes            bool
}

type tracedValue struct {
	v    ir.Value
	name string
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
	return &tracer{w: bufio.NewWriterSize(w, 1<<16), o: o, insts: map[*ir.Func][]*tracedInst{}}
}

// end completes the line that is open.
func (t *tracer) end() {
	switch {
	case t.open != nil:
		e := json.NewEncoder(t.w)
		e.SetEscapeHTML(false)
		// A writer's error shows where the trace is written.
		_ = e.Encode(t.open)
		t.open = nil
	case len(t.line) > 0:
		t.legend.Add(string(t.line))
		t.w.Write(append(t.line, '\n'))
		t.line = t.line[:0]
	}
}

// flush writes the lines that are complete.
func (t *tracer) flush() { t.w.Flush() }

// finish completes the line of the instruction that ended the run, and writes all lines, with the legend of the bytes in them.
func (t *tracer) finish() {
	t.end()
	if text := t.legend.String(); text != "" {
		fmt.Fprintln(t.w, text)
	}
	t.flush()
}

// inst is what is known of the instruction of s.
func (t *tracer) inst(s *Step) *tracedInst {
	f := s.Func
	if t.of != f {
		if t.insts[f] == nil {
			t.insts[f] = make([]*tracedInst, f.NumInsts())
		}
		t.of, t.list = f, t.insts[f]
	}
	x := t.list[s.Inst]
	if x != nil {
		return x
	}
	x = &tracedInst{frame: s.Place(), writes: f.Op(s.Inst).Is(ir.MemDef)}
	x.text = fmt.Sprintf(" %s %s: %s", ir.SymbolText(x.frame.Func), x.frame.Block, x.frame.Inst)
	n := s.w.number(f)
	for k := range f.NumOperands(s.Inst) {
		if v := f.Arg(s.Inst, k); f.TypeOf(v) != ir.Mem {
			x.operands = append(x.operands, tracedValue{v, n.Name(v)})
		}
	}
	for k := range f.NumResults(s.Inst) {
		if v := f.Result(s.Inst, k); f.TypeOf(v) != ir.Mem {
			x.results = append(x.results, tracedValue{v, n.Name(v)})
		}
	}
	t.list[s.Inst] = x
	return x
}

// begin opens the line of an instruction.
func (t *tracer) begin(s *Step, x *tracedInst) {
	t.end()
	t.shown = x
	if t.step = s.Number; !t.o.JSON {
		t.line = append(strconv.AppendInt(t.line, int64(s.Thread), 10), x.text...)
		return
	}
	fr := x.frame
	t.open = &traceRecord{
		Schema: "tuffy/step/1", Step: s.Number, Thread: s.Thread, Func: fr.Func, Block: fr.Block, Inst: fr.Inst,
		File: s.Func.Module.File, Line: fr.Pos.Line, Col: fr.Pos.Col,
	}
}

// Selects implements [Selector].
func (t *tracer) Selects(f *ir.Func, i ir.Inst) bool { return t.o.Show == nil || t.o.Show(f, i) }

// Before implements [Observer].
func (t *tracer) Before(s *Step) error {
	x := t.inst(s)
	t.begin(s, x)
	some := false
	for _, o := range x.operands {
		val, ok := s.Value(o.v)
		switch {
		case !ok:
			continue
		case t.o.JSON:
			t.open.Operands = append(t.open.Operands, named{o.name, FormatValue(val, s.w.space)})
			continue
		case some:
			t.line = append(t.line, ' ')
		default:
			t.line = append(t.line, "  ["...)
		}
		some = true
		t.line = append(append(t.line, o.name...), '=')
		t.line = appendValue(t.line, val, s.w.space)
	}
	if some {
		t.line = append(t.line, ']')
	}
	if t.store = nil; x.writes {
		t.beforeStore(s)
	}
	return nil
}

// After implements [Observer].
func (t *tracer) After(s *Step) error {
	x := t.inst(s)
	if t.open == nil && len(t.line) == 0 || s.Number != t.step || x != t.shown {
		t.end()
		// What returns without a result is not told again.
		if !s.hasAny(x.results) {
			return nil
		}
		if t.begin(s, x); t.o.JSON {
			t.open.Returned = true
		} else {
			t.line = append(t.line, "  returned"...)
		}
	}
	sep := "  → "
	for _, r := range x.results {
		val, ok := s.Value(r.v)
		switch {
		case !ok:
		case t.o.JSON:
			t.open.Results = append(t.open.Results, named{r.name, FormatValue(val, s.w.space)})
		default:
			t.line = appendValue(append(t.line, sep...), val, s.w.space)
			sep = ", "
		}
	}
	if t.store != nil {
		t.afterStore(s)
	}
	t.end()
	return nil
}

// hasAny reports whether one of the values is known.
func (s *Step) hasAny(list []tracedValue) bool {
	for _, x := range list {
		if _, ok := s.Value(x.v); ok {
			return true
		}
	}
	return false
}

// maxTraced is how many bytes of a store a trace shows.
const maxTraced = 32

// beforeStore keeps the bytes that an instruction will write, as far as its row of the opcode table tells which.
// What a library function writes, and lanes that go to several places, are not shown.
func (t *tracer) beforeStore(s *Step) {
	f, i := s.Func, s.Inst
	row := f.Op(i).Info()
	if row.Writes.Operand() < 0 {
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
	case ir.LenList:
		size = ir.VaListBytes
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
	t.store = nil
	text := func(to []byte, b []memory.Byte) []byte {
		for n, x := range b {
			if n > 0 {
				to = append(to, ' ')
			}
			if x.Kind == memory.Bits {
				to = append(to, hexDigits[x.Value>>4], hexDigits[x.Value&15])
			} else {
				to = append(to, x.String()...)
			}
		}
		if c.Size > maxTraced {
			to = append(to, " …"...)
		}
		return to
	}
	is := t.bytes(s, t.into, c.Offset, c.Size)
	if t.o.JSON {
		c.Before, c.After = string(text(nil, t.was)), string(text(nil, is))
		t.open.Stored = c
		return
	}
	t.line = strconv.AppendUint(append(t.line, "  alloc"...), uint64(c.Alloc), 10)
	t.line = strconv.AppendUint(append(t.line, '['), c.Offset, 10)
	t.line = strconv.AppendUint(append(t.line, ".."...), c.Offset+c.Size, 10)
	t.line = text(append(t.line, "): "...), t.was)
	t.line = text(append(t.line, " → "...), is)
}

const hexDigits = "0123456789abcdef"
