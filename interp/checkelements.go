package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// staticCheck is the function whose calls tell of parameters with static in their brackets.
const staticCheck = "tuffy.static"

// gives tells of a parameter that is declared with static, which argument 3 names: argument 0 is its value, which points to at least so many
// elements (1) of a size (2). The call that gave it is to blame.
func (c *checkCall) gives() {
	p, isPtr := c.args[0].(Ptr)
	n, isInt := c.args[1].(Int)
	size, sized := c.args[2].(Int)
	if !isPtr || !isInt || !sized || n.V.Sign() <= 0 || size.V.Sign() <= 0 {
		return
	}
	why := ""
	a := c.w.space.Record(c.w.allocationOf(p.Pointer))
	switch {
	case p.Addr == 0:
		why = "a null pointer"
	case a == nil:
		return
	case a.State != memory.Live:
		why = "a pointer to an object that has ended"
	default:
		off := p.Addr - a.Base
		if off <= a.Size && num.FromUint64(a.Size-off).Cmp(n.V.Mul(size.V)) >= 0 {
			return
		}
		left, _ := size.V.Uint64()
		why = fmt.Sprintf("a pointer to %s of %s", ir.Counted((a.Size-min(off, a.Size))/left, "element"), allocName(a))
	}
	f, i := c.f, c.i
	u := &UB{Code: UBSource, Fallback: "the call goes on",
		Message: fmt.Sprintf("the parameter '%s' has 'static %s' in its brackets, and the argument is %s (C11 6.7.6.3p7)", c.text(3), formatInt(n.V), why)}
	if fs := c.w.cur.trace(); len(fs) > 1 && fs[1].inst != ir.NoInst {
		f, i, u.Other = fs[1].fn, fs[1].inst, &fs[0]
	}
	c.w.fail(f, i, u)
}
