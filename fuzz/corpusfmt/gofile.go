package corpusfmt

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// version is the first line of Go's files.
const version = "go test fuzz v1"

// Type is a type that a native fuzz target may take.
//
// The zero one is no type.
type Type struct{ t reflect.Type }

// Bytes is the type of a target that takes one byte string, as go-fuzz's does.
var Bytes = Type{reflect.TypeFor[[]byte]()}

// typeTable has the types by the names that Go's files use; the first name of a type is the one
// written.
//
// byte and uint8 are one type, as are rune and int32.
var typeTable = []struct {
	name string
	t    reflect.Type
}{
	{"[]byte", reflect.TypeFor[[]byte]()}, {"string", reflect.TypeFor[string]()}, {"bool", reflect.TypeFor[bool]()},
	{"byte", reflect.TypeFor[byte]()}, {"uint8", reflect.TypeFor[byte]()}, {"rune", reflect.TypeFor[rune]()}, {"int32", reflect.TypeFor[int32]()},
	{"int", reflect.TypeFor[int]()}, {"int8", reflect.TypeFor[int8]()}, {"int16", reflect.TypeFor[int16]()}, {"int64", reflect.TypeFor[int64]()},
	{"uint", reflect.TypeFor[uint]()}, {"uint16", reflect.TypeFor[uint16]()}, {"uint32", reflect.TypeFor[uint32]()}, {"uint64", reflect.TypeFor[uint64]()},
	{"float32", reflect.TypeFor[float32]()}, {"float64", reflect.TypeFor[float64]()},
}

// TypeNamed returns the type with that name.
func TypeNamed(name string) (Type, error) {
	var all []string
	for _, row := range typeTable {
		if row.name == name {
			return Type{row.t}, nil
		}
		all = append(all, row.name)
	}
	return Type{}, fmt.Errorf("a fuzz target takes no %q, only %s", name, strings.Join(all, ", "))
}

