package main

import (
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// variableTag names the environment variable of a flag. It stands in for kong's own tag, which
// would read the environment of the process behind run's back.
const variableTag = "variable"

// environment fills the flags that were not given from their variables.
func environment(getenv func(string) string) kong.Resolver {
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		name := flag.Tag.Get(variableTag)
		if name == "" {
			return nil, nil
		}
		if value := getenv(name); value != "" {
			return value, nil
		}
		return nil, nil
	})
}

// showVariable adds the variable's name to the help of a flag.
func showVariable(value *kong.Value) string {
	if name := value.Tag.Get(variableTag); name != "" {
		return value.Help + " [$" + name + "]"
	}
	return value.Help
}

// version is the module's version, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "devel"
}
