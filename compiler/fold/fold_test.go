package fold_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/fold"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// operations are what folding knows, as text with %s for operands: i an int, b a bool.
var operations = []struct{ text, operands string }{
	{"add %s, %s", "ii"}, {"sub %s, %s", "ii"}, {"mul %s, %s", "ii"}, {"div %s, %s", "ii"}, {"rem %s, %s", "ii"},
	{"tdiv %s, %s", "ii"}, {"trem %s, %s", "ii"}, {"and %s, %s", "ii"}, {"or %s, %s", "ii"}, {"xor %s, %s", "ii"},
	{"shl %s, %s", "ii"}, {"shr %s, %s", "ii"}, {"min %s, %s", "ii"}, {"max %s, %s", "ii"}, {"clmul %s, %s", "ii"},
	{"icmp.eq %s, %s", "ii"}, {"icmp.ne %s, %s", "ii"}, {"icmp.lt %s, %s", "ii"}, {"icmp.le %s, %s", "ii"},
	{"icmp.gt %s, %s", "ii"}, {"icmp.ge %s, %s", "ii"},
	{"merge.1 %s, %s", "ii"}, {"merge.7 %s, %s", "ii"}, {"merge.64 %s, %s", "ii"},
	{"rotate_left.1 %s, %s", "ii"}, {"rotate_left.7 %s, %s", "ii"}, {"rotate_left.64 %s, %s", "ii"}, {"rotate_right.5 %s, %s", "ii"},
	{"not %s", "i"}, {"not %s", "b"}, {"count_ones %s", "i"}, {"count_trailing_zeros %s", "i"},
	{"count_leading_zeros.1 %s", "i"}, {"count_leading_zeros.9 %s", "i"}, {"count_leading_zeros.64 %s", "i"},
	{"bswap.1 %s", "i"}, {"bswap.3 %s", "i"}, {"bswap.8 %s", "i"}, {"bit_reverse.1 %s", "i"}, {"bit_reverse.5 %s", "i"}, {"bit_reverse.64 %s", "i"},
	{"sext %s, 1", "i"}, {"sext %s, 8", "i"}, {"sext %s, 64", "i"}, {"sext %s, 65", "i"}, {"zext %s, 1", "i"}, {"zext %s, 8", "i"}, {"zext %s, 64", "i"},
	{"bool_to_int %s", "b"}, {"int_to_bool %s", "i"}, {"band %s, %s", "bb"}, {"bor %s, %s", "bb"}, {"bxor %s, %s", "bb"},
	{"select %s, %s, %s", "bii"}, {"select %s, %s, %s", "bbb"},
	{"add %s:u2, %s:s2", "ii"}, {"sub %s, %s:known(0??1)", "ii"}, {"select %s, %s:u1, %s:u2", "bii"},
	{"icmp.lt %s:s64, %s", "ii"},
}

var ints = []string{"0", "1", "-1", "2", "3", "-3", "5", "7", "-8", "8", "63", "64", "100", "255", "-256", "9223372036854775807",
	"-9223372036854775808", "9223372036854775808", "18446744073709551615", "-18446744073709551617", "36893488147419103233", "poison"}
var bools = []string{"false", "true", "poison"}

// TestAgainstInterpreter: every operation on every combination of values gives what running it
// gives, with a check on the result too.
func TestAgainstInterpreter(t *testing.T) {
	known, poison := 0, 0
	for _, op := range testseed.Sample(t, 3, operations) {
		for _, check := range []string{"", ":s8", ":u6", ":known(?1?)"} {
			if check != "" && (strings.HasPrefix(op.text, "icmp") || strings.Contains(op.operands, "b") || op.text == "int_to_bool %s") {
				continue
			}
			combine(op.operands, nil, func(values []string) {
				k, over := evaluate(t, op.text, op.operands, check, values)
				switch k.Kind {
				case fold.Poison:
					poison++
				case fold.Int, fold.Bool:
					known++
				case fold.Unknown:
					if over {
						return
					}
					t.Fatalf("%s%s of %v is not folded", op.text, check, values)
				}
			})
		}
	}
	t.Logf("%d values and %d poisons compared", known, poison)
	if known < testseed.Rounds(10000, 2000) || poison < testseed.Rounds(3000, 500) {
		t.Errorf("too few: %d values, %d poisons", known, poison)
	}
}

