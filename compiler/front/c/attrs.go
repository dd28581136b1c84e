package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// refusedLinkage are attributes without which a program means something else, and which are not translated.
var refusedLinkage = []string{"constructor", "destructor", "ifunc", "weakref"}

// noteLinkage keeps what the attributes of a declaration at file scope say of linkage: those of all declarations of
// a name count.
func (u *unit) noteLinkage(d *cc.Declarator) {
	if d == nil || d.IsTypename() {
		return
	}
	l := u.linkages[d.Name()]
	if d.IsStatic() {
		l.Binding = ir.Local
	}
	if a := d.Type().Attributes(); a != nil {
		for _, name := range refusedLinkage {
			if a.IsAttrSet(name) || a.IsAttrSet("__"+name+"__") {
				u.try(func() { u.unsupported(d, "the attribute %s is not supported", name) })
			}
		}
		if a.Weak() && l.Binding == ir.Global {
			l.Binding = ir.Weak
		}
		l.Used = l.Used || a.IsAttrSet("used") || a.IsAttrSet("__used__")
		if v := a.Visibility(); v != "" && v != "default" && l.Binding != ir.Local && !l.Word(v) {
			u.try(func() { u.fail(d, "the visibility %q does not exist: default, hidden, internal or protected", v) })
		}
	}
	if l.Binding == ir.Local {
		l.Visibility = ir.DefaultVisibility
	}
	u.linkages[d.Name()] = l
}
