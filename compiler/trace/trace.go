// Package trace holds what a run of the optimizer records: a line of JSON for each rewrite that
// fired, after a line that says which pipeline ran on which program (RFC rewrite trace) and before
// one that says how many there were and which program came out.
//
// A trace is written while passes run and read whole or line by line. Recording, replaying and
// bisecting are decisions of the pass manager (package pass); this package only knows the format,
// compares traces and renders reports from them.
package trace

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/tuffy-ir/tuffy/internal/jsontext"
	"github.com/tuffy-ir/tuffy/ir"
)

// Mode is how much a trace holds.
type Mode string

// The modes of --emit-trace.
const (
	None      Mode = "none"      // nothing
	Decisions Mode = "decisions" // which rule fired where, and why it was allowed
	Full      Mode = "full"      // also what was known, and the instructions before and after
)

// ParseMode reads a mode.
// The empty string is no mode.
func ParseMode(s string) (Mode, error) {
	switch m := Mode(s); m {
	case None, Decisions, Full:
		return m, nil
	}
	return "", fmt.Errorf("trace mode %q: expected none, decisions or full", s)
}

// Codegen is the stage of the decisions that the backend makes: legalization, selection, allocation, layout. They follow
// from the program and the target alone, so that a replay makes them again without the trace.
const Codegen = "codegen"

// Schema, Format and Version identify the files that this package writes.
const (
	Schema  = "tuffy/trace/2" // of every line, docs/reference/schema/trace.json
	Format  = "tuffy-trace"
	Version = 2
)

// Header is the first line of a trace.
// It has what a replay needs: whether the program and the pipeline are those that the trace was made with.
// Unknown fields are allowed here, see decode.
type Header struct {
	Schema   string          `json:"schema"` // [Schema]
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	Mode     Mode            `json:"mode"`
	Compiler string          `json:"compiler,omitempty"` // its version and revision
	Target   string          `json:"target,omitempty"`   // triple, of a run that makes machine code
	Options  []string        `json:"options,omitempty"`  // that were given and decide about rewrites, as on a command line
	Rewrites string          `json:"rewrites,omitempty"` // of --rewrites
	Time     string          `json:"time,omitempty"`     // RFC 3339, only if it was asked for
	Rules    string          `json:"rules"`              // SHA-256 of the passes with their rewrites
	Input    string          `json:"input"`              // SHA-256 of the text of the program
	Pipeline json.RawMessage `json:"pipeline"`
}

// Digest identifies the text of a program: its SHA-256.
// It is of the text as printed, so two programs that print alike are one to a trace.
func Digest(m *ir.Module) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(m.Canonical()))) }

// footer is the last line of a trace. It tells a whole trace from one that was cut between lines.
type footer struct {
	End    *int   `json:"end"`    // how many entries there are
	Output string `json:"output"` // [Digest] of the optimized program
}

// Fact is something that a rewrite relied on.
// Facts are compared without names, see [Fact.Same]: a replay asks whether the same is known again.
type Fact struct {
	Kind  string `json:"kind"` // const, range, annotation, trip_count, …
	Name  string `json:"name,omitempty"`
	Value string `json:"value"`
	// What Value says, by type. Numbers are decimal digits, since they may have any size; bits are hexadecimal.
	Min        string   `json:"min,omitempty"`
	Max        string   `json:"max,omitempty"`
	KnownZeros string   `json:"known_zeros,omitempty"`
	KnownOnes  string   `json:"known_ones,omitempty"`
	Properties []string `json:"properties,omitempty"` // of a constant: is_power_of_2, is_negative, is_zero
}

// Decision says why a rewrite was allowed.
type Decision struct {
	Kind      string `json:"kind"` // equivalence, refinement
	Proof     string `json:"proof_ref,omitempty"`
	Cost      *Cost  `json:"cost,omitempty"`
	Threshold string `json:"threshold,omitempty"`
}

// Cost is what a heuristic compared. It has no model of time: Saves says what is assumed to be worth it.
type Cost struct {
	Unit   string `json:"unit"`   // of the numbers: instructions, slots, writes
	Before int    `json:"before"` // without the rewrite
	After  int    `json:"after"`
	Limit  int    `json:"limit,omitempty"` // that After may not exceed; 0 if there is none
	Saves  string `json:"saves"`
}

