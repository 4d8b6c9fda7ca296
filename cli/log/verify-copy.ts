import type { Lane } from './lane.ts'
import { partitionName } from './log-reader.ts'
import { type Side, targetEnds } from './plan-copy.ts'
import type { TargetReader } from './target-reader.ts'

/**
 * Compares what was selected from the source with what was read back from the target, by the number of records and
 * their SHA-256.
 * @throws Error that names every partition that differs
 */
export async function verifyCopy(
  target: Side,
  topics: readonly string[],
  lanes: readonly Lane[],
  readBack: TargetReader,
): Promise<void> {
  const ends = (await Promise.all(topics.map((topic) => targetEnds(target, topic)))).flat()
  const highs = new Map(ends.map((one) => [partitionName(one), one.high]))
  await target.asking(() => readBack.reach(highs))
  const faults = lanes.flatMap((lane) => {
    const name = partitionName(lane.target)
    const [wanted, found] = [lane.selected, readBack.found(name)]
    if (found.count !== wanted.count || highs.get(name) !== BigInt(wanted.count))
      return [`${name} has ${found.count} records instead of ${wanted.count}`]
    return found.sha256 === wanted.sha256 ? [] : [`${name} has other contents`]
  })
  if (faults.length > 0)
    throw new Error(`The copy differs from the source: ${faults.join(', ')}. Delete the new topics, and start over`)
}
