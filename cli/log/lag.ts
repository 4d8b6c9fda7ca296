import { type Offsets, partitionName } from './log-reader.ts'
import { partitionEnds, type Side, type TopicPair } from './plan-copy.ts'

/** The current end of each partition of the source. */
export async function currentEnds({ connection, asking }: Side, pairs: readonly TopicPair[]): Promise<Offsets> {
  const all = await asking(() => Promise.all(pairs.map(({ from }) => partitionEnds(connection, from.name))))
  return new Map(all.flat().map((one) => [partitionName(one), one.high]))
}

/** Number of records between two positions. */
export function lagOf(ends: Offsets, positions: Offsets): number {
  return [...ends].reduce((sum, [name, end]) => sum + Number(end - (positions.get(name) ?? 0n)), 0)
}