// Hash says which rewrite an entry is, whichever others fired (see package pass).
// It is text in hexadecimal, as JSON numbers beyond 2^53 are not exact everywhere.
type Hash uint64

// MarshalText writes h in hexadecimal.
func (h Hash) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%016x", uint64(h)), nil }

// UnmarshalText reads what MarshalText writes.
// All 16 digits must be there, so that each hash has one text.
func (h *Hash) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 16, 64)
	if err != nil || len(text) != 16 {
		return fmt.Errorf("hash %q: expected 16 hexadecimal digits", text)
	}
	*h = Hash(n)
	return nil
}

// Entry is one rewrite. Hash is which one it is: entries of two runs, or of two versions of a program, with equal
// hashes are the same decision. Everything that names a place is for people.
type Entry struct {
	Seq       int       `json:"seq"`     // from 1
	Hash      Hash      `json:"hash"`    // which rewrite it is (package pass): Pattern, and which of those that have an equal one
	Pattern   Hash      `json:"pattern"` // function, pass, rule, edge, origin, and what the rule matched, with the shapes of the operands
	Rule      string    `json:"rule"`
	Pass      string    `json:"pass"`
	Stage     string    `json:"stage"`
	Iteration int       `json:"iteration"` // of the stage, from 1
	Function  string    `json:"function"`
	Region    string    `json:"region,omitempty"`
	At        string    `json:"at,omitempty"`   // the instruction or block, by name
	Edge      int       `json:"edge,omitempty"` // of the terminator that At is, from 1; 0 if it is about all of it
	Context   []Fact    `json:"context,omitempty"`
	Before    *Fragment `json:"before,omitempty"`
	After     *Fragment `json:"after,omitempty"`
	Decision  Decision  `json:"decision"`
}

// Heading is when, where and what an entry is, for people.
func (e *Entry) Heading() string {
	return fmt.Sprintf("%s/%d %s: %s/%s %s", e.Stage, e.Iteration, e.Function, e.Pass, e.Rule, e.Where())
}

// Where is the instruction or block that an entry is about, with the edge if it is about one.
func (e *Entry) Where() string {
	if e.Edge == 0 {
		return e.At
	}
	return fmt.Sprintf("%s edge %d", e.At, e.Edge)
}

// Writer writes a trace. The first error sticks and is returned by Close.
type Writer struct {
	w     *bufio.Writer
	enc   *json.Encoder
	array bool // not by lines
	n     int  // entries so far
	err   error
}

// NewWriter writes the header of a trace by lines.
// An error is kept for Close. Nothing is written to w before the buffer is full, or Close.
func NewWriter(w io.Writer, h Header) *Writer { return newWriter(w, h, false) }

// NewArrayWriter is [NewWriter] for a trace that is one JSON array: of the header, the entries, and the footer.
func NewArrayWriter(w io.Writer, h Header) *Writer { return newWriter(w, h, true) }

func newWriter(w io.Writer, h Header, array bool) *Writer {
	h.Schema, h.Format, h.Version = Schema, Format, Version
	t := &Writer{w: bufio.NewWriter(w), array: array}
	t.enc = json.NewEncoder(t.w)
	t.enc.SetEscapeHTML(false)
	t.text("[\n")
	t.encode(h)
	return t
}

// text writes what an array has around its elements.
func (t *Writer) text(s string) {
	if t.array && t.err == nil {
		_, t.err = t.w.WriteString(s)
	}
}

func (t *Writer) encode(v any) {
	if t.err == nil {
		t.err = t.enc.Encode(v)
	}
}

// Write appends an entry.
// The entry is written at once and may be changed afterwards.
func (t *Writer) Write(e *Entry) {
	t.n++
	t.text(",")
	t.encode(e)
}

// Entries is how many entries were written.
func (t *Writer) Entries() int { return t.n }

// Close writes the last line, which holds the [Digest] of the optimized program, and returns the
// first error there was. A trace that is not closed reads as cut.
func (t *Writer) Close(output string) error {
	t.text(",")
	t.encode(footer{End: &t.n, Output: output})
	t.text("]\n")
	if err := t.w.Flush(); t.err == nil {
		t.err = err
	}
	return t.err
}

