package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// mutator changes texts of programs in ways of text: it knows tokens and lines, not meaning.
// It is read only after newMutator, so that all jobs share it. names go with texts.
type mutator struct {
	texts  []string // to start from
	names  []string
	tokens []string // of all texts
	dialect
}

// dialect is what a mutator knows of a language.
type dialect struct {
	snippets []string // parts of the grammar, to stand where they do not belong
	open     []string // what can be opened again and again
	gentle   func(r *rand.Rand, s string) string
}

var irText = dialect{snippets, []string{"region loop {\n", "struct{", "[", "(", "{", "vec<", "// ", "\""}, gentle}

var (
	// token matches any text from its start to its end without a gap: joining the tokens gives the
	// text back.
	token      = regexp.MustCompile(`[A-Za-z0-9_.$@%]+|"(?:[^"\\]|\\.)*"|//[^\n]*|\s+|.`)
	numeral    = regexp.MustCompile(`\b(0x[0-9a-fA-F]+|[0-9]+)\b`)
	valueID    = regexp.MustCompile(`\bv[0-9]+\b`)
	blockID    = regexp.MustCompile(`\bbb[0-9]+\b`)
	opcodeText = regexp.MustCompile(`= [a-z_]+(\.[a-z0-9]+)*`)
	claimText  = regexp.MustCompile(`:[su][0-9]+|:known\([^)]*\)|:i[0-9]+`)
)

// Texts are taken in the order of their names, and tokens in that of first use, so that a seed means
// the same mutants on each machine.
func newMutator(texts map[string]string, d dialect) *mutator {
	m := &mutator{dialect: d}
	seen := map[string]bool{}
	for _, name := range sortedKeys(texts) {
		m.texts = append(m.texts, texts[name])
		m.names = append(m.names, name)
		for _, t := range token.FindAllString(texts[name], -1) {
			if !seen[t] && strings.TrimSpace(t) != "" && !strings.HasPrefix(t, "//") {
				seen[t] = true
				m.tokens = append(m.tokens, t)
			}
		}
	}
	return m
}

// Bounds of the machine's integers and their neighbours, 2^128, powers of two at limits of the format
// (2^20, 2^24 and 2^24+1), and texts that are no number.
var extremes = []string{
	"0", "1", "-1", "2", "7", "255", "256", "65535", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616",
	"340282366920938463463374607431768211456", "0x0", "0xffffffffffffffff", "-0", "00", "16777216", "16777217", "1048576", "1000000000000",
	"99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999", "0x", "1e9", "1.5", "8191", "8192", "63", "64", "65",
}

// Parts of the grammar where they do not belong, characters that are no ASCII, that turn the direction
// of text, or that end lines in some languages only, and spellings of older texts.
var snippets = []string{
	"region loop {\n", "region plain {\n", "}\n", "unreachable\n", "trap\n", "ret\n", "continue\n", ":s8", ":u1", ":s0", ":u0", ":i8", ":known(0?x1)",
	":known()", ":align8", ":nofpclass(nan)", " -> ptr", " -> struct{int, ptr}", " -> [int; 3]", " -> byte(8)", " -> vec<vscale x 64>", "struct{", "[", "vec<", "poison -> ",
	", align=4", "!loc(\"a\", 1, 2)", "!var(\"x\")", "!weights(1, 2)", "!prof(3)", "\x00", "\ufeff", "\u202e", "\u2028", "é", "\xff", "\r", "\r\n", "\t", "\v", "\\", "\"", "'", "//", "/*", ";", "#",
	"extern func @x(int) -> int\n", "data @x = \"a\\x00\"\n", "data @y const align 8 = zero 16 relocs [8: @x+1]\n", "relocs [0: @main]", "memcopy", "call_ret2", "sadd_overflow.8", "v18446744073709551615", "bb4294967295", "@\"\\x00\"", "@\"\"", "%x", ", mem", "(v0: mem)",
}

// swap replaces one match at random by what with makes of it; a text without a match is returned as it is.
func swap(r *rand.Rand, s string, re *regexp.Regexp, with func(old string) string) string {
	at := re.FindAllStringIndex(s, -1)
	if len(at) == 0 {
		return s
	}
	p := at[r.IntN(len(at))]
	return s[:p[0]] + with(s[p[0]:p[1]]) + s[p[1]:]
}

// swapSame replaces one match by another match of the text.
func swapSame(r *rand.Rand, s string, re *regexp.Regexp) string {
	all := re.FindAllString(s, -1)
	return swap(r, s, re, func(string) string { return all[r.IntN(len(all))] })
}