// TypesNamed reads a list such as "[]byte,uint64".
//
// At least one type comes out; spaces around the commas do not matter.
func TypesNamed(list string) ([]Type, error) {
	var out []Type
	for name := range strings.SplitSeq(list, ",") {
		t, err := TypeNamed(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// TypesOf are the types of the values.
func TypesOf(vals []any) []Type {
	var out []Type
	for _, v := range vals {
		out = append(out, Type{reflect.TypeOf(v)})
	}
	return out
}

// String is the type as the Go format spells it.
func (t Type) String() string {
	for _, row := range typeTable {
		if row.t == t.t {
			return row.name
		}
	}
	return t.t.String()
}

// FormatGo writes values as Go's engine does, byte for byte. Their types must be in the table
// of [TypeNamed].
//
// Byte for byte, because the name of the file is a hash of the text: another spelling of an input would be a second
// input.
func FormatGo(vals []any) []byte {
	var s strings.Builder
	s.WriteString(version + "\n")
	for _, v := range vals {
		switch v := v.(type) {
		case []byte:
			fmt.Fprintf(&s, "[]byte(%q)\n", v)
		case string:
			fmt.Fprintf(&s, "string(%q)\n", v)
		case byte:
			fmt.Fprintf(&s, "byte(%q)\n", v)
		// An invalid rune has no literal.
		case rune:
			if utf8.ValidRune(v) {
				fmt.Fprintf(&s, "rune(%q)\n", v)
			} else {
				fmt.Fprintf(&s, "int32(%d)\n", v)
			}
		case float32:
			// A NaN's payload is lost in "NaN", so that only the common one is written as such.
			if b := math.Float32bits(v); v != v && b != math.Float32bits(float32(math.NaN())) {
				fmt.Fprintf(&s, "math.Float32frombits(0x%x)\n", b)
			} else {
				fmt.Fprintf(&s, "float32(%v)\n", v)
			}
		case float64:
			if b := math.Float64bits(v); v != v && b != math.Float64bits(math.NaN()) {
				fmt.Fprintf(&s, "math.Float64frombits(0x%x)\n", b)
			} else {
				fmt.Fprintf(&s, "float64(%v)\n", v)
			}
		case bool, int, int8, int16, int64, uint, uint16, uint32, uint64:
			fmt.Fprintf(&s, "%T(%v)\n", v, v)
		default:
			panic(fmt.Sprintf("BUG: no fuzz target takes a %T", v))
		}
	}
	return []byte(s.String())
}

// ParseGo reads a file of Go's engine. Errors begin with the name and the line.
//
// Empty lines are skipped, and so is a carriage return at the end of a line.
func ParseGo(name string, text []byte) ([]any, error) {
	lines := strings.Split(string(text), "\n")
	if strings.TrimSuffix(lines[0], "\r") != version {
		return nil, fmt.Errorf("%s:1: the first line is not %q, so this is not a corpus file of go test", name, version)
	}
	var vals []any
	for n, line := range lines[1:] {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		v, err := parseValue(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n+2, err)
		}
		vals = append(vals, v)
	}
	if len(vals) == 0 {
		return nil, fmt.Errorf("%s:%d: there is no value after the first line", name, len(lines))
	}
	return vals, nil
}

var errForm = errors.New("expected TYPE(LITERAL), such as []byte(\"abc\") or uint64(7)")

// parseValue reads one line: a conversion of a literal.
//
// The line is parsed as Go and never evaluated: only literals with a sign and these names are taken.
func parseValue(line string) (any, error) {
	e, err := parser.ParseExpr(line)
	if err != nil {
		return nil, errForm
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil, errForm
	}
	name, err := callee(call.Fun)
	if err != nil {
		return nil, err
	}
	lit, kind, err := literal(call.Args[0])
	if err != nil {
		return nil, err
	}
	bad := func() error { return fmt.Errorf("%s is no %s", lit, name) }
	switch name {
	case "math.Float32frombits", "math.Float64frombits":
		size := 32
		if name == "math.Float64frombits" {
			size = 64
		}
		u, err := strconv.ParseUint(lit, 0, size)
		switch {
		case err != nil || kind != token.INT:
			return nil, fmt.Errorf("%s is no argument of %s", lit, name)
		case size == 32:
			return math.Float32frombits(uint32(u)), nil
		}
		return math.Float64frombits(u), nil
	}
	t, err := TypeNamed(name)
	if err != nil {
		return nil, err
	}
	v := reflect.New(t.t).Elem()
	// The order matters: a character literal is a number of two of the types only.
	switch k := t.t.Kind(); {
	case k == reflect.Slice || k == reflect.String:
		s, err := strconv.Unquote(lit)
		if err != nil || kind != token.STRING {
			return nil, bad()
		}
		if k == reflect.String {
			return s, nil
		}
		return []byte(s), nil
	case k == reflect.Bool:
		if lit != "true" && lit != "false" {
			return nil, bad()
		}
		return lit == "true", nil
	case v.CanFloat():
		f, err := strconv.ParseFloat(lit, t.t.Bits())
		if err != nil || kind != token.FLOAT && kind != token.INT && kind != token.IDENT {
			return nil, bad()
		}
		v.SetFloat(f)
	case kind == token.CHAR && (k == reflect.Uint8 || k == reflect.Int32):
		r, _, tail, err := strconv.UnquoteChar(lit[1:len(lit)-1], '\'')
		if err != nil || tail != "" || k == reflect.Uint8 && r > math.MaxUint8 {
			return nil, bad()
		}
		if k == reflect.Int32 {
			return r, nil
		}
		return byte(r), nil
	case kind != token.INT:
		return nil, bad()
	case v.CanInt():
		n, err := strconv.ParseInt(lit, 0, t.t.Bits())
		if err != nil {
			return nil, bad()
		}
		v.SetInt(n)
	default:
		n, err := strconv.ParseUint(lit, 0, t.t.Bits())
		if err != nil {
			return nil, bad()
		}
		v.SetUint(n)
	}
	return v.Interface(), nil
}

// callee is what is written before the parenthesis.
func callee(e ast.Expr) (string, error) {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name, nil
	case *ast.ArrayType:
		if elem, ok := e.Elt.(*ast.Ident); ok && e.Len == nil {
			return "[]" + elem.Name, nil
		}
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return x.Name + "." + e.Sel.Name, nil
		}
	}
	return "", errForm
}

// literal is the text of a literal with its sign, and its kind; IDENT is true, false, NaN and
// Inf.
//
// Only numbers have a sign, and of the names only Inf.
func literal(e ast.Expr) (string, token.Token, error) {
	sign := ""
	if u, ok := e.(*ast.UnaryExpr); ok && (u.Op == token.SUB || u.Op == token.ADD) {
		sign, e = u.Op.String(), u.X
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		if sign == "" || e.Kind == token.INT || e.Kind == token.FLOAT {
			return sign + e.Value, e.Kind, nil
		}
	case *ast.Ident:
		if e.Name == "Inf" || sign == "" && (e.Name == "true" || e.Name == "false" || e.Name == "NaN") {
			return sign + e.Name, token.IDENT, nil
		}
	}
	return "", token.ILLEGAL, errForm
}

// GoName is the name that Go's engine gives the file of an input, from its text: the first 16
// hexadecimal digits of the SHA-256.
func GoName(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:8])
}
