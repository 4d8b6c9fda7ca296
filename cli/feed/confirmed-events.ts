import type { TopicPartition } from '../../kafka/consumer.ts'
import type { Written } from '../../kafka/producer.ts'

/** The offset of the first event of a partition that is not processed yet. */
export type Processed = TopicPartition & { next: number }

/** Consecutive offsets: `from` inclusive, `to` exclusive. */
type Run = { from: number; to: number }

/** The positions of the events that Kafka has confirmed. Memory use depends on the number of sends, not of events. */
export class ConfirmedEvents {
  readonly #runs = new Map<string, Run[]>()
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Adds what a send has written. The offsets of a partition only ever increase. */
  add(written: readonly Written[]): void {
    for (const { positions, baseOffset, ...topicPartition } of written) {
      const runs = this.#runsOf(topicPartition)
      const from = Number(baseOffset)
      const to = from + positions.length
      const last = runs.at(-1)
      if (last?.to === from) last.to = to
      else runs.push({ from, to })
      this.#count += positions.length
    }
  }

  /** The partitions of a topic that contain events, each with the offset of its first event. */
  firstOf(topic: string): { partition: number; offset: number }[] {
    return [...this.#runs].flatMap(([key, [first]]) => {
      const [partition = '', ...name] = key.split(' ')
      return first && name.join(' ') === topic ? [{ partition: Number(partition), offset: first.from }] : []
    })
  }

  has(topicPartition: TopicPartition, offset: number): boolean {
    const run = this.#runsOf(topicPartition).findLast(({ from }) => from <= offset)
    return run !== undefined && offset < run.to
  }

  /** The number of events that are not processed yet. A partition that is not listed has processed none. */
  countLeft(processed: readonly Processed[]): number {
    const next = new Map(processed.map((one) => [keyOf(one), one.next]))
    return [...this.#runs].reduce((sum, [key, runs]) => sum + countFrom(runs, next.get(key) ?? 0), 0)
  }

  #runsOf(topicPartition: TopicPartition): Run[] {
    const key = keyOf(topicPartition)
    const runs = this.#runs.get(key) ?? []
    this.#runs.set(key, runs)
    return runs
  }
}

function countFrom(runs: readonly Run[], next: number): number {
  let left = 0
  for (const { from, to } of runs.toReversed()) {
    if (to <= next) break
    left += to - Math.max(from, next)
  }
  return left
}

const keyOf = ({ topic, partition }: TopicPartition) => `${partition} ${topic}`
