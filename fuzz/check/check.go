package check

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// DefaultFuel bounds the runs of a check: generated programs take a few thousand instructions.
// It is in instructions.
const DefaultFuel = 200_000

// Check is one thing that must be true of programs. Rows are values; a Check has no state.
type Check struct {
	Name  string
	Doc   string                    // one sentence: what is true
	Share int                       // of 100 programs, on how many a campaign asks
	Idles bool                      // it sets [Subject.Idle] on programs that it has nothing to compare of
	Run   func(s *Subject) *Failure // nil if it is true; a panic is a failure too, see [Check.Try]
	// Blame finds the [Failure.Cause] of a failure of the subject that Run does not name, and tells its
	// story. Empty is not known; nil, too.
	Blame func(s *Subject, f *Failure) (cause, story string)
	// Suspects finds what may be at fault for a failure whose cause, an opcode, is where it shows: the same part may fail
	// at another opcode, too. nil if the cause says all.
	Suspects func(s *Subject, f *Failure) []Suspect
}

// Subject is a program, and the choices under which it is looked at. The same subject gives
// the same failure. Outcomes are computed when they are first asked for and shared by the checks
// that follow, so a subject belongs to one goroutine.
type Subject struct {
	Module  *ir.Module  // must verify
	Seed    uint64      // of the run and of what a check draws
	Fuel    int64       // of a run; 0 is [DefaultFuel]
	Open    bool        // its behaviour may depend on what the semantics leaves open (preset.Unspecified)
	Expect  interp.Code // the undefined behaviour that the generator planted last, 0 if none is promised
	Defined bool        // the generator promises that a run has no undefined behaviour
	// Reduced says that the program is no longer what a generator made, so that nothing is
	// promised of it: checks that rest on a promise find nothing, transforms first make sure
	// that the program does not look at what the semantics leaves open, and expansion tries
	// every instruction of a small program in many ways.
	// A reduction sets it: with a promise left standing the reducer would find programs that only break the
	// promise.
	Reduced  bool
	Accept   func(*Failure) bool // with Reduced: the failure that is looked for; nil accepts any
	Rule     string              // with Reduced: the rule of that failure, if it is known
	Coverage *interp.Coverage    // of the run on the reference evaluator, filled by the first check that runs it
	Fired    []string            // what changed the program, of [Fireable]: transforms and rules; filled by the checks
	Rejected []string            // what the compiler refuses of the program, "O2: why" with names left out; filled by the backend checks
	Idle     bool                // the check that ran last had nothing to compare
	Lowered  interp.Lowered      // cases of the fast engine that the program reaches, filled by [Subject.Base]

	// Source is the program in C that the module was made of, empty of others. What its generator knows of it stands in
	// comments at its end.
	Source string

	// cOutcome and cOutput are of the run as one of C.
	cOutcome *interp.Outcome
	cOutput  string
	// reference and base are of the two engines under the same options.
	base      *interp.Outcome
	printed   bytes.Buffer // by base
	reference *interp.Outcome
	// tokens and bits are set while a transform is judged.
	expected *engines.Behaviour // of compiled code, see [Subject.expectation]
	tokens   bool               // transforms must keep what memory tokens claim
	bits     bool               // and what is said of don't-care bits, if it is true of the program
	// They are asked for by several transforms and cost a run or more each, so the answer is kept.
	fresh    int8 // whether its memory tokens are: 0 not known, 1 yes, -1 no
	observes int8 // whether it observes what is left open: 0 not known, 1 yes, -1 no
	spared   int8 // whether its don't-care bits are: 0 not known, 1 yes, -1 no
}

// Options are those of the base run: strict, so that it ends where undefined behaviour begins.
// Memory is bounded well below the interpreter's default, since several programs run at a time.
func (s *Subject) Options() interp.Options {
	fuel := s.Fuel
	if fuel == 0 {
		fuel = DefaultFuel
	}
	// One seed for both streams. The depth is bounded since generated recursion is shallow, and mutants may
	// recurse without end.
	return interp.Options{Strict: true, Fuel: fuel, Seed: s.Seed, AddressSeed: s.Seed, MemLimit: 64 << 20, MaxDepth: 200}
}

// Base is the outcome of the program on the fast engine. Every check that runs the program begins
// with it.
func (s *Subject) Base() *interp.Outcome {
	if s.base == nil {
		o := s.Options()
		o.Lowered, o.Stdout = &s.Lowered, &s.printed
		// The cases of the fast engine that the program reaches are noted by the same run.
		s.base = run(s.Module, o)
	}
	return s.base
}

