package difftest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// minimiseRuns bounds the inputs that are tried to make that of a divergence smaller. Each is two runs or a few more.
const minimiseRuns = 400

// numbers are what differs from one input to the next in what a divergence says.
var numbers = regexp.MustCompile(`[0-9]+`)

// Shape says how both sides of a divergence ended and what differs, without the values. Two
// divergences of one shape are taken for one bug.
func (d *Divergence) Shape() string {
	what, _, _ := strings.Cut(d.Diff.Why, " is ")
	s := fmt.Sprint(d.Kind, " ", numbers.ReplaceAllString(what, "#"))
	for _, o := range []*interp.Outcome{d.Before, d.After} {
		s += " " + o.Kind.String()
		if o.Kind == interp.Undefined && o.UB != nil {
			s += o.UB.Code.ID()
		}
		for _, v := range o.Values {
			_, poison := v.(interp.Poison)
			s += fmt.Sprint(" ", poison)
		}
	}
	return s
}

// minimise makes the generated input of the divergence smaller while the difference stays of its shape: numbers go
// towards 0, buffers get shorter, their bytes 0 or else lower. It takes the first smaller input that still diverges and begins
// again from it, so that the result does not depend on the time or on workers.
func (q *pairRun) minimise() {
	if q.Divergence == nil || q.c.Inputs != nil {
		return
	}
	c := q.c
	d := q.Divergence
	shape, limit := d.Shape(), cmp.Or(c.Options.Fuel, DefaultFuel)
	c.Options.Fuel = min(limit, 4*max(d.Before.Effort(), d.After.Effort())+10_000)
	runs := 0
	try := func(in *Input) bool {
		if runs >= minimiseRuns || c.ctx.Err() != nil {
			return false
		}
		runs++
		t := c.try(q.before, q.after, q.f, in, 0)
		if t.err != nil || t.div == nil || t.div.Shape() != shape || c.ctx.Err() != nil {
			return false
		}
		t.div.Options.Fuel, t.div.Options.MemLimit = q.c.Options.Fuel, q.c.Options.MemLimit
		q.Divergence = t.div
		return true
	}
	for smaller(q.Divergence.Input, try) {
	}
}

// smaller tries inputs that differ from one in one place and are simpler there, until one is taken.
func smaller(in *Input, try func(*Input) bool) bool {
	var places []func(in *Input) *Arg
	var collect func(a Arg, at func(in *Input) *Arg)
	collect = func(a Arg, at func(in *Input) *Arg) {
		places = append(places, at)
		for n, f := range a.Fields {
			collect(f, func(in *Input) *Arg { return &at(in).Fields[n] })
		}
	}
	for n, a := range in.Args {
		collect(a, func(in *Input) *Arg { return &in.Args[n] })
	}
	for _, at := range places {
		for _, a := range simpler(*at(in)) {
			next := in.clone()
			*at(next) = a
			if try(next) {
				return true
			}
		}
	}
	for _, at := range places {
		next := in.clone()
		if next.moveToStart(at(next)) && try(next) {
			return true
		}
	}
	for n, b := range in.Buffers {
		for _, text := range simplerBytes(b.Bytes) {
			next := in.clone()
			next.Buffers[n].Bytes = text
			if try(next) {
				return true
			}
		}
	}
	for n, a := range in.Args {
		if a.Bytes == nil {
			continue
		}
		// Their number is that of the type.
		all := strings.Fields(*a.Bytes)
		for _, text := range append(zeroed(all), lowered(all)...) {
			next := in.clone()
			next.Args[n].Bytes = &text
			if try(next) {
				return true
			}
		}
	}
	return false
}

