package host

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// The calendar (C11 7.27). Local time is UTC.
var calendarFunctions = []Function{
	{Name: "difftime", Params: []Kind{Long, Long}, Result: []Kind{F64}, Doc: "the seconds between two times",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return one(floatValue(a[0].Int.Sub(a[1].Int)))
		}},
	{Name: "gmtime", Params: []Kind{Ptr}, Result: []Kind{Ptr}, Doc: "a time as a date, in memory of the library, which the next call of it or localtime changes; null with EOVERFLOW for a year that is no int", Call: dateOf("gmtime", false)},
	{Name: "localtime", Params: []Kind{Ptr}, Result: []Kind{Ptr}, Doc: "gmtime: local time is UTC", Call: dateOf("localtime", false)},
	{Name: "gmtime_r", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "gmtime that writes to the second argument", Call: dateOf("gmtime_r", true)},
	{Name: "localtime_r", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "gmtime_r: local time is UTC", Call: dateOf("localtime_r", true)},
	{Name: "mktime", Params: []Kind{Ptr}, Result: []Kind{Long}, Doc: "the time of a date, whose fields it brings into their ranges; -1 with EOVERFLOW for a year that is no int then", Call: timeOf("mktime")},
	{Name: "timegm", Params: []Kind{Ptr}, Result: []Kind{Long}, Doc: "mktime", Call: timeOf("timegm")},
	{Name: "asctime", Params: []Kind{Ptr}, Result: []Kind{Ptr}, Doc: "a date as text, Thu Jan  1 00:00:00 1970 and a newline, in memory of the library; undefined of fields out of their ranges and years of more than four digits", Call: asctime("asctime", false)},
	{Name: "asctime_r", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "asctime that writes to the second argument, of 26 bytes", Call: asctime("asctime_r", true)},
	{Name: "ctime", Params: []Kind{Ptr}, Result: []Kind{Ptr}, Doc: "asctime of a time", Call: ctime("ctime", false)},
	{Name: "ctime_r", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "asctime_r of a time", Call: ctime("ctime_r", true)},
	{Name: "strftime", Params: []Kind{Ptr, Size, Ptr, Ptr}, Result: []Kind{Size}, Doc: "writes a date by a format to a buffer of n bytes, zero byte included; gives the length, 0 where it does not fit", Call: strftime},
	{Name: "clock_gettime", Params: []Kind{Int, Ptr}, Result: []Kind{Int}, Doc: "writes the time, two words that are always 0; gives -1 for a clock that is not one of 0 to 11",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if c := a[0].signed(32); c < 0 || c > 11 {
				return fail(e, errInvalid, IntValue(-1))
			}
			if !e.Write(a[1].Ptr, make([]byte, 16)) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	{Name: "tzset", Doc: "does nothing: local time is UTC", Call: func(e Env, a []Value) ([]Value, Status) { return none() }},
	{Name: "sleep", Params: []Kind{Int}, Result: []Kind{Int}, Observable: true, Doc: "0, at once: time stands still", Call: func(e Env, a []Value) ([]Value, Status) { return one(IntValue(0)) }},
	{Name: "usleep", Params: []Kind{Int}, Result: []Kind{Int}, Observable: true, Doc: "0, at once", Call: func(e Env, a []Value) ([]Value, Status) { return one(IntValue(0)) }},
}

// floatValue is the double nearest to an integer.
func floatValue(v num.Int) Value {
	return Value{Kind: F64, Bits: scaled(v, 0).in(ieee754.F64)}
}

// The struct tm of x86-64: nine ints, the offset from UTC at 40 and the zone's name at 48.
const dateBytes = 56

// date is the ints of a struct tm.
type date [9]int64

const (
	second = iota
	minute
	hour
	day
	month
	year
	weekday
	yearDay
	saving
)

// readDate reads fields of a struct tm, and no others: they need not be initialised.
func readDate(e Env, p memory.Pointer, fields ...int) (d date, ok bool) {
	for _, n := range fields {
		b, ok := e.Read(at(p, 4*n), 4, true)
		if !ok {
			return d, false
		}
		d[n] = int64(int32(word(b)))
	}
	return d, true
}

