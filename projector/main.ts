import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { pino } from 'pino'
import { connectGraph } from '../cypher/connect.ts'
import { migrate } from '../cypher/migrate.ts'
import { connectKafka } from '../kafka/connect.ts'
import { connectProducer } from '../kafka/producer.ts'
import { topicTable } from '../kafka/topics.ts'
import { parseEnvironment } from '../schemas/environment.ts'
import { exitWithParent } from '../schemas/exit-with-parent.ts'
import { serveAdmin } from './admin.ts'
import { createBury } from './bury.ts'
import { createMetrics } from './metrics.ts'
import { startProjector } from './projector.ts'
import { unreadyBecause } from './readiness.ts'
import { createTurns } from './turns.ts'
import { untilPrepared } from './until-prepared.ts'

const environment = parseEnvironment(process.env)
const log = pino({ level: environment.LOG_LEVEL, base: { process: 'projector' } })
const stopping = new AbortController()
const end = () => stopping.abort()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
if (environment.EXIT_WITH_PARENT) exitWithParent(end)

const connection = connectKafka(environment, 'tda-projector', log)
const producer = connectProducer(connection)
const metrics = createMetrics()
const graph = connectGraph(environment, { onRetry: (code) => metrics.deadlocks.inc({ code }) })
const { records, dlq } = topicTable(environment.KAFKA_TOPIC_PREFIX)
let reason: string | null = 'starting'
let readiness = () => reason

const admin = await serveAdmin({
  host: environment.HOST,
  port: environment.PROJECTOR_ADMIN_PORT,
  registry: metrics.registry,
  unreadyBecause: () => readiness(),
})
await untilPrepared({ migrate: () => migrate(graph), connection, environment, log, signal: stopping.signal })
const projector = startProjector({
  graph,
  connection,
  metrics,
  log,
  inTurn: createTurns(),
  bury: createBury(producer, dlq.name, () => new Date()),
  groupId: environment.PROJECTOR_GROUP,
  topics: [records.name],
  owner: `${hostname()}/${process.pid}/${randomUUID()}`,
  sessionTimeoutMs: environment.KAFKA_SESSION_TIMEOUT_MS,
  onCrash(error) {
    log.fatal({ err: error }, 'the consumer ended')
    process.exitCode = 1
    end()
  },
})
readiness = () => reason ?? unreadyBecause(projector, Date.now())
reason = null
log.info({ group: environment.PROJECTOR_GROUP }, 'projector started')

await new Promise((resolve) => {
  if (stopping.signal.aborted) resolve(null)
  stopping.signal.addEventListener('abort', resolve)
})
reason = 'stopping'
await projector.stop()
await Promise.allSettled([producer.disconnect(), graph.close()])
admin.close()
log.info('projector stopped')
