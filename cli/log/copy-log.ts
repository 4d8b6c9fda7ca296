import { PATIENT_MS } from '../../kafka/producer.ts'
import type { KafkaRecord } from '../../kafka/records.ts'
import { continuePositions } from './continue-positions.ts'
import { followSource } from './follow-source.ts'
import { currentEnds, lagOf } from './lag.ts'
import type { Lane, Sending } from './lane.ts'
import { Lanes } from './lanes.ts'
import { LogReader, type Offsets, partitionName } from './log-reader.ts'
import { prepareTarget, type Side, type TopicPair } from './plan-copy.ts'
import type { Selected } from './selection.ts'
import { TargetReader } from './target-reader.ts'
import { verifyCopy } from './verify-copy.ts'

export interface CopyOptions {
  source: Side
  target: Side
  pairs: TopicPair[]
  select(record: KafkaRecord): Selected
  replicationFactor: number
  /** Whether to copy new records until the signal is aborted. */
  isFollowing: boolean
  /** Whether only to read and count. */
  isDryRun: boolean
  signal: AbortSignal
  onProgress(line: string): void
  /** Called after each confirmed send with the number of its records. */
  onCopied(records: number): void
}

/** The result of a copy. `lag` is the number of records of the source that were not read when it ended. */
export interface Copied {
  lanes: readonly Lane[]
  lag: number
}

const PROGRESS_MS = 10_000

/**
 * Copies the topics from which a graph is built. The target itself tells where to continue: its records must be the
 * first selected ones of the source. Everything is read back and compared.
 * @throws Error when the target contains other records, when the copy differs, or when it is interrupted and not
 * following. KafkaSendError when Kafka does not confirm
 */
export async function copyLog(options: CopyOptions): Promise<Copied> {
  const { source, target, pairs, select, isDryRun, isFollowing, signal } = options
  const lanes = new Lanes(pairs, select)
  if (isDryRun) return { lanes: lanes.all, lag: await copyFrom(options, lanes, startsOf(pairs), null) }
  await prepareTarget(target, pairs, options.replicationFactor)
  const topics = pairs.map(({ to }) => to.name)
  const names = lanes.all.map((lane) => partitionName(lane.target))
  const readBack = new TargetReader(target.connection, topics, names)
  try {
    const from = await continuePositions({ source, target, pairs, lanes, readBack, from: startsOf(pairs), signal })
    const producer = target.connection.createProducer({ timeoutMs: PATIENT_MS, signal })
    let lag: number
    try {
      lag = await copyFrom(options, lanes, from, { producer, onCopied: options.onCopied })
    } finally {
      await producer.disconnect()
    }
    if (signal.aborted && !isFollowing) throw new Error('Interrupted. Run the command again to continue')
    options.onProgress('Verifying the copy.')
    await verifyCopy(target, topics, lanes.all, readBack)
    return { lanes: lanes.all, lag }
  } finally {
    await readBack.close()
  }
}

/** Copies everything from these offsets on. Without `sending`, it only counts. Returns the lag at its end. */
async function copyFrom(
  options: CopyOptions,
  lanes: Lanes,
  from: Offsets,
  sending: Omit<Sending, 'heartbeat'> | null,
): Promise<number> {
  const { source, pairs, isFollowing, signal, onProgress } = options
  const reading = (partitions: Offsets) =>
    new LogReader(source.connection, {
      topics: pairs.map((pair) => pair.from.name),
      from: partitions,
      onRecords: async (topicPartition, records, { heartbeat }) => {
        for (const [lane, own] of lanes.distribute(topicPartition, records))
          await lane.take(own, sending && { ...sending, heartbeat }, sending === null)
      },
    })
  const ends = await currentEnds(source, pairs)
  const total = [...from].reduce((sum, [name, offset]) => sum + Number((ends.get(name) ?? offset) - offset), 0)
  const before = lanes.all.reduce((sum, { counts }) => sum + counts.source, 0)
  const tell = () => {
    const read = lanes.all.reduce((sum, { counts }) => sum + counts.source, 0) - before
    if (read < total) onProgress(`Read ${read} of ${total} records.`)
  }
  const progress = setInterval(tell, PROGRESS_MS)
  try {
    // Partitions that the copy does not have come last and one after the other, because their records were sent last.
    const isOwn = (name: string) => pairs.some(({ from, to }) => isBelow(name, from.name, to.partitions))
    const own = new Map([...from].filter(([name]) => isOwn(name)))
    const added = [...from].filter(([name]) => !isOwn(name))
    let lag = 0
    for (const partitions of [own, ...added.map((one) => new Map([one]))]) {
      const reader = reading(partitions)
      const until = new Map([...ends].filter(([name]) => partitions.has(name)))
      try {
        await source.asking(() => reader.reach(until, signal))
        if (isFollowing) await followSource({ source, pairs, reader, signal, onProgress })
      } finally {
        await reader.close()
      }
      reader.check()
      if (isFollowing) lag = lagOf(await currentEnds(source, pairs), reader.positions())
      if (signal.aborted) return lag
    }
    return lag
  } finally {
    clearInterval(progress)
  }
}

const isBelow = (name: string, topic: string, partitions: number) =>
  name.startsWith(`${topic}/`) && Number(name.slice(topic.length + 1)) < partitions

/** The first offsets of the source. */
function startsOf(pairs: readonly TopicPair[]): Offsets {
  return new Map(pairs.flatMap(({ ends }) => ends.map((one) => [partitionName(one), one.low] as const)))
}
