import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments, stringify } from 'yaml'
import { run } from '../support/processes/run.ts'

/** The version of Kubernetes whose schemas validate the chart. */
export const KUBERNETES = '1.37'
export const chart = 'deploy/helm/tenant-data-api'

/** An object of Kubernetes. Each test asserts the fields that it reads. */
export interface Rendered {
  kind: string
  metadata: { name: string; labels: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: manifests have no types
  [field: string]: any
}

export interface Outcome {
  exitCode: number | null
  output: string
  /** The rendered YAML. */
  text: string
  objects: Rendered[]
}

/** Runs `helm COMMAND` over the chart with these values, and with further flags, such as `--set`. */
export async function helm(
  command: readonly string[],
  values: object,
  flags: readonly string[] = [],
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-helm-'))
  try {
    const file = join(folder, 'values.yaml')
    writeFileSync(file, stringify(values))
    const { exitCode, output } = await run(
      'helm',
      [...command, chart, '--values', file, '--kube-version', KUBERNETES, ...flags],
      {
        HOME: folder,
      },
    )
    // Helm logs on standard error that it followed a symbolic link.
    const text = output.replace(/^(level=\w+|\d{4}\/\d\d\/\d\d|walk\.go).*\n/gm, '')
    const isTemplate = command[0] === 'template' && exitCode === 0
    const objects = isTemplate ? parseAllDocuments(text).flatMap((one) => (one.toJS() as Rendered | null) ?? []) : []
    return { exitCode, output, text, objects }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The values that every installation has to set. */
export const least = {
  image: { repository: 'registry.example.com/tenant-data-api' },
  secretName: 'tenant-data-api',
  settings: {
    NEO4J_URI: 'neo4j+s://graph.example.com',
    KAFKA_BROKERS: 'kafka-1:9093,kafka-2:9093',
    BASE_URL: 'https://api.example.com',
    EXPORTS_S3_BUCKET: 'exports',
  },
}

/** Values that make the chart render every object that it has. */
export const most = {
  ...least,
  settings: { ...least.settings, DRAIN_MS: 20_000, AUDIT_SPOOL_MAX: 2 ** 31, KAFKA_SSL: true, TRUST_PROXY: 1 },
  imagePullSecrets: [{ name: 'registry' }],
  api: {
    replicas: 5,
    auditSpool: { size: '3Gi', storageClassName: 'fast' },
    podAnnotations: { team: 'data' },
    nodeSelector: { pool: 'api' },
    priorityClassName: 'serving',
    tolerations: [{ key: 'pool', operator: 'Equal', value: 'api', effect: 'NoSchedule' }],
    affinity: { podAntiAffinity: {} },
  },
  projector: { priorityClassName: 'projecting' },
  secretVersion: '4711',
  caBundle: { configMapName: 'authorities', key: 'root.pem' },
  extraEnv: [{ name: 'TZ', value: 'UTC' }],
  extraVolumes: [{ name: 'krb5', configMap: { name: 'krb5' } }],
  extraVolumeMounts: [{ name: 'krb5', mountPath: '/etc/krb5', readOnly: true }],
  exports: { existingClaim: 'exports' },
  backup: { enabled: true, keep: 48, existingClaim: 'backups', nodeSelector: { pool: 'jobs' } },
  serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/exports' } },
  service: { type: 'NodePort', annotations: { team: 'data' } },
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'api.example.com',
    tlsSecretName: 'tls',
    annotations: { a: 'b' },
  },
  networkPolicy: {
    callers: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    monitoring: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    egress: [{ ports: [{ port: 7687, protocol: 'TCP' }] }],
  },
  monitoring: { podMonitor: true, rules: true, labels: { release: 'prometheus' }, installation: 'eu-west' },
}
