// Package mutants holds deliberately wrong versions of engine operations, to measure whether
// the fuzz lab finds what it is meant to find.
//
// A [Mutant] is a small edit of one source file. Production code has no switch for it: [Hunt]
// writes the edited file elsewhere, and `go build -overlay` builds a campaign, the command hunt,
// whose engines have the bug. The command run does so for each row and prints a table.
//
// Rows of engines are of three kinds. An error in one engine shows as soon as the engines are compared. An
// error in code that both engines run ([Shared]) leaves them equal; only a check that knows what
// the operation means can see it.
//
// Non-goals: mutants made by rule (each row imitates an error that compilers, interpreters or
// libraries have had), and equivalent ones (each row can be seen by a program).
package mutants

import (
	"bytes"
	"fmt"
	"slices"
)

// Where says which engines run the code that a mutant changes.
//
// It also decides which checks can see the mutant, as flags does.
type Where string

// The engines.
const (
	Reference Where = "reference" // the reference evaluator, and the fast engine only where it falls back on it
	Fast      Where = "fast"      // the fast engine, the lowering for it or its memory
	Shared    Where = "shared"    // both, always
	Opt       Where = "pass"      // none: a pass of the optimizer does

	Backend Where = "backend" // none: code generation does
)

// Mutant is a wrong version of one operation.
type Mutant struct {
	Name  string
	Where Where
	File  string // of the module, with slashes
	// Old is long enough to be unique and no longer, so that an edit nearby does not touch it. A row whose text has
	// changed must be adapted: a mutant that is no longer made measures nothing.
	Old string // occurs exactly once in File
	New string // what stands there instead
	// What is said of the behaviour, Like of the world outside: a row without a real bug behind it does not belong here.
	What string // what goes wrong, one sentence
	Like string // the kind of real bug that it resembles

	Preset string // of the backend: the programs to look in, a name of preset.Named; empty is a mix of all
	// Guilty is a start, since the names of rewrites are PASS/RULE and any rule of the pass may take the blame.
	Guilty string // of a pass: the start of the name of the rewrite that bisection must blame
}

// All is the table of mutants.
// The order is that of the tables in the lab. The slice is the caller's.
func All() []Mutant { return slices.Concat(referenceRows, fastRows, sharedRows, optRows, backendRows) }

// Named returns the mutant of that name.
// The names are those of the tables in docs/lab, and arguments of the command run.
func Named(name string) (Mutant, error) {
	for _, m := range All() {
		if m.Name == name {
			return m, nil
		}
	}
	return Mutant{}, fmt.Errorf("there is no mutant %q", name)
}

// Apply makes the wrong version of the text of the mutant's file.
//
// Exactly one occurrence: with none there would be no bug, with two another one than described. src is not changed.
func (m Mutant) Apply(src []byte) ([]byte, error) {
	if n := bytes.Count(src, []byte(m.Old)); n != 1 {
		return nil, fmt.Errorf("mutant %s: its old text occurs %d times in %s", m.Name, n, m.File)
	}
	return bytes.Replace(src, []byte(m.Old), []byte(m.New), 1), nil
}
