package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// variableTag names the environment variable of a flag, or several, the first set of which counts. It stands in for kong's own tag, which
// would read the environment of the process behind run's back.
const variableTag = "variable"

// environment fills the flags that were not given from their variables.
func environment(getenv func(string) string) kong.Resolver {
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		for name := range strings.SplitSeq(flag.Tag.Get(variableTag), ",") {
			if value := getenv(name); name != "" && value != "" {
				return value, nil
			}
		}
		return nil, nil
	})
}

// showVariable adds the variable's name to the help of a flag.
func showVariable(value *kong.Value) string {
	if name := value.Tag.Get(variableTag); name != "" {
		return value.Help + " [$" + strings.ReplaceAll(name, ",", ", $") + "]"
	}
	return value.Help
}

// release and commit are set by the linker where a build has no repository to read them from.
var release, commit, date string

// buildFacts returns the text of --version: the version, the commit with its date, and what built it.
func buildFacts() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "tariffdesk " + version()
	}
	facts := map[string]string{}
	for _, s := range info.Settings {
		facts[s.Key] = s.Value
	}
	revision := cmp.Or(commit, facts["vcs.revision"], "unknown")
	if facts["vcs.modified"] == "true" {
		revision += ", changed since"
	}
	return fmt.Sprintf("tariffdesk %s\ncommit  %s\ndate    %s\ngo      %s %s/%s", version(), revision,
		cmp.Or(date, facts["vcs.time"], "unknown"), info.GoVersion, facts["GOOS"], facts["GOARCH"])
}

// version is the module's version, or the commit it was built from.
func version() string {
	if release != "" {
		return release
	}
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
