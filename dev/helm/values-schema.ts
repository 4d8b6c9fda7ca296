import { Environment } from '../../schemas/environment.ts'

export const valuesSchemaFile = 'deploy/helm/tenant-data-api/values.schema.json'

/** What the chart sets itself, and what is for checkouts only. */
const notForValues: ReadonlySet<string> = new Set([
  'HOST',
  'PORT',
  'ADMIN_PORT',
  'PROJECTOR_ADMIN_PORT',
  'AUDIT_SPOOL',
  'EXPORTS_FOLDER',
  'EXIT_WITH_PARENT',
  'DEMO',
  'DEMO_PROFILE',
  'DEMO_PUBLICATIONS',
  'LOCAL_FOLDER',
  'MAVEN_REPO_LOCAL',
])

const text = { type: 'string' }
const texts = { type: 'object', additionalProperties: text }
const pods = {
  replicas: { type: 'integer', minimum: 1 },
  resources: { type: 'object' },
  podAnnotations: texts,
  nodeSelector: texts,
  tolerations: { type: 'array' },
  affinity: { type: 'object' },
}

/**
 * What the values of the Helm chart may be: settings by the names of the environment, and nothing that is secret, which
 * belongs into a Secret. JSON Schema draft 7, as Helm reads it.
 */
export function valuesSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...strict({
      image: strict({ repository: text, tag: text, pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] } }),
      imagePullSecrets: { type: 'array' },
      secretName: text,
      settings: { ...strict(settings()), required: ['NEO4J_URI', 'KAFKA_BROKERS', 'BASE_URL'] },
      api: strict({ ...pods, auditSpool: strict({ size: text, storageClassName: { type: ['string', 'null'] } }) }),
      projector: strict(pods),
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
      monitoring: strict({ podMonitor: { type: 'boolean' }, rules: { type: 'boolean' }, labels: texts }),
      // What Helm adds where the chart is a part of another one.
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
      { type: ['string', 'number', 'boolean'], description: schema.meta()?.description },
    ]),
  )
}

const strict = (properties: Record<string, object>) => ({ type: 'object', properties, additionalProperties: false })
