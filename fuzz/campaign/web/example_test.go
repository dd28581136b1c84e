package web_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
	"github.com/tuffy-ir/tuffy/fuzz/campaign/web"
)

// The page is a handler, for a server with limits.
func Example() {
	s := web.Server(web.Handler(metric.NewRegistry(), nil, "night"), "localhost:8080")
	fmt.Println(s.ReadHeaderTimeout > 0)
	// Output:
	// true
}
