package pass

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/trace"
)

// RulesHash identifies a table of passes with all that they may do: the parameters and their defaults, and the rewrites
// with their kinds and theorems. A trace and a shipped policy say of which table they are.
func RulesHash(table []Pass) string {
	h := sha256.New()
	for n := range table {
		p := &table[n]
		text, err := json.Marshal(struct {
			Name     string
			Params   []Param
			Rewrites []Rewrite
		}{p.Name, p.Params, p.Rewrites})
		if err != nil {
			panic("BUG: " + err.Error())
		}
		h.Write(text)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// TracePolicy decides by a trace while a pipeline runs, as a lenient replay does: give [TracePolicy.Allow] to [Options], and
// set Explain if the trace is full.
type TracePolicy struct {
	player *player
	table  []Pass
	choose *Pattern // of the recorded run, if the default decides elsewhere
	other  bool
}

// NewTracePolicy makes a policy of a trace. With elsewhere the default decides about rewrites that the trace does not know,
// but for those that the traced run was told to refuse.
func NewTracePolicy(table []Pass, t *trace.Trace, elsewhere bool) (*TracePolicy, error) {
	p := &TracePolicy{player: newPlayer(t, ReplayOptions{Lenient: true}), table: table, other: elsewhere}
	if t.Header.Rewrites != "" {
		var err error
		if p.choose, err = ParsePattern(t.Header.Rewrites); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Allow decides about a rewrite.
func (p *TracePolicy) Allow(e *trace.Entry) bool {
	_, known := p.player.at[e.Hash]
	return p.player.allow(e) || p.other && !known && p.choose.Matches(e.Hash)
}

// Result tells which entries were not followed, and why.
func (p *TracePolicy) Result() *Replayed { return p.player.result() }
