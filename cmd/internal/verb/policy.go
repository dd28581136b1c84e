package verb

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/internal/version"
)

// header is that of a trace but for the program.
func (f *optFlags) header(c *cobra.Command, o *pass.Options) trace.Header {
	h := trace.Header{Compiler: version.Short(), Target: f.target, Rewrites: f.rewrites, Mode: o.Trace, Rules: pass.RulesHash(opt.Passes()), Pipeline: o.Config.JSON()}
	if f.traceTime {
		h.Time = time.Now().UTC().Format(time.RFC3339)
	}
	c.Flags().Visit(func(fl *pflag.Flag) {
		for _, name := range []string{"optimize", "passes", "disable-pass", "limit", "rewrites", "target-override", "policy-else"} {
			if fl.Name == name || fl.Name != "max-iterations" && strings.HasPrefix(fl.Name, "max-") && name == "limit" {
				h.Options = append(h.Options, "--"+fl.Name+"="+strings.Trim(fl.Value.String(), "[]"))
				return
			}
		}
	})
	return h
}

// steer has the trace of --policy decide, with the pipeline that it was recorded with.
func (f *optFlags) steer(c *cobra.Command, o *pass.Options) error {
	if f.policy == "" {
		return nil
	}
	t, err := replayable(f.policy)
	if err != nil {
		return err
	}
	table := opt.Passes()
	cfg, err := pass.ParseConfig("the pipeline of "+f.policy, t.Header.Pipeline, table)
	if err != nil {
		return badInput{err}
	}
	if given(c, "optimize") && cfg.Name != o.Config.Name || given(c, "passes") || given(c, "config") {
		return fmt.Errorf("--policy %s was recorded with the pipeline %s, and %s is asked for: leave that out", f.policy, cfg.Name, o.Config.Name)
	}
	if rules := pass.RulesHash(table); t.Header.Rules != rules {
		fmt.Fprintf(c.ErrOrStderr(), "policy %s: it was recorded with the rules %.12s, and this program has the rules %.12s\n", f.policy, t.Header.Rules, rules)
	}
	if f.steering, err = pass.NewTracePolicy(table, t, f.policyElse == "default"); err != nil {
		return badInput{fmt.Errorf("%s: %w", f.policy, err)}
	}
	o.Config, o.Allow, o.Explain = cfg, f.steering.Allow, t.Header.Mode == trace.Full
	return nil
}

// steered tells which decisions of a policy were not made, and why.
func (f *optFlags) steered(w io.Writer) {
	if f.steering == nil {
		return
	}
	r := f.steering.Result()
	for _, d := range r.Diverged {
		fmt.Fprintf(w, "policy %s: %v\n", f.policy, d)
	}
	if len(r.Diverged) > 0 {
		fmt.Fprintf(w, "policy %s: decisions that were followed: %d of %d\n", f.policy, r.Followed, r.Steps)
	}
}
