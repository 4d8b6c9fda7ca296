import { randomBytes } from 'node:crypto'
import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { createOrganization } from '../../../cypher/system/credentials.ts'
import { hashOfKey } from '../../../cypher/system/hash-of-key.ts'
import { listOffsets } from '../../../cypher/system/offsets.ts'
import type { ProducerOptions } from '../../../kafka/producer.ts'
import type { OutgoingRecord } from '../../../kafka/records.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import type { Envelope } from '../../../schemas/records/record-events.ts'
import { randomPublications } from '../bom/random-publications.ts'
import { recordOf, type SourceEvent } from '../events/source-event.ts'
import { freshOrganization } from '../graph/graph.ts'
import { ownOrganization } from '../graph/own-view.ts'
import { patient } from '../graph/patience.ts'
import { until } from '../until.ts'
import { freshTopics, prepareTopics, recordsOf } from './kafka.ts'
import { withAdmin } from './kafkajs.ts'
import { type ProjectorHere, startProjectorHere } from './projector-here.ts'
import { type ProjectorProcess, startProjectorProcess } from './projector-process.ts'

/** The shortest session timeout that a broker allows, so that it detects a dead projector soon. */
const SESSION_TIMEOUT_MS = 6000
/** The maximum length of a reason in an error, which may contain an event. */
const MOST_TOLD = 500

