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
/** The client of Kafka takes what is before the first colon for the host, so that an IPv6 address needs a name. */
const Broker = z.string().refine((address) => Number(/^[\w.-]+:([1-9]\d{0,4})$/.exec(address)?.[1]) <= 65535, {
  error: 'must be host:port, such as kafka-1.example.com:9093; separate several by commas',
})

const secret = { secret: true }
/** Several values, comma-separated. */
const list = { list: true }

/**
 * Every setting, with its default; the documentation's table is made of this. Each process reads the environment once,
 * and a mistake stops it with every faulty variable named.
 */
export const Environment = z.object({
  NEO4J_URI: z.string().optional().meta({ description: 'bolt://, bolt+s://, neo4j:// or neo4j+s:// address.' }),
  NEO4J_USER: z.string().default('neo4j').meta({ description: 'User of the graph.' }),
  NEO4J_PASSWORD: z
    .string()
    .default('')
    .meta({ description: 'Its password.', ...secret }),
  NEO4J_DATABASE: z.string().default('neo4j').meta({ description: 'Database of the graph.' }),
  KAFKA_BROKERS: List.pipe(z.array(Broker))
    .optional()
    .meta({ description: 'host:port, comma-separated.', ...list }),
  KAFKA_SSL: Flag.default(false).meta({ description: 'TLS to the brokers.' }),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .meta({ description: 'SASL mechanism: plain, scram-sha-256 or scram-sha-512.' }),
  KAFKA_SASL_USERNAME: z.string().optional().meta({ description: 'SASL user.' }),
  KAFKA_SASL_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'SASL password.', ...secret }),
  KAFKA_REPLICATION_FACTOR: z.coerce
    .number()
    .int()
    .min(-1)
    .default(-1)
    .meta({ description: 'Copies of each topic that is created; -1 takes the broker’s default.' }),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,100}$/)
    .default('')
    .meta({ description: 'Put before each topic’s name, so that several installations can share a cluster.' }),
  KAFKA_TOPIC_PARTITIONS: z.coerce.number().int().min(1).default(12).meta({
    description:
      'Partitions of the topics of records and of BOMs, when they are created and when an empty graph is built from them; fixed from then on.',
  }),
  REDIS_URL: z
    .string()
    .optional()
    .meta({ description: 'Shares one rate-limit count between processes.', ...secret }),
  PORT: Port.default(8080).meta({ description: 'Port of the API.' }),
  ADMIN_PORT: Port.default(8081).meta({ description: 'Port of /livez, /readyz and /metrics.' }),
  PROJECTOR_ADMIN_PORT: Port.default(8082).meta({ description: 'The same, of the projector.' }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'Address that the API listens on.' }),
  ADMIN_HOST: z.string().default('127.0.0.1').meta({
    description: 'Address that ADMIN_PORT and PROJECTOR_ADMIN_PORT listen on. They need no credential.',
  }),
  ADMIN_ALLOWED_HOSTS: List.default([]).meta({
    description:
      'Names with a dot that the admin ports may be reached by, comma-separated, without ports. Addresses and names of ' +
      'one label, such as localhost, are always allowed.',
  }),
  BASE_URL: z.url().optional().meta({ description: 'Public address of the API; default http://localhost:PORT.' }),
  DOCS_URL: z.url().optional().meta({ description: 'Public address of the docs; default BASE_URL/docs.' }),
  DATA_REGION: Region.default('local').meta({ description: 'Region of this installation.' }),
  DATA_REGIONS: List.pipe(z.array(Region))
    .default([])
    .meta({ description: 'Other regions whose tokens are answered with 403 wrong_region, comma-separated.', ...list }),
  CURSOR_KEYS: List.optional().meta({
    description: 'Keys that seal cursors, comma-separated base64 of 32 bytes: the first seals, all open.',
    ...secret,
    ...list,
  }),
  TRUST_PROXY: z
    .string()
    .default('false')
    .meta({
      description: 'Whose X-Forwarded-For counts: false, a number of hops, or addresses and subnets, comma-separated.',
      ...list,
    }),
  CORS_ORIGINS: List.default([]).meta({
    description: 'Origins that browsers may call from, comma-separated.',
    ...list,
  }),
  MCP_ALLOWED_HOSTS: List.default([]).meta({
    description: 'Hosts that /mcp may be reached by, beside that of BASE_URL and loopback; comma-separated, no ports.',
    ...list,
  }),
  MCP_LIST_ALL_TOOLS: Flag.default(false).meta({
    description: 'Lists every MCP tool to every token, also those whose scope it lacks.',
  }),
  MCP_TOOLSETS: List.default(['core']).meta({
    description:
      'Tools of MCP, comma-separated: core are the six of the specification, which are always there; bom, materials, ' +
      'ingest, exports and all add further reads.',
    ...list,
  }),
  MCP_COMPACT: Flag.default(false).meta({
    description: 'Lets every MCP tool answer compact rows unless a call asks for others.',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .meta({ description: 'Least severe level that is logged.' }),
  AUDIT_SPOOL: z.string().default('.local/audit').meta({ description: 'Folder of the audit spool.' }),
  AUDIT_SPOOL_MAX: z.coerce
    .number()
    .int()
    .min(1024)
    .default(2 ** 30)
    .meta({ description: 'Bytes that the spool may hold; beyond them protected requests are 503.' }),
  AUDIT_FLUSH_MS: Milliseconds.default(100).meta({ description: 'The window of audit records that a crash may lose.' }),
  TDA_OPERATOR: z
    .string()
    .refine((name) => /^[\p{L}\p{N}][\p{L}\p{N} ._@+:/\\-]{0,99}$/u.test(name), {
      error: 'must be a name of 1 to 100 letters, digits, spaces and . _ @ + : / \\ -, a letter or digit first',
    })
    .optional()
    .meta({
      description:
        'Name of the operator in the audit records of tda, such as an e-mail address; default the user of the operating system.',
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional().meta({
    description:
      'Where spans are sent: a collector that takes OTLP over HTTP, without /v1/traces. Without it there are none.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .meta({ description: 'Headers for that collector, as name=value, comma-separated.', ...secret }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).meta({
    description:
      'How many of the traces are sent, 0 to 1. A caller can have its own left out, and never more of them sent.',
  }),
  RESPOND_WITHIN_MS: z.coerce.number().int().min(1000).default(4600).meta({
    description: 'The longest that an operation of the API may take; its caller is answered 503 query_timeout then.',
  }),
  REQUESTS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(4)
    .meta({
      description:
        'Requests that one API process reads and answers at once; others wait, each organization in a queue of its own. ' +
        'About twice the processors that Neo4j has for this process.',
    }),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(5000)
    .meta({ description: 'Time between not ready and closed on shutdown, for load balancers.' }),
  PROJECTOR_GROUP: z.string().default('tda-projector').meta({ description: 'Consumer group of the projector.' }),
  KAFKA_SESSION_TIMEOUT_MS: Milliseconds.default(30_000).meta({
    description: 'Silence after which the broker gives a projector’s partitions to another.',
  }),
  SNAPSHOT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(400)
    .meta({ description: 'Days for which a BOM snapshot can be read; the newest always can.' }),
  HOUSEKEEPING_MS: Milliseconds.default(30_000).meta({
    description: 'Pause between rounds that retire snapshots and drop what they leave.',
  }),
  PUBLICATION_SILENCE_MS: Milliseconds.default(6 * 3_600_000).meta({
    description: 'Silence, between times of Kafka, after which a publication that goes on has failed.',
  }),
  EXPORTS_REQUIRE_DOMAIN_SCOPES: Flag.default(false).meta({
    description: 'Asks for the read scope of what is exported, beside exports:create.',
  }),
  EXPORTS_WINDOW_MS: Milliseconds.default(15 * 60_000).meta({
    description: 'Time after its completion for which an export can be downloaded.',
  }),
  EXPORTS_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(0)
    .max(16)
    .default(2)
    .meta({ description: 'Exports that one API process writes at once; with 0 it leaves them to others.' }),
  EXPORTS_LEASE_MS: Milliseconds.default(15_000).meta({
    description: 'Silence of an API process after which another one takes over the exports that it writes.',
  }),
  EXPORTS_FOLDER: z.string().default('.local/exports').meta({
    description: 'Folder of finished exports, when there is no bucket; replicas have to have it in common.',
  }),
  EXPORTS_S3_BUCKET: z.string().optional().meta({ description: 'Bucket of finished exports, in place of a folder.' }),
  EXPORTS_S3_PREFIX: z.string().default('exports/').meta({
    description: 'Put before the names of objects; what lies below it is the installation’s own.',
  }),
  EXPORTS_S3_ENDPOINT: z.url().optional().meta({ description: 'Address of an S3-compatible service other than AWS.' }),
  EXPORTS_S3_REGION: z.string().default('us-east-1').meta({ description: 'Region of the bucket.' }),
  EXPORTS_S3_ACCESS_KEY_ID: z.string().optional().meta({
    description: 'Access key of the bucket; without it the AWS default chain of credentials.',
  }),
  EXPORTS_S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ description: 'Its secret.', ...secret }),
  EXIT_WITH_PARENT: Flag.default(false).meta({ description: 'End when standard input ends.' }),
  DEMO: Flag.default(false).meta({ description: 'Feed the demo also into given servers.' }),
  DEMO_PROFILE: z
    .enum(['smoke', 'demo', 'mid', 'large'])
    .default('demo')
    .meta({ description: 'How large a demo is fed into an empty store: smoke, demo, mid or large.' }),
  DEMO_PUBLICATIONS: z.coerce
    .number()
    .int()
    .min(0)
    .default(5)
    .meta({ description: 'How many BOM publications of each of its brands are fed, the newest ones.' }),
  LOCAL_FOLDER: z.string().default('.local').meta({
    description: 'Folder of the embedded runtime: stores, logs, demo.json. Several of them run side by side.',
  }),
  MAVEN_REPO_LOCAL: z.string().optional().meta({
    description: 'Folder of Maven’s own cache, when the embedded servers are fetched; default as Maven has it.',
  }),
})
export type Environment = Readonly<z.infer<typeof Environment>>

/**
 * The settings of this process. An empty variable counts as absent.
 * @throws Error naming every faulty variable, without its value.
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
