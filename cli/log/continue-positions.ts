import type { EndOffsets } from '../../kafka/consumer.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'
import { LogReader, type Offsets, partitionName } from './log-reader.ts'
import { partitionEnds, type Side, type TopicPair, targetEnds } from './plan-copy.ts'
import type { TargetReader } from './target-reader.ts'

interface Continued {
  source: Side
  target: Side
  pairs: readonly TopicPair[]
  lanes: Lanes
  readBack: TargetReader
  /** The first offsets of the source. */
  from: Offsets
  signal: AbortSignal
}

/**
 * Finds where an earlier run ended. It reads the target back, and the source up to the same number of selected records,
 * and compares them. It repeats this until the target no longer changes: the last request of a process that was killed
 * may still be on its way.
 * @returns the offsets of the source to copy from
 * @throws Error when the target contains other records, or when interrupted
 */
export async function continuePositions(options: Continued): Promise<Offsets> {
  const { target, pairs, lanes, readBack, signal } = options
  const next = new Map(options.from)
  for (;;) {
    const ends = await allEnds(target, pairs)
    const highs = new Map(ends.map((one) => [partitionName(one), one.high]))
    const endOf = (lane: Lane) => Number(highs.get(partitionName(lane.target)) ?? 0n)
    if (lanes.all.every((lane) => lane.existing === endOf(lane))) return next
    await target.asking(() => readBack.reach(highs, signal))
    if (!signal.aborted) {
      for (const lane of lanes.all) {
        const found = readBack.found(partitionName(lane.target))
        // Every offset of a copy is a record. A marker of a transaction comes from another program.
        if (found.count < endOf(lane)) throw lane.isOther()
        lane.expect(found)
      }
      await readExisting(options, next)
    }
    if (signal.aborted) throw new Error('Interrupted. Run the command again to continue')
  }
}

async function allEnds(target: Side, pairs: readonly TopicPair[]): Promise<EndOffsets[]> {
  return (await Promise.all(pairs.map(({ to }) => targetEnds(target, to.name)))).flat()
}

/**
 * Reads the source until each partition has provided what its copy contains, and moves `next` there. A topic that has
 * grown is left out, because its copy takes records of several partitions. Those are compared while they are copied.
 */
async function readExisting({ source, pairs, lanes, signal }: Continued, next: Map<string, bigint>): Promise<void> {
  const unread = new Map<string, Lane>()
  const ends = new Map<string, bigint>()
  for (const { from } of pairs.filter(({ isGrown }) => !isGrown)) {
    for (const one of await source.asking(() => partitionEnds(source.connection, from.name))) {
      const lane = lanes.sameNumber(one)
      if (!lane || lane.isVerified) continue
      unread.set(partitionName(one), lane)
      ends.set(partitionName(one), one.high)
    }
  }
  if (unread.size === 0) return
  const done = new AbortController()
  const reader = new LogReader(source.connection, {
    topics: [...new Set(pairs.map(({ from }) => from.name))],
    from: new Map([...next].filter(([name]) => unread.has(name))),
    onRecords: async (topicPartition, records) => {
      const name = partitionName(topicPartition)
      const count = (await unread.get(name)?.take(records, null)) ?? 0
      const following = records[count]?.offset ?? (records.at(-1)?.offset ?? -1n) + 1n
      if (count > 0) next.set(name, following)
      if ([...unread.values()].every((lane) => lane.isVerified)) done.abort()
    },
  })
  try {
    await source.asking(() => reader.reach(ends, AbortSignal.any([signal, done.signal])))
  } finally {
    await reader.close()
  }
  reader.check()
  const [missing] = [...unread.values()].filter((lane) => !lane.isVerified)
  if (missing && !signal.aborted) throw missing.isOther()
}
