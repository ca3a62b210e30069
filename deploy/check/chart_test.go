package check

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

const chartFolder = "../helm/tariffdesk"

var update = flag.Bool("update", false, "write the plain manifests anew")

// values of one deployment each: plain, and with all that can be switched on.
func deployments(t *testing.T) map[string][]byte {
	t.Helper()
	plain, err := os.ReadFile("../kubernetes/values.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"plain": plain,
		"whole": []byte(`
existingSecret: own
image: {repository: registry.example/tariffdesk, digest: "sha256:` + strings.Repeat("ab", 32) + `"}
imagePullSecrets: [{name: pull}]
config: {blobURL: "file:///var/lib/tariffdesk/blobs", appURL: "https://desk.example", corsOrigins: "https://a.example", modelBaseURL: "https://model.example/v1", modelName: m}
blobs: {existingClaim: shared}
extraEnv: [{name: SSL_CERT_DIR, value: /etc/ssl/certs}]
serviceAccount: {annotations: {role: tariffdesk}}
api: {autoscaling: {enabled: true}, nodeSelector: {disk: ssd}, tolerations: [{operator: Exists}], annotations: {a: b}}
worker: {autoscaling: {enabled: true, matchLabels: {kind: classify}}, nodeSelector: {disk: ssd}, tolerations: [{operator: Exists}], annotations: {a: b}}
ingress: {enabled: true, className: nginx, host: desk.example, tlsSecret: tls, annotations: {a: b}}
networkPolicy: {apiFrom: [{namespaceSelector: {}}], opsFrom: [{namespaceSelector: {}}]}
`),
	}
}

// decode reads one object strictly: a member that its kind does not have is an error.
func decode(document string) (any, error) {
	var head struct{ APIVersion, Kind string }
	if err := yaml.Unmarshal([]byte(document), &head); err != nil {
		return nil, err
	}
	kinds := map[string]any{
		"v1/ConfigMap": &corev1.ConfigMap{}, "v1/Service": &corev1.Service{}, "v1/ServiceAccount": &corev1.ServiceAccount{},
		"apps/v1/Deployment": &appsv1.Deployment{}, "batch/v1/Job": &batchv1.Job{},
		"policy/v1/PodDisruptionBudget":          &policyv1.PodDisruptionBudget{},
		"autoscaling/v2/HorizontalPodAutoscaler": &autoscalingv2.HorizontalPodAutoscaler{},
		"networking.k8s.io/v1/NetworkPolicy":     &networkingv1.NetworkPolicy{},
		"networking.k8s.io/v1/Ingress":           &networkingv1.Ingress{},
	}
	into, known := kinds[head.APIVersion+"/"+head.Kind]
	if !known {
		return nil, fmt.Errorf("%s %s is of no kind that a release has", head.APIVersion, head.Kind)
	}
	return into, yaml.UnmarshalStrict([]byte(document), into)
}

func objects(t *testing.T, values []byte) []any {
	t.Helper()
	rendered, err := Render(chartFolder, values)
	if err != nil {
		t.Fatal(err)
	}
	var all []any
	for document := range strings.SplitSeq(strings.TrimPrefix(rendered, "---\n"), "\n---\n") {
		o, err := decode(document)
		if err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		all = append(all, o)
	}
	return all
}

func TestTheChartIsCleanByHelmsOwnLint(t *testing.T) {
	t.Parallel()
	for name, values := range deployments(t) {
		var own map[string]any
		if err := yaml.Unmarshal(values, &own); err != nil {
			t.Fatal(err)
		}
		for _, m := range lint.All(chartFolder, own, "tariffdesk", true).Messages {
			if m.Severity >= support.WarningSev {
				t.Errorf("%s: %v", name, m)
			}
		}
	}
}

func TestEveryPodIsConfinedAndProbed(t *testing.T) {
	t.Parallel()
	for name, values := range deployments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pods := map[string]corev1.PodTemplateSpec{}
			for _, o := range objects(t, values) {
				switch o := o.(type) {
				case *appsv1.Deployment:
					pods[o.Name] = o.Spec.Template
					for key, value := range o.Spec.Selector.MatchLabels {
						if o.Spec.Template.Labels[key] != value {
							t.Errorf("%s does not select its own pods by %s", o.Name, key)
						}
					}
				case *batchv1.Job:
					pods[o.Name] = o.Spec.Template
				}
			}
			if len(pods) != 3 {
				t.Fatalf("%d kinds of pods, not api, worker and migrate", len(pods))
			}
			for pod, template := range pods {
				confined(t, pod, template.Spec)
			}
		})
	}
}

