package c

import (
	"bytes"
	"errors"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// noPlace is a mistake that the parser tells no place of, as it is: told of a part of the text, it has one.
type noPlace struct {
	what *regexp.Regexp // what the parser says
	msg  string
	word *regexp.Regexp // where it is in the declaration, if it can be found
}

// noPlaces are known ones; the last is any other.
var noPlaces = []noPlace{
	{regexp.MustCompile(`TypeSpecifierImaginary`), "imaginary types are not supported", regexp.MustCompile(`\b_Imaginary\b`)},
	{regexp.MustCompile(`index out of range \[0\] with length 0`), "a character constant has no character", regexp.MustCompile(`''`)},
	{regexp.MustCompile(`(?i)typeof`), "typeof is not supported here", regexp.MustCompile(`\b(__)?typeof(__)?\b`)},
	{regexp.MustCompile(``), "this declaration is not supported, or has a mistake that is not recognised", nil},
}

// placeOf finds the declaration of file scope whose end is the first at which parsing the text up to there fails without a place,
// and the message for it. The parser is asked for about as many parts as the number of declarations has digits.
func placeOf(name string, text []byte, said string, fails func(part []byte) bool) Error {
	if m := todoPlace.FindStringSubmatch(said); m != nil && m[1] == name {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		start := 0
		for range line - 1 {
			start += bytes.IndexByte(text[start:], '\n') + 1
		}
		return messageAt(name, text, said, start+col-1, len(text))
	}
	ends := declarationEnds(text)
	n := sort.Search(len(ends), func(i int) bool { return fails(text[:ends[i]:ends[i]]) }) // the parser may append to its text
	start := 0
	if n > 0 {
		start = ends[n-1]
	}
	end := len(text)
	if n < len(ends) {
		end = ends[n]
	}
	s := unicodeScan{src: text, i: start}
	s.skip()
	return messageAt(name, text, said, min(s.i, end), end)
}

// todoPlace is the place that the parser tells of what it leaves undone.
var todoPlace = regexp.MustCompile(`(?m)^(.*?):(\d+):(\d+): TODO`)

// messageAt is what is wrong with the declaration between two offsets.
func messageAt(name string, text []byte, said string, start, end int) Error {
	for _, p := range noPlaces {
		if !p.what.MatchString(said) {
			continue
		}
		if p.word != nil {
			at := p.word.FindIndex(text[start:end])
			if at == nil {
				continue
			}
			start += at[0]
		}
		line, col := lineCol(text, start)
		return Error{File: name, Line: line, Col: col, Msg: p.msg}
	}
	panic("BUG: no message for a mistake without a place")
}

// lineCol is the place of an offset.
func lineCol(text []byte, at int) (line, col int) {
	before := text[:min(at, len(text))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// declarationEnds are the offsets behind declarations of file scope, as far as brackets tell.
func declarationEnds(text []byte) (ends []int) {
	s := unicodeScan{src: text}
	depth := 0
	for s.skip() {
		if text[s.i] == '#' {
			for s.i < len(text) && (text[s.i] != '\n' || text[s.i-1] == '\\') {
				s.i++
			}
			continue
		}
		c := text[s.i]
		_, quote := s.literal()
		if quote != 0 {
			s.body(quote)
			continue
		}
		switch c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth = max(depth-1, 0)
		}
		if depth == 0 && (c == ';' || c == '}') {
			ends = append(ends, s.i)
		}
	}
	return ends
}

// placed gives the errors that have no place one of the text. What the parser says behind the end of the text it says of its end.
func placed(name string, text []byte, err error, es Errors, fails func(part []byte) bool) Errors {
	var out Errors
	for _, e := range es {
		switch {
		case e.File == "<end>":
			if len(out) > 0 {
				continue // it follows from what is said already
			}
			line, col := lineCol(text, len(bytes.TrimRight(text, " \t\r\n")))
			e = Error{File: name, Line: line, Col: col, Msg: "the text ends too early: " + endOfParser.ReplaceAllString(e.Msg, "${1}the end of the text")}
		case strings.HasPrefix(e.Msg, unreadConstant):
			if at := bytes.Index(text, []byte(strings.Fields(e.Msg)[2])); at >= 0 {
				e.Line, e.Col = lineCol(text, at)
			}
		}
		out = append(out, e)
	}
	if len(out) == 0 {
		return Errors{placeOf(name, text, err.Error(), fails)}
	}
	return out
}

// endOfParser is what the parser says of the declaration behind the text.
var endOfParser = regexp.MustCompile(`(unexpected )(?:'extern'|<EOF>)`)

// unreadConstant begins the message of a constant that the parser does not read.
const unreadConstant = "the constant "

// lacksPlace reports whether an error of the parser says no place at all.
func lacksPlace(err error) bool {
	var es Errors
	var one Error
	return err != nil && !errors.As(err, &es) && !errors.As(err, &one) && len(parseErrors("", err)) == 0
}
