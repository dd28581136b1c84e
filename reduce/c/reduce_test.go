package creduce_test

import (
	"context"
	"strings"
	"testing"

	creduce "github.com/tuffy-ir/tuffy/reduce/c"
)

const program = `#include <stdio.h>
/* a comment */
struct s { int a, b; long c; };
static int helper(int x, struct s *p) { return x + p->a * 3; }
static int other(int x) { for (int i = 0; i < 3; i++) x += i; return x; }
int main(void) {
  struct s v = {1, 2, 3};
  int n = helper(4, &v);
  if (n > 3) { printf("%d\n", n); } else { printf("no\n"); }
  do { n--; } while (n > 0);
  switch (other(n)) { case 1: return 1; default: break; }
  puts("needle");
  return 0;
}
`

// TestRun: what is not needed goes, and what is left is interesting.
func TestRun(t *testing.T) {
	for _, row := range []struct{ words, want string }{
		{"needle", "\"needle\"\n"},
		{"helper main", "main helper\n"},
		{"while do", "do while\n"},
	} {
		has := func(_ context.Context, s string) (bool, error) {
			for _, w := range strings.Fields(row.words) {
				if !strings.Contains(s, w) {
					return false, nil
				}
			}
			return true, nil
		}
		for _, jobs := range []int{1, 3} {
			res, err := creduce.Run(t.Context(), program, has, creduce.Options{Jobs: jobs})
			if err != nil {
				t.Fatal(err)
			}
			if !res.Complete || res.Flaky {
				t.Errorf("%s: complete %v, flaky %v", row.words, res.Complete, res.Flaky)
			}
			if res.Text != row.want {
				t.Errorf("%s with %d jobs: %q, expected %q", row.words, jobs, res.Text, row.want)
			}
		}
	}
}
