package pass

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/jsontext"
)

// ConfigFormat and ConfigVersion identify the JSON form of a [Config].
const (
	ConfigFormat  = "tuffy-pipeline"
	ConfigVersion = 1
)

// Config is a pipeline as data: stages in order, the passes of each in order.
type Config struct {
	Format  string `json:"format"`
	Version int    `json:"version"` // of the format
	Name    string `json:"name"`    // "O2", or what the file says
	// Profile has the counts of a profile made again after the last stage.
	Profile bool    `json:"profile,omitempty"`
	Stages  []Stage `json:"stages"`
}

// Stage runs its passes in order, again and again until none changes anything, or so many times.
type Stage struct {
	Name          string       `json:"name"`
	MaxIterations int          `json:"max_iterations"`
	Passes        []PassConfig `json:"passes"`
}

// PassConfig is one pass of a stage.
type PassConfig struct {
	Name string `json:"name"`
	// Disabled leaves the pass out.
	Disabled bool `json:"disabled,omitempty"`
	// MaxIterations is in how many iterations of the stage the pass runs, 0 for all.
	MaxIterations int            `json:"max_iterations,omitempty"`
	Params        map[string]int `json:"params,omitempty"`
}

// MaxStageIterations bounds what a configuration may ask for.
const MaxStageIterations = 1000

// JSON is the text of a configuration.
// What it writes, ParseConfig reads as the same configuration.
func (c *Config) JSON() []byte {
	d := *c
	d.Format, d.Version = ConfigFormat, ConfigVersion
	out, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return append(out, '\n')
}

// Clone returns a copy that shares nothing.
func (c *Config) Clone() *Config {
	d := *c
	d.Stages = slices.Clone(c.Stages)
	for n := range d.Stages {
		d.Stages[n].Passes = slices.Clone(d.Stages[n].Passes)
		for k, p := range d.Stages[n].Passes {
			params := map[string]int{}
			for name, v := range p.Params {
				params[name] = v
			}
			d.Stages[n].Passes[k].Params = params
		}
	}
	return &d
}

// ParseConfig reads a configuration and checks it against the table. The name is that of the
// file, for messages, which say at which line and column.
func ParseConfig(name string, text []byte, table []Pass) (*Config, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, fmt.Errorf("%s:1:1: the file is empty; --print-config writes a configuration to start from", name)
	}
	c := &Config{}
	places, err := jsontext.Decode(name, text, "the configuration", c)
	if err != nil {
		return nil, err
	}
	if err := c.check(table); err != nil {
		return nil, fmt.Errorf("%s:%s: %w", name, places.Nearest(err.path), err.err)
	}
	return c, nil
}

// check reports what is wrong with a configuration that was read.
func (c *Config) check(table []Pass) *configError {
	switch {
	case c.Format != ConfigFormat:
		return wrong("format", "format %q: expected %q; --print-config writes a configuration to start from", c.Format, ConfigFormat)
	case c.Version != ConfigVersion:
		return wrong("version", "version %d: this program reads version %d", c.Version, ConfigVersion)
	case c.Name != nothing && !slices.ContainsFunc(c.Stages, func(s Stage) bool { return len(s.Passes) > 0 }):
		return wrong("stages", "no stage has a pass: the pipeline would do nothing; that is -O0, and its name %q", nothing)
	}
	for n := range c.Stages {
		if err := c.Stages[n].check(table, fmt.Sprintf("stages.%d", n)); err != nil {
			return err
		}
	}
	return nil
}

// nothing is the name of the one configuration that may have no passes.
const nothing = "O0"

// configError is what is wrong with the value of a path, as in [jsontext.Places].
type configError struct {
	path string
	err  error
}

func wrong(path, format string, args ...any) *configError {
	return &configError{path, fmt.Errorf(format, args...)}
}

// Check reports what a run could not do: unknown passes and parameters, numbers out of range, a
// pass before one that its row puts first.
// Unlike check it does not look at the format.
func (c *Config) Check(table []Pass) error {
	for n := range c.Stages {
		if err := c.Stages[n].check(table, ""); err != nil {
			return err.err
		}
	}
	return nil
}

// check is [Config.Check] for the stage of a path.
func (s *Stage) check(table []Pass, path string) *configError {
	if s.MaxIterations < 1 || s.MaxIterations > MaxStageIterations {
		return wrong(jsontext.Join(path, "max_iterations"), "stage %q: max_iterations is %d, expected 1 to %d", s.Name, s.MaxIterations, MaxStageIterations)
	}
	var seen []string
	for n, pc := range s.Passes {
		at := jsontext.Join(path, fmt.Sprintf("passes.%d", n))
		p, err := Named(table, pc.Name)
		if err != nil {
			return wrong(at+".name", "stage %q: %w", s.Name, err)
		}
		if pc.MaxIterations < 0 {
			return wrong(at+".max_iterations", "stage %q: pass %s: max_iterations is %d, expected at least 0", s.Name, pc.Name, pc.MaxIterations)
		}
		if param, err := p.checkParams(pc.Params); err != nil {
			return wrong(at+".params."+param, "stage %q: %w", s.Name, err)
		}
		seen = append(seen, pc.Name)
	}
	for n, name := range seen {
		p, _ := Named(table, name)
		for _, o := range p.After {
			if first := slices.Index(seen, o.Pass); first > n && slices.Index(seen, name) == n {
				return wrong(jsontext.Join(path, fmt.Sprintf("passes.%d.name", n)), "stage %q: pass %s comes before %s, which must run first: %s", s.Name, name, o.Pass, o.Why)
			}
		}
	}
	return nil
}

// checkParams returns the first parameter that is wrong.
func (p *Pass) checkParams(given map[string]int) (string, error) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		k := slices.IndexFunc(p.Params, func(q Param) bool { return q.Name == name })
		if k < 0 {
			var have []string
			for _, q := range p.Params {
				have = append(have, q.Name)
			}
			if len(have) == 0 {
				have = []string{"it has none"}
			}
			return name, fmt.Errorf("pass %s has no parameter %q: %s", p.Name, name, strings.Join(have, ", "))
		}
		if v, q := given[name], p.Params[k]; v < q.Min || v > q.Max {
			return name, fmt.Errorf("pass %s: %s is %d, expected %d to %d", p.Name, name, v, q.Min, q.Max)
		}
	}
	return "", nil
}

// Named returns the row of the pass with that name.
func Named(table []Pass, name string) (*Pass, error) {
	for n := range table {
		if table[n].Name == name {
			return &table[n], nil
		}
	}
	return nil, fmt.Errorf("there is no pass %q; passes: %s", name, strings.Join(Names(table), ", "))
}

// Names lists the passes of a table in order.
func Names(table []Pass) []string {
	var out []string
	for _, p := range table {
		out = append(out, p.Name)
	}
	return out
}

// Disable leaves passes out of every stage.
// It changes c, so callers that share a configuration clone it first.
func (c *Config) Disable(table []Pass, names ...string) error {
	for _, name := range names {
		if _, err := Named(table, name); err != nil {
			return err
		}
		for _, s := range c.Stages {
			for n := range s.Passes {
				if s.Passes[n].Name == name {
					s.Passes[n].Disabled = true
				}
			}
		}
	}
	return nil
}

// Single is a pipeline of passes in one stage.
func Single(name string, iterations int, passes ...string) *Config {
	s := Stage{Name: name, MaxIterations: iterations}
	for _, p := range passes {
		s.Passes = append(s.Passes, PassConfig{Name: p})
	}
	return &Config{Format: ConfigFormat, Version: ConfigVersion, Name: name, Stages: []Stage{s}}
}
