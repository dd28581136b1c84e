package difftest_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir/num"
)

var sameInt = cmp.Comparer(num.Int.Equal)

// everyType takes each kind of argument.
const everyType = `
data @cell = zero 8
func @f(int, bool, bf16, f16, f32, f64, f128, ptr, ptr(2), byte(3), vec<32>, unit, struct{int, [bool; 2]}) {
  bb0:
    ret
}
`

func TestInputRoundTrip(t *testing.T) {
	m := irtest.Parse(t, everyType)
	g := difftest.NewGenerator(m.Funcs[0], 7, m)
	inputs := []*difftest.Input{}
	for n := range 800 {
		inputs = append(inputs, g.Input(n))
	}
	for _, text := range []string{
		`{"args":[]}`,
		`{"args":[9007199254740991,"9007199254740992","-340282366920938463463374607431768211456",-1]}`,
		`{"args":[{"symbol":"a&b<c>"},{"symbol":"x","offset":-4},{"addr":"0x10"},null,[],[[1],true,"poison"]]}`,
		`{"args":[{"ptr":1},{"ptr":0,"offset":-3},{"bytes":"&0+4 __ ??"},{"f128":"0x1"}],"buffers":[{"bytes":""},{"align":16,"bytes":"00 &0+4","const":true}]}`,
	} {
		in, err := difftest.ParseInput("x.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := in.String(); got != text {
			t.Errorf("got  %s\nwant %s", got, text)
		}
		inputs = append(inputs, in)
	}
	for _, in := range inputs {
		again, err := difftest.ParseInput("x.json", []byte(in.String()))
		if err != nil {
			t.Fatalf("%s: %v", in, err)
		}
		if diff := cmp.Diff(in, again, sameInt, cmpopts.IgnoreUnexported(difftest.Input{})); diff != "" || strings.Contains(in.String(), `\u`) {
			t.Fatalf("%s\n%s", in, diff)
		}
	}
	if in, err := difftest.ParseInput("x.json", []byte(` [1, "0x10"] `)); err != nil || in.String() != `{"args":[1,16]}` {
		t.Errorf("a bare list: %v %v", in, err)
	}
}

func TestInputSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, `input "": expected a list of arguments, or an object with the keys args and buffers`},
		{`5`, `input "5": expected a list`},
		{`null`, `expected a list`},
		{`[1`, "x.json:1:3: the text ends too early: it is cut"},
		{`[1]]`, "x.json:1:4: more text after the input"},
		{"[1]\n [2]", "x.json:2:2: more text after the input"},
		{`{"args":[1]}}`, "x.json:1:13: more text after the input"},
		{`{"arguments":[1]}`, `x.json:1:2: unknown key "arguments": expected args, buffers`},
		{`{"args":[1],"args":[2]}`, `x.json:1:13: "args" stands here a second time`},
		{`{"args":[],"buffers":[{"align":-1}]}`, "x.json:1:32: align: expected a whole number that is not negative, is -1"},
		{`[[1, [true, "x"]]]`, `x.json:1:13: argument "x"`},
		{`[1.5]`, `x.json:1:2: argument "1.5": expected an integer, true`},
		{`[1e3]`, `argument "1e3": expected an integer`},
		{`["five"]`, `argument "five": expected an integer`},
		{`["0b1_0"]`, `argument "0b1_0": expected an integer`},
		{`[{}]`, "expected exactly one of the keys"},
		{`[{"f32":"1.0","f64":"1.0"}]`, "expected exactly one of the keys"},
		{`[{"pointer":"x"}]`, `argument key "pointer": expected one of bf16`},
		{`[{"f64":1.5}]`, "f64: expected a string, not 1.5"},
		{`[{"ptr":"a"}]`, `ptr: expected the number of a buffer, not "a"`},
		{`[{"ptr":null}]`, "ptr: expected the number of a buffer, not null"},
		{`[{"ptr":0,"offset":"x"}]`, "offset: "},
		{`[{"f64":"1.0","offset":3}]`, "an offset needs the key ptr or symbol"},
		{`["` + strings.Repeat("1", 30000) + `"]`, "integer of 30000 digits: the limit is 20000"},
	} {
		in, err := difftest.ParseInput("x.json", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s:\n got %v, %v\nwant %s", c.text, in, err, c.want)
		}
	}
}

