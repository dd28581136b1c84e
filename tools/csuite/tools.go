//go:build tools

package csuite

import _ "modernc.org/ccorpus2" // the programs