func writeDate(e Env, p memory.Pointer, t time.Time) bool {
	d := date{int64(t.Second()), int64(t.Minute()), int64(t.Hour()), int64(t.Day()), int64(t.Month()) - 1, int64(t.Year()) - 1900, int64(t.Weekday()), int64(t.YearDay()) - 1}
	var b []byte
	for _, v := range d {
		b = append(b, little(uint64(v), 4)...)
	}
	zone, ok := constant(e, "the time zone", 4, []byte("UTC\x00"))
	return ok && e.Write(p, b) && e.Write(at(p, 40), make([]byte, 8)) && e.WritePointer(at(p, 48), zone)
}

// moment is a time that has a date with a year that is an int.
func moment(seconds int64) (t time.Time, ok bool) {
	const most = 1 << 56 // of either sign: some two billion years
	if seconds < -most || seconds > most {
		return t, false
	}
	t = time.Unix(seconds, 0).UTC()
	return t, t.Year()-1900 == int(int32(t.Year()-1900))
}

// readTime reads a time_t.
func readTime(e Env, p memory.Pointer) (t time.Time, code int, ok bool) {
	b, ok := e.Read(p, 8, true)
	if !ok {
		return t, errNone, false
	}
	if t, ok = moment(int64(word(b))); !ok {
		return t, errTooLarge, false
	}
	return t, errNone, true
}

func dateOf(name string, own bool) call {
	return func(e Env, a []Value) ([]Value, Status) {
		null := PtrValue(memory.Pointer{})
		t, code, ok := readTime(e, a[0].Ptr)
		if code != errNone {
			return fail(e, code, null)
		}
		if !ok {
			return give(e, null)
		}
		var p memory.Pointer
		if own {
			p = a[1].Ptr
		} else if p, ok = static(e, "the date", dateBytes); !ok {
			return give(e, null)
		}
		if !writeDate(e, p, t) {
			return give(e, null)
		}
		return one(PtrValue(p))
	}
}

// timeOf brings years and months together first: the rest are seconds, of which no sum of ints is too large.
func timeOf(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		failed := Value{Kind: Long, Int: num.New(-1)}
		d, ok := readDate(e, a[0].Ptr, second, minute, hour, day, month, year, saving)
		if !ok {
			return give(e, failed)
		}
		months := d[year]*12 + d[month]
		y := months / 12
		if months%12 < 0 {
			y--
		}
		first := time.Date(int(y+1900), time.Month(months-12*y+1), 1, 0, 0, 0, 0, time.UTC).Unix()
		seconds := first + (d[day]-1)*86400 + d[hour]*3600 + d[minute]*60 + d[second]
		t, ok := moment(seconds)
		if !ok {
			return fail(e, errTooLarge, failed)
		}
		if !writeDate(e, a[0].Ptr, t) {
			return give(e, failed)
		}
		return one(Value{Kind: Long, Int: num.New(seconds)})
	}
}

var (
	dayNames   = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
	monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
)

// named is an entry of a list of names, ? where there is none, as glibc has it.
func named(list []string, n int64) string {
	if n < 0 || n >= int64(len(list)) {
		return "?"
	}
	return list[n]
}

// abbreviated is the first three letters of a name.
func abbreviated(name string) string { return name[:min(3, len(name))] }

// ascText is the text of asctime (C11 7.27.3.1), which is undefined of other dates.
func ascText(e Env, name string, d date) (string, bool) {
	limits := [...][2]int64{{0, 60}, {0, 59}, {0, 23}, {1, 31}, {0, 11}, {-900, 8099}, {0, 6}}
	for n, l := range limits {
		if d[n] < l[0] || d[n] > l[1] {
			field := [...]string{"tm_sec", "tm_min", "tm_hour", "tm_mday", "tm_mon", "tm_year", "tm_wday"}[n]
			e.Contract("%s: %s is %d, not from %d to %d (C11 7.27.3.1 p3)", name, field, d[n], l[0], l[1])
			return "", false
		}
	}
	return fmt.Sprintf("%s %s%3d %02d:%02d:%02d %d\n", abbreviated(dayNames[d[weekday]]), abbreviated(monthNames[d[month]]), d[day], d[hour], d[minute], d[second], 1900+d[year]), true
}

