import { published, writeHistory } from '../bom/bom-graph.ts'
import { randomBoms } from '../bom/random-boms.ts'
import { material } from '../graph/entities.ts'
import { fill } from '../graph/graph.ts'
import { type ExportsWorld, startExports } from './exports.ts'

export interface BomExports extends ExportsWorld {
  /** The clock of the API, which only the test advances. */
  clock: { now: number }
  /** The snapshots of the organization, oldest first. */
  snapshotIds: readonly [first: string, second: string, third: string]
}

/** Exports of an organization that has three snapshots and one material. */
export async function startBomExports(variables: Record<string, string> = {}): Promise<BomExports> {
  const clock = { now: Date.parse('2027-04-01T00:00:00.000Z') }
  const world = await startExports({ now: () => clock.now, variables })
  const { key } = world.organization
  const history = randomBoms(5, { styles: 3, publications: 3 }).map((bom, at) => published(bom, at + 1))
  await writeHistory(world.graph, key, history)
  await fill(world.graph, key, { entities: [material(key, 'M-1')] })
  const [first = '', second = '', third = ''] = history.map(({ snapshotId }) => snapshotId)
  return { ...world, clock, snapshotIds: [first, second, third] }
}
