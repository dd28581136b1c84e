package campaign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
)

// What a database holds becomes paths, scripts, commands and indexes. So each row is looked at when
// it is read, and one that no campaign writes is an error that names the table, the row and the
// column. Texts for people (rule, message, detail, note, made) may be anything; they are quoted where
// they are shown.

// Numbers are bounded so that sums and conversions cannot overflow.
const (
	hashDigits    = 12 // of a signature
	addressDigits = 64 // of a program's hash
	maxCount      = 1 << 53
	maxID         = 1 << 30 // of a coverage event
	maxInsts      = 1 << 31
	maxClock      = 253402300799999 // milliseconds, the end of the year 9999
)

// wrong is an error about a row, counted from 0.
func wrong(table string, n int, err error) error {
	return fmt.Errorf("%s is damaged: table %s, row %d: %w", databaseName, table, n+1, err)
}

// isHex reports whether s is so many hexadecimal digits, as hashes are written. Only lower-case
// digits: hashes are compared as text.
func isHex(s string, digits int) bool { return len(s) == digits && onlyHex(s) }

func onlyHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// isCheckName reports whether s can be the name of a check. Names become arguments of commands and
// parts of paths in reports.
func isCheckName(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	return s != "" && len(s) <= 100 && strings.Contains(letters, s[:1]) && strings.Trim(s, letters+"-_./+") == ""
}

// columns collects what is wrong with a row; the first counts. Each call names a column; after the
// first complaint the rest is skipped.
type columns struct{ err error }

// must notes the first thing that is wrong. Values are quoted and cut: they may be hostile and
// long.
func (c *columns) must(ok bool, column string, value any, want string) {
	if ok || c.err != nil {
		return
	}
	text := fmt.Sprint(value)
	if s, isText := value.(string); isText {
		text = strconv.QuoteToASCII(s[:min(len(s), 80)])
	}
	c.err = fmt.Errorf("the %s is %s, expected %s", column, text, want)
}

// mayMiss allows an empty text for what is not there.
func (c *columns) hash(column, value string, digits int, mayMiss bool) {
	c.must(isHex(value, digits) || mayMiss && value == "", column, value, fmt.Sprintf("%d hexadecimal digits", digits))
}

func (c *columns) number(column string, value, limit int64) {
	c.must(value >= 0 && value <= limit, column, value, fmt.Sprintf("a number from 0 to %d", limit))
}

// Anything else is damage.
var states = []State{Queued, Reduced, Whole, Same, Flaky, Hung}

// valid reports what in a row of findings no campaign writes. It mentions every column that the
// program interprets.
func (f *finding) valid() error {
	var c columns
	c.hash("hash", f.Hash, hashDigits, false)
	c.must(isCheckName(f.Check), "check_name", f.Check, "the name of a check")
	c.must(slices.Contains(states, f.State), "state", string(f.State), "one of the states")
	c.hash("same_as", f.SameAs, hashDigits, true)
	for _, hash := range strings.Fields(f.With) {
		c.hash("with_hashes", hash, hashDigits, false)
	}
	c.number("number", f.Number, maxCount)
	c.number("fuel", f.Fuel, maxCount)
	c.must(f.Expect == 0 || slices.ContainsFunc(interp.Codes(), func(k interp.Code) bool { return int64(k) == f.Expect }), "expect", f.Expect, "a code of undefined behaviour")
	c.hash("program", f.Program, addressDigits, false)
	c.number("insts", int64(f.Insts), maxInsts)
	c.hash("reduced", f.Reduced, addressDigits, true)
	c.number("reduced_insts", int64(f.ReducedInsts), maxInsts)
	c.hash("reduced_hash", f.ReducedHash, hashDigits, true)
	c.number("count", f.Count, maxCount)
	c.number("first", f.First, maxClock)
	c.number("last", f.Last, maxClock)
	_, err := unpackSuspects(f.Suspects)
	c.must(err == nil, "suspects", f.Suspects, "parts of the compiler with weights from 0 to 1")
	c.must((f.State == Same) == (f.SameAs != ""), "same_as", f.SameAs, "that of an earlier bug if the state is same, and nothing else")
	c.must(f.State != Reduced || f.Reduced != "", "reduced", f.Reduced, "a program if the state is reduced")
	return c.err
}

// related reports a finding that is the same as one that there is not, or that is no bug itself. It
// makes following SameAs once enough, and free of cycles.
func related(all []*finding) error {
	byHash := findings{}
	for _, f := range all {
		byHash[f.Hash] = f
	}
	for n, f := range all {
		if f.State != Same {
			continue
		}
		var c columns
		g := byHash[f.SameAs]
		c.must(g != nil && g.State != Same, "same_as", f.SameAs, "the hash of a bug that is there")
		if c.err != nil {
			return wrong("findings", n, c.err)
		}
	}
	return nil
}

// valid reports what in a row of corpus no campaign writes.
func (r *row) valid() error {
	var c columns
	c.number("number", r.number, maxCount)
	c.hash("program", r.program, addressDigits, false)
	c.number("insts", int64(r.insts), maxInsts)
	c.number("dropped", r.dropped, maxCount)
	return c.err
}

// valid reports what in a row of coverage no campaign writes.
func (v *covered) valid() error {
	var c columns
	c.must(v.id >= 1 && v.id <= maxID, "id", v.id, fmt.Sprintf("a number from 1 to %d", maxID))
	c.must(len(v.name) <= 200, "name", v.name, "the name of an event")
	c.number("number", v.number, maxCount)
	c.number("at", v.at, maxClock)
	return c.err
}

// counted reports what in a row of counters no campaign writes.
func counted(name string, value int64) error {
	var c columns
	limit := int64(maxCount)
	if name == "elapsed ms" {
		limit = maxClock / 1000 // so that it is a time.Duration
	}
	c.number("value of "+strconv.QuoteToASCII(name[:min(len(name), 80)]), value, limit)
	return c.err
}
