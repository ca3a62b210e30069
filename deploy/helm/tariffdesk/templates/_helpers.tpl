{{- define "tariffdesk.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{/* Labels of an object of a role: a dict of root and role. */}}
{{- define "tariffdesk.labels" -}}
{{ include "tariffdesk.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "tariffdesk.selector" -}}
app.kubernetes.io/name: tariffdesk
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "tariffdesk.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end }}

{{/* What every container of the service is: its image, rights, environment, temporary files. */}}
{{- define "tariffdesk.container" -}}
image: {{ include "tariffdesk.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
envFrom:
  - configMapRef: {name: {{ include "tariffdesk.name" .root }}}
env:
  {{- range list "DATABASE_URL" "REDIS_URL" }}
  - name: {{ . }}
    valueFrom: {secretKeyRef: {name: {{ $.root.Values.existingSecret }}, key: {{ . }}}}
  {{- end }}
  {{- if eq .role "api" }}
  - name: JWT_SECRET
    valueFrom: {secretKeyRef: {name: {{ .root.Values.existingSecret }}, key: JWT_SECRET}}
  {{- end }}
  {{- if ne .role "migrate" }}
  - name: OPS_PASSWORD
    valueFrom: {secretKeyRef: {name: {{ .root.Values.existingSecret }}, key: OPS_PASSWORD}}
  {{- range list "MODEL_API_KEY" "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
  - name: {{ . }}
    valueFrom: {secretKeyRef: {name: {{ $.root.Values.existingSecret }}, key: {{ . }}, optional: true}}
  {{- end }}
  {{- end }}
  {{- with .root.Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
volumeMounts:
  - {name: tmp, mountPath: /tmp}
  {{- if .root.Values.blobs.existingClaim }}
  - {name: blobs, mountPath: /var/lib/tariffdesk/blobs}
  {{- end }}
{{- end }}

{{- define "tariffdesk.volumes" -}}
- name: tmp
  emptyDir: {sizeLimit: 2Gi}
{{- with .root.Values.blobs.existingClaim }}
- name: blobs
  persistentVolumeClaim: {claimName: {{ . }}}
{{- end }}
{{- end }}

{{- define "tariffdesk.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end }}
