import { Environment } from '../../schemas/environment.ts'

export const valuesSchemaFile = 'deploy/helm/tenant-data-api/values.schema.json'

/** Settings that the chart sets itself, and those that apply only to a repository or to people. */
const notForValues: ReadonlySet<string> = new Set([
  'HOST',
  'PORT',
  'ADMIN_HOST',
  'ADMIN_PORT',
  'PROJECTOR_ADMIN_PORT',
  'AUDIT_SPOOL',
  'EXPORTS_FOLDER',
  'TDA_OPERATOR',
  'EXIT_WITH_PARENT',
  'DEMO',
  'DEMO_PROFILE',
  'DEMO_PUBLICATIONS',
  'LOCAL_FOLDER',
  'MAVEN_REPO_LOCAL',
])

const text = { type: 'string' }
const texts = { type: 'object', additionalProperties: text }
const one = { type: ['string', 'number', 'boolean'] }
/** A list can also be given as `{one,two}`, because commas in a text must be escaped after `--set`. */
const textOrList = { type: [...one.type, 'array'], items: { ...text, minLength: 1 }, minItems: 1 }
const job = {
  resources: { type: 'object' },
  podAnnotations: texts,
  nodeSelector: texts,
  tolerations: { type: 'array' },
  affinity: { type: 'object' },
  priorityClassName: text,
}
const pods = { replicas: { type: 'integer', minimum: 1 }, ...job }

/**
 * The schema of the values of the Helm chart: settings by the names of the environment, without those that belong in a
 * Secret. JSON Schema draft 7, as Helm reads it.
 */
export function valuesSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...strict({
      image: strict({ repository: text, tag: text, pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] } }),
      imagePullSecrets: { type: 'array' },
      secretName: text,
      secretVersion: text,
      caBundle: strict({ configMapName: text, secretName: text, key: text }),
      extraEnv: { type: 'array' },
      extraVolumes: { type: 'array' },
      extraVolumeMounts: { type: 'array' },
      settings: { ...strict(settings()), required: ['NEO4J_URI', 'KAFKA_BROKERS', 'BASE_URL'] },
      api: strict({ ...pods, auditSpool: strict({ size: text, storageClassName: { type: ['string', 'null'] } }) }),
      projector: strict(pods),
      backup: strict({
        ...job,
        enabled: { type: 'boolean' },
        schedule: text,
        keep: { type: 'integer', minimum: 1 },
        existingClaim: text,
      }),
      exports: strict({ existingClaim: text }),
      serviceAccount: strict({ annotations: texts }),
      service: strict({ type: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] }, annotations: texts }),
      ingress: strict({
        enabled: { type: 'boolean' },
        className: { type: ['string', 'null'] },
        annotations: texts,
        host: text,
        tlsSecretName: text,
      }),
      networkPolicy: strict({
        enabled: { type: 'boolean' },
        callers: { type: 'array' },
        monitoring: { type: 'array' },
        egress: { type: 'array' },
      }),
      monitoring: strict({
        podMonitor: { type: 'boolean' },
        rules: { type: 'boolean' },
        labels: texts,
        installation: text,
      }),
      // Helm adds this value if the chart is a part of another one.
      global: { type: 'object' },
    }),
  }
}

function settings(): Record<string, object> {
  const entries = Object.entries(Environment.shape).filter(
    ([name, schema]) => !notForValues.has(name) && schema.meta()?.secret !== true,
  )
  return Object.fromEntries(
    entries.map(([name, schema]) => [
      name,
      { ...(schema.meta()?.list === true ? textOrList : one), description: schema.meta()?.description },
    ]),
  )
}

const strict = (properties: Record<string, object>) => ({ type: 'object', properties, additionalProperties: false })