// Reference is the outcome of the program on the reference evaluator, with coverage. A caller that
// sets Coverage before gets the counts added to its own.
func (s *Subject) Reference() *interp.Outcome {
	if s.reference == nil {
		if s.Coverage == nil {
			s.Coverage = &interp.Coverage{}
		}
		o := s.Options()
		// Exact selects the reference evaluator.
		o.Exact, o.Coverage = true, s.Coverage
		s.reference = run(s.Module, o)
	}
	return s.reference
}

// Executed reports whether the base run entered the block. It asks the reference evaluator, since
// the fast engine does not count.
func (s *Subject) Executed(fn string, b ir.Block) bool {
	s.Reference()
	return s.Coverage.Blocks[interp.BlockKey{Func: fn, Block: b}] > 0
}

// Rand returns n bytes that depend on the seed and on the purpose. Each purpose has a stream of its
// own, so that a check that draws more does not change what another draws.
func (s *Subject) Rand(purpose string, n int) []byte {
	// The hash makes streams of purposes independent, however alike their names are.
	h := sha256.Sum256(fmt.Appendf(nil, "%d %s", s.Seed, purpose))
	x := uint64(0)
	for _, b := range h[:8] {
		x = x<<8 | uint64(b)
	}
	return gen.Expand(x, n)
}

// run executes @main. A module without one that takes no arguments is the caller's mistake.
// Programs come from Runnable or from a generator.
func run(m *ir.Module, o interp.Options) *interp.Outcome {
	out, err := interp.Run(context.Background(), m, o)
	// An error is about options or the entry, not about the program: both are checked before.
	if err != nil {
		panic(fmt.Sprintf("BUG: a subject that does not run: %v", err))
	}
	return out
}

// Runnable reports why a module cannot be a [Subject]: it needs a function main without
// parameters. It is an error of the user's file, not a failure of a check.
func Runnable(m *ir.Module) error {
	f := m.Func("main")
	if f == nil {
		return fmt.Errorf("there is no function @main")
	}
	if len(f.Params) > 0 {
		return fmt.Errorf("@main takes %d parameters; checks need one without", len(f.Params))
	}
	return nil
}

// Failure says that a check found a program of which it is not true. Cause is what triage goes by: failures
// of one cause are one bug, whatever check sees them and however their programs end. Where it is not known,
// failures of the same kind of check with the same rule and message are.
type Failure struct {
	Check   string
	Cause   string // what is at fault, in words that do not depend on the program, as guilty.go makes them; empty if not known
	Rule    string // the part at fault as far as it is known: opcode, pass, rule, UB code, function of a panic
	Message string // one line
	Detail  string // the whole story
}

func (f *Failure) String() string {
	if f.Rule == "" {
		return f.Check + ": " + f.Message
	}
	return f.Check + ": " + f.Rule + ": " + f.Message
}

// The patterns take out what differs between two programs with one bug. They run in the order of
// Normalized: quoted texts may hold numbers.
var (
	quotedText = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`") // strings, and instructions between backquotes
	// The sign is part of the number, so that -1 and 1 are the same after it.
	numberText = regexp.MustCompile(`-?\b(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)\b`)
	nameText   = regexp.MustCompile(`\b(?:v|bb|alloc|f)#|@[A-Za-z_.$][\w.$]*`)
	placeText  = regexp.MustCompile(` \([^()\s]*:\d+:\d+\)`) // a program has no file before it is printed
	indexText  = regexp.MustCompile(`\b(v|bb|alloc)\d+\b`)
)

// unverified begins the message about a transform whose result does not verify. Which error comes
// first then changes with the order of blocks, so that it does not tell bugs apart: the rule does.
const unverified = "the result does not verify: "

// Normalized is the message without what changes from program to program: numbers, quoted
// text, the names of values, blocks, allocations and functions, places in files, what is wrong with
// the result of a transform.
func (f *Failure) Normalized() string {
	// The text behind it is dropped, since the verifier stops at another error when blocks are in another
	// order.
	if strings.HasPrefix(f.Message, unverified) {
		return unverified
	}
	s := placeText.ReplaceAllString(f.Message, "")
	s = quotedText.ReplaceAllString(s, `"…"`)
	s = indexText.ReplaceAllString(s, "$1#")
	s = numberText.ReplaceAllString(s, "#")
	return nameText.ReplaceAllString(s, "@…")
}

