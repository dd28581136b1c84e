package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"time"
)

// pair is a program before and after a transformation, with the verdict that is right.
// why goes to the report: a failure is a mistake of Tuffy or of that argument, and the reader must be
// able to tell.
type pair struct {
	family        string
	before, after string
	flags         []string
	want          int    // exit status: 0 refines, 1 diverges, 4 nothing was compared
	soft          bool   // a search through choices that ends without a verdict (4) is no mistake
	hard          bool   // few inputs show that it diverges
	why           string // the argument for the verdict
}

// A family makes pairs of one kind. ok is false if the kind has none of that verdict, or the dice
// made none.
// weight is the share among all families. gen uses nothing but r, so that a pair is known by its
// number.
type family struct {
	name   string
	weight int
	gen    func(r *rand.Rand, right bool) (p pair, ok bool)
}

var families = []family{
	{"int", 40, intPair},
	{"claim", 8, claimPair},
	{"dontcare", 6, dontCarePair},
	{"memory", 22, memoryPair},
	{"alias", 8, aliasPair},
	{"slot", 8, slotPair},
	{"flow", 14, flowPair},
	{"loop", 12, loopPair},
	{"choice", 12, choicePair},
	{"float", 14, floatPair},
	{"vector", 12, vectorPair},
	{"extern", 14, externPair},
	{"data", 8, dataPair},
	{"heap", 6, heapPair},
	{"several", 4, severalPair},
}

// attackPairs asks for the verdict of pairs that are right or wrong by construction.
// Pairs 0 to first are made as well, since which pair has a number depends on those before it: they
// must differ.
func attackPairs(s *session) {
	made := s.makePairs(s.first + s.count)
	s.each(len(made)-s.first, func(i int) {
		p := made[i]
		name := fmt.Sprintf("%04d-%s", i, p.family)
		if !strings.Contains(name, s.only) {
			return
		}
		before, after := s.temp(name+".before.tir", p.before), s.temp(name+".after.tir", p.after)
		// A comparison that takes more than 60 seconds counts as a hang.
		argv := append([]string{s.command("tuffy-interp"), "--differential", before, after}, p.flags...)
		o := run(limits{wall: 60 * time.Second}, s.scratch, argv...)
		cause := p.judge(&o)
		if s.verbose {
			fmt.Printf("%s want %d got %d %.2fs\n", name, p.want, o.status, o.wall.Seconds())
		}
		s.saw(fmt.Sprintf("%d wanted, %d given", p.want, o.status))
		if p.hard {
			s.note("hard")
		}
		if o.wall > 10*time.Second {
			s.note("slower than 10 s")
		}
		if cause != "" {
			s.fail(name, cause, p.why+"\n"+o.report(), map[string]string{
				"before.tir": p.before, "after.tir": p.after,
				"command": "tuffy-interp --differential before.tir after.tir " + strings.Join(p.flags, " ") + "\n",
			})
		}
	})
}

// judge says what is wrong with the verdict. Status 4 for a right or wrong pair is a miss unless the
// pair is soft: the programs are small, so that inputs are found. 1 for a pair that cannot be compared
// is a failure, too.
func (p *pair) judge(o *outcome) string {
	if c := o.complaint(0, 1, 4); c != "" {
		return c
	}
	switch {
	case o.status == p.want, p.soft && o.status == 4:
		return ""
	// The worst that can happen: a correct transformation called wrong.
	case p.want == 0 && o.status == 1:
		return "false alarm"
	case p.want == 1 && p.hard:
		return "missed (hard)"
	case p.want == 1:
		return "missed"
	case p.want == 4 && o.status == 0:
		return "vacuous or endless called refines"
	}
	return fmt.Sprintf("%d for %d", o.status, p.want)
}

