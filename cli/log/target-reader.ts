import type { KafkaConnection } from '../../kafka/connection.ts'
import type { Existing } from './lane.ts'
import { LogDigest } from './log-digest.ts'
import { LogReader, type Offsets } from './log-reader.ts'

/**
 * Reads the copy back while it is written, so that its verification ends soon after the last record. It keeps a digest
 * of each partition.
 */
export class TargetReader {
  readonly #digests = new Map<string, LogDigest>()
  readonly #reader: LogReader

  /** @param partitions names of the partitions, which are read from offset 0 */
  constructor(connection: KafkaConnection, topics: string[], partitions: readonly string[]) {
    for (const name of partitions) this.#digests.set(name, new LogDigest())
    this.#reader = new LogReader(connection, {
      topics,
      from: new Map(partitions.map((name) => [name, 0n])),
      onRecords: async ({ topic, partition }, records) => {
        const digest = this.#digests.get(`${topic}/${partition}`)
        for (const record of records) digest?.add(record)
      },
    })
  }

  /** Waits until everything before these offsets was read. */
  reach(ends: Offsets, signal?: AbortSignal): Promise<void> {
    return this.#reader.reach(ends, signal)
  }

  /** What was read of a partition. */
  found(name: string): Existing {
    const digest = this.#digests.get(name)
    return { count: digest?.count ?? 0, sha256: digest?.hex() ?? '' }
  }

  close(): Promise<void> {
    return this.#reader.close()
  }
}