// gentle changes keep most texts programs. It changes one place.
func gentle(r *rand.Rand, s string) string {
	switch r.IntN(7) {
	// Another value in place of one: often the wrong type, or one that does not dominate.
	case 0, 1:
		return swapSame(r, s, valueID)
	// Another target: block arguments do not fit, regions are left, blocks become unreachable.
	case 2:
		return swapSame(r, s, blockID)
	case 3:
		return swap(r, s, numeral, func(string) string { return extremes[r.IntN(len(extremes))] })
	// Another claim, which may be false: the result is poison and what depends on it changes.
	case 4:
		return swap(r, s, claimText, func(string) string {
			return pick(r, "", ":s1", ":u1", ":s8", ":u8", ":s64", ":known(0???)", ":i4", ":known(1????)", ":s8:u4")
		})
	// A claim on a use or a result that had none.
	case 5:
		return swap(r, s, valueID, func(old string) string {
			return old + pick(r, ":s8", ":u8", ":u1", ":s32", ":known(0?????)", ":i8", ":align16")
		})
	}
	// An opcode for another one.
	return swapSame(r, s, opcodeText)
}

// rough changes do not.
// Most of what it makes is refused by the parser; what is attacked is how.
func (m *mutator) rough(r *rand.Rand, s string) string {
	if len(s) == 0 {
		return m.texts[r.IntN(len(m.texts))]
	}
	at := func() int { return r.IntN(len(s) + 1) }
	// Up to 60 bytes, more often few, and without regard to characters: a cut may leave half of one.
	cut := func() (int, int) {
		i := at()
		return i, min(len(s), i+1+r.IntN(1+r.IntN(60)))
	}
	switch r.IntN(16) {
	case 0: // a byte
		b := []byte(s)
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		return string(b)
	case 1:
		i, j := cut()
		return s[:i] + s[j:]
	case 2:
		i, j := cut()
		return s[:j] + s[i:j] + s[j:]
	// 60 KB at most, by 1000 copies.
	case 3: // again and again
		i, j := cut()
		return s[:j] + strings.Repeat(s[i:j], pick(r, 3, 50, 1000)) + s[j:]
	case 4:
		i := at()
		return s[:i] + m.snippets[r.IntN(len(m.snippets))] + s[i:]
	case 5: // a token for another
		ts := token.FindAllString(s, -1)
		ts[r.IntN(len(ts))] = m.tokens[r.IntN(len(m.tokens))]
		return strings.Join(ts, "")
	case 6: // tokens exchanged
		ts := token.FindAllString(s, -1)
		i, j := r.IntN(len(ts)), r.IntN(len(ts))
		ts[i], ts[j] = ts[j], ts[i]
		return strings.Join(ts, "")
	case 7: // lines moved
		ls := strings.SplitAfter(s, "\n")
		i, j := r.IntN(len(ls)), r.IntN(len(ls))
		ls[i], ls[j] = ls[j], ls[i]
		return strings.Join(ls, "")
	case 8:
		ls := strings.SplitAfter(s, "\n")
		i := r.IntN(len(ls))
		return strings.Join(ls[:i], "") + strings.Join(ls[i+btoi(i < len(ls)):], "")
	// The beginning of one text and the end of another.
	case 9: // two texts
		o := m.texts[r.IntN(len(m.texts))]
		return s[:at()] + o[r.IntN(len(o)+1):]
	case 10:
		return s + m.texts[r.IntN(len(m.texts))]
	case 11:
		return s[:at()]
	case 12: // deep
		i := at()
		k := pick(r, 10, 300, 5000)
		open := pick(r, m.open...)
		return s[:i] + strings.Repeat(open, k) + s[i:]
	// Other ends of lines, tabs, no lines at all, and a byte order mark.
	case 13:
		return pick(r, strings.ReplaceAll(s, "\n", "\r\n"), strings.ReplaceAll(s, "\n", "\r"), strings.ReplaceAll(s, " ", "\t"), strings.ReplaceAll(s, "\n", " "), "\ufeff"+s)
	case 14: // long names, long numbers
		i := at()
		return s[:i] + strings.Repeat(pick(r, "9", "v", "f", "_", "-", "é"), pick(r, 20, 5000, 100000)) + s[i:]
	}
	i := at()
	return s[:i] + extremes[r.IntN(len(extremes))] + s[i:]
}

// text is mutant number i of the stream r, with the name of what it was made of.
// Two thirds of the texts are changed gently; the others roughly, with a gentle change now and then. 1
// MiB bounds what repetition can make in several changes.
func (m *mutator) text(r *rand.Rand) (text, origin string) {
	k := r.IntN(len(m.texts))
	s := m.texts[k]
	gentle := r.IntN(3) != 0
	for range 1 + r.IntN(1+r.IntN(6)) {
		if gentle || r.IntN(4) == 0 {
			s = m.gentle(r, s)
		} else {
			s = m.rough(r, s)
		}
		if len(s) > 1<<20 {
			s = s[:1<<20]
		}
	}
	return s, fmt.Sprintf("%s (gentle %v)", m.names[k], gentle)
}