// Signature names the bug as far as it can be told from outside: 12 hexadecimal digits of the
// hash of its cause, or of the kind of check, rule and normalised message. Signatures are kept in campaign folders
// and in reports: changing what goes into them files every bug anew.
func (f *Failure) Signature() string {
	if f.Cause != "" {
		return hash("cause", f.Cause)
	}
	return hash(f.kind(), f.Rule, f.Normalized())
}

// kind is the check without what the same bug is seen by alike: levels of the compiler, passes and orders of them.
func (f *Failure) kind() string {
	for _, kind := range []string{"backend/", "transform/opt/"} {
		if strings.HasPrefix(f.Check, kind) {
			return kind
		}
	}
	return f.Check
}

// ReducedSignature is the signature of a failure whose cause is known. Otherwise it knows the opcodes of the
// reduced program that fails instead of the message: two failures that
// need different instructions are two bugs. Constants, parameters,
// jumps and returns do not count. The message is not in it, since reduction changes it.
// The opcodes are a set: how often one occurs does not count.
func (f *Failure) ReducedSignature(reduced *ir.Module) string {
	if f.Cause != "" {
		return f.Signature()
	}
	ops := map[string]bool{}
	for _, fn := range reduced.Funcs {
		// The names are sorted and each once, so that order and number do not count.
		for i := range fn.AllInsts() {
			if op := fn.Op(i); !op.Is(ir.Free) && op != ir.OpBr && op != ir.OpRet {
				ops[op.String()] = true
			}
		}
	}
	var names []string
	for name := range ops {
		names = append(names, name)
	}
	slices.Sort(names)
	return hash(f.kind(), f.Rule, strings.Join(names, " "))
}

// Six bytes: with a thousand bugs two collide with a chance of one in 500 million.
func hash(parts ...string) string {
	h := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(h[:6])
}

// Try runs the check and turns a panic into a failure whose rule is the function that
// panicked. Stack overflow and memory exhaustion cannot be recovered from; the campaign's journal
// is for those.
func (c Check) Try(s *Subject) (f *Failure) {
	// The deferred function replaces the result, also if Run had set one. A panic is blamed like any failure.
	defer func() {
		if r := recover(); r != nil {
			where, stack := panicked()
			f = &Failure{Check: c.Name, Rule: where, Message: fmt.Sprintf("panic: %v", r), Detail: stack}
			// The rest of a panic's text, such as a printed module, is in Detail if anywhere.
			f.Message, _, _ = strings.Cut(f.Message, "\n")
			// A part of the compiler that panics may have been given what a wrong rewrite made. The engines are given
			// programs that verify: what panics of one is at fault.
			if strings.HasPrefix(c.Name, "backend/") || strings.HasPrefix(c.Name, "transform/") {
				c.blamed(s, f)
			}
			if f.Cause == "" {
				f.Cause = causePanic + where
			}
			return
		}
		c.blamed(s, f)
	}()
	// The value of a panic may have several lines, of which the first is kept.
	if s != nil {
		s.Idle = false
	}
	f = c.Run(s)
	if f != nil {
		f.Check = c.Name
	}
	return f
}

// blamed adds the cause to a failure. A panic on the way leaves it unknown: the failure itself stands.
func (c Check) blamed(s *Subject, f *Failure) {
	if f == nil || f.Cause != "" || c.Blame == nil {
		return
	}
	defer func() { _ = recover() }()
	cause, story := c.Blame(s, f)
	f.Cause = cause
	if story != "" {
		f.Detail = story + "\n\n" + f.Detail
	}
}

// panicked finds the function that panicked among the callers of a deferred function: the
// first below the run-time's own. It is called by a deferred function, so the first frames are the
// run-time's and its own. 64 frames are enough to find it.
func panicked() (where, stack string) {
	// 3 leaves out Callers, panicked and the deferred function.
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	var all []string
	for {
		f, more := frames.Next()
		name := f.Function[strings.LastIndexByte(f.Function, '/')+1:]
		// The run-time's frames lie between the deferred function and the one that panicked.
		if where == "" && !strings.HasPrefix(f.Function, "runtime.") {
			where = name
		}
		all = append(all, fmt.Sprintf("%s line %d", name, f.Line))
		if !more {
			return where, strings.Join(all, "\n")
		}
	}
}

// Named returns the check of that name. The error lists the names, for a user who mistyped one.
func Named(name string) (Check, error) {
	if c, ok := namedC(name); ok {
		return c, nil
	}
	var names []string
	for _, c := range All() {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	return Check{}, fmt.Errorf("there is no check %q; there are %s", name, strings.Join(names, ", "))
}
