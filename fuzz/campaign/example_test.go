package campaign_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/campaign"
)

// Options are checked before the folder is touched.
func Example() {
	fmt.Println(campaign.Options{Dir: "night", Preset: "no such"}.Check() != nil, campaign.Options{Dir: "night"}.Check())
	// Output:
	// true <nil>
}