// makePairs makes pairs 0 to n-1, all different: of 25, two whose verdict is 4, the others in turn
// right and wrong.
// A family that has made all that it can gives way by the dice; 2000 tries without a new pair mean
// that a table is too small, which is a slip here.
func (s *session) makePairs(n int) []pair {
	var made []pair
	seen := map[string]bool{}
	for i := range n {
		r := s.rng(i)
		for try := 0; ; try++ {
			if try > 2000 {
				panic("attack: no new pair")
			}
			p, ok := somePair(r, i)
			if key := p.before + "\x00" + p.after + strings.Join(p.flags, " "); ok && !seen[key] {
				seen[key] = true
				made = append(made, p)
				break
			}
		}
	}
	return made
}

// ok false asks for another try with the same stream, further on.
func somePair(r *rand.Rand, i int) (pair, bool) {
	if i%25 >= 23 {
		p := undecidedPair(r)
		p.family, p.want = "undecided", 4
		return p, true
	}
	right := i%2 == 0
	total := 0
	for _, f := range families {
		total += f.weight
	}
	k := r.IntN(total)
	for _, f := range families {
		if k -= f.weight; k >= 0 {
			continue
		}
		p, ok := f.gen(r, right)
		p.family = f.name
		if !right {
			p.want = 1
		}
		return p, ok
	}
	panic("unreachable")
}

// What a line of a sketch abbreviates: named values ($x), and inline constants (#5, #true, #f64:1.5) and
// addresses of symbols (&f).
var (
	namedValue = regexp.MustCompile(`\$[A-Za-z][A-Za-z0-9_]*`)
	inline     = regexp.MustCompile(`#(-?[0-9]+|true|false|f(?:16|32|64):[-+.0-9a-zA-Z]+)|&([A-Za-z0-9_]+)`)
)

// tir turns a sketch into text: {key} is replaced by what follows it in kv, $name is a value, #5 a
// constant and &f the address of a symbol, each made right before the line that uses it.
func tir(sketch string, kv ...any) string {
	for i := 0; i < len(kv); i += 2 {
		// Keys are replaced in the order of kv: what is put in for one must not contain a later one.
		sketch = strings.ReplaceAll(sketch, "{"+kv[i].(string)+"}", fmt.Sprint(kv[i+1]))
	}
	var b strings.Builder
	// values has the number of each name; a constant takes an entry of its own, so that its number is
	// not given again.
	values := map[string]string{}
	fresh := func() string { return fmt.Sprintf("v%d", len(values)) }
	named := func(name string) string {
		if _, ok := values[name]; !ok {
			values[name] = fresh()
		}
		return values[name]
	}
	for line := range strings.SplitSeq(strings.Trim(sketch, "\n"), "\n") {
		t := strings.TrimSpace(line)
		// Numbers of values are of one function.
		if strings.HasPrefix(t, "func") {
			clear(values)
		}
		// A constant is made on the line before; that line is in the same block as its use, and so
		// dominates it.
		var pre strings.Builder
		t = inline.ReplaceAllStringFunc(t, func(m string) string {
			v := fresh()
			values[fmt.Sprint("#", len(values))] = v
			switch k := m[1:]; {
			case m[0] == '&':
				fmt.Fprintf(&pre, "    %s = symbol_addr @%s\n", v, k)
			case k == "true" || k == "false":
				fmt.Fprintf(&pre, "    %s = bconst %s\n", v, k)
			case k[0] == 'f':
				typ, num, _ := strings.Cut(k, ":")
				fmt.Fprintf(&pre, "    %s = fconst.%s %s\n", v, typ, num)
			default:
				fmt.Fprintf(&pre, "    %s = iconst %s\n", v, k)
			}
			return v
		})
		t = namedValue.ReplaceAllStringFunc(t, named)
		b.WriteString(pre.String())
		switch {
		case t == "":
		case strings.HasPrefix(t, "bb") && strings.HasSuffix(t, ":"):
			b.WriteString("  " + t + "\n")
		case strings.HasPrefix(t, "func"), strings.HasPrefix(t, "data"), strings.HasPrefix(t, "extern"), t == "}":
			b.WriteString(t + "\n")
		default:
			b.WriteString("    " + t + "\n")
		}
	}
	return b.String()
}
