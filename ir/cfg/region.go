package cfg

import "github.com/tuffy-ir/tuffy/ir"

// RegionOrder lists the regions of a function in tree order, each before those inside it.
func RegionOrder(f *ir.Func) []ir.Region {
	var order []ir.Region
	var walk func(at ir.Region)
	walk = func(at ir.Region) {
		order = append(order, at)
		for _, n := range f.Nodes(at) {
			if n.IsRegion {
				walk(ir.Region(n.ID))
			}
		}
	}
	walk(ir.Body)
	return order
}