func TestInputDoesNotFit(t *testing.T) {
	for _, c := range []struct{ params, input, want string }{
		{"int", `[1, 2]`, "x.json:1:1: the input has 2 arguments, the function takes 1"},
		{"int", `[]`, "the input has no arguments, the function takes 1"},
		{"int", `[true]`, "argument 0: true is no value of type int"},
		{"int, bool", `[1, 1]`, "x.json:1:5: argument 1: 1 is no value of type bool"},
		{"f32", `[{"f64": "1.0"}]`, `expected {"f32": "bits or decimal"}`},
		{"f32", `[{"f32": "x"}]`, "argument 0: "},
		{"f32", `[{"f32": "0x100000000"}]`, "argument 0: "},
		{"ptr", `[5]`, "argument 0: expected null,"},
		{"ptr", `[{"ptr": 0}]`, `there is no buffer 0: give the memory as {"args": […], "buffers": [{"bytes": "2a00"}]}`},
		{"ptr", `[{"ptr": -1}]`, "there is no buffer -1"},
		{"ptr", `[{"symbol": "nowhere"}]`, "there is no symbol @nowhere"},
		{"ptr", `[{"addr": "zz"}]`, `address "zz": expected 0x`},
		{"byte(2)", `[{"bytes": "00"}]`, "1 byte for a value of type byte(2), which has 2"},
		{"byte(1)", `[{"bytes": "0"}]`, `byte "0": expected two hexadecimal digits`},
		{"byte(8)", `[{"bytes": "&0+1"}]`, `pointer "&0+1": expected &BUFFER+OFFSET with a buffer below 0`},
		{"byte(1)", `[1]`, "1 is no value of type byte(1)"},
		{"unit", `[1]`, "1 is no value of type unit"},
		{"struct{int, bool}", `[[1]]`, "[1] is no value of type struct{int, bool}"},
		{"struct{int, struct{int, bool}}", `[[1, [1, 2]]]`, "x.json:1:10: argument 0: field 1: field 1: 2 is no value of type bool"},
		{"ptr", `{"args": [null], "buffers": [{"align": 3, "bytes": ""}]}`, "buffer 0: alignment 3 is no power of two"},
		{"ptr", `{"args": [null], "buffers": [{"bytes": "gg"}]}`, `x.json:1:40: buffer 0: byte "gg"`},
		{"ptr", `{"args": [null], "buffers": [{"bytes": "&1+0"}]}`, `buffer 0: pointer "&1+0": expected &BUFFER+OFFSET with a buffer below 1`},
	} {
		m := irtest.Parse(t, "func @main("+c.params+`) {
  bb0:
    ret
}
`)
		in, err := difftest.ParseInput("x.json", []byte(c.input))
		if err != nil {
			t.Fatal(err)
		}
		_, err = interp.Run(context.Background(), m, interp.Options{Prepare: in.Prepare(m.Funcs[0].Params, 1)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s:\n got %v\nwant %s", c.params, c.input, err, c.want)
		}
	}
}

// TestInputValues: what the program gets is what the JSON says.
func TestInputValues(t *testing.T) {
	m := irtest.Parse(t, everyType)
	in, err := difftest.ParseInput("x.json", []byte(`{"args": ["0x10000000000000000", true, {"bf16": "1.0"}, {"f16": "-0.0"}, {"f32": "0x7fc00001"}, 3,
		{"f128": "0x1"}, {"ptr": 1, "offset": 2}, {"addr": "0x20"}, {"bytes": "01 __ ??"}, {"bytes": "00 00 80 3f"}, [], [7, [true, false]]],
		"buffers": [{"bytes": "00"}, {"align": 16, "bytes": "01 02 &0+1"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	_, err = interp.Run(context.Background(), m, interp.Options{Entry: "f", Prepare: func(s *interp.Setup) error {
		if err := in.Prepare(m.Funcs[0].Params, 1)(s); err != nil {
			return err
		}
		for _, v := range s.Args {
			text := interp.FormatValue(v, s.Space)
			if p, ok := v.(interp.Ptr); ok && p.Alloc != 0 {
				a := s.Space.Record(p.Alloc)
				text = a.Name + interp.FormatValue(interp.NewInt(int64(p.Addr-a.Base)), nil)
				if a.Base%16 != 0 || a.Size != 10 || len(s.Space.Snapshot(p.Alloc)) != 10 {
					t.Errorf("buffer 1 has base %#x and %d bytes", a.Base, a.Size)
				}
			}
			got = append(got, text)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"18446744073709551616", "true", "1.0 (0x3f80)", "-0.0 (0x8000)", "nan(0x1) (0x7fc00001)", "3.0 (0x4008000000000000)",
		"0x00000000000000000000000000000001:f128", "buffer 12", "0x20 (no provenance)", "[01 __ ??]", "[00 00 80 3f]", "unit", "{7, {true, false}}"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestHugeParameters: values whose types are larger than any input should be are refused, not made.
func TestHugeParameters(t *testing.T) {
	for _, typ := range []string{"byte(100000000)", "vec<67108864>", "[byte(1000); 60000]", "struct{[[int; 100]; 100], byte(5000000)}"} {
		m := irtest.Parse(t, "func @f("+typ+`) {
bb0:
 ret
}
`)
		res, err := difftest.Check(context.Background(), m, m, difftest.Config{Runs: 10})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict() != difftest.Vacuous || !strings.Contains(res.Text(), "bytes") {
			t.Errorf("%s: %s", typ, res.Text())
		}
		in := &difftest.Input{Args: []difftest.Arg{{Poison: true}}}
		_, err = interp.Run(context.Background(), m, interp.Options{Entry: "f", Prepare: in.Prepare(m.Funcs[0].Params, 1)})
		if err == nil || !strings.Contains(err.Error(), "bytes") {
			t.Errorf("%s as a poison argument: %v", typ, err)
		}
	}
}

// TestPoisonInput: a report of poison that was given says which argument or which byte it was, with the line where the program
// reads the argument.
func TestPoisonInput(t *testing.T) {
	m := irtest.Parse(t, `
func @f(int, struct{int, int}, vec<64>, ptr) -> bool {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3 = param 2
    v4 = param 3
    v5 = extractvalue v2, [1]
    v6 = iconst 1
    v7 = vec.extract.u32 v3, v6
    v8:u16 = load.2 v4, v0
    v9 = add v1, v5
    v10 = add v7, v8
    v11 = add v9, v10
    v12 = iconst 0
    v13 = icmp.eq v11, v12
    ret v13, v0
}
`)
	const zeros = `{"bytes": "00 00 00 00 00 00 00 00"}`
	for _, row := range []struct{ input, line, want string }{
		{`{"args": ["poison", [0, 0], ` + zeros + `, {"ptr": 0}], "buffers": [{"bytes": "00 00"}]}`, "v1 = param 0", "poison input: argument 0"},
		{`{"args": [0, [0, "poison"], ` + zeros + `, {"ptr": 0}], "buffers": [{"bytes": "00 00"}]}`, "v2 = param 1", "poison input: argument 1"},
		{`{"args": [0, [0, 0], "poison", {"ptr": 0}], "buffers": [{"bytes": "00 00"}]}`, "v3 = param 2", "poison input: argument 2"},
		{`{"args": [0, [0, 0], {"bytes": "00 00 00 00 00 ?? 00 00"}, {"ptr": 0}], "buffers": [{"bytes": "00 00"}]}`, "born poison", "poison input: byte 5 of argument 2"},
		{`{"args": [0, [0, 0], ` + zeros + `, {"ptr": 0, "offset": 8}], "buffers": [{"bytes": "&0+0 00 ??"}]}`, "born poison", "poison input: byte 9 of buffer 0"},
	} {
		in, err := difftest.ParseInput("x.json", []byte(row.input))
		if err != nil {
			t.Fatal(err)
		}
		for _, exact := range []bool{false, true} {
			out, err := interp.Run(t.Context(), m, interp.Options{Entry: "f", Exact: exact, Prepare: in.Prepare(m.Funcs[0].Params, 1)})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.Reports) != 1 || !strings.Contains(out.Reports[0].Text(false), row.line) || !strings.Contains(out.Reports[0].Text(false), row.want) {
				t.Errorf("exact %v, %s: no %q and %q in %s\n%v", exact, row.input, row.line, row.want, out.Text(), out.Reports)
			}
		}
	}
}
