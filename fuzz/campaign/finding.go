package campaign

import (
	"cmp"
	"slices"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// State is what has become of a finding. A finding begins as Queued, Whole, Flaky or Hung and moves
// to Reduced, Whole or Same; Flaky may become Queued. The words are stored.
type State string

// The states.
const (
	Queued  State = "queued"  // confirmed, to be reduced
	Reduced State = "reduced" // and reduced
	Whole   State = "whole"   // confirmed; the note says why it cannot be reduced
	Same    State = "same"    // its reduced program shows an earlier bug
	Flaky   State = "flaky"   // failed once, and not when run again
	Hung    State = "hung"    // a check did not end
)

// finding is a failure of a signature: the first program that showed it, and how often it was
// seen since. The fields are columns of the database. Hash and the columns that say how to look at
// the program are set once; counts and states change while the campaign runs.
type finding struct {
	Hash                         string // signature
	Check, Rule, Message, Detail string
	State                        State
	SameAs                       string // hash of the earlier bug
	Note                         string // for the report
	With                         string // hashes of the failures of earlier checks on the same program
	Number                       int64  // of the program
	Seed                         uint64
	Fuel                         int64
	Open                         bool
	Expect                       int64  // check.Subject.Expect
	Defined                      bool   // check.Subject.Defined
	Made                         string // how the program was made
	Program                      string // hash of its text
	Insts                        int
	Reduced                      string // hash of the reduced program's text
	ReducedInsts                 int
	ReducedHash                  string // signature after reduction
	Count                        int64  // programs that showed it
	First, Last                  int64  // when, in milliseconds since 1970
	Cause                        string // check.Failure.Cause
	Suspects                     string // check.Suspects, as packSuspects writes them

	// They are not columns. Only what is on the disk may be reduced, since reductions read from
	// there.
	stored bool   // the row and the program are on the disk
	c      bool   // the program is one in C
	Part   string // of the compiler, that explains the row that the finding is in; regroup finds it
}

// bug reports whether the finding stands for a bug of its own. Hung and Whole are bugs; Same stands
// for another's.
func (f *finding) bug() bool { return f.State != Same && f.State != Flaky }

// subject is the module looked at as the finding's program was. It must look at the program as the
// campaign did, so that the failure comes again.
func (f *finding) subject(m *ir.Module, source string) *check.Subject {
	return &check.Subject{Module: m, Seed: f.Seed, Fuel: f.Fuel, Open: f.Open, Expect: interp.Code(f.Expect), Defined: f.Defined, Source: source}
}

// reducedSubject is a smaller module looked at for the same failure: nothing is promised of it.
// Accept makes checks that can fail in several ways look for this one.
func (f *finding) reducedSubject(m *ir.Module, source string) *check.Subject {
	return &check.Subject{Module: m, Seed: f.Seed, Fuel: f.Fuel, Open: f.Open, Reduced: true, Rule: f.Rule, Source: source,
		Accept: func(g *check.Failure) bool { return g.Signature() == f.Hash }}
}

// failure is a failure on the way from a worker to the coordinator. It is a value that is handed
// over; the worker does not touch it afterwards.
type failure struct {
	*check.Failure
	signature string
	confirmed bool // failed again on a fresh subject; true without asking if the signature is known
	hung      bool
	died      bool // with the process
}

// newFinding files a failure of p, whose text has been kept under the hash. The state follows from
// how the failure was seen; the order of the cases matters, as hangs and crashes are also confirmed.
func newFinding(f *failure, p *program, hash string, at int64) *finding {
	n := &finding{Hash: f.signature, Check: f.Check, Cause: f.Cause, Rule: f.Rule, Message: f.Message, Detail: f.Detail,
		State: Flaky, Number: p.number, Seed: p.seed, Fuel: p.fuel, Open: p.info.Open, Expect: int64(p.info.Expect), Defined: p.info.Defined, Made: p.made, Program: hash, First: at, Last: at, c: p.source != ""}
	if p.module != nil {
		n.Insts = instructions(p.module)
	}
	switch {
	case f.hung:
		n.State = Hung
	case f.died:
		n.State, n.Note = Whole, "A process that dies cannot reduce what it dies of."
	case f.confirmed && p.module == nil:
		n.State, n.Note = Whole, "The program could not be made; its number and seed make it again."
	case f.confirmed:
		n.State = Queued
	}
	return n
}

// findings is the findings by signature. The campaign's lock guards it. Iteration goes through
// sorted wherever the order can be seen.
type findings map[string]*finding

// sorted lists them in the order of their programs, and of the checks of a program.
func (fs findings) sorted() []*finding {
	var all []*finding
	for _, f := range fs {
		all = append(all, f)
	}
	slices.SortFunc(all, byProgram)
	return all
}

// byProgram is the order of programs. Failures of one program are told apart by how many came before them.
func byProgram(a, b *finding) int {
	return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(len(a.With), len(b.With)), cmp.Compare(a.Hash, b.Hash))
}

