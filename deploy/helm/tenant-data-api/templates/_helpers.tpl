{{- define "tda.name" -}}
{{- printf "%s-%s" .root.Release.Name .component | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "tda.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "tda.labels" -}}
{{ include "tda.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* Longer than a process takes to drain, and then to end. */}}
{{- define "tda.graceSeconds" -}}
{{- add (div (int (default 5000 .Values.settings.DRAIN_MS)) 1000) 15 -}}
{{- end -}}

{{/* The source of the volume with certificate authorities; empty where there are none. */}}
{{- define "tda.caBundle" -}}
{{- with .Values.caBundle -}}
{{- if and .configMapName .secretName }}{{ fail "caBundle names a ConfigMap or a Secret, not both" }}{{ end -}}
{{- if .configMapName -}}
configMap: { name: {{ .configMapName }}, items: [{ key: {{ .key | quote }}, path: ca.crt }] }
{{- else if .secretName -}}
secret: { secretName: {{ .secretName }}, items: [{ key: {{ .key | quote }}, path: ca.crt }] }
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Both kinds of pods have these, behind their own. A key that the bundle lacks keeps a pod from starting. */}}
{{- define "tda.volumes" -}}
- name: tmp
  emptyDir: {}
{{- with include "tda.caBundle" . }}
- name: authorities
  {{- . | nindent 2 }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "tda.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if include "tda.caBundle" . }}
- { name: authorities, mountPath: /etc/tda/authorities, readOnly: true }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "tda.program" -}}
image: {{ printf "%s:%s" (required "image.repository names the image that you built" .Values.image.repository) (default .Chart.AppVersion .Values.image.tag) }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - configMapRef: { name: {{ include "tda.name" (dict "root" . "component" "settings") }} }
  - secretRef: { name: {{ required "secretName names the Secret with NEO4J_PASSWORD and CURSOR_KEYS" .Values.secretName }} }
{{- if or .Values.extraEnv (include "tda.caBundle" .) }}
env:
  {{- if include "tda.caBundle" . }}
  - { name: NODE_EXTRA_CA_CERTS, value: /etc/tda/authorities/ca.crt }
  {{- end }}
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "tda.container" -}}
{{ include "tda.program" . }}
startupProbe:
  httpGet: { path: /livez, port: admin }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /livez, port: admin }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: admin }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end -}}

{{- define "tda.pod" -}}
{{- $values := get .root.Values .component -}}
serviceAccountName: {{ include "tda.name" (dict "root" .root "component" "account") }}
automountServiceAccountToken: false
terminationGracePeriodSeconds: {{ include "tda.graceSeconds" .root }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "tda.selector" . | nindent 8 }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{/* Pods are replaced when settings change, and when secretVersion does. */}}
{{- define "tda.podMetadata" -}}
{{- $values := get .root.Values .component -}}
labels:
  {{- include "tda.labels" . | nindent 2 }}
annotations:
  checksum/settings: {{ include (print .root.Template.BasePath "/settings.yaml") .root | sha256sum }}
  {{- with .root.Values.secretVersion }}
  tenant-data-api/secret-version: {{ . | quote }}
  {{- end }}
  {{- with $values.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}