// moveToStart takes away what a buffer has before the place that a points to, so that a points to its start. It is
// false of what points to no such place. Other pointers into the buffer keep their offsets: the caller asks whether the
// input still does what it did.
func (in *Input) moveToStart(a *Arg) bool {
	if a.Buffer == nil || a.Offset <= 0 || *a.Buffer >= len(in.Buffers) {
		return false
	}
	b := &in.Buffers[*a.Buffer]
	all := strings.Fields(b.Bytes)
	if a.Offset > int64(len(all)) || strings.Contains(b.Bytes, "&") {
		return false
	}
	b.Bytes, a.Offset = strings.Join(all[a.Offset:], " "), 0
	return true
}

// clone is a deep copy without the place that the input was read from.
func (in *Input) clone() *Input {
	text, err := json.Marshal(in)
	out := &Input{}
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		panic(fmt.Sprintf("BUG: an input that does not read back: %v", err))
	}
	return out
}

// simpler are arguments of the same type that are simpler, the simplest first. Each is nearer to 0 than a, so
// that taking one after the other comes to an end.
func simpler(a Arg) (out []Arg) {
	switch {
	case a.Int != nil:
		v := *a.Int
		half := v.TDiv(num.New(2))
		one := num.New(int64(v.Sign()))
		for _, w := range []num.Int{num.New(0), num.New(1), num.New(-1), v.Neg(), half, half.Add(one), v.Sub(one)} {
			nearer := w.Abs().Cmp(v.Abs()) < 0 || w.Abs().Cmp(v.Abs()) == 0 && w.Sign() > v.Sign()
			if nearer && !slices.ContainsFunc(out, func(x Arg) bool { return x.Int.Equal(w) }) {
				out = append(out, Arg{Int: new(w)})
			}
		}
	case a.Bool != nil && *a.Bool:
		out = append(out, Arg{Bool: new(false)})
	case a.Fmt != "" && a.Float != "0" && a.Float != "1":
		out = append(out, Arg{Fmt: a.Fmt, Float: "0"}, Arg{Fmt: a.Fmt, Float: "1"})
	case (a.Buffer != nil || a.Symbol != "") && a.Offset != 0:
		for _, o := range []int64{0, a.Offset / 2} {
			b := a
			b.Offset = o
			out = append(out, b)
		}
	}
	return out
}

// simplerBytes are shorter texts of a buffer, such with fewer bytes that are not 0, and such with lower ones, the
// simplest first.
func simplerBytes(text string) []string {
	all := strings.Fields(text)
	var out []string
	for _, n := range []int{0, len(all) / 2, len(all) * 3 / 4, len(all) - 1} {
		if n >= 0 && n < len(all) {
			out = append(out, strings.Join(all[:n], " "))
		}
	}
	return append(append(out, zeroed(all)...), lowered(all)...)
}

// lowered are the same bytes with one number lower: without one of its bits, the highest first, or less by one. A number
// that must only be large enough gets as low as it can by that.
func lowered(all []string) (out []string) {
	for at, text := range all {
		v, err := strconv.ParseUint(text, 16, 8)
		if err != nil {
			continue
		}
		try := func(w uint64) {
			next := slices.Clone(all)
			next[at] = fmt.Sprintf("%02x", w)
			out = append(out, strings.Join(next, " "))
		}
		for bit := uint64(0x80); bit > 0; bit >>= 1 {
			if v&bit != 0 && v != bit { // 0 was tried
				try(v &^ bit)
			}
		}
		if v > 1 && v&1 == 0 { // of an odd number that is the lowest bit
			try(v - 1)
		}
	}
	return out
}

// zeroed are the same number of bytes with more zeros: all, a half, a quarter, one. A pointer is eight bytes.
func zeroed(all []string) (out []string) {
	for size := len(all); size > 0; size /= 2 {
		for at := 0; at < len(all); at += size {
			next := slices.Clone(all)
			for n := at; n < min(at+size, len(all)); n++ {
				next[n] = "00"
				if all[n][0] == '&' {
					next[n] = strings.TrimSpace(strings.Repeat("00 ", 8))
				}
			}
			if !slices.Equal(next, all) {
				out = append(out, strings.Join(next, " "))
			}
		}
	}
	return out
}
