package difftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Text explains the divergence: the input, what went wrong, both behaviours side by side
// with the first difference marked, and the undefined behaviour if there is one, as [interp.UB.Text] tells it.
// command is the line that shows it again, as [Divergence.Command] makes it. The text has no addresses
// of ours and no order of a map: golden files hold it.
func (d *Divergence) Text(command string, verbose bool) string {
	var s strings.Builder
	fmt.Fprintf(&s, "divergence in @%s: %s\n", d.Func, d.headline())
	for _, v := range d.Values {
		fmt.Fprintf(&s, "  %s\n", v)
	}
	fmt.Fprintf(&s, "  input: %s\n", d.Input)
	if text := d.Input.legend(); text != "" {
		fmt.Fprintf(&s, "    %s\n", text)
	}
	fmt.Fprintf(&s, "  %s\n\n", d.Diff.Why)
	left, right := "before", "after"
	if d.Kind == DontCareUsed {
		right = "after, don't-care bits overwritten"
	}
	rows, others := d.behaviour(d.Before), d.behaviour(d.After)
	first := firstDifference(rows, others)
	if d.Diff.Alloc != memory.NoAlloc {
		// What stands above agrees, if not in addresses.
		first = len(rows)
		rows, others = append(rows, d.memoryRow(d.Before)), append(others, d.memoryRow(d.After))
	}
	s.WriteString(sideBySide(left, right, rows, others, first))
	if d.Diff.Alloc == memory.NoAlloc { // the dumps have theirs
		var l memory.Legend
		l.Add(strings.Join(append(rows, others...), "\n"))
		if l.String() != "" {
			fmt.Fprintf(&s, "  %s\n", &l)
		}
	}
	for _, side := range []struct {
		name string
		o    *interp.Outcome
	}{{left, d.Before}, {right, d.After}} {
		if side.o.Where != nil && side.o.Kind != interp.Undefined {
			fmt.Fprintf(&s, "\n%s: %s %s\n", side.name, ending(side.o), side.o.Where.Text())
		}
	}
	d.places(&s, left, right)
	if d.Diff.Alloc != memory.NoAlloc {
		a := d.Before.Space.Record(d.Diff.Alloc)
		fmt.Fprintf(&s, "\nbytes before:\n%s", d.dump(d.Before.Space, a))
		if o := d.After.Space.Record(d.Diff.Other); o != nil && o.State == memory.Live {
			fmt.Fprintf(&s, "bytes after:\n%s", d.dump(d.After.Space, o))
		}
	}
	if d.After.Kind == interp.Undefined {
		fmt.Fprintf(&s, "\nundefined behaviour after:\n%s", indent(d.After.UB.Text(verbose)))
	}
	if len(d.Decided) > 0 {
		s.WriteString("\nin this run of after\n")
		for _, line := range d.Decided {
			fmt.Fprintf(&s, "  %s\n", line)
		}
	}
	if command != "" {
		fmt.Fprintf(&s, "\nto see it again:\n  %s\n", command)
	}
	return s.String()
}

// places shows where the external calls are made that differ first, or where the results come from.
func (d *Divergence) places(s *strings.Builder, left, right string) {
	for _, side := range []struct {
		name string
		o    *interp.Outcome
	}{{left, d.Before}, {right, d.After}} {
		events := observable(side.o.Events)
		switch {
		case d.Diff.Event >= 0 && d.Diff.Event < len(events):
			e := events[d.Diff.Event]
			fmt.Fprintf(s, "\n%s: call of %s %s\n", side.name, ir.SymbolText(e.Name), e.Frame.Text())
		case d.Diff.Value >= 0 && side.o.Return != nil:
			fmt.Fprintf(s, "\n%s: returned %s\n", side.name, side.o.Return.Text())
		}
	}
}

// The kind says which comparison failed, see DivergenceKind.
func (d *Divergence) headline() string {
	if d.Kind == DontCareUsed {
		return "after depends on bits that it claims are don't-care"
	}
	return "after does not refine before"
}

// Command is the command line that shows the divergence again for two files. Quoting is for a POSIX
// shell.
func (d *Divergence) Command(before, after string) string {
	input := d.Input.String()
	if in := d.Input; len(in.Buffers) == 0 && len(in.Data) == 0 && in.FailAlloc == 0 && in.Seed == 0 {
		input = toJSON(d.Input.Args)
	}
	args := append([]string{"tuffy-interp", "--differential", quote.File(before), quote.File(after), "--entry", quote.Arg(d.Func)}, d.flags()...)
	return strings.Join(append(args, "--args", quote.Arg(input)), " ")
}