// first is the earliest finding of a kind in the order of programs, nil if there is none.
func (fs findings) first(is func(*finding) bool) *finding {
	var least *finding
	for _, f := range fs {
		if is(f) && (least == nil || byProgram(f, least) < 0) {
			least = f
		}
	}
	return least
}

// bugOf is the finding with that hash, or the one that it is the same as; nil if there is none.
// Same findings refer to bugs only, never to each other: related sees to it when a folder is read.
func (fs findings) bugOf(hash string) *finding {
	f := fs[hash]
	if f != nil && f.State == Same {
		f = fs[f.SameAs]
	}
	return f
}

// faces are the findings that turned out to be the same as a bug, by its hash, in the order of their programs.
// It is made once for a list of bugs: there may be thousands.
type faces map[string][]*finding

func (fs findings) faces() faces {
	all := faces{}
	for _, f := range fs {
		if f.State == Same {
			all[f.SameAs] = append(all[f.SameAs], f)
		}
	}
	for _, of := range all {
		slices.SortFunc(of, byProgram)
	}
	return all
}

// total is how often the bug was seen, those included that turned out to be the same.
func (all faces) total(f *finding) (count, last int64) {
	count, last = f.Count, f.Last
	for _, g := range all[f.Hash] {
		count += g.Count
		last = max(last, g.Last)
	}
	return count, last
}

// queued is the next to be reduced of those that are on the disk and whose check the run
// knows, nil if there is none. It depends on the run which checks are known: a campaign with a
// subset leaves the others queued.
func (fs findings) queued(row func(name string) *check.Check) *finding {
	return fs.first(func(f *finding) bool { return f.State == Queued && f.stored && row(f.Check) != nil })
}

// The caller holds the lock.
func (fs findings) count(is func(*finding) bool) int64 {
	n := int64(0)
	for _, f := range fs {
		if is(f) {
			n++
		}
	}
	return n
}

// title is what is at fault, as far as it is known, for lists and headings.
func (f *finding) title() string {
	if f.Part != "" {
		return f.Part + " (" + f.Cause + ")"
	}
	return cmp.Or(f.Cause, f.Rule)
}

// about says what is at fault, as far as this program knows it.
func (f *finding) about() (about, bool) { return describe(cmp.Or(f.Part, f.Cause)) }

// earlier is the bug that a finding with this reduced signature belongs to, nil if it is new. Findings
// of one cause are one finding already; two others are one bug if the kind of check, rule and opcodes after
// reduction agree. The earliest in the order of programs is the bug.
func (fs findings) earlier(f *finding) *finding {
	return fs.first(func(g *finding) bool {
		return g != f && g.State == Reduced && g.ReducedHash == f.ReducedHash && g.Suspects == ""
	})
}

// pair is a row of a map in the order of its keys. Go's maps have no order; the database and
// reports need one.
type pair[V any] struct {
	key   string
	value V
}

func sorted[V any](m map[string]V) []pair[V] {
	out := make([]pair[V], 0, len(m))
	for k, v := range m {
		out = append(out, pair[V]{k, v})
	}
	slices.SortFunc(out, func(a, b pair[V]) int { return cmp.Compare(a.key, b.key) })
	return out
}