/** New topics, a consumer group, and an organization, with functions that send events and wait for projectors. */
export async function openInstallation(variables: Record<string, string> = {}) {
  const settings: Record<string, string> = {
    ...freshTopics(variables.KAFKA_BROKERS),
    PROJECTOR_GROUP: `test-${randomBytes(6).toString('hex')}`,
    KAFKA_SESSION_TIMEOUT_MS: String(SESSION_TIMEOUT_MS),
    ...variables,
  }
  const groupId = settings.PROJECTOR_GROUP ?? ''
  const { connection, topics } = await prepareTopics(settings)
  const graph = connectGraph(parseEnvironment({ ...process.env, ...settings }), patient)
  const organization = freshOrganization()
  await register(graph, organization)
  const topic = topics.records.name
  const processes: ProjectorProcess[] = []
  const here: ProjectorHere[] = []

  const send = async (
    records: readonly (Omit<OutgoingRecord, 'topic'> & { topic?: string })[],
    options: ProducerOptions = {},
  ) => {
    const producer = connection.createProducer({ timeoutMs: 60_000, ...options })
    await producer.send(records.map((record) => ({ topic, ...record }))).finally(producer.disconnect)
  }
  const offsets = async () => {
    const rows = await graph.read(listOffsets, null, { groupId })
    return new Map(rows.filter((row) => row.topic === topic).map((row) => [row.partition, row]))
  }
  const ends = () => connection.untilLed(() => connection.endOffsets([topic]))
  const lag = async () => {
    const [logs, stands] = await Promise.all([ends(), offsets()])
    return logs.reduce((sum, { partition, low, high }) => {
      return sum + Number(high) - (stands.get(partition)?.next ?? Number(low))
    }, 0)
  }

  /** The partitions that are behind. All partitions are checked, including those without a stored offset. */
  const behind = async () => {
    const read = [topic, topics.bom.name]
    const [logs, rows] = await Promise.all([connection.endOffsets(read), graph.read(listOffsets, null, { groupId })])
    const stands = new Map(rows.map((row) => [`${row.topic}/${row.partition}`, row.next]))
    const missing = topics.records.partitions + topics.bom.partitions - logs.length
    return [
      ...(missing === 0 ? [] : [`Kafka names ${missing} partitions too few`]),
      ...logs.flatMap(({ topic, partition, low, high }) => {
        const next = stands.get(`${topic}/${partition}`) ?? Number(low)
        return next === Number(high) ? [] : [`${topic}/${partition} stands at ${next} of ${high}`]
      }),
    ]
  }

  /** @throws Error once a projector cannot recover */
  const isAtEnd = async () => {
    if ((await behind().catch(() => null))?.length === 0) return true
    for (const one of here) {
      const reason = await one.hopelessBecause()
      if (reason !== null)
        throw new Error(`the projector cannot reach the end of the log: ${reason.slice(0, MOST_TOLD)}`)
    }
    return false
  }

  const deadLetters = () => recordsOf(connection, topics.dlq.name)

  return {
    settings,
    groupId,
    connection,
    topics,
    topic,
    graph,
    organization,
    send,
    offsets,
    ends,
    lag,
    feed: (events: readonly SourceEvent[], options?: ProducerOptions) =>
      send(
        events.map((event) => recordOf(organization, event)),
        options,
      ),
    /** The same for any organization. */
    feedOf: (key: string, events: readonly SourceEvent[]) => send(events.map((event) => recordOf(key, event))),
    /** Sends BOM events in order. */
    publish: (events: readonly Envelope[], options?: ProducerOptions) =>
      send(
        events.map((event) => ({ topic: topics.bom.name, key: organization, value: JSON.stringify(event) })),
        options,
      ),
    /** Sends random publications of any organization. */
    publishOf: (key: string, count: number) =>
      send(
        randomPublications(key, count).map((event) => ({ topic: topics.bom.name, key, value: JSON.stringify(event) })),
      ),
    deadLetters,
    /** Reason and detail of each dead letter. */
    deadReasons: async () => {
      const read = await deadLetters()
      return read.map(({ headers }) => `${headers['dlq.reason']}: ${headers['dlq.detail']}`)
    },
    /** Starts a projector in this process, which is faster than a process of its own. */
    startHere: async (more: Record<string, string> = {}, through?: (graph: Graph) => Graph) => {
      const started = await startProjectorHere({ ...settings, KAFKA_SESSION_TIMEOUT_MS: '30000', ...more }, through)
      here.push(started)
      return started
    },
    /** Starts a projector in its own process, for tests about starting and ending it. */
    start: async (more: Record<string, string> = {}, program?: string) => {
      const started = await startProjectorProcess({ ...settings, ...more }, program)
      processes.push(started)
      return started
    },
    /**
     * Waits until the stored offset of every partition is at the log end, and the locks of the last transactions are
     * free: before that, a commit may be visible only in part. Waits for unreachable servers, too.
     * @throws Error naming the partitions that are behind, and why
     */
    caughtUp: async (timeoutMs = 240_000) => {
      await until('the end of the log', isAtEnd, timeoutMs).catch(async (error: Error) => {
        const left = await behind().catch((failure: Error) => [failure.message])
        throw new Error([error.message, ...left].join('\n'))
      })
      await graph.execute('MATCH (o:Offset {groupId: $groupId}) SET o.awaited = true', { groupId })
    },
    /** Sets the stored offset of every partition. */
    setBack: (next = 0) => graph.execute('MATCH (o:Offset {groupId: $groupId}) SET o.next = $next', { groupId, next }),
    /** Stops the projectors, and deletes the topics and the group. */
    close: async () => {
      for (const one of processes) one.signal('SIGKILL')
      await Promise.all([...processes.map(({ ended }) => ended), ...here.map(({ stop }) => stop())])
      await withAdmin(connection, async (admin) => {
        const own = (await admin.listTopics()).filter((name) => name.startsWith(settings.KAFKA_TOPIC_PREFIX ?? '-'))
        await admin.deleteTopics({ topics: own })
      }).catch(() => undefined)
      await graph.close()
    },
  }
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>

/** Registers an organization, so that its events are accepted. */
export async function register(graph: Graph, key: string): Promise<void> {
  ownOrganization(key)
  await graph.write((run) =>
    run(createOrganization, null, { key, hash: hashOfKey(key), name: key, now: new Date().toISOString() }),
  )
}
