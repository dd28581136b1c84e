package check

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/interp"
)

// planted holds a run to what the generator planted. Undefined behaviour that only some runs
// look for is looked for. A run that ends before the planted place, by exit or abort, breaks no
// promise.
// A reduced program keeps no promise of the generator.
func planted(s *Subject) *Failure {
	if s.Expect == 0 || s.Reduced {
		return nil
	}
	out := s.Base()
	if s.Expect.Asked() {
		o := s.Options()
		// The other options stay, so the program runs as in the base run up to there.
		o.StrictProvenance = s.Expect == interp.UBStrictProvenance
		o.CheckMemSSA = s.Expect == interp.UBStaleToken
		o.SourceUB = s.Expect == interp.UBSource
		out = run(s.Module, o)
	}
	switch {
	case out.Kind == interp.Undefined && out.UB.Code == s.Expect:
		return nil
	case out.Kind != interp.Undefined && out.Kind != interp.Returned:
		return nil // it ended before
	}
	f := &Failure{Rule: s.Expect.Slug(), Message: "planted, but the run " + out.Kind.String(), Detail: out.Text() + "\n" + s.Module.String()}
	if out.Kind == interp.Undefined {
		f.Message = fmt.Sprintf("planted, but reported is %s at %s", out.UB.Code.Slug(), opcode(out.UB.Where.Inst))
	}
	return f
}

// defined holds a run to the promise that there is no undefined behaviour. The rule names the code,
// the opcode and where the poison came from, so that causes are told apart.
func defined(s *Subject) *Failure {
	out := s.Base()
	if !s.Defined || s.Reduced || out.Kind != interp.Undefined {
		return nil
	}
	f := &Failure{Rule: out.UB.Code.Slug() + " at " + opcode(out.UB.Where.Inst), Message: "the program is defined: " + firstLine(out.UB.Text(false)),
		Detail: out.UB.Text(true) + "\n" + s.Module.String()}
	if out.UB.Cause != nil {
		f.Rule += ", " + out.UB.Cause.Birth().Kind.String()
	}
	return f
}