func combine(operands string, have []string, do func([]string)) {
	if operands == "" {
		do(have)
		return
	}
	list := ints
	if operands[0] == 'b' {
		list = bools
	}
	if len(have) == 2 { // the third operand of select
		list = list[len(list)-3:]
	}
	for _, v := range list {
		combine(operands[1:], append(have[:len(have):len(have)], v), do)
	}
}

// evaluate folds an operation and compares with a run of it. over says that the integer would be
// larger than the interpreter allows.
func evaluate(t *testing.T, op, operands, check string, values []string) (got fold.Const, over bool) {
	t.Helper()
	var s strings.Builder
	var names []any
	for n, v := range values {
		switch {
		case v == "poison" && operands[n] == 'i':
			fmt.Fprintf(&s, "v%d = poison -> int\n", n)
		case v == "poison":
			fmt.Fprintf(&s, "v%d = poison -> bool\n", n)
		case operands[n] == 'i':
			fmt.Fprintf(&s, "v%d = iconst %s\n", n, v)
		default:
			fmt.Fprintf(&s, "v%d = bconst %s\n", n, v)
		}
		names = append(names, fmt.Sprint("v", n))
	}
	typ := "int"
	if strings.HasPrefix(op, "icmp") || op == "int_to_bool %s" || strings.HasPrefix(op, "b") && operands[0] == 'b' && op != "bool_to_int %s" || strings.HasSuffix(operands, "b") && op != "bool_to_int %s" {
		typ = "bool"
	}
	r := len(values)
	fmt.Fprintf(&s, "v%d%s = %s\n", r, check, fmt.Sprintf(op, names...))
	src := "func @main() -> " + typ + ` {
bb0:
` + s.String() + fmt.Sprintf(`ret v%d
}
`, r)
	m := irtest.Parse(t, src)
	f := m.Funcs[0]
	var args []fold.Const
	for i := range f.Insts(f.Entry()) {
		switch {
		case f.Op(i) == ir.OpRet:
		case f.NumOperands(i) == 0:
			args = append(args, fold.Of(f, i))
		default:
			got = fold.Inst(f, i, args)
		}
	}
	out, err := interp.Run(context.Background(), m, interp.Options{})
	if err == nil && out.Kind == interp.Unsupported {
		return got, true
	}
	if err != nil || out.Kind != interp.Returned {
		t.Fatalf("%v %v\n%s", err, out, src)
	}
	want := fold.PoisonConst
	switch v := out.Values[0].(type) {
	case interp.Int:
		want = fold.OfInt(v.V)
	case interp.Bool:
		want = fold.OfBool(bool(v))
	}
	if !got.Equal(want) {
		t.Fatalf("%+v, the interpreter says %v\n%s", got, out.Values[0], src)
	}
	return got, false
}

// TestLongNumbers: what is folded part by part is what a run gives, at sizes that are no whole number of
// bytes or words, too.
func TestLongNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	for range 300 {
		long := func() string {
			v := new(big.Int)
			for range r.IntN(9) {
				v.Lsh(v, 60).Or(v, big.NewInt(r.Int64N(1<<60)))
			}
			return v.Rsh(v, uint(r.IntN(60))).String()
		}
		n := 1 + r.IntN(500)
		for _, op := range []string{fmt.Sprintf("bit_reverse.%d %%s", n), fmt.Sprintf("bswap.%d %%s", n), "clmul %s, %s",
			fmt.Sprintf("merge.%d %%s, %%s", n), fmt.Sprintf("rotate_left.%d %%s, %%s", n)} {
			values := []string{long(), long()}[:strings.Count(op, "%s")]
			if k, _ := evaluate(t, op, "ii"[:len(values)], "", values); k.Kind != fold.Int {
				t.Fatalf("%s of %v is not folded", op, values)
			}
		}
	}
}
