import { z } from 'zod'
import { checkValue } from './checking/check-value.ts'
import { Region } from './credentials.ts'

const Port = z.coerce.number().int().min(0).max(65535)
const Milliseconds = z.coerce.number().int().min(1)
const Flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')
const List = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
/**
 * The Kafka client takes the text before the first colon as the host, so an IPv6 address must be given as a host name.
 */
const Broker = z.string().refine((address) => Number(/^[\w.-]+:([1-9]\d{0,4})$/.exec(address)?.[1]) <= 65535, {
  error: 'must be host:port, such as kafka-1.example.com:9093. Separate several by commas',
})

/** `meta` copies the schema, so each setting has its own description. */
const SaslMechanism = z.enum(['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer']).optional()

const secret = { secret: true }
/** Metadata of a setting with several values, separated by commas. */
const list = { list: true }

/**
 * Every setting, with its default. The table in the docs is generated from it. Each process reads the environment once.
 * If variables are invalid, the process exits and lists all of them.
 */
export const Environment = z.object({
  NEO4J_URI: z
    .string()
    .optional()
    .meta({ description: 'Address of the graph: bolt://, bolt+s://, neo4j://, or neo4j+s://.' }),
  NEO4J_USER: z.string().default('neo4j').meta({ description: 'User of the graph.' }),
  NEO4J_PASSWORD: z
    .string()
    .default('')
    .meta({ description: 'Password of that user.', ...secret }),
  NEO4J_DATABASE: z.string().default('neo4j').meta({ description: 'Database of the graph.' }),
  KAFKA_BROKERS: List.pipe(z.array(Broker))
    .optional()
    .meta({ description: 'Addresses of the brokers as host:port, comma-separated.', ...list }),
  KAFKA_SSL: Flag.default(false).meta({ description: 'Whether to connect to the brokers with TLS.' }),
  KAFKA_SSL_CERT_FILE: z.string().optional().meta({
    description: 'File of the client certificate for mutual TLS, in PEM. It is read again for each connection.',
  }),
  KAFKA_SSL_KEY_FILE: z
    .string()
    .optional()
    .meta({ description: 'File of the private key of that certificate, in PEM.' }),
  KAFKA_SASL_MECHANISM: SaslMechanism.meta({
    description: 'SASL mechanism: plain, scram-sha-256, scram-sha-512, or oauthbearer.',
  }),
  KAFKA_SASL_USERNAME: z.string().optional().meta({ description: 'SASL user.' }),
  KAFKA_SASL_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'SASL password.', ...secret }),
  KAFKA_OAUTH_TOKEN_URL: z.url().optional().meta({
    description: 'Token endpoint for oauthbearer. Tokens are requested with the client credentials grant of OAuth 2.0.',
  }),
  KAFKA_OAUTH_CLIENT_ID: z.string().optional().meta({ description: 'Client ID for that endpoint.' }),
  KAFKA_OAUTH_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'Client secret for that endpoint.', ...secret }),
  KAFKA_OAUTH_SCOPE: z.string().optional().meta({ description: 'Scope that is requested, if the endpoint needs one.' }),
  KAFKA_OAUTH_TOKEN_FILE: z.string().optional().meta({
    description: 'File with the token for oauthbearer, instead of an endpoint. It is read again for each connection.',
  }),
  TARGET_KAFKA_SSL: Flag.optional().meta({
    description:
      'Whether `tda log copy --to` connects to the target with TLS. If any TARGET_KAFKA variable is set, the target uses only these; otherwise those of KAFKA.',
  }),
  TARGET_KAFKA_SSL_CERT_FILE: z.string().optional().meta({
    description: 'File of the client certificate for the target of `tda log copy`.',
  }),
  TARGET_KAFKA_SSL_KEY_FILE: z
    .string()
    .optional()
    .meta({ description: 'File of the private key of that certificate.' }),
  TARGET_KAFKA_SASL_MECHANISM: SaslMechanism.meta({ description: 'SASL mechanism of the target of `tda log copy`.' }),
  TARGET_KAFKA_SASL_USERNAME: z.string().optional().meta({ description: 'SASL user of the target of `tda log copy`.' }),
  TARGET_KAFKA_SASL_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'SASL password of the target of `tda log copy`.', ...secret }),
  TARGET_KAFKA_OAUTH_TOKEN_URL: z.url().optional().meta({
    description: 'Token endpoint of the target of `tda log copy`.',
  }),
  TARGET_KAFKA_OAUTH_CLIENT_ID: z.string().optional().meta({ description: 'Client ID for that endpoint.' }),
  TARGET_KAFKA_OAUTH_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'Client secret for that endpoint.', ...secret }),
  TARGET_KAFKA_OAUTH_SCOPE: z.string().optional().meta({ description: 'Scope that is requested from that endpoint.' }),
  TARGET_KAFKA_OAUTH_TOKEN_FILE: z.string().optional().meta({
    description: 'File with the token for the target of `tda log copy`.',
  }),
  KAFKA_REPLICATION_FACTOR: z.coerce
    .number()
    .int()
    .min(-1)
    .default(-1)
    .meta({ description: 'Replication factor of topics that are created. -1 uses the default of the broker.' }),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,100}$/)
    .default('')
    .meta({ description: 'Prefix of each topic name, for several installations that share a cluster.' }),
  KAFKA_TOPIC_PARTITIONS: z.coerce.number().int().min(1).default(12).meta({
    description:
      'Partitions of the topics of records and BOMs when they are created, and when an empty graph is built from them. Cannot be changed later.',
  }),
  REDIS_URL: z
    .string()
    .optional()
    .meta({
      description:
        'Redis in which all processes count requests together for the rate limit. Without it, each process counts alone.',
      ...secret,
    }),
  PORT: Port.default(8080).meta({ description: 'Port of the API.' }),
  ADMIN_PORT: Port.default(8081).meta({ description: 'Port of /livez, /readyz, and /metrics of the API.' }),
  PROJECTOR_ADMIN_PORT: Port.default(8082).meta({
    description: 'Port of /livez, /readyz, and /metrics of the projector.',
  }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'Address that the API listens on.' }),
  ADMIN_HOST: z.string().default('127.0.0.1').meta({
    description: 'Address that ADMIN_PORT and PROJECTOR_ADMIN_PORT listen on. These ports need no credential.',
  }),
  ADMIN_ALLOWED_HOSTS: List.default([]).meta({
    description:
      'Host names with a dot under which the admin ports can be reached, comma-separated, without ports. Addresses and names without a dot, such as localhost, are always allowed.',
    ...list,
  }),
  BASE_URL: z.url().optional().meta({ description: 'Public address of the API. Defaults to http://localhost:PORT.' }),
  DOCS_URL: z.url().optional().meta({ description: 'Public address of the docs. Defaults to BASE_URL/docs.' }),
  DATA_REGION: Region.default('local').meta({ description: 'Region of this installation.' }),
  DATA_REGIONS: List.pipe(z.array(Region))
    .default([])
    .meta({ description: 'Other regions whose tokens return 403 wrong_region, comma-separated.', ...list }),
  CURSOR_KEYS: List.optional().meta({
    description:
      'Keys that seal cursors: base64 of 32 bytes each, comma-separated. The first key seals new cursors. All keys open cursors. Defaults to a key that the API creates in .local.',
    ...secret,
    ...list,
  }),
  TRUST_PROXY: z
    .string()
    .default('false')
    .meta({
      description:
        'Proxies whose X-Forwarded-For is trusted: false, a number of hops, or addresses and subnets, comma-separated.',
      ...list,
    }),
  CORS_ORIGINS: List.default([]).meta({
    description: 'Origins that browsers can send requests from, comma-separated.',
    ...list,
  }),
  MCP_ALLOWED_HOSTS: List.default([]).meta({
    description:
      'Hosts under which /mcp can be reached, in addition to the host of BASE_URL and localhost. Comma-separated, without ports.',
    ...list,
  }),
  MCP_LIST_ALL_TOOLS: Flag.default(false).meta({
    description: 'Whether to list every MCP tool for every token, including tools whose scope the token lacks.',
  }),
  MCP_TOOLSETS: List.default(['core']).meta({
    description:
      'Toolsets of MCP, comma-separated. core contains the six standard tools and is always on. bom, materials, ingest, exports, and all add further read tools.',
    ...list,
  }),
  MCP_COMPACT: Flag.default(true).meta({
    description: 'Whether the six standard MCP tools return compact rows by default. The other tools always do.',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .meta({ description: 'Least severe level that is logged: fatal, error, warn, info, debug, or silent for none.' }),
  AUDIT_SPOOL: z.string().default('.local/audit').meta({ description: 'Folder of the audit spool.' }),
  AUDIT_SPOOL_MAX: z.coerce
    .number()
    .int()
    .min(1024)
    .default(2 ** 30)
    .meta({ description: 'Maximum size of the spool in bytes. Above it, protected requests return 503.' }),
  AUDIT_FLUSH_MS: Milliseconds.default(100).meta({
    description: 'Time between flushes of audit records in milliseconds. A crash can lose the records of this time.',
  }),
  TDA_OPERATOR: z
    .string()
    .refine((name) => /^[\p{L}\p{N}][\p{L}\p{N} ._@+:/\\-]{0,99}$/u.test(name), {
      error:
        'must be a name of 1 to 100 characters (alphabetic, numeric, spaces, and . _ @ + : / \\ -), starting with an alphabetic or numeric one',
    })
    .optional()
    .meta({
      description:
        'Name of the operator in the audit records of tda, such as an e-mail address. Defaults to the user of the operating system.',
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional().meta({
    description: 'Collector that spans are sent to: OTLP over HTTP, without /v1/traces. Without it, no spans are sent.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .meta({ description: 'Headers for that collector as name=value, comma-separated.', ...secret }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).meta({
    description:
      'Share of traces that are sent, from 0 to 1. A caller can exclude its own traces, but cannot have more of them sent.',
  }),
  RESPOND_WITHIN_MS: z.coerce.number().int().min(1000).default(4600).meta({
    description:
      'Maximum time of an operation of the API in milliseconds. After it, the request returns 503 query_timeout.',
  }),
  REQUESTS_AT_ONCE: z.coerce.number().int().min(1).max(1000).default(4).meta({
    description:
      'Number of requests that one API process handles at the same time. Others wait in a queue for each organization. Use about twice the processors that Neo4j has for this process.',
  }),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(5000)
    .meta({ description: 'Time in milliseconds between not ready and closed on shutdown, for load balancers.' }),
  PROJECTOR_GROUP: z.string().default('tda-projector').meta({ description: 'Consumer group of the projector.' }),
  KAFKA_SESSION_TIMEOUT_MS: Milliseconds.default(30_000).meta({
    description:
      'Time in milliseconds without a sign of life after which the broker gives the partitions of a projector to another one.',
  }),
  SNAPSHOT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(400)
    .meta({ description: 'Number of days for which a BOM snapshot is available. The newest one is always available.' }),
  CHANGES_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .meta({ description: 'Number of days for which a change is listed by the change feed.' }),
  HOUSEKEEPING_MS: Milliseconds.default(30_000).meta({
    description: 'Time in milliseconds between rounds that retire snapshots and delete their data.',
  }),
  PUBLICATION_SILENCE_MS: Milliseconds.default(6 * 3_600_000).meta({
    description: 'Time in milliseconds without an event, by Kafka timestamps, after which an open publication fails.',
  }),
  ORGANIZATION_METRICS: Flag.default(false).meta({
    description:
      'Whether metrics name organizations: requests, events, silent sources, and tokens that end soon get the label organization.',
  }),
  EXPORTS_REQUIRE_DOMAIN_SCOPES: Flag.default(false).meta({
    description: 'Whether an export requires the read scope of its data in addition to exports:create.',
  }),
  EXPORTS_WINDOW_MS: Milliseconds.default(15 * 60_000).meta({
    description: 'Time in milliseconds after completion for which an export can be downloaded.',
  }),
  EXPORTS_CONCURRENCY: z.coerce.number().int().min(0).max(16).default(2).meta({
    description:
      'Number of exports that one API process writes at the same time. With 0, it leaves them to other processes.',
  }),
  EXPORTS_LEASE_MS: Milliseconds.default(15_000).meta({
    description:
      'Time in milliseconds without a sign of life after which another API process takes over the exports of a process.',
  }),
  EXPORTS_FOLDER: z.string().default('.local/exports').meta({
    description: 'Folder of finished exports if there is no bucket. All API processes must share it.',
  }),
  EXPORTS_S3_BUCKET: z.string().optional().meta({ description: 'Bucket of finished exports, instead of a folder.' }),
  EXPORTS_S3_PREFIX: z.string().default('exports/').meta({
    description: 'Prefix of object names. All objects with this prefix belong to the installation.',
  }),
  EXPORTS_S3_ENDPOINT: z.url().optional().meta({ description: 'Address of an S3-compatible service other than AWS.' }),
  EXPORTS_S3_REGION: z.string().default('us-east-1').meta({ description: 'Region of the bucket.' }),
  EXPORTS_S3_ACCESS_KEY_ID: z.string().optional().meta({
    description: 'Access key of the bucket. Without it, the default credential chain of AWS is used.',
  }),
  EXPORTS_S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ description: 'Secret of that access key.', ...secret }),
  EXIT_WITH_PARENT: Flag.default(false).meta({ description: 'Whether the process exits when standard input ends.' }),
  DEMO: Flag.default(false).meta({ description: 'Whether to load the demo into servers that you provide.' }),
  DEMO_PROFILE: z
    .enum(['smoke', 'demo', 'mid', 'large'])
    .default('demo')
    .meta({ description: 'Size of the demo that is loaded into an empty store: smoke, demo, mid, or large.' }),
  DEMO_PUBLICATIONS: z.coerce
    .number()
    .int()
    .min(0)
    .default(5)
    .meta({ description: 'Number of BOM publications to load for each demo brand. The newest ones are loaded.' }),
  LOCAL_FOLDER: z.string().default('.local').meta({
    description:
      'Folder of the embedded runtime: stores, logs, and demo.json. Use different folders to run several side by side.',
  }),
  MAVEN_REPO_LOCAL: z.string().optional().meta({
    description: 'Cache folder of Maven for fetching the embedded servers. Defaults to that of Maven.',
  }),
})
export type Environment = Readonly<z.infer<typeof Environment>>

/**
 * The settings of this process. An empty variable counts as absent.
 * @throws Error naming every invalid variable, without its value.
 */
export function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.entries(variables).filter(
    ([name, value]) => Object.hasOwn(Environment.shape, name) && value !== '',
  )
  const checked = checkValue(Environment, Object.fromEntries(given))
  if (checked.success) return Object.freeze(checked.data)
  const faults = checked.faults.map(({ path, detail }) => `  ${path.map(String).join('.')}: ${detail}`)
  throw new Error(`The environment is not valid:\n${faults.join('\n')}`)
}
