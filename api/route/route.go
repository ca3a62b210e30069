// Package route owns the registration of routes and what every request goes through around its handler: its bounds,
// its caller, its limits, its log and the shape of its errors. It is the only package that knows Echo.
//
// It refuses to know what any route is for.
package route
