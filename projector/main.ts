import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { connectGraph } from '../cypher/connect.ts'
import { printableText } from '../domain/text/printable.ts'
import { connectKafka } from '../kafka/connect-kafka.ts'
import { topicTable } from '../kafka/topics/topic-table.ts'
import { closeWithin } from '../process/close-within.ts'
import { createLog } from '../process/create-log.ts'
import { exitWithParent } from '../process/exit-with-parent.ts'
import { keepFilesPrivate } from '../process/keep-files-private.ts'
import { startTracing } from '../process/tracing/start-tracing.ts'
import { type Environment, parseEnvironment } from '../schemas/environment.ts'
import { serveAdmin } from './admin.ts'
import { createDeadLetterPublisher } from './dead-letters/publish-dead-letters.ts'
import { createMetrics } from './metrics.ts'
import { createOrganizationMutex } from './partitions/organization-mutex.ts'
import { startProjector } from './projector.ts'
import { unreadyBecause } from './readiness.ts'
import { untilPrepared } from './until-prepared.ts'

const CLOSE_MS = 2000
/** Longer than the API's timeout, because no caller waits for a response of the projector. */
const READ_TIMEOUT_MS = 10_000

async function main(environment: Environment): Promise<void> {
  const log = createLog({ level: environment.LOG_LEVEL, process: 'projector' })
  const stopping = new AbortController()
  const { signal } = stopping
  const end = () => stopping.abort()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end)
  if (environment.EXIT_WITH_PARENT) exitWithParent(end)

  const endTracing = await startTracing('tda-projector', environment, log)
  const connection = connectKafka(environment, 'tda-projector', log)
  const producer = connection.createProducer()
  const metrics = createMetrics({ isByOrganization: environment.ORGANIZATION_METRICS })
  const graph = connectGraph(environment, {
    readTimeoutMs: READ_TIMEOUT_MS,
    ...metrics.graph,
    onRefused: (reason, waitMs) => log.error({ reason, waitMs }, 'Neo4j refuses the login'),
    onRetry: (code) => metrics.deadlocks.inc({ code }),
  })
  const table = topicTable(environment.KAFKA_TOPIC_PREFIX, environment.KAFKA_TOPIC_PARTITIONS)
  const { records, bom, snapshots, dlq } = table
  let unready = (): string | null => ['starting', graph.loginRefused()].filter(Boolean).join(': ')
  let measure = async () => {}

  const { ADMIN_HOST: host, PROJECTOR_ADMIN_PORT: port, PROJECTOR_GROUP: groupId } = environment
  const admin = await serveAdmin({
    host,
    port,
    allowedHosts: environment.ADMIN_ALLOWED_HOSTS,
    metrics,
    measure: () => measure(),
    unreadyBecause: () => unready(),
  })
  log.info({ address: admin.address() }, 'admin server listening')
  const { bomPartitions } = await untilPrepared({ graph, connection, environment, log, signal })
  if (signal.aborted) return
  const projector = startProjector({
    graph,
    connection,
    metrics,
    log,
    groupId,
    expectedPartitions: environment.KAFKA_TOPIC_PARTITIONS,
    mutexOf: createOrganizationMutex(),
    publishDeadLetters: createDeadLetterPublisher(producer, dlq.name, () => new Date()),
    topics: [records.name, bom.name],
    allTopics: Object.values(table),
    replicationFactor: environment.KAFKA_REPLICATION_FACTOR,
    producer,
    bomTopic: bom.name,
    bomPartitions,
    snapshotsTopic: snapshots.name,
    silenceMs: environment.PUBLICATION_SILENCE_MS,
    retentionDays: environment.SNAPSHOT_RETENTION_DAYS,
    changesRetentionDays: environment.CHANGES_RETENTION_DAYS,
    housekeepingMs: environment.HOUSEKEEPING_MS,
    owner: `${hostname()}/${process.pid}/${randomUUID()}`,
    sessionTimeoutMs: environment.KAFKA_SESSION_TIMEOUT_MS,
    onCrash(error) {
      log.fatal({ err: error }, 'consumer ended')
      process.exitCode = 1
      end()
    },
  })
  measure = projector.measure
  unready = () => unreadyBecause(projector, Date.now())
  log.info({ group: groupId }, 'projector started')

  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
  unready = () => 'stopping'
  await projector.stop()
  await Promise.all([producer.disconnect, graph.close, endTracing].map((end) => closeWithin(CLOSE_MS, end)))
  log.info('projector stopped')
}

// Errors do not wait for connections to close: the open sockets of an unresponsive server would keep the process alive.
keepFilesPrivate()
try {
  await main(parseEnvironment(process.env))
  process.exit()
} catch (error) {
  process.stderr.write(`${printableText(error instanceof Error ? error.message : String(error))}\n`)
  process.exit(1)
}