// flags are the options of the comparison that are not the default. It must have each option that
// changes a verdict, or the command would not show the difference again.
func (d *Divergence) flags() []string {
	var out []string
	o := d.Options
	number := func(name string, n, neutral uint64) {
		if n != neutral && n != 0 {
			out = append(out, "--"+name, fmt.Sprint(n))
		}
	}
	choice := func(name string, c interp.Choice) {
		switch c.Kind {
		case interp.ChooseRandom:
			out = append(out, "--"+name, fmt.Sprintf("random:%d", c.Seed))
		case interp.ChooseOne:
			out = append(out, "--"+name, "one")
		case interp.ChooseZero:
			if name == "dont-care" {
				out = append(out, "--"+name, "zero")
			}
		}
	}
	number("seed", d.Seed, 0)
	number("address-seed", o.AddressSeed, 0)
	number("vscale", o.VScale, 1)
	number("fuel", uint64(o.Fuel), 0)
	choice("freeze", o.Freeze)
	choice("nan", o.NaN)
	choice("dont-care", o.DontCare)
	for _, x := range []struct {
		set  bool
		name string
	}{{o.StrictProvenance, "strict-provenance"}, {o.CheckMemSSA, "check-memssa"}} {
		if x.set {
			out = append(out, "--"+x.name)
		}
	}
	for _, name := range sortedKeys(o.Havoc) {
		if o.Havoc[name] {
			out = append(out, "--extern", quote.Arg(name+":havoc"))
		}
	}
	return out
}

// behaviour lists what a run did, a line an item: calls, end, results. Library calls that cannot be
// observed are left out on both sides.
func (d *Divergence) behaviour(o *interp.Outcome) []string {
	var out []string
	for _, e := range observable(o.Events) {
		var args []string
		for _, a := range e.Args {
			args = append(args, interp.FormatValue(a, o.Space))
		}
		line := fmt.Sprintf("call @%s(%s)", e.Name, strings.Join(args, ", "))
		for _, r := range e.Read {
			line += fmt.Sprintf(" reading %q", clip(r))
		}
		out = append(out, line)
	}
	out = append(out, ending(o))
	for n, v := range o.Values {
		out = append(out, fmt.Sprintf("result %d: %s", n, interp.FormatValue(v, o.Space)))
	}
	return out
}

// memoryRow is what one side has where the memory differs: the byte, or how the allocation ended, or how large it is.
func (d *Divergence) memoryRow(o *interp.Outcome) string {
	before, after := d.Before.Space.Record(d.Diff.Alloc), d.After.Space.Record(d.Diff.Other)
	a := before
	if o == d.After {
		a = after
	}
	name := before.Name
	if name == "" {
		name = fmt.Sprintf("alloc%d", d.Diff.Alloc)
	}
	switch {
	case after.State != memory.Live:
		return fmt.Sprintf("%s is %s", name, a.State)
	case after.Size < before.Size:
		return fmt.Sprintf("%s has %s", name, ir.Counted(a.Size, "byte"))
	}
	return fmt.Sprintf("%s, byte %d: %s", name, d.Diff.Byte, byteText(byteAt(o.Space, a, d.Diff.Byte), o.Space))
}

// dump is the bytes around the first that differs, which is marked; no access was made.
func (d *Divergence) dump(s *memory.Space, a *memory.Alloc) string {
	text := s.Hexdump(a, d.Diff.Byte, [2]uint64{d.Diff.Byte, d.Diff.Byte + 1})
	text, _, _ = strings.Cut(text, "  accessed: ")
	return indent(text)
}

// firstDifference is the number of the first line that differs.
func firstDifference(a, b []string) int {
	for n := range max(len(a), len(b)) {
		if line(a, n) != line(b, n) {
			return n
		}
	}
	return 0
}

// maxColumn is the width of a column of the side-by-side view, in characters. Counted in runes; a
// report fits in 120 columns.
const maxColumn = 58

// sideBySide writes two lists in columns; the first line that differs, which has the number first, is marked with >. Lines
// before it are cut to eight, and what follows it to sixteen.
func sideBySide(left, right string, a, b []string, first int) string {
	width := len(left)
	for _, l := range a {
		width = max(width, min(len([]rune(l)), maxColumn))
	}
	var s strings.Builder
	row := func(mark, l, r string) {
		s.WriteString(strings.TrimRight(fmt.Sprintf("%s %s | %s", mark, pad(l, width), pad(r, 0)), " ") + "\n")
	}
	row(" ", left, right)
	row(" ", strings.Repeat("-", width), strings.Repeat("-", len(right)))
	const context = 8
	for n := range max(len(a), len(b)) {
		if n < first-context {
			if n == 0 {
				row(" ", fmt.Sprintf("… %d equal lines", first-context), "")
			}
			continue
		}
		if n > first+2*context {
			row(" ", "…", "…")
			break
		}
		mark := " "
		if n == first && line(a, n) != line(b, n) {
			mark = ">"
		}
		row(mark, line(a, n), line(b, n))
	}
	return s.String()
}

