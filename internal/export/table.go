package export

import (
	"bytes"
	"fmt"
	"reflect"
)

// Table writes a variable that is a list of rules as Go.
// R is the type of a rule in the package for which the file is made, which must be imported under the
// name that its type prints with. Fields that are zero are left out, so that a new one changes no row
// that does not use it.
func Table[R any](out *bytes.Buffer, name string, list []*R) {
	fmt.Fprintf(out, "var %s = %T{\n", name, list)
	for _, r := range list {
		literal(out, reflect.ValueOf(r))
		out.WriteString(",\n")
	}
	out.WriteString("}\n\n")
}

// literal writes a value of exported fields as Go. Unexported fields are left out. A pointer may be
// nil in a field, which is then left out, and nowhere else; pointers to what is no struct are written
// by new of a value.
func literal(out *bytes.Buffer, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.Type().Elem().Kind() != reflect.Struct {
			fmt.Fprintf(out, "new(%#v)", v.Elem().Interface())
			return
		}
		out.WriteString("&")
		literal(out, v.Elem())
	case reflect.Slice:
		fmt.Fprintf(out, "%s{", v.Type())
		for n := range v.Len() {
			literal(out, v.Index(n))
			out.WriteString(", ")
		}
		out.WriteString("}")
	case reflect.Struct:
		fmt.Fprintf(out, "%s{", v.Type())
		for n := range v.NumField() {
			if f := v.Field(n); v.Type().Field(n).IsExported() && !f.IsZero() {
				fmt.Fprintf(out, "%s: ", v.Type().Field(n).Name)
				literal(out, f)
				out.WriteString(", ")
			}
		}
		out.WriteString("}")
	default:
		fmt.Fprintf(out, "%#v", v.Interface())
	}
}
