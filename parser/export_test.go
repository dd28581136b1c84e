package parser

// CheckRoundTrip is for the tests of this package that import who imports it.
var CheckRoundTrip = checkRoundTrip
