import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { connectKafka } from '../../../kafka/connect-kafka.ts'
import { topicTable } from '../../../kafka/topics/topic-table.ts'
import { createLog } from '../../../process/create-log.ts'
import { createDeadLetterPublisher } from '../../../projector/dead-letters/publish-dead-letters.ts'
import { createMetrics } from '../../../projector/metrics.ts'
import { createOrganizationMutex } from '../../../projector/partitions/organization-mutex.ts'
import { startProjector } from '../../../projector/projector.ts'
import { unreadyBecause } from '../../../projector/readiness.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { ownView } from '../graph/own-view.ts'
import { patient } from '../graph/patience.ts'
import { until } from '../until.ts'
import { type LogLine, parsed, samplesOf } from './projector-process.ts'

/** A projector in this process, for tests that are not about starting or ending it. */
export interface ProjectorHere {
  /** Everything that it logged. */
  output(): string
  /** The log lines with a message. */
  lines(msg: string): LogLine[]
  /** The reason why it is not ready, or null. */
  unreadyBecause(): string | null
  /** Why it cannot recover, or null: it ended, a partition stopped, or retries fail without a server error. */
  hopelessBecause(): Promise<string | null>
  untilReady(): Promise<void>
  /** Samples by name and labels as they are written: `tda_projector_records_total{outcome="dead"}`. */
  metrics(): Promise<Map<string, number>>
  /** The error that its consumer ended with, or null. */
  crash(): unknown
  stop(): Promise<void>
}

/** The number of failed batches without an error of Neo4j or Kafka at which it cannot recover. */
const MOST_RETRIES = 3

/**
 * Starts a projector on existing topics. It sees only organizations that this process created.
 * @param through wraps its graph, for example to cause errors
 */
export async function startProjectorHere(
  variables: Record<string, string>,
  through: (graph: Graph) => Graph = (graph) => graph,
): Promise<ProjectorHere> {
  const environment = parseEnvironment({ ...process.env, ...variables })
  const chunks: string[] = []
  const log = createLog({ level: environment.LOG_LEVEL, process: 'projector' }, { write: (line) => chunks.push(line) })
  const connection = connectKafka(environment, 'tda-projector', log)
  const producer = connection.createProducer()
  const metrics = createMetrics({ isByOrganization: environment.ORGANIZATION_METRICS })
  const onRetry = (code: string) => metrics.deadlocks.inc({ code })
  const graph = connectGraph(environment, { ...patient, ...metrics.graph, onRetry })
  const table = topicTable(environment.KAFKA_TOPIC_PREFIX, environment.KAFKA_TOPIC_PARTITIONS)
  const { records, bom, snapshots, dlq } = table
  let crash: unknown = null
  const projector = startProjector({
    graph: through(ownView(graph)),
    connection,
    metrics,
    log,
    groupId: environment.PROJECTOR_GROUP,
    expectedPartitions: environment.KAFKA_TOPIC_PARTITIONS,
    mutexOf: createOrganizationMutex(),
    publishDeadLetters: createDeadLetterPublisher(producer, dlq.name, () => new Date()),
    topics: [records.name, bom.name],
    allTopics: Object.values(table),
    replicationFactor: environment.KAFKA_REPLICATION_FACTOR,
    producer,
    bomTopic: bom.name,
    snapshotsTopic: snapshots.name,
    bomPartitions: (await connection.untilLed(() => connection.endOffsets([bom.name]))).length,
    silenceMs: environment.PUBLICATION_SILENCE_MS,
    retentionDays: environment.SNAPSHOT_RETENTION_DAYS,
    changesRetentionDays: environment.CHANGES_RETENTION_DAYS,
    housekeepingMs: environment.HOUSEKEEPING_MS,
    owner: 'here',
    sessionTimeoutMs: environment.KAFKA_SESSION_TIMEOUT_MS,
    onCrash(error) {
      crash = error
    },
  })
  const output = () => chunks.join('')
  const why = () => unreadyBecause(projector, Date.now())
  let isStopped = false
  async function hopelessBecause(): Promise<string | null> {
    if (isStopped) return null
    if (crash !== null) return `its consumer ended with ${crash}`
    const retries = (await metrics.retries.get()).values.find(({ labels }) => labels.kind === 'other')
    const isHopeless =
      (retries?.value ?? 0) >= MOST_RETRIES || projector.statuses().some(({ state }) => state === 'stopped')
    return isHopeless ? why() : null
  }
  return {
    output,
    lines: (msg) =>
      output()
        .split('\n')
        .flatMap(parsed)
        .filter((line) => line.msg === msg),
    unreadyBecause: why,
    hopelessBecause,
    untilReady: async () => void (await until('readiness', () => why() === null)),
    async metrics() {
      await projector.measure()
      return samplesOf(await metrics.registry.metrics())
    },
    crash: () => crash,
    async stop() {
      isStopped = true
      await projector.stop()
      await Promise.all([producer.disconnect(), graph.close()])
    },
  }
}