// textTo is a result that is a text in memory of the library, or in what the program gave.
func textTo(e Env, own bool, a []Value, text string) ([]Value, Status) {
	if !own {
		return staticText(e, "the date as text", text, 26)
	}
	if !e.Write(a[1].Ptr, append([]byte(text), 0)) {
		return give(e, PtrValue(memory.Pointer{}))
	}
	return one(a[1])
}

func asctime(name string, own bool) call {
	return func(e Env, a []Value) ([]Value, Status) {
		d, ok := readDate(e, a[0].Ptr, second, minute, hour, day, month, year, weekday)
		if !ok {
			return give(e, PtrValue(memory.Pointer{}))
		}
		text, ok := ascText(e, name, d)
		if !ok {
			return give(e, PtrValue(memory.Pointer{}))
		}
		return textTo(e, own, a, text)
	}
}

func ctime(name string, own bool) call {
	return func(e Env, a []Value) ([]Value, Status) {
		null := PtrValue(memory.Pointer{})
		t, code, ok := readTime(e, a[0].Ptr)
		if code != errNone {
			return fail(e, code, null)
		}
		if !ok {
			return give(e, null)
		}
		text, ok := ascText(e, name, date{int64(t.Second()), int64(t.Minute()), int64(t.Hour()), int64(t.Day()), int64(t.Month()) - 1, int64(t.Year()) - 1900, int64(t.Weekday())})
		if !ok {
			return give(e, null)
		}
		return textTo(e, own, a, text)
	}
}

// strftime leaves the buffer as it was where the text does not fit: C leaves open what is in it.
func strftime(e Env, a []Value) ([]Value, Status) {
	format, ok := cstring(e, a[2].Ptr, 1<<63, true)
	if !ok {
		return give(e, SizeValue(0))
	}
	d, ok := readDate(e, a[3].Ptr, fieldsOf(string(format))...)
	if !ok {
		return give(e, SizeValue(0))
	}
	var out strings.Builder
	if bad := dateText(&out, string(format), d); bad != "" {
		e.Contract("strftime: %q is no directive of C11 7.27.3.5", bad)
		return give(e, SizeValue(0))
	}
	n := uint64(out.Len())
	if n >= a[1].size() { // the array is indeterminate (C11 7.27.3.5p8)
		e.Forget(a[0].Ptr, a[1].size())
		return give(e, SizeValue(0))
	}
	if !e.Write(a[0].Ptr, append([]byte(out.String()), 0)) {
		return give(e, SizeValue(0))
	}
	return one(SizeValue(n))
}

// dateFields are what directives are determined by (C11 7.27.3.5 p3).
var dateFields = map[byte][]int{'a': {weekday}, 'A': {weekday}, 'u': {weekday}, 'w': {weekday}, 'b': {month}, 'B': {month}, 'h': {month}, 'm': {month},
	'C': {year}, 'y': {year}, 'Y': {year}, 'd': {day}, 'e': {day}, 'H': {hour}, 'I': {hour}, 'p': {hour}, 'j': {yearDay}, 'M': {minute}, 'S': {second},
	'U': {yearDay, weekday}, 'W': {yearDay, weekday}, 'g': {year, weekday, yearDay}, 'G': {year, weekday, yearDay}, 'V': {year, weekday, yearDay},
	'c': {second, minute, hour, day, month, year, weekday}, 'D': {day, month, year}, 'x': {day, month, year}, 'F': {day, month, year},
	'r': {second, minute, hour}, 'T': {second, minute, hour}, 'X': {second, minute, hour}, 'R': {minute, hour}, 'z': {saving}, 'Z': {saving}}

