package creduce_test

import (
	"context"
	"fmt"
	"strings"

	creduce "github.com/tuffy-ir/tuffy/reduce/c"
)

// What is not needed goes.
func Example() {
	program := "int unused;\nint main(void) {\n  int x = 1;\n  if (x) { puts(\"needle\"); }\n  return 0;\n}\n"
	interesting := func(_ context.Context, text string) (bool, error) {
		return strings.Contains(text, "main") && strings.Contains(text, `puts("needle")`), nil
	}
	res, err := creduce.Run(context.Background(), program, interesting, creduce.Options{})
	fmt.Print(res.Text, err)
	// Output:
	// main puts("needle")
	// <nil>
}
