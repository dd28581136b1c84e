package metric_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/campaign/metric"
)

// One declaration feeds the console, the page and scrapers.
func Example() {
	r := metric.NewRegistry()
	r.New(metric.Counter, "programs_total", "programs", "Programs that were made.").Add(3)
	for _, m := range r.Metrics() {
		fmt.Println(m.Name, m.Value(), m.Unit)
	}
	// Output:
	// programs_total 3 programs
}
