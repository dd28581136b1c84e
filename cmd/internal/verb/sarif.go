package verb

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/tuffy-ir/tuffy/docs/undefined"
	"github.com/tuffy-ir/tuffy/interp"
)

// The parts of SARIF 2.1.0 (OASIS, 2020) that reports need. Names are those of the specification.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string       `json:"id"`
		Name             string       `json:"name,omitempty"`
		ShortDescription sarifMessage `json:"shortDescription"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		Flows     []sarifFlow     `json:"codeFlows,omitempty"`
		Stacks    []sarifStack    `json:"stacks,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFlow struct {
		Threads []sarifThread `json:"threadFlows"`
	}
	sarifThread struct {
		Locations []sarifFlowLocation `json:"locations"`
	}
	sarifFlowLocation struct {
		Location sarifLocation `json:"location"`
	}
	sarifStack struct {
		Frames []sarifFrame `json:"frames"`
	}
	sarifFrame struct {
		Location sarifLocation `json:"location"`
	}
)

// sarif collects results.
type sarif struct {
	run   sarifRun
	rules map[string]int
}

// writeSARIF writes what a run found: undefined behaviour as errors, leaks as warnings, notes as notes.
func writeSARIF(w io.Writer, out *interp.Outcome, notes []note) error {
	s := &sarif{rules: map[string]int{}}
	s.run.Tool.Driver = sarifDriver{Name: "tuffy-interp", Rules: []sarifRule{}}
	s.run.Results = []sarifResult{}
	for _, u := range out.Reports {
		s.report(u)
	}
	for _, l := range out.Leaks {
		if l.Source != nil && l.Source.Born != nil {
			text, _, _ := strings.Cut(strings.TrimPrefix(l.Text(), l.Source.Born.String()+": "), "\n")
			s.add("leak", "memory that is never freed", "warning", text, *l.Source.Born)
		}
	}
	for _, n := range notes {
		s.add("implementation-defined", "what C leaves to the implementation", "note", n.Text+" ("+n.Rule+")", n.At)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{s.run}})
}

// add appends a result, and its rule if it is the first of it.
func (s *sarif) add(rule, about, level, text string, at interp.SourcePlace) *sarifResult {
	n, ok := s.rules[rule]
	if !ok {
		n = len(s.run.Tool.Driver.Rules)
		s.rules[rule] = n
		s.run.Tool.Driver.Rules = append(s.run.Tool.Driver.Rules, sarifRule{ID: rule, ShortDescription: sarifMessage{about}})
	}
	s.run.Results = append(s.run.Results, sarifResult{RuleID: rule, RuleIndex: n, Level: level, Message: sarifMessage{text}, Locations: []sarifLocation{sarifAt(at, "")}})
	return &s.run.Results[len(s.run.Results)-1]
}

// report appends a report of undefined behaviour. Its rule is the item of annex J.2, if there is one alone, or the code.
func (s *sarif) report(u *interp.UB) {
	if u.Source == nil {
		r := s.add(u.Code.ID(), u.Code.Slug(), "error", u.Message, interp.SourcePlace{})
		p := recordedPlace(u)
		r.Locations[0] = sarifAt(p, "")
		return
	}
	rule, about := u.Code.ID(), u.Code.Slug()
	if found := undefined.Find(u.Source.Rule); len(found) == 1 {
		rule, about = found[0].ID(), found[0].Text
	}
	text := u.Source.Headline
	if u.Source.Rule != "" {
		text += " (" + u.Source.Rule + ")"
	}
	r := s.add(rule, about, "error", text, u.Source.At)
	for _, o := range u.Source.Objects {
		if o.Born != nil {
			r.Related = append(r.Related, sarifAt(*o.Born, o.What+": "+o.How))
		}
		if o.Died != nil {
			r.Related = append(r.Related, sarifAt(*o.Died, o.What+": "+o.Ended))
		}
	}
	if u.Source.Other != nil {
		r.Related = append(r.Related, sarifAt(*u.Source.Other, "the other access"))
	}
	if len(u.Source.Chain) > 0 {
		var t sarifThread
		for _, c := range u.Source.Chain {
			t.Locations = append(t.Locations, sarifFlowLocation{sarifAt(c.At, c.What)})
		}
		r.Flows = []sarifFlow{{[]sarifThread{t}}}
	}
	if len(u.Source.Calls) > 0 {
		stack := sarifStack{[]sarifFrame{{sarifAt(u.Source.At, u.Source.At.Func)}}}
		for _, c := range u.Source.Calls {
			stack.Frames = append(stack.Frames, sarifFrame{sarifAt(c, c.Func)})
		}
		r.Stacks = []sarifStack{stack}
	}
}

// recordedPlace is the place of a report of a program that does not tell its source: in its own text.
func recordedPlace(u *interp.UB) interp.SourcePlace {
	return interp.SourcePlace{File: u.Where.File(), Line: u.Where.Pos.Line, Col: u.Where.Pos.Col}
}

// sarifAt is a place with what is said of it.
func sarifAt(p interp.SourcePlace, says string) sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{fileURI(p.File)}}}
	if p.Line > 0 {
		l.Physical.Region = &sarifRegion{StartLine: p.Line, StartColumn: p.Col}
		if p.Width > 0 {
			l.Physical.Region.StartColumn, l.Physical.Region.EndColumn = p.From, p.From+p.Width
		}
	}
	if says != "" {
		l.Message = &sarifMessage{says}
	}
	return l
}

// fileURI is the name of a file as a reference: relative to where the command ran, or absolute.
func fileURI(name string) string {
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
	}
	return u.String()
}
