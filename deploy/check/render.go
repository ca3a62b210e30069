// Package check renders the chart with Helm's own engine and judges every deployment file of this
// folder offline: the chart, the manifests rendered from it, the compose file. It is a module of
// its own, so that none of its libraries is part of the service.
package check

import (
	"fmt"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/release"
	"helm.sh/helm/v3/pkg/releaseutil"
	"sigs.k8s.io/yaml"
)

// Release is the name that the plain manifests are rendered for.
const Release = "tariffdesk"

// Render renders the chart in folder as a release of the namespace tariffdesk, with values in YAML
// over its own, and returns its objects in the order of installation, hooks first. Values that the
// chart's schema refuses are an error.
func Render(folder string, values []byte) (string, error) {
	c, err := loader.Load(folder)
	if err != nil {
		return "", err
	}
	var own map[string]any
	if err := yaml.Unmarshal(values, &own); err != nil {
		return "", fmt.Errorf("values: %w", err)
	}
	options := chartutil.ReleaseOptions{Name: Release, Namespace: "tariffdesk", Revision: 1, IsInstall: true}
	all, err := chartutil.ToRenderValues(c, own, options, chartutil.DefaultCapabilities)
	if err != nil {
		return "", err
	}
	files, err := engine.Render(c, all)
	if err != nil {
		return "", err
	}
	for name := range files {
		if strings.HasSuffix(name, "NOTES.txt") {
			delete(files, name)
		}
	}
	hooks, manifests, err := releaseutil.SortManifests(files, nil, releaseutil.InstallOrder)
	if err != nil {
		return "", err
	}
	slices.SortStableFunc(hooks, func(a, b *release.Hook) int { return a.Weight - b.Weight })
	var out strings.Builder
	for _, h := range hooks {
		fmt.Fprintf(&out, "---\n%s\n", strings.TrimSpace(h.Manifest))
	}
	for _, m := range manifests {
		fmt.Fprintf(&out, "---\n%s\n", strings.TrimSpace(m.Content))
	}
	return out.String(), nil
}