// Trace is a whole trace in memory.
type Trace struct {
	Header  Header
	Entries []Entry
	Output  string // [Digest] of the optimized program
}

// maxLine bounds a line of a trace, in bytes.
// An entry holds the instructions of one rewrite; a longer line is no trace of ours.
const maxLine = 64 << 20

// Read reads a trace. Errors name the line, and what was expected there.
// A whole trace ends with its footer; anything else was cut, or written by a run that was stopped.
// Entries are kept in memory whole; maxLine bounds one of them and nothing bounds their number.
func Read(name string, r io.Reader) (*Trace, error) {
	b := bufio.NewReader(r)
	next := lines(b)
	if first, err := b.Peek(1); err == nil && first[0] == '[' {
		next = elements(b)
	}
	t := &Trace{}
	line, ended := 0, false
	for {
		text, err := next()
		if err == io.EOF {
			break
		}
		line++
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		if len(text) == 0 {
			continue
		}
		if t.Header.Format == "" {
			if err := decode(text, &t.Header, false); err != nil {
				return nil, fmt.Errorf("%s:%d: expected the header of a trace, which tuffy opt --trace=FILE writes: %w", name, line, err)
			}
			if t.Header.Format != Format {
				return nil, fmt.Errorf("%s:%d: format %q: expected %q; write traces with --emit-trace", name, line, t.Header.Format, Format)
			}
			if t.Header.Version != Version {
				return nil, fmt.Errorf("%s:%d: version %d: this program reads version %d", name, line, t.Header.Version, Version)
			}
			continue
		}
		if ended {
			return nil, fmt.Errorf("%s:%d: more text after the last line of the trace", name, line)
		}
		var l struct {
			Entry
			footer
		}
		if err := decode(text, &l, true); err != nil {
			return nil, fmt.Errorf("%s:%d: expected a trace entry: %w", name, line, err)
		}
		e := l.Entry
		if l.End != nil {
			if *l.End != len(t.Entries) {
				return nil, fmt.Errorf("%s:%d: the trace had %d entries and has %d: lines are missing", name, line, *l.End, len(t.Entries))
			}
			if b, err := hex.DecodeString(l.Output); err != nil || len(b) != sha256.Size {
				return nil, fmt.Errorf("%s:%d: output %q: expected a SHA-256 digest", name, line, l.Output)
			}
			t.Output, ended = l.Output, true
			continue
		}
		if e.Seq != len(t.Entries)+1 {
			return nil, fmt.Errorf("%s:%d: entry %d where %d was expected: lines are missing or out of order", name, line, e.Seq, len(t.Entries)+1)
		}
		t.Entries = append(t.Entries, e)
	}
	if t.Header.Format == "" {
		return nil, fmt.Errorf("%s:1: an empty file: expected a trace", name)
	}
	if !ended {
		return nil, fmt.Errorf("%s:%d: the trace ends after entry %d without its last line: it is cut; run tuffy opt again", name, line, len(t.Entries))
	}
	return t, nil
}

// lines gives the lines of a text without the blanks around them.
func lines(r io.Reader) func() ([]byte, error) {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 1<<16), maxLine)
	return func() ([]byte, error) {
		if s.Scan() {
			return bytes.TrimSpace(s.Bytes()), nil
		}
		if err := s.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
}

// elements gives the elements of a JSON array, which count as its lines.
func elements(r io.Reader) func() ([]byte, error) {
	d := json.NewDecoder(r)
	begun := false
	return func() ([]byte, error) {
		if !begun {
			if _, err := d.Token(); err != nil {
				return nil, jsontext.Plain(err)
			}
			begun = true
		}
		if !d.More() {
			if _, err := d.Token(); err != nil && err != io.EOF {
				return nil, jsontext.Plain(err)
			}
			return nil, io.EOF
		}
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return nil, jsontext.Plain(err)
		}
		return text, nil
	}
}

// decode reads one JSON value.
// Entries have no unknown fields; a header may, so a later version can be told as such.
// jsontext.Plain words the mistakes of encoding/json for people.
func decode(text []byte, into any, strict bool) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if strict {
		d.DisallowUnknownFields()
	}
	if err := d.Decode(into); err != nil {
		return jsontext.Plain(err)
	}
	if d.More() {
		return errors.New("more than one value on the line")
	}
	return nil
}