// line is line n, empty behind the last.
func line(s []string, n int) string {
	if n < len(s) {
		return s[n]
	}
	return ""
}

// pad cuts s to maxColumn characters and fills it up to width. The cut is marked by an ellipsis that
// counts as a character.
func pad(s string, width int) string {
	r := []rune(s)
	if len(r) > maxColumn {
		r = append(r[:maxColumn-1], '…')
	}
	return string(r) + strings.Repeat(" ", max(width-len(r), 0))
}

// indent moves a text to the right, so that it stands below its heading.
func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ") + "\n"
}

// observable leaves out the calls that nothing outside the program can see: allocation and
// the memory and string functions of the library. Those are the functions whose only effect is on
// memory, which is compared by itself.
func observable(events []interp.Event) []interp.Event {
	return slices.DeleteFunc(slices.Clone(events), func(e interp.Event) bool { return interp.Unobservable(e.Name) })
}

// String is [Result.Text].
func (r *Result) String() string { return r.Text() }

// String says how the pair compares, as [Result.Text] does.
func (p *Pair) String() string { return (&Result{Pairs: []Pair{*p}}).Text() }

// String is [Divergence.Text] without a command.
func (d *Divergence) String() string { return d.Text("", true) }

// Text lists the pairs with their verdicts. One line a pair, then what explains it. Tests hold this
// text.
func (r *Result) Text() string {
	var s strings.Builder
	for _, p := range r.Pairs {
		switch {
		case p.Skipped != "":
			fmt.Fprintf(&s, "@%s: vacuous, not compared: %s\n", p.Name, p.Skipped)
		default:
			fmt.Fprintf(&s, "@%s: %s (%s, before undefined on %d, inconclusive %d)\n", p.Name, p.Verdict, ir.Counted(p.Runs, "input"), p.Undefined, p.Inconclusive)
		}
		if p.Why != "" {
			fmt.Fprintf(&s, "  vacuous: %s\n", p.Why)
		}
		if p.Unended > 0 {
			fmt.Fprintf(&s, "  inconclusive: after comes to a limit on %s on which before ends; --fuel allows more\n", ir.Counted(p.Unended, "input"))
		}
		for _, note := range p.Notes {
			fmt.Fprintf(&s, "  note: %s\n", note)
		}
		for _, why := range p.Reasons {
			fmt.Fprintf(&s, "  inconclusive: %s\n", why)
		}
	}
	for _, why := range r.Data {
		fmt.Fprintf(&s, "data diverges: %s\n", why)
	}
	if len(r.Missing) > 0 {
		fmt.Fprintf(&s, "not in the second file: @%s\n", strings.Join(r.Missing, " @"))
	}
	return s.String()
}

// Record is the result as data with stable names, for JSON. Field names are part of the JSON format;
// fields are added, not renamed.
func (r *Result) Record() any {
	type pair struct {
		Function     string   `json:"function"`
		Verdict      string   `json:"verdict"`
		Skipped      string   `json:"skipped,omitempty"`
		Runs         int      `json:"runs"`
		Undefined    int      `json:"undefined"`
		Why          string   `json:"why,omitempty"`
		Inconclusive int      `json:"inconclusive"`
		Reasons      []string `json:"reasons,omitempty"`
		Notes        []string `json:"notes,omitempty"`
	}
	rec := struct {
		Verdict     string   `json:"verdict"`
		Pairs       []pair   `json:"pairs"`
		Missing     []string `json:"missing,omitempty"`
		Data        []string `json:"data,omitempty"`
		Divergences []any    `json:"divergences"`
	}{Verdict: r.Verdict().String(), Missing: r.Missing, Data: r.Data, Pairs: []pair{}, Divergences: []any{}}
	for _, p := range r.Pairs {
		if d := p.Divergence; d != nil {
			rec.Divergences = append(rec.Divergences, d.Record())
		}
		rec.Pairs = append(rec.Pairs, pair{p.Name, p.Verdict.String(), p.Skipped, p.Runs, p.Undefined, p.Why, p.Inconclusive, p.Reasons, p.Notes})
	}
	return rec
}

// Record is the divergence as data with stable names, for JSON.
func (d *Divergence) Record() any {
	return struct {
		Function string   `json:"function"`
		Kind     string   `json:"kind"`
		Why      string   `json:"why"`
		Input    *Input   `json:"input"`
		Values   []string `json:"values,omitempty"`
		Before   any      `json:"before"`
		After    any      `json:"after"`
	}{d.Func, d.headline(), d.Diff.Why, d.Input, d.Values, d.Before.Record(), d.After.Record()}
}