// fieldsOf are the fields that a format reads, each once.
func fieldsOf(format string) (fields []int) {
	for i := 0; i+1 < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		if (format[i] == 'E' || format[i] == 'O') && i+1 < len(format) {
			i++
		}
		for _, f := range dateFields[format[i]] {
			if !slices.Contains(fields, f) {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// dateText expands a format, and gives a directive that there is not.
func dateText(out *strings.Builder, format string, d date) (bad string) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out.WriteByte(format[i])
			continue
		}
		start := i
		i++
		modifier := ""
		if i < len(format) && (format[i] == 'E' || format[i] == 'O') {
			modifier = map[byte]string{'E': "cCxXyY", 'O': "deHImMSuUVwWy"}[format[i]]
			i++
		}
		if i >= len(format) || modifier != "" && strings.IndexByte(modifier, format[i]) < 0 {
			return format[start:min(i+1, len(format))]
		}
		h12 := (d[hour]%12+11)%12 + 1
		number := func(digits string, v int64) { fmt.Fprintf(out, digits, v) }
		y := d[year] + 1900
		switch format[i] {
		case '%':
			out.WriteByte('%')
		case 'n':
			out.WriteByte('\n')
		case 't':
			out.WriteByte('\t')
		case 'a':
			out.WriteString(abbreviated(named(dayNames, d[weekday])))
		case 'A':
			out.WriteString(named(dayNames, d[weekday]))
		case 'b', 'h':
			out.WriteString(abbreviated(named(monthNames, d[month])))
		case 'B':
			out.WriteString(named(monthNames, d[month]))
		case 'C':
			number("%02d", (y-(y%100+100)%100)/100)
		case 'd':
			number("%02d", d[day])
		case 'e':
			number("%2d", d[day])
		case 'H':
			number("%02d", d[hour])
		case 'I':
			number("%02d", h12)
		case 'j':
			number("%03d", d[yearDay]+1)
		case 'm':
			number("%02d", d[month]+1)
		case 'M':
			number("%02d", d[minute])
		case 'p':
			out.WriteString(map[bool]string{false: "AM", true: "PM"}[d[hour] >= 12])
		case 'S':
			number("%02d", d[second])
		case 'u':
			number("%d", (d[weekday]+6)%7+1)
		case 'w':
			number("%d", d[weekday])
		case 'U':
			number("%02d", (d[yearDay]-d[weekday]+7)/7)
		case 'W':
			number("%02d", (d[yearDay]-(d[weekday]+6)%7+7)/7)
		case 'y':
			number("%02d", (y%100+100)%100)
		case 'Y':
			number("%d", y)
		case 'g', 'G', 'V':
			// The week of the year's first Thursday is its first.
			isoYear, week := isoWeek(d)
			switch format[i] {
			case 'g':
				number("%02d", (isoYear%100+100)%100)
			case 'G':
				number("%d", isoYear)
			default:
				number("%02d", week)
			}
		case 'z':
			out.WriteString("+0000")
		case 'Z':
			out.WriteString("UTC")
		default:
			whole := map[byte]string{'c': "%a %b %e %H:%M:%S %Y", 'D': "%m/%d/%y", 'F': "%Y-%m-%d", 'r': "%I:%M:%S %p", 'R': "%H:%M", 'T': "%H:%M:%S", 'x': "%m/%d/%y", 'X': "%H:%M:%S"}[format[i]]
			if whole == "" {
				return format[start : i+1]
			}
			dateText(out, whole, d)
		}
	}
	return ""
}

// isoWeek is the year and the week of ISO 8601 by the weekday and the day of the year.
func isoWeek(d date) (isoYear, week int64) {
	leap := func(y int64) int64 {
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 366
		}
		return 365
	}
	y, monday := d[year]+1900, (d[weekday]+6)%7
	week = (d[yearDay] - monday + 10) / 7
	if d[yearDay]-monday+10 < 7 {
		y--
		return y, (d[yearDay] + leap(y) - monday + 10) / 7
	}
	if week == 53 && d[yearDay]-monday+3 >= leap(y) {
		return y + 1, 1
	}
	return y, week
}