// TestAMigrationThatDiffersHasAnotherName renders pairs of releases: a Job's template cannot be changed in place.
func TestAMigrationThatDiffersHasAnotherName(t *testing.T) {
	t.Parallel()
	migration := func(values string) *batchv1.Job {
		for _, o := range objects(t, []byte(values)) {
			if job, ok := o.(*batchv1.Job); ok {
				return job
			}
		}
		t.Fatal("no migration")
		return nil
	}
	const base = `{existingSecret: s, config: {blobURL: "s3://b"}, image: {repository: r, tag: "1"}}`
	first := migration(base)
	if again := migration(base); again.Name != first.Name {
		t.Errorf("the same release gives %s and %s", first.Name, again.Name)
	}
	for _, values := range []string{
		strings.Replace(base, `tag: "1"`, `tag: "2"`, 1),
		strings.Replace(base, "existingSecret: s,", "existingSecret: other,", 1),
		strings.Replace(base, "{existingSecret", "{extraEnv: [{name: GOGC, value: '50'}], existingSecret", 1),
	} {
		if other := migration(values); other.Name == first.Name {
			t.Errorf("%s: still %s", values, other.Name)
		}
	}
	if ttl := first.Spec.TTLSecondsAfterFinished; ttl == nil || *ttl > 3600 || len(first.Name) > 63 {
		t.Errorf("%s stays for %v", first.Name, ttl)
	}
}

func confined(t *testing.T, pod string, spec corev1.PodSpec) {
	t.Helper()
	if s := spec.SecurityContext; s == nil || s.RunAsNonRoot == nil || !*s.RunAsNonRoot || s.SeccompProfile == nil {
		t.Errorf("%s may run as root or without seccomp", pod)
	}
	if spec.AutomountServiceAccountToken == nil || *spec.AutomountServiceAccountToken {
		t.Errorf("%s holds a token of the cluster", pod)
	}
	for _, c := range spec.Containers {
		s := c.SecurityContext
		if s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation || !slices.Contains(s.Capabilities.Drop, "ALL") {
			t.Errorf("%s is not confined: %+v", pod, s)
		}
		if c.Resources.Requests.Memory().IsZero() || c.Resources.Limits.Memory().IsZero() {
			t.Errorf("%s has no bounds of memory", pod)
		}
		for _, e := range c.Env {
			if secret := slices.Contains([]string{"DATABASE_URL", "REDIS_URL", "JWT_SECRET", "OPS_PASSWORD", "MODEL_API_KEY"}, e.Name); secret && (e.Value != "" || e.ValueFrom == nil || e.ValueFrom.SecretKeyRef == nil) {
				t.Errorf("%s takes %s from somewhere else than a Secret", pod, e.Name)
			}
		}
		if strings.Contains(pod, "-migrate-") {
			continue
		}
		if c.LivenessProbe == nil || c.ReadinessProbe == nil || c.ReadinessProbe.HTTPGet.Path != "/health/ready" || c.LivenessProbe.HTTPGet.Path != "/health" {
			t.Errorf("%s is not probed by liveness and readiness", pod)
		}
	}
}

func TestEveryRoleHasABudgetAndAPolicyAndTheWorkersFollowTheQueue(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	var metric string
	for _, o := range objects(t, deployments(t)["whole"]) {
		switch o := o.(type) {
		case *policyv1.PodDisruptionBudget:
			count["budget"]++
		case *networkingv1.NetworkPolicy:
			count["policy"]++
		case *autoscalingv2.HorizontalPodAutoscaler:
			count["scaler"]++
			if external := o.Spec.Metrics[0].External; external != nil {
				metric = external.Metric.Name
			}
		case *networkingv1.Ingress:
			count["ingress"]++
		}
	}
	if want := map[string]int{"budget": 2, "policy": 3, "scaler": 2, "ingress": 1}; fmt.Sprint(count) != fmt.Sprint(want) {
		t.Errorf("%v, not %v", count, want)
	}
	source, err := os.ReadFile("../../api/ops/metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(source, []byte(`"`+strings.TrimPrefix(metric, "tariffdesk_")+`"`)) {
		t.Errorf("workers follow %q, which the service does not report", metric)
	}
}

func TestValuesThatCannotWorkAreRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ values, says string }{
		"no secret":        {`config: {blobURL: "s3://b"}`, "existingSecret"},
		"no store":         {`existingSecret: s`, "blobURL"},
		"store of no kind": {`{existingSecret: s, config: {blobURL: "ftp://b"}}`, "blobURL"},
		"an odd digest":    {`{existingSecret: s, config: {blobURL: "s3://b"}, image: {repository: r, digest: latest}}`, "digest"},
		"a misspelt name":  {`{existingSecret: s, config: {blobURL: "s3://b", appUrl: "https://a.example"}}`, "appUrl"},
		"no host":          {`{existingSecret: s, config: {blobURL: "s3://b"}, ingress: {enabled: true}}`, "ingress.host"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := Render(chartFolder, []byte(tc.values)); err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("%v does not name %s", err, tc.says)
			}
		})
	}
}

func TestThePlainManifestsAreThoseOfTheChart(t *testing.T) {
	t.Parallel()
	const file = "../kubernetes/tariffdesk.yaml"
	rendered, err := Render(chartFolder, deployments(t)["plain"])
	if err != nil {
		t.Fatal(err)
	}
	rendered = "# Rendered from deploy/helm/tariffdesk by `make manifests`; do not edit.\n" + rendered
	if *update {
		if err := os.WriteFile(file, []byte(rendered), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != rendered {
		t.Error("kubernetes/tariffdesk.yaml is not what the chart renders: run `make manifests`")
	}
}
