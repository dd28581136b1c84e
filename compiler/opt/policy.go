package opt

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/pass"
)

// ShippedPolicy is a pipeline that is locked under a version, with the set of rules that it was locked with. A function that
// asks for it with opt_policy gets these passes in this order with these numbers; under another set of rules what they make would
// be something else, so that the policy is refused then.
type ShippedPolicy struct {
	Version  string          `json:"version"`
	Rules    string          `json:"rules"`    // [pass.RulesHash] of the table
	Pipeline json.RawMessage `json:"pipeline"` // of tuffy opt
	Machine  json.RawMessage `json:"machine"`  // where machine code is made of the result
}

//go:embed policy-v1.0.0.json
var policy100 []byte

// ShippedPolicies are all policies, the oldest first.
func ShippedPolicies() []ShippedPolicy {
	var out []ShippedPolicy
	for version, text := range [][]byte{policy100} {
		var p ShippedPolicy
		if err := json.Unmarshal(text, &p); err != nil || p.Version == "" {
			panic(fmt.Sprintf("BUG: shipped policy %d: version %q, %v", version, p.Version, err))
		}
		out = append(out, p)
	}
	return out
}

// LockPolicy makes a policy of the preset of a level as it is now.
func LockPolicy(version, level string) (ShippedPolicy, error) {
	c, err := Preset(level)
	if err != nil {
		return ShippedPolicy{}, err
	}
	p := ShippedPolicy{Version: version, Rules: pass.RulesHash(Passes()), Pipeline: c.JSON()}
	p.Machine = ForMachine(c).JSON()
	return p, nil
}

// Locked returns the pipeline of a version. It is an error if there is none, or it was locked with other rules.
func Locked(version string, machine bool) (*pass.Config, error) {
	all := ShippedPolicies()
	n := slices.IndexFunc(all, func(p ShippedPolicy) bool { return p.Version == version })
	if n < 0 {
		var names []string
		for _, p := range all {
			names = append(names, p.Version)
		}
		return nil, fmt.Errorf("opt_policy(%q): there is no policy of that version; policies: %s", version, strings.Join(names, ", "))
	}
	table := Passes()
	if is := pass.RulesHash(table); all[n].Rules != is {
		return nil, fmt.Errorf("opt_policy(%q): the policy is locked with the rules %.12s, and this program has the rules %.12s: its code would not be the same; take the version of Tuffy that has these rules, or another policy", version, all[n].Rules, is)
	}
	text := all[n].Pipeline
	if machine {
		text = all[n].Machine
	}
	return pass.ParseConfig("policy "+version, text, table)
}

// CheckPolicies reports a function whose attributes no pipeline can keep, as a run would: the error says which policies there are.
func CheckPolicies(version string) error {
	if version == "" {
		return nil
	}
	_, err := Locked(version, false)
	return err
}
